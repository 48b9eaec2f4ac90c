/** The pages beside the wall. */
import { addAccount } from '@vedette/contract/calls/account'
import { newRole } from '@vedette/contract/calls/role'

import { chooseOwn, OWN_PASSWORD, replied, typeLogIn } from '../support/session.ts'
import { inside, on, open, type Scene } from './stage.ts'
import { play, liveWindows } from './wall.ts'

const GIVEN = 'Harbour7-gate'
const PHONE = { viewport: { width: 390, height: 844 } }

const phoneScreens: readonly Scene[] = [
  on(PHONE, async (page, { address }) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.locator('[name="account"]').waitFor()
  }),
  inside(PHONE, async (page) => {
    await page.locator('[data-tool="devices"]').click()
    await page.getByRole('tree').waitFor()
  }),
  inside(PHONE, async (page) => {
    for (let window = 0; window < 4; window++) {
      await page.locator('[data-tool="devices"]').click()
      await play(page, window)
    }
    await liveWindows(page, 4)
  }),
  inside(PHONE, async (page) => {
    await open(page, '#/deviceManger')
    await page.getByText('Car park 04').first().waitFor()
  }),
]

export const pages: Readonly<Record<string, Scene>> = {
  login: on({}, async (page, { address }) => {
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.locator('canvas').first().waitFor()
  }),
  settings: inside({ locale: 'zh-CN', theme: 'light' }, async (page) => {
    for (let window = 0; window < 4; window++) await play(page, window)
    await liveWindows(page, 4)
    await page.getByRole('button', { name: '系统设置' }).click()
    await page.getByRole('dialog').waitFor()
  }),
  shortcuts: inside({}, async (page) => {
    for (let window = 0; window < 4; window++) await play(page, window)
    await liveWindows(page, 4)
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
  }),
  devices: inside({}, async (page) => {
    await open(page, '#/deviceManger')
    await page.getByRole('cell', { name: 'Car park 04', exact: true }).waitFor()
  }),
  roles: inside({}, async (page) => {
    await open(page, '#/roleManger')
    await page.getByRole('table').getByRole('row').nth(1).waitFor()
  }),
  barred: on({ viewport: { width: 900, height: 520 } }, async (page, { address, token }) => {
    const { id } = await replied(address, token, newRole, { RoleName: 'No changes yet', permissions: [] })
    const account = { Account: 'newcomer', Name: 'Newcomer', Password: GIVEN, RoleID: id }
    await replied(address, token, addAccount, account)
    await chooseOwn(address, account.Account, GIVEN)
    await page.goto(address)
    await typeLogIn(page, account.Account, OWN_PASSWORD)
    await page.getByText('401').waitFor()
  }),
  phone: async (stage) => {
    const shots: Buffer[] = []
    for (const screen of phoneScreens) shots.push(...(await screen(stage)))
    return shots
  },
  'not-found': inside({ viewport: { width: 900, height: 520 } }, async (page) => {
    await page.evaluate(() => {
      location.hash = '#/nowhere'
    })
    await page.getByText('404').waitFor()
  }),
}
