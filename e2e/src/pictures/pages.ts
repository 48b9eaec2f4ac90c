/** The pages beside the wall. */
import { setTimeout } from 'node:timers/promises'

import { addAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { recordTimeline } from '@vedette/contract/calls/record'
import { newRole } from '@vedette/contract/calls/role'

import { chooseOwn, OWN_PASSWORD, replied, typeLogIn } from '../support/session.ts'
import { inside, on, open, type Scene, type Stage } from './stage.ts'
import { play, liveWindows } from './wall.ts'

const GIVEN = 'Harbour7-gate'
const PHONE = { viewport: { width: 390, height: 844 } }

/** How long cameras have to be recorded before there is something to see on the timeline. */
const RECORDED_MS = 90_000
const LOOK_AGAIN_MS = 2000

/** Four cameras of a platform that has just begun to record, and since when all of them are recorded. */
async function recordedCameras({ address, token }: Stage): Promise<{ dids: string[]; fromMs: number }> {
  const { List } = await replied(address, token, deviceList, { PageSize: 100 })
  const Streams = List.map(({ DID }) => ({ DID }))
  for (;;) {
    const range = { From: Date.now() - 3_600_000, To: Date.now() }
    const { List: lanes } = await replied(address, token, recordTimeline, { Streams, ...range })
    const long = lanes
      .filter(({ Spans }) => (Spans.at(-1) ?? 0) - (Spans[0] ?? Infinity) > RECORDED_MS)
      .slice(0, 4)
    if (long.length === 4)
      return {
        dids: long.map(({ DID }) => DID),
        fromMs: Math.max(...long.map(({ Spans }) => Spans[0] ?? 0)),
      }
    await setTimeout(LOOK_AGAIN_MS)
  }
}

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
  replay: inside({}, async (page, stage) => {
    const { dids, fromMs } = await recordedCameras(stage)
    const marks = `&in=${fromMs + 40_000}&out=${fromMs + 70_000}`
    await open(page, `#/replay?show=${dids.join(',')}&at=${fromMs + 50_000}&layout=4${marks}`)
    for (const did of dids) await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
    await page.getByRole('slider', { name: 'Timeline' }).focus()
    for (let step = 0; step < 6; step++) await page.keyboard.press('+')
  }),
  alarms: inside({}, async (page) => {
    await open(page, '#/alarmManger')
    await page.locator('.alarm-thumb img').nth(3).waitFor()
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLImageElement>('.alarm-thumb img')]
        .filter((it) => it.getBoundingClientRect().top < innerHeight)
        .every((it) => it.naturalWidth > 0),
    )
  }),
  map: inside({}, async (page) => {
    await open(page, '#/deviceMap')
    await page.getByRole('button', { name: 'Show all devices' }).click()
    await page.locator('.map-marker').first().waitFor()
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
