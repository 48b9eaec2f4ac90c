/** Beside the windows of a replay: events, locks, what is recorded when, devices that left and those that record nothing. */
import { addAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { deviceList } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { addGateway } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import { pastReplayUrl } from '@vedette/contract/calls/past-recordings'
import { recordLocks, recordPolicy, recordTimeline } from '@vedette/contract/calls/record'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
const RECORDED_MS = 20_000

let platform: Platform
let browser: Browser
let token: string
let cameras: string[]
let begin: number

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2', VEDETTE_SIM_FPS: '25' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const Streams = List.map(({ DID }) => ({ DID }))
  await vi.waitFor(async () => {
    const range = { From: Date.now() - 3_600_000, To: Date.now() + 3_600_000 }
    const { List: lanes } = await replied(platform.address, token, recordTimeline, { Streams, ...range })
    const long = lanes.filter(({ Spans }) => (Spans.at(-1) ?? 0) - (Spans[0] ?? 0) > RECORDED_MS)
    if (long.length < 2) throw new Error(`${long.length} cameras are recorded for so long`)
    cameras = long.map(({ DID }) => DID)
    begin = Math.max(...long.map(({ Spans }) => Spans[0] ?? 0))
  }, WAIT)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

it('a gateway has no playback, which its window says', async () => {
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const box = { DID: 'STORY-REPLAY-BOX', GID, DevName: 'Gas sensors', DevType: 7 }
  const { DID } = await replied(platform.address, token, addGateway, box)
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/replay?show=${DID}&at=${begin}&layout=1`)
  const tile = page.locator(`[data-device="${DID}"][data-state="gateway"]`)
  await expect.poll(() => tile.innerText()).toContain('Gateway devices do not support playback')
  await end()
})

it('the events in sight are listed beside the windows for a guard of the past, who goes to one with a press', async () => {
  const DIDs = cameras.slice(1)
  const range = { DIDs, From: begin - 3_600_000, To: begin + 86_400_000 }
  const events = await vi.waitFor(async () => {
    const { List } = await replied(platform.address, token, getEventListV2, { ...range, PageSize: 50 })
    if (List.length < 2 || !List.some(({ Url }) => Url !== '')) throw new Error('no picture of an event yet')
    return List
  }, WAIT)
  const permissions = [{ pageKey: 'replay' }]
  const { id: RoleID } = await replied(platform.address, token, newRole, { RoleName: 'Past', permissions })
  const Password = 'Given#4mill'
  const account = { Account: 'past', Name: 'Past', Password, RoleID, AllRegions: true }
  await replied(platform.address, token, addAccount, account)
  await chooseOwn(platform.address, 'past', Password)

  const { page, end } = await visit(browser)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(getEventListV2.path)) asked.push(request.postData() ?? '')
  })
  await page.goto(platform.address)
  await typeLogIn(page, 'past', OWN_PASSWORD)
  await page.waitForURL(/#\/replay/)
  const did = DIDs[0] ?? ''
  await page.goto(`${platform.address}#/replay?show=${did}&at=${begin + 5000}&layout=1`)
  await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
  await page.locator('.event-legend button').first().waitFor()
  expect(asked).toEqual([])
  // Nobody has handled them yet.
  await page.locator('[data-new="true"]').waitFor()
  // A person who sees the past may keep a picture of it (reading 57).
  await page.keyboard.press('s')
  await page.getByText('Screenshot saved to the album').waitFor()

  await page.keyboard.press('v')
  const list = page.getByRole('complementary', { name: 'Events' })
  const listed = list.getByRole('listitem').getByRole('button')
  await expect.poll(() => listed.count()).toBeGreaterThan(1)
  const picture = list.locator('img').first()
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  const addressMs = (): number => Number(/at=(\d+)/.exec(page.url())?.[1])
  const times = events.map(({ Time }) => Time)
  await listed.last().click()
  await expect.poll(() => times.includes(addressMs())).toBe(true)
  const oldest = addressMs()
  await listed.first().click()
  await expect.poll(addressMs).toBeGreaterThan(oldest)

  await page.reload()
  await expect.poll(() => listed.count()).toBeGreaterThan(1)
  const chips = page.locator('.event-legend button')
  for (const chip of await chips.all()) await chip.click()
  await list.getByText('No events in the timeline range').waitFor()
  await page.keyboard.press('v')
  await list.waitFor({ state: 'detached' })
  await end()
})

it('a device is set to be recorded on alarm, and its page says what is kept', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const did = cameras[1] ?? ''
  await page.goto(`${platform.address}#/deviceConf/${did}`)
  await page.getByRole('tab', { name: 'Recording' }).click()
  await page.getByLabel('Main stream').selectOption({ label: 'On alarm' })
  await page.getByLabel('Pre-alarm (seconds)').fill('20')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This device has its own recording settings.').waitFor()
  const { Policy } = await replied(platform.address, token, recordPolicy, { DID: did })
  expect(Policy).toMatchObject({ Main: 'alarm', PreS: 20 })
  await page.getByRole('button', { name: 'Use inherited settings' }).click()
  await page.getByText('Uses the recording settings of the platform.').waitFor()
  await end()
})

it('a lock says on the timeline whose it is, why, and when it ends', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const did = cameras[0] ?? ''
  const [markIn, markOut] = [begin + 2000, begin + 12_000]
  const marked = `in=${markIn}&out=${markOut}`
  await page.goto(`${platform.address}#/replay?show=${did}&at=${begin + 3000}&layout=1&${marked}`)
  await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Lock the marked period' }).click()
  const dialog = page.getByRole('dialog', { name: 'Lock the marked period' })
  await dialog.getByLabel('Reason').fill('A fall at the gate')
  await dialog.getByLabel('Ends').selectOption({ label: 'After 30 days' })
  await dialog.getByRole('button', { name: 'Lock the marked period' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const { List } = await replied(platform.address, token, recordLocks, { DIDs: [did] })
  expect(List).toMatchObject([{ From: markIn, To: markOut, Reason: 'A fall at the gate' }])
  expect((List[0]?.Until ?? 0) - Date.now()).toBeGreaterThan(29 * 86_400_000)

  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await timeline.focus()
  for (let i = 0; i < 8; i++) await page.keyboard.press('+')
  const box = await timeline.boundingBox()
  const shown = Number(await timeline.getAttribute('data-from'))
  const until = Number(await timeline.getAttribute('data-to'))
  const names = 136
  const x = names + ((begin + 7000 - shown) / (until - shown)) * ((box?.width ?? 0) - names)
  await timeline.hover({ position: { x, y: 34 } })
  await page.getByText(/^Locked by admin until \d{4}-\d\d-\d\d: A fall at the gate$/).waitFor()

  // It is taken away there as well, after a question that says which it is.
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Unlock at this time' }).click()
  const question = page.getByRole('dialog', { name: 'Unlock recordings?' })
  await question.getByText('A fall at the gate').waitFor()
  await question.getByRole('button', { name: 'Unlock', exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  expect((await replied(platform.address, token, recordLocks, { DIDs: [did] })).List).toEqual([])
  await end()
})

it('what was recorded of a camera that left is looked at by an administrator, which is on record', async () => {
  const [did = ''] = cameras
  await replied(platform.address, token, batchExitGroup, { DIDs: [did] })
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/replay?show=&layout=1')
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Recordings of former devices' }).click()
  const [drawer, window] = [page.getByRole('dialog').first(), page.getByRole('dialog', { name: did })]
  await drawer.locator(`[data-device-gone="${did}"]`).first().getByRole('button').first().click()
  await window.locator('[data-state="ready"]').waitFor()
  const shownMs = async (): Promise<number> => (await paintedStrip(page, 0))?.timeMs ?? NaN
  await expect.poll(shownMs).toBeGreaterThan(begin - 60_000)
  const first = await shownMs()
  await window.getByRole('button', { name: 'Play or pause' }).click()
  await expect.poll(shownMs).toBeGreaterThan(first + 1500)
  await window.getByRole('slider').focus()
  await page.keyboard.press('Home')
  await window.getByRole('button', { name: 'Play or pause' }).click()
  const downloading = page.waitForEvent('download')
  await window.getByRole('button', { name: /^Download/ }).click()
  expect((await downloading).suggestedFilename()).toMatch(/\.mp4$/)
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
  await drawer.waitFor()
  await end()
  const { List } = await replied(platform.address, token, auditList, { Paths: [pastReplayUrl.path] })
  expect(List[0]).toMatchObject({ Outcome: 'done', Details: { device: did } })
})
