/** Replay where the recordings are not as one would wish: deleted while they play, on a disk that is away, of a clock that was set. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open as openFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import { recordPolicy, recordTimeline, setRecordPolicy } from '@vedette/contract/calls/record'
import { replayUrls } from '@vedette/contract/calls/replay'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { PHONE } from './support/looks.ts'
import { paintedStrip } from './support/painted.ts'
import { lengthOf, longestFile, plant, type Recorded, repairIndex } from './support/planted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const ZONE = 'Europe/Berlin'
/** Tolerance between two pictures, and between a picture's own time and that of the recorder. */
const NEAR_MS = 300
/** What is recorded before everything is copied. */
const RECORD_MS = 25_000
const GAP_MS = 30_000

let dataFolder: string
let platform: Platform
let browser: Browser
let did: string
let main: Recorded
let sub: Recorded
/** The file that is tampered with once the index knows it. */
let damaged: string
/** Where each case begins. */
let at: { formats: number; gap: number; damaged: number; deleted: number; summer: number; day: number }
/** How far the pictures' own times are from where they were planted, by the start of their file. */
const movedBy = new Map<number, number>()

beforeAll(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vedette-story-'))
  const settings = { VEDETTE_DATA: dataFolder, VEDETTE_SIM_DEVICES: '1', VEDETTE_SIM_FPS: '25', TZ: ZONE }
  const first = await startPlatform(settings)
  const token = await logIn(first.address)
  const { List } = await replied(first.address, token, deviceList, {})
  did = List[0]?.DID ?? ''
  const { Policy } = await replied(first.address, token, recordPolicy, { DID: did })
  await replied(first.address, token, setRecordPolicy, { DIDs: [did], Policy: { ...Policy, Days: 400 } })
  const Streams = (['main', 'sub'] as const).map((Quality) => ({ DID: did, Quality }))
  await vi.waitFor(async () => {
    const range = { From: Date.now() - HOUR_MS, To: Date.now() + HOUR_MS }
    const { List: lanes } = await replied(first.address, token, recordTimeline, { Streams, ...range })
    const lengths = lanes.map(({ Spans }) => (Spans.at(-1) ?? 0) - (Spans.at(-2) ?? 0))
    if (lengths.some((ms) => ms < RECORD_MS)) throw new Error(`recorded so far: ${lengths.join(' and ')} ms`)
  }, WAIT)
  await first.started.stop()
  main = await longestFile(dataFolder, did, 'main')
  sub = await longestFile(dataFolder, did, 'sub')
  await plantAll()
  await repairIndex(dataFolder)
  await tamper(damaged)
  platform = await startPlatform(settings, { isEnrolled: false })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  rmSync(dataFolder, { recursive: true, force: true })
})

async function plantAll(): Promise<void> {
  const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS
  const [dayOf, summer] = [(days: number) => noon - days * DAY_MS, lastEndOfSummer(noon - 2 * DAY_MS)]
  at = { formats: dayOf(3), gap: dayOf(4), damaged: dayOf(5), deleted: dayOf(380), summer, day: dayOf(8) }
  await put(main, at.formats)
  await put(sub, at.formats + main.lengthMs)
  await put(sub, at.gap)
  await put(sub, at.gap + sub.lengthMs + GAP_MS)
  for (let i = 0; i < 3; i++) {
    const path = await put(sub, at.damaged + i * sub.lengthMs)
    if (i === 1) damaged = path
  }
  for (let i = 0; i < 3; i++) await put(sub, at.deleted + i * sub.lengthMs)
  // 02:30 by summer time, and an hour later 02:30 again.
  await put(sub, at.summer - HOUR_MS / 2)
  await put(sub, at.summer + HOUR_MS / 2)
  for (let hour = 0; hour < 24; hour++) await put(sub, at.day + hour * HOUR_MS)
}

/** Overwrites some of a file as a disk or a person does. */
async function tamper(path: string): Promise<void> {
  const file = await openFile(path, 'r+')
  const { size } = await file.stat()
  await file.write(randomBytes(Math.floor(size / 20)), 0, undefined, Math.floor(size / 3))
  await file.close()
}

async function put(file: Recorded, startMs: number): Promise<string> {
  movedBy.set(startMs, startMs - file.startMs)
  return plant(file, startMs)
}

/** When clocks in Berlin were last put back before a moment. */
function lastEndOfSummer(beforeMs: number): number {
  const offsetAt = (ms: number): string =>
    new Intl.DateTimeFormat('en', { timeZone: ZONE, timeZoneName: 'longOffset' }).format(ms)
  let ms = Math.floor(beforeMs / HOUR_MS) * HOUR_MS
  const isEnd = (): boolean => offsetAt(ms - 1).includes('+02:00') && offsetAt(ms).includes('+01:00')
  while (!isEnd()) ms -= HOUR_MS
  return ms
}

/** How far what window `n` shows is from a moment, ms. */
async function offOf(page: Page, atMs: number, n = 0): Promise<number> {
  const strip = await paintedStrip(page, n)
  const [file] = [...movedBy.keys()].filter((startMs) => startMs <= atMs).toSorted((a, b) => b - a)
  return strip ? strip.timeMs + (movedBy.get(file ?? 0) ?? 0) - atMs : Infinity
}

async function shows(page: Page, atMs: number): Promise<void> {
  await expect.poll(async () => Math.abs(await offOf(page, atMs))).toBeLessThan(NEAR_MS)
}

const tileOf = (page: Page, state: string) => page.locator(`[data-device="${did}"][data-state="${state}"]`)

async function open(page: Page, atMs: number, more = ''): Promise<void> {
  await page.goto(`${platform.address}#/replay?show=${did}&at=${atMs}&layout=1${more}`)
}

it('a camera whose format changed in the middle plays on across the change', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const change = at.formats + main.lengthMs
  await open(page, change - 3000)
  await shows(page, change - 3000)
  expect((await paintedStrip(page, 0))?.width).toBe(1920)
  await page.locator('[data-tool="play"]').click()
  await expect.poll(async () => (await paintedStrip(page, 0))?.width).toBe(640)
  await page.locator('[data-tool="play"]').click()
  // Goes back to before what was fetched.
  await page.locator('[data-tool="back"]').click()
  await expect.poll(async () => (await paintedStrip(page, 0))?.width).toBe(1920)
  // And backwards across it.
  await page.locator('[data-tool="forward"]').click()
  await expect.poll(async () => (await paintedStrip(page, 0))?.width).toBe(640)
  await page.keyboard.press('j')
  await expect.poll(async () => (await paintedStrip(page, 0))?.width).toBe(1920)
  await end()
})

it('over a gap that a clock which was set has left, play goes on where the recording does', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const gap = at.gap + sub.lengthMs
  await open(page, gap + 5000)
  await tileOf(page, 'empty').getByText('No recording in the current time period').waitFor()
  // The timeline says why, as far as it is known: the copied file ended with its minute.
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const width = (await timeline.boundingBox())?.width ?? 0
  await timeline.focus()
  for (let i = 0; i < 6; i++) await page.keyboard.press('+')
  const [shown = 0, until = 0] = await Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await timeline.getAttribute(name))),
  )
  const x = 136 + ((gap + GAP_MS / 2 - shown) / (until - shown)) * (width - 136)
  await timeline.hover({ position: { x, y: 34 } })
  await page.locator('.timeline-gap').getByText('No recording').waitFor()
  await open(page, gap - 2000)
  await shows(page, gap - 2000)
  await page.locator('[data-tool="play"]').click()
  await expect.poll(() => offOf(page, gap + GAP_MS)).toBeGreaterThan(500)
  await page.locator('[data-tool="play"]').click()
  expect(await offOf(page, gap + GAP_MS)).toBeLessThan(sub.lengthMs)

  // Nor does a day without footage stop it, in either direction.
  const last = gap + GAP_MS + sub.lengthMs
  await open(page, last + 5000)
  await tileOf(page, 'empty')
    .getByText(/^The next one begins at /)
    .waitFor()
  // The element still holds a picture, which is of another moment.
  await page.keyboard.press('s')
  await page.getByText('There is no picture to save yet.').waitFor()
  await page.keyboard.press('l')
  await expect.poll(() => offOf(page, at.formats)).toBeGreaterThan(500)
  await page.keyboard.press('j')
  await expect.poll(async () => (await offOf(page, last)) < -500).toBe(true)
  await end()
})

it('a file that was tampered with is named where it is damaged, and what is whole of it plays', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  // A third into the file some bytes are others: pictures, and what tells where they are.
  const damageMs = at.damaged + Math.round((sub.lengthMs * 4) / 3)
  await open(page, damageMs - 4000)
  await page.locator('[data-tool="play"]').click()
  await tileOf(page, 'damaged').getByText('The recording is damaged here').waitFor()
  await tileOf(page, 'ready').waitFor()
  await expect.poll(() => offOf(page, damageMs)).toBeGreaterThan(0)
  expect(await offOf(page, damageMs)).toBeLessThan(sub.lengthMs)
  await end(/CONTENT_LENGTH|INCOMPLETE/)
})

it('a disk that is away while it plays is waited for, and play goes on from there when it is back', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, at.day + 2000)
  await shows(page, at.day + 2000)
  await page.locator('[data-tool="play"]').click()
  const archive = join(dataFolder, 'archive')
  await rename(archive, `${archive}.away`)
  // The disk answers nothing: it can neither be read nor written.
  await writeFile(archive, '')
  await open(page, at.gap + 1000)
  await tileOf(page, 'failed').getByText('The recording could not be loaded').waitFor()
  await rm(archive)
  await rename(`${archive}.away`, archive)
  await tileOf(page, 'ready').waitFor()
  await expect.poll(() => offOf(page, at.gap + 1000)).toBeGreaterThan(-NEAR_MS)
  expect(await offOf(page, at.gap + 1000)).toBeLessThan(sub.lengthMs)
  await end(/404|500|ERR_/)
})

it('what retention deletes while it plays is left for what is still there', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, at.deleted + 1000)
  await shows(page, at.deleted + 1000)
  const day = page.locator('.replay-clock-day')
  const deletedDay = await day.textContent()
  await page.locator('[data-tool="play"]').click()
  const token = await logIn(platform.address)
  const { Policy } = await replied(platform.address, token, recordPolicy, { DID: did })
  await replied(platform.address, token, setRecordPolicy, { DIDs: [did], Policy: { ...Policy, Days: 370 } })
  // The next that there is.
  await expect.poll(() => day.textContent()).not.toBe(deletedDay)
  await tileOf(page, 'ready').waitFor()
  // Playing, it would go on to that again.
  await page.locator('[data-tool="play"]').click()
  await open(page, at.deleted + 1000)
  await tileOf(page, 'empty').getByText('No recording in the current time period').waitFor()
  await end(/404|ERR_/)
})

it('where clocks are put back, both times are told by the clocks of the company, not of the person', async () => {
  const { page, end } = await visit(browser, { timeZone: 'America/New_York' })
  await enterOnPage(page, platform.address)
  const clock = page.locator('.replay-clock b')
  for (const half of [-HOUR_MS / 2, HOUR_MS / 2]) {
    await open(page, at.summer + half + 5000)
    await shows(page, at.summer + half + 5000)
    expect(await clock.textContent()).toBe('02:30:05')
  }
  // Typed, it is the first of them.
  await page.keyboard.press('g')
  const dialog = page.getByRole('dialog', { name: 'Go to a time' })
  await dialog.getByRole('spinbutton', { name: /second/ }).fill('09')
  await dialog.getByRole('button', { name: 'Go' }).click()
  await shows(page, at.summer - HOUR_MS / 2 + 9000)
  await end()
})

it('a camera whose sub stream alone was recorded has the picture under the pointer as well', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, at.gap + 5000)
  await shows(page, at.gap + 5000)
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const box = await timeline.boundingBox()
  const [shown, until] = await Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await timeline.getAttribute(name))),
  )
  const x = 136 + ((at.gap + 9000 - (shown ?? 0)) / ((until ?? 0) - (shown ?? 0))) * ((box?.width ?? 0) - 136)
  await timeline.hover({ position: { x, y: 34 } })
  const picture = page.locator('.timeline-hover img')
  await expect.poll(() => picture.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(640)
  await end()
})

it('a camera in a link that is not of the company does not take the others along', async () => {
  const { page, end } = await visit(browser)
  const bodies: string[] = []
  page.on('request', (it) => it.url().endsWith(replayUrls.path) && bodies.push(it.postData() ?? ''))
  await enterOnPage(page, platform.address)
  const shown = `${did},CAM-ZZZZZZZZZZ`
  await page.goto(`${platform.address}#/replay?show=${shown}&at=${at.gap + 5000}&layout=4`)
  await shows(page, at.gap + 5000)
  await page.locator('[data-window="1"][data-state="denied"]').waitFor()
  // Asked together, and then each by itself.
  const asked = bodies.map((body) => (body.match(/"DID"/g) ?? []).length)
  expect(asked.slice(0, 3)).toEqual([2, 1, 1])
  await end()
})

it('two tabs have each a moment of their own', async () => {
  const { page, context, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const other = await context.newPage()
  await open(page, at.gap + 2000)
  await open(other, at.day + HOUR_MS + 3000)
  await shows(page, at.gap + 2000)
  await shows(other, at.day + HOUR_MS + 3000)
  await page.bringToFront()
  await page.locator('[data-tool="play"]').click()
  await expect.poll(() => offOf(page, at.gap + 2000)).toBeGreaterThan(1000)
  await other.bringToFront()
  await shows(other, at.day + HOUR_MS + 3000)
  await end()
})

it('a day with footage in every hour is looked through and downloaded on a phone', async () => {
  const { page, end } = await visit(browser, { isPhone: true, viewport: PHONE.viewport, locale: 'zh-CN' })
  const sizes: number[] = []
  page.on('response', (response) => {
    if (response.url().endsWith(recordTimeline.path))
      void response.body().then(({ length }) => sizes.push(length))
  })
  await enterOnPage(page, platform.address)
  const start = at.day + 3 * HOUR_MS + 5000
  await open(page, start, `&in=${at.day}&out=${at.day + DAY_MS}`)
  await shows(page, start)
  await page.getByRole('button', { name: '更多回放工具' }).click()
  await page.getByRole('menuitem', { name: '时间轴：24 小时' }).click()
  const timeline = page.getByRole('slider', { name: '时间轴' })
  const spanOf = async () =>
    Number(await timeline.getAttribute('data-to')) - Number(await timeline.getAttribute('data-from'))
  await expect.poll(spanOf).toBeGreaterThanOrEqual(DAY_MS)
  // Later is further up: somewhere between two hours, from where play goes on with the next.
  const box = await timeline.boundingBox()
  await timeline.click({ position: { x: 120, y: (box?.height ?? 0) / 3 } })
  await tileOf(page, 'empty').waitFor()
  const from = Number(/at=(\d+)/.exec(page.url())?.[1])
  expect(from).not.toBe(start)
  const next = [...movedBy.keys()].filter((startMs) => startMs > from).toSorted((a, b) => a - b)[0] ?? 0
  await page.locator('[data-tool="play"]').click()
  await expect.poll(() => offOf(page, next)).toBeGreaterThan(0)
  expect(await offOf(page, next)).toBeLessThan(sub.lengthMs)
  expect(Math.max(...sizes)).toBeLessThan(100_000)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 24:00:00' }).click()
  const film = await (await downloading).path()
  // Hour by hour, without what lies between.
  expect(Math.abs((await lengthOf(film)) - 24 * sub.lengthMs)).toBeLessThan(24 * 200)
  await end()
})
