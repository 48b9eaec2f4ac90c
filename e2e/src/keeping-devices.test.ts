/** What an installer does with devices and regions once they are there, at the list, by hand. */
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { createGroup, deleteGroup, getGroupList, type GroupNode } from '@vedette/contract/calls/group'
import { keptAfterRemoval } from '@vedette/contract/calls/record'
import { FIRMWARE_PIECE_BYTES, sendFirmware } from '@vedette/contract/calls/upgrade'
import type { Browser, Locator, Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH, rowAction } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }

let platform: Platform
let browser: Browser
let token: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '4' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const devices = async () => (await replied(platform.address, token, deviceList, {})).List
const regionOf = async (name: string) => (await devices()).find(({ DevName }) => DevName === name)?.GroupName

async function regionNames(): Promise<string[]> {
  const { List } = await replied(platform.address, token, getGroupList, {})
  const all = (nodes: readonly GroupNode[]): string[] =>
    nodes.flatMap(({ GroupName, Childs }) => [GroupName, ...all(Childs)])
  return all(List)
}

const listed = (page: Page): Promise<string[]> =>
  page.locator('td[data-column="name"] .device-open').allInnerTexts()

test('a region is added while all are shown, renamed and deleted; a device is renamed, moved and deleted', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  const pane = page.getByRole('complementary', { name: 'Regions' })
  const node = (name: string): Locator => pane.getByRole('treeitem', { name })
  const dialog = page.getByRole('dialog')
  const press = (name: string): Promise<void> => dialog.getByRole('button', { name, exact: true }).click()

  await pane.getByRole('button', { name: 'Add sub-region' }).click()
  await dialog.getByLabel('Region name').fill('Yard')
  await press('Save')
  await node('Yard').waitFor()
  await pane.getByRole('button', { name: 'Edit region' }).click()
  await dialog.getByLabel('Region name').fill('South yard')
  await page.keyboard.press('Enter')
  await node('South yard').waitFor()
  expect(await regionNames()).toContain('South yard')
  expect(await axeViolations(page)).toEqual([])
  await pane.getByRole('button', { name: 'All regions' }).click()

  await rowAction(page, MORE_ABOUT('Main gate 01'), 'Edit')
  await dialog.getByLabel('Name', { exact: true }).fill('South door')
  await dialog.locator('.tree-select').click()
  await dialog.getByRole('treeitem', { name: 'South yard' }).click()
  await press('Save')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => regionOf('South door'), PATIENCE).toBe('South yard')

  // What a colleague adds is there without a press, and gone as quietly.
  const [root] = (await replied(platform.address, token, getGroupList, {})).List
  const wanted = { ParentGID: root?.GID ?? '', GroupName: 'West yard' }
  const { GID } = await replied(platform.address, token, createGroup, wanted)
  await node('West yard').waitFor()
  await replied(platform.address, token, deleteGroup, { GID })
  await node('West yard').waitFor({ state: 'detached' })

  // It has a device now, which is deleted first.
  const [DID = ''] = (await devices()).flatMap((it) => (it.DevName === 'South door' ? it.DID : []))
  const kept = () => replied(platform.address, token, keptAfterRemoval, { DIDs: [DID] })
  await expect.poll(async () => (await kept()).Devices, PATIENCE).toBe(1)
  const { DaysTo } = await kept()
  await rowAction(page, MORE_ABOUT('South door'), 'Delete')
  await dialog.getByText('Delete South door').waitFor()
  await dialog.getByText('Alarms, album and upgrade history stay.').waitFor()
  await dialog.getByText(`Recordings stay with your company until they are ${DaysTo} days old.`).waitFor()
  await press('Delete')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await devices()).length, PATIENCE).toBe(3)
  await node('South yard').click()
  await pane.getByRole('button', { name: 'Delete region' }).click()
  await press('Delete')
  await node('South yard').waitFor({ state: 'detached' })
  expect(await regionNames()).not.toContain('South yard')
  await end()
})

test('a device goes to another region on the transfer page, in Chinese', async () => {
  const { page, end } = await visit(browser, { locale: 'zh-CN', theme: 'light' })
  await enterOnPage(page, platform.address, '#/deviceManger')
  await rowAction(page, MORE_ABOUT_ZH('North drive 02'), '转移')
  const target = page.getByRole('tree', { name: '目标区域' })
  await target.getByRole('treeitem', { name: 'Loading bay' }).click()
  await page.getByRole('button', { name: '移动到区域' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('North drive 02').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '移动到区域' }).click()
  await expect.poll(() => regionOf('North drive 02'), PATIENCE).toBe('Loading bay')
  await end()
})

test('a list is where it was left after a look at a device', async () => {
  const { page, end } = await visit(browser, { viewport: { width: 1024, height: 340 } })
  await enterOnPage(page, platform.address, '#/deviceManger')
  const all = await devices()
  await expect.poll(async () => (await listed(page)).length, PATIENCE).toBe(all.length)
  const list = page.locator('.table-scroll')
  const last = page.locator('.device-open').last()
  await last.scrollIntoViewIfNeeded()
  const top = await list.evaluate(({ scrollTop }) => scrollTop)
  expect(top).toBeGreaterThan(0)
  await page.goto(`${platform.address}#/deviceConf/${all[0]?.DID}`)
  await page.getByRole('tab').first().waitFor()
  await page.goBack()
  await last.waitFor()
  await expect.poll(() => list.evaluate(({ scrollTop }) => scrollTop)).toBe(top)
  await end()
})

test('the list is filtered by several types, goes by region, keeps its columns’ widths, and is given out', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  const all = await devices()
  await expect.poll(async () => (await listed(page)).length, PATIENCE).toBe(all.length)
  await page.getByRole('button', { name: 'Type: All types' }).click()
  for (const type of ['NVR', 'Solar camera']) await page.getByRole('option', { name: type }).click()
  await page.keyboard.press('Escape')
  const some = all.filter(({ DevType }) => DevType === 4 || DevType === 6).map(({ DevName }) => DevName)
  expect(some.length).toBeGreaterThan(0)
  await expect.poll(async () => (await listed(page)).toSorted(), PATIENCE).toEqual(some.toSorted())

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines.slice(1).map((line) => line.split('"')[1])).toEqual(await listed(page))

  // Nothing found: the way back is offered in the place of rows.
  await page.getByRole('searchbox', { name: 'Search name, alias or ID' }).fill('nobody at all')
  await page.locator('.empty-state').getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(async () => (await listed(page)).length, PATIENCE).toBe(all.length)

  await page.getByRole('columnheader', { name: 'Region' }).getByRole('button').click()
  const regions = () => page.locator('td[data-column="region"]').allInnerTexts()
  const inOrder = all
    .map(({ GroupName }) => GroupName)
    .toSorted(new Intl.Collator('en', { numeric: true }).compare)
  await expect.poll(regions, PATIENCE).toEqual(inOrder)

  const edge = page.getByRole('slider', { name: 'Width of column Name' })
  const width = () =>
    page
      .getByRole('columnheader', { name: 'Name' })
      .first()
      .evaluate((it) => it.getBoundingClientRect().width)
  const before = await width()
  for (let step = 0; step < 6; step++) await edge.press('ArrowRight')
  const drawn = await width()
  expect(drawn).toBeGreaterThan(before + 80)
  await page.reload()
  await expect.poll(width, PATIENCE).toBe(drawn)
  await edge.dblclick()
  await expect.poll(width, PATIENCE).toBeLessThan(drawn)
  await end()
})

test('a region that was moved goes back where it was with Undo', async () => {
  const [top] = (await replied(platform.address, token, getGroupList, {})).List
  const made = async (ParentGID: string, GroupName: string) =>
    (await replied(platform.address, token, createGroup, { ParentGID, GroupName })).GID
  const dock = await made(top?.GID ?? '', 'Dock')
  const crane = await made(dock, 'Crane')
  const isInDock = async (): Promise<boolean> => {
    const [root] = (await replied(platform.address, token, getGroupList, {})).List
    const found = root?.Childs.find(({ GID }) => GID === dock)
    return found?.Childs.some(({ GID }) => GID === crane) === true
  }
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  const pane = page.getByRole('complementary', { name: 'Regions' })
  await pane.getByRole('treeitem', { name: 'Dock' }).click()
  await page.keyboard.press('ArrowRight')
  await pane.getByRole('treeitem', { name: 'Crane' }).click()
  await pane.getByRole('button', { name: 'Move region' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('.tree-select').click()
  await dialog.getByRole('treeitem', { name: top?.GroupName ?? '' }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.poll(isInDock, PATIENCE).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(isInDock, PATIENCE).toBe(true)
  await end()
})

test('what could not be loaded is not told as nothing, and is tried again', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  const again = page.getByRole('button', { name: 'Try again' })
  /** What `open` asks for fails once. */
  const fails = async (path: string, open: () => Promise<unknown>): Promise<void> => {
    await page.route(`**/vms/device/${path}`, (route) => route.abort(), { times: 1 })
    await open()
    await again.click()
    await again.waitFor({ state: 'detached' })
  }
  await fails('presenceHistory', () => rowAction(page, MORE_ABOUT('North drive 02'), 'Online history'))
  await page.getByRole('dialog').getByRole('cell', { name: 'now' }).waitFor()
  await page.keyboard.press('Escape')
  await fails('upgradeList', () => page.getByRole('button', { name: 'Upgrades', exact: true }).click())
  await page.getByText('No upgrades yet').waitFor()
  await fails('firmware/list', () => page.getByRole('tab', { name: 'Firmware' }).click())
  await page.getByText('No firmware yet').waitFor()
  await page.keyboard.press('Escape')
  await fails('transfer/list', () => page.goto(`${platform.address}#/deviceTransfer`))
  await page.getByText('No transfers yet').waitFor()
  expect(await again.count()).toBe(0)
  await end(/net::ERR_FAILED/)
})

test('an upload of firmware is cancelled, and nothing more of it is sent', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  await page.getByRole('button', { name: 'Upgrades', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Firmware' }).click()
  await dialog.getByLabel('Model').fill('VC-210')
  await dialog.getByLabel('Version').fill('3.0.0')
  const buffer = Buffer.alloc(3 * FIRMWARE_PIECE_BYTES, 7)
  const file = { name: 'vc.bin', mimeType: 'application/octet-stream', buffer }
  await dialog.locator('input[type=file]').setInputFiles(file)
  const { promise: isCancelled, resolve: cancelled } = Promise.withResolvers<void>()
  let pieces = 0
  await page.route(`**${sendFirmware.path}`, async (route) => {
    pieces++
    await isCancelled
    await route.continue()
  })
  const firstPiece = page.waitForRequest(`**${sendFirmware.path}`)
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await firstPiece
  await dialog.getByRole('button', { name: 'Cancel', exact: true }).click()
  cancelled()
  await dialog.getByRole('cell', { name: '3.0.0 (incomplete)' }).waitFor()
  expect(pieces).toBe(1)
  await end()
})

test('on a small laptop a row has its main action and its menu in sight', async () => {
  const { page, end } = await visit(browser, { viewport: { width: 1024, height: 768 } })
  await enterOnPage(page, platform.address, '#/deviceManger')
  const menu = page.getByRole('button', { name: /^More actions for/ }).first()
  await menu.waitFor()
  const hit = await menu.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect()
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })
  expect(hit).toBe(true)
  await end()
})

test('all devices of the last page are deleted, and the page before it comes up; also from an old link on a phone', async () => {
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  for (let n = (await devices()).length; n < 12; n++) {
    const kiosk = { GID, DevName: `Kiosk ${n}`, DevType: 1, Url: `rtsp://192.0.2.7/kiosk${n}` }
    await replied(platform.address, token, addByAddress, kiosk)
  }
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(async () => (await listed(page)).length, PATIENCE).toBe(2)
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => (await listed(page)).length, PATIENCE).toBe(10)
  expect(page.url()).not.toContain('page=')
  await end()

  const phone = await visit(browser, { viewport: { width: 390, height: 844 }, isPhone: true })
  await enterOnPage(phone.page, platform.address, '#/deviceManger?page=2')
  await expect.poll(async () => (await listed(phone.page)).length, PATIENCE).toBe(10)
  await phone.end()
})
