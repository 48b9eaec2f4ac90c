/** However people call their things, no screen runs it, breaks over it, or shows something else. */
import { addAccount } from '@vedette/contract/calls/account'
import { addByAddress } from '@vedette/contract/calls/device'
import { updateDeviceAlias } from '@vedette/contract/calls/device-edit'
import { addGateway } from '@vedette/contract/calls/gateway'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { uploadInfo } from '@vedette/contract/calls/own-account'
import { newRole } from '@vedette/contract/calls/role'
import { beginFirmware } from '@vedette/contract/calls/upgrade'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, rowAction } from './support/row-action.ts'
import { ask, logIn, logInOnPage } from './support/session.ts'

const MARKUP = '<img src=x onerror=alert(1)>'
const NAMES = [
  '"><script>alert(1)</script>{count}',
  'بوابة \u200Fالشمال (٣)',
  '👨‍👩‍👧‍👦🏳️‍🌈🚪',
  '門'.repeat(50),
  MARKUP,
]
/** Pages that show all of them at once. */
const LISTS = ['#/deviceManger', '#/accountManger', '#/roleManger']
const DESK = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

let platform: Platform
let browser: Browser
let did: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  did = await plant()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** A thing of every kind by each of the names; answers the device that is called by markup. */
async function plant(): Promise<string> {
  const token = await logIn(platform.address)
  const { address } = platform
  const root = getGroupList.reply.parse((await ask(address, token, getGroupList, {})).BODY).List[0]?.GID ?? ''
  const codes: string[] = []
  let last = ''
  for (const [at, name] of NAMES.entries()) {
    const region = await ask(address, token, createGroup, { ParentGID: root, GroupName: name })
    const { GID } = createGroup.reply.parse(region.BODY)
    const camera = { GID, DevName: name, DevType: 1, Url: `rtsp://192.0.2.7/${at}` }
    const { DID } = addByAddress.reply.parse((await ask(address, token, addByAddress, camera)).BODY)
    last = DID
    const role = await ask(address, token, newRole, {
      RoleName: name,
      permissions: [{ pageKey: 'realTimeVideo' }],
    })
    const RoleID = newRole.reply.parse(role.BODY).id
    const gateway = { DID: `GATEWAY-${at}`, GID, DevName: name, DevType: 7 }
    const firmware = { Model: name, Version: name, FileName: name, Bytes: 9, Sha256: '0'.repeat(64) }
    for (const answer of [
      await ask(address, token, updateDeviceAlias, { DID, Alias: name }),
      await ask(address, token, addAccount, {
        Account: `person${at}`,
        Name: name,
        RoleID,
        AllRegions: false,
        GIDs: [GID],
      }),
      await ask(address, token, addGateway, gateway),
      await ask(address, token, beginFirmware, firmware),
    ])
      codes.push(answer.CODE)
  }
  codes.push((await ask(address, token, uploadInfo, { Name: MARKUP })).CODE)
  expect(codes).toEqual(codes.map((_, at) => (at === codes.length - 1 ? '0' : '200')))
  return last
}

async function isSound(page: Page, where: string): Promise<void> {
  for (const viewport of [PHONE, DESK]) {
    await page.setViewportSize(viewport)
    const found = () =>
      page.evaluate(() => ({
        overflow: Math.max(0, document.documentElement.scrollWidth - innerWidth),
        made: document.querySelectorAll('img[src="x"]').length,
      }))
    // The header is another one on a phone, a moment later.
    await expect.poll(async () => ({ where, ...(await found()) })).toEqual({ where, overflow: 0, made: 0 })
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await expect.poll(() => page.locator('main h1').count(), { timeout: 60_000 }).toBe(1)
  await expect
    .poll(() => page.locator('.progress').getAttribute('data-running'), { timeout: 60_000 })
    .toBe('false')
}

test('names of markup, of other directions, of joined emoji and of fifty wide letters are text everywhere', async () => {
  const { page, end } = await visit(browser, { viewport: DESK })
  const ran: string[] = []
  page.on('dialog', (dialog) => {
    ran.push(dialog.message())
    void dialog.dismiss()
  })
  await logInOnPage(page, platform.address)
  const dialog = page.getByRole('dialog')
  const seen = (within: Page | typeof dialog = page, name = MARKUP): Promise<void> =>
    within.getByText(name).filter({ visible: true }).first().waitFor()
  const shut = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  /** Opens the dialog of a button and looks at the name there: typed into `field`, or as text. */
  const dialogOf = async (name: string, field?: string): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    if (field) expect(await dialog.getByLabel(field).inputValue()).toBe(MARKUP)
    else await seen(dialog)
    await isSound(page, name)
    await shut()
  }

  for (const path of ['#/realTimeVideo', `#/deviceConf/${did}`, '#/deviceTransfer', '#/audit', ...LISTS]) {
    await open(page, path)
    await seen()
    if (LISTS.includes(path)) for (const name of NAMES) await seen(page, name)
    await isSound(page, path)
  }
  await open(page, '#/accountManger')
  const person = `demo_person${NAMES.length - 1}`
  await dialogOf(`Edit: ${person}`, 'Name')
  await rowAction(page, MORE_ABOUT(person), 'Permissions')
  await seen(dialog)
  await isSound(page, 'permissions')
  await shut()
  await open(page, '#/deviceManger')
  await page.getByRole('button', { name: 'Upgrades' }).click()
  await page.getByRole('tab', { name: 'Firmware' }).click()
  await seen(dialog)
  await isSound(page, 'firmware')
  // Anyone who answers a question is back in the dialog that asked it.
  await dialog.getByRole('button', { name: 'Delete' }).first().click()
  await expect.poll(() => page.locator('dialog').count(), { timeout: 60_000 }).toBe(2)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('dialog').count(), { timeout: 60_000 }).toBe(1)
  await shut()
  await open(page, '#/roleManger')
  await dialogOf(`Edit: ${MARKUP}`, 'Role name')
  await dialogOf(`Delete: ${MARKUP}`)
  await page.locator('.user-button').click()
  await isSound(page, 'user menu')
  expect(ran).toEqual([])
  await end()
})
