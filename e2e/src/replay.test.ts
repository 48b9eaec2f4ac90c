/** The past as somebody sees it: a moment of a simulated camera, found by the time that its pictures carry. */
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { addAccount, joinGroups } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { eventBeside } from '@vedette/contract/calls/event-timeline'
import { recordTimeline } from '@vedette/contract/calls/record'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { altered, alteredSecond, manifestOf } from './support/evidence.ts'
import { startFirefox } from './support/firefox.ts'
import { PHONE, wear } from './support/looks.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
/** The cameras send 25 pictures a second at most, some of them 10. */
const FRAME_MS = 100
/** Tolerance between a picture's own time and that of the recorder. */
const CLOCKS_MS = 150

let platform: Platform
let browser: Browser
let cameras: string[]
/** Since when all of them are recorded. */
let begin: number
/** The recorder has come over by then from the time of arrival to the cameras' own clocks (docs/time.md). */
const SETTLED_MS = 40_000
let from: number

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '4', VEDETTE_SIM_FPS: '25' })
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const now = Date.now()
  // All of them for so long that there is something to look for.
  const Streams = List.map(({ DID }) => ({ DID }))
  await vi.waitFor(async () => {
    const range = { From: now - 3_600_000, To: now + 3_600_000 }
    const { List: lanes } = await replied(platform.address, token, recordTimeline, { Streams, ...range })
    const long = lanes.filter(({ Spans }) => (Spans.at(-1) ?? 0) - (Spans[0] ?? 0) > SETTLED_MS + 20_000)
    if (long.length < 2) throw new Error('not two cameras are recorded for so long yet')
    cameras = long.map(({ DID }) => DID)
    begin = Math.max(...long.map(({ Spans }) => Spans[0] ?? 0))
    from = begin + SETTLED_MS
  }, WAIT)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Opens a moment as a link from elsewhere does. */
async function open(page: Page, dids: readonly string[], atMs: number, more = ''): Promise<void> {
  const layout = dids.length > 1 ? 4 : 1
  const address = `#/replay?show=${dids.join(',')}&at=${atMs}&layout=${layout}${more}`
  await page.goto(`${platform.address}${address}`)
  for (const did of dids) await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
}

/** How far what a window shows is from a moment, ms. */
async function offOf(page: Page, window: number, atMs: number): Promise<number> {
  const strip = await paintedStrip(page, window)
  return strip ? strip.timeMs - atMs : Infinity
}

it('a link shows its very moment, and a jump ten seconds on shows that one', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const at = from + 4000
  await open(page, [cameras[0] ?? ''], at)
  await expect.poll(async () => Math.abs(await offOf(page, 0, at))).toBeLessThan(FRAME_MS + CLOCKS_MS)
  await page.locator('[data-tool="forward"]').click()
  await expect
    .poll(async () => Math.abs(await offOf(page, 0, at + 10_000)))
    .toBeLessThan(FRAME_MS + CLOCKS_MS)
  expect(page.url()).toContain(`at=${at + 10_000}`)
  // A seek to where nothing is never ends; a jump does not wait for it.
  const video = page.locator('[data-window="0"] video')
  await video.evaluate((it: HTMLVideoElement) => void (it.currentTime = 0))
  await page.locator('[data-tool="back"]').click()
  await expect.poll(async () => Math.abs(await offOf(page, 0, at))).toBeLessThan(FRAME_MS + CLOCKS_MS)
  await end()
})

it('a click on the timeline goes to its moment, and play goes on from there', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, [cameras[0] ?? ''], from + 2000)
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  // Close enough that a pixel is less than a picture.
  await timeline.focus()
  for (let i = 0; i < 8; i++) await page.keyboard.press('+')
  const box = await timeline.boundingBox()
  const shown = Number(await timeline.getAttribute('data-from'))
  const until = Number(await timeline.getAttribute('data-to'))
  const names = 136
  const wanted = from + 8000
  expect(wanted).toBeGreaterThan(shown)
  expect(wanted).toBeLessThan(until)
  const x = names + ((wanted - shown) / (until - shown)) * ((box?.width ?? 0) - names)
  await timeline.click({ position: { x, y: 34 } })
  await expect.poll(async () => Math.abs(await offOf(page, 0, wanted))).toBeLessThan(2 * FRAME_MS + CLOCKS_MS)
  await page.locator('[data-tool="play"]').click()
  await expect.poll(() => offOf(page, 0, wanted)).toBeGreaterThan(1000)
  // Somebody looks at another time meanwhile: the timeline stays there while the picture goes on.
  await page.mouse.move((box?.x ?? 0) + x, (box?.y ?? 0) + 34)
  await page.mouse.wheel(-4000, 0)
  const looked = Number(await timeline.getAttribute('data-from'))
  expect(looked).toBeLessThan(shown - (until - shown))
  await expect.poll(() => offOf(page, 0, wanted)).toBeGreaterThan(3000)
  expect(Number(await timeline.getAttribute('data-from'))).toBe(looked)
  await page.getByLabel('Speed').selectOption('4')
  await page.keyboard.press('k')
  // The address has gone on with it.
  await expect.poll(() => Number(/at=(\d+)/.exec(page.url())?.[1])).toBeGreaterThan(wanted + 3000)
  await end()
})

it('the next event is found wherever it is, told under the pointer, and hidden by its type', async () => {
  const token = await logIn(platform.address)
  const first = await vi.waitFor(async () => {
    const body = { Cameras: cameras.map((DID) => ({ DID })), At: begin, Towards: 'next' as const }
    const { Event } = await replied(platform.address, token, eventBeside, body)
    if (!Event) throw new Error('nothing has happened yet')
    return Event
  }, WAIT)
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const days = 3 * 86_400_000
  await page.goto(`${platform.address}#/replay?show=${first.DID}&at=${begin - days}&layout=1`)
  await page.locator(`[data-device="${first.DID}"][data-state="empty"]`).waitFor()
  await page.keyboard.press('n')
  // There may be an earlier one, of before the recording.
  await expect.poll(() => Number(/at=(\d+)/.exec(page.url())?.[1])).toBeGreaterThan(begin - days + 60_000)
  const at = Number(/at=(\d+)/.exec(page.url())?.[1])
  const shown = page.getByRole('group', { name: 'Event types' }).getByRole('button').first()
  await shown.and(page.locator('[aria-pressed="true"]')).waitFor()
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await timeline.focus()
  for (let i = 0; i < 8; i++) await page.keyboard.press('+')
  await hoverOver(page, at)
  const told = page.locator('.timeline-event')
  await expect.poll(() => told.innerText()).toMatch(/\d\d:\d\d:\d\d|\d+ events/)
  const type = await told.getAttribute('data-type')
  const chip = page.locator(`.event-legend [data-type="${type}"]`)
  expect(await chip.innerText()).toMatch(/\d/)
  await chip.click()
  await hoverOver(page, at)
  await expect.poll(() => page.locator(`.timeline-event[data-type="${type}"]`).count()).toBe(0)
  // It stays hidden.
  await page.reload()
  await chip.and(page.locator('[aria-pressed="false"]')).waitFor()
  await chip.click()
  await chip.and(page.locator('[aria-pressed="true"]')).waitFor()
  const addressMs = (): number => Number(/at=(\d+)/.exec(page.url())?.[1])
  await page.locator('[data-tool="forward"]').click()
  expect(addressMs()).toBe(at + 10_000)
  await page.keyboard.press('p')
  await expect.poll(addressMs).toBeLessThan(at + 10_000)
  expect(addressMs()).toBeGreaterThanOrEqual(at)
  await end()
})

/** Moves the pointer to a moment on the timeline. */
async function hoverOver(page: Page, atMs: number): Promise<void> {
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const width = (await timeline.boundingBox())?.width ?? 0
  const [from = 0, to = 0] = await Promise.all(
    ['data-from', 'data-to'].map(async (name) => Number(await timeline.getAttribute(name))),
  )
  const names = 136
  const x = names + ((atMs - from) / (to - from)) * (width - names)
  await page.mouse.move(0, 0)
  await timeline.hover({ position: { x, y: 34 } })
}

it('windows beside each other show the same instant', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const at = from + 5000
  await open(page, cameras.slice(0, 2), at)
  for (const window of [0, 1])
    await expect.poll(async () => Math.abs(await offOf(page, window, at))).toBeLessThan(FRAME_MS + CLOCKS_MS)
  await end()
})

it('the time between two marks is downloaded as a film that lasts so long', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, [cameras[0] ?? ''], from + 3000)
  await page.keyboard.press('[')
  await page.locator('[data-tool="forward"]').click()
  await page.keyboard.press(']')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download 00:10' }).click()
  const bytes = await readFile(await (await downloading).path())
  const told = await probed(bytes)
  expect(told.codec).toMatch(/^(h264|hevc)$/)
  expect(Math.abs(told.seconds - 10)).toBeLessThan(0.25)
  await end()
})

it('where nothing is recorded the window says so, and what begins later is played when its time comes', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const did = cameras[0] ?? ''
  await page.goto(`${platform.address}#/replay?show=${did}&at=${begin - 3 * 86_400_000}&layout=1`)
  const tile = page.locator(`[data-device="${did}"]`)
  await tile.getByText('No recording in the current time period').waitFor()
  await page.goto(`${platform.address}#/replay?show=${did}&at=${begin - 20_000}&layout=1`)
  await page.locator(`[data-device="${did}"][data-state="empty"]`).waitFor()
  await page.locator('[data-tool="play"]').click()
  await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
  await expect.poll(() => offOf(page, 0, begin)).toBeGreaterThan(200)
  await end()
})

it('evidence opens from the disk without the platform in Chromium and Firefox, proves itself, and names the second that was altered', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, [cameras[0] ?? ''], from + 3000)
  await page.keyboard.press('[')
  await page.locator('[data-tool="forward"]').click()
  await page.keyboard.press(']')
  await page.keyboard.press('e')
  const drawer = page.getByRole('dialog', { name: 'Exports' })
  await drawer.getByText('Evidence', { exact: true }).click()
  await drawer.getByLabel('Purpose (optional)').fill('A fall at the gate')
  await drawer.getByRole('button', { name: 'Export', exact: true }).click()
  // Its end is told wherever the person is, and leads to where it is.
  await page.goto(`${platform.address}#/albumManager`)
  const told = page.getByText(/^Export finished: /)
  await told.waitFor()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/#\/exports$/)
  const made = page.locator('[data-state="done"][data-kind="evidence"]')
  await made.waitFor()
  const downloading = page.waitForEvent('download')
  await made.locator('.exports-part').click()
  const folder = await mkdtemp(join(tmpdir(), 'vedette-evidence-'))
  const path = join(folder, 'evidence.html')
  await (await downloading).saveAs(path)
  await end()

  const original = await readFile(path, 'utf8')
  const context = await browser.newContext({ offline: true, timezoneId: 'Europe/Berlin', locale: 'en' })
  const reader = await context.newPage()
  await reader.goto(`file://${path}`)
  const verdict = reader.locator('#verdict')
  await reader.locator('#verdict[data-verdict="good"]').waitFor()
  await expect.poll(() => verdict.innerText()).toContain('Unaltered since it was sealed')
  // Who took it along, what for, by which right, and whose key it is.
  const manifest = manifestOf(original)
  const facts = await reader.locator('body').innerText()
  for (const fact of ['admin', 'administrator', 'A fall at the gate', manifest.company, manifest.key])
    expect(facts).toContain(fact)
  const video = reader.locator('video')
  await expect
    .poll(() => video.evaluate((it: HTMLVideoElement) => it.readyState >= 2 && it.videoWidth))
    .toBeTruthy()
  await expect.poll(() => reader.locator('#clock').innerText()).toMatch(/\d\d:\d\d:\d\d/)
  await writeFile(path, altered(original))
  await reader.reload()
  await reader.locator('#verdict[data-verdict="bad"]').waitFor()
  // From one second to the next: the very one.
  const second = alteredSecond(original)
  await expect.poll(() => reader.locator('#faults').innerText()).toContain(`altered at ${second}`)
  await context.close()

  const firefox = await startFirefox()
  const read = (id: string) => firefox.read(`document.getElementById('${id}').innerText`)
  await writeFile(path, original)
  await firefox.open(`file://${path}`)
  await expect.poll(() => read('said')).toBe('Unaltered since it was sealed')
  const isShown = "(it => it.readyState >= 2 && it.videoWidth > 0)(document.querySelector('video'))"
  await expect.poll(() => firefox.read(isShown)).toBe('true')
  await writeFile(path, altered(original))
  await firefox.open(`file://${path}?again`)
  await expect.poll(() => read('said')).toBe('Altered: this is not what was recorded')
  await expect.poll(() => read('faults')).toContain(`altered at ${second}`)
  await firefox.stop()
  await rm(folder, { recursive: true, force: true })
})

it('replay by itself looks at what the wall shows, a little before now', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const onWall = cameras.slice(0, 2)
  await page.goto(`${platform.address}#/realTimeVideo?layout=4&chosen=0&show=${onWall.join(',')}`)
  await page.locator(`.live-wall > .tile[data-did="${onWall[1]}"]`).waitFor()
  await page.goto(`${platform.address}#/replay`)
  const windows = page.locator('.replay-walls [data-device]')
  const keys = () => windows.evaluateAll((all) => all.map((it) => it.getAttribute('data-device')))
  await expect.poll(keys).toEqual(onWall)
  await page.locator(`[data-device="${onWall[1]}"][data-state="ready"]`).waitFor()
  await end()
})

it('how much of each day was recorded is seen, and a day opens its recording', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/replay?show=&layout=1')
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Recording coverage' }).click()
  const days = page.getByRole('dialog').getByRole('button', { name: /% recorded/ })
  const recorded = days.and(page.locator(':enabled'))
  await expect.poll(() => recorded.count()).toBeGreaterThan(0)
  await recorded.last().click()
  await page.locator('[data-device][data-state="ready"]').waitFor()
  await end()
})

it('a camera that somebody may not see any more leaves the window while it plays, which says why', async () => {
  const token = await logIn(platform.address)
  const did = cameras[0] ?? ''
  const { List } = await replied(platform.address, token, deviceList, {})
  const own = List.find(({ DID }) => DID === did)?.GID
  const other = List.find(({ GID }) => GID !== own)?.GID ?? ''
  const permissions = ['realTimeVideo', 'replay'].map((pageKey) => ({ pageKey }))
  const { id: RoleID } = await replied(platform.address, token, newRole, { RoleName: 'Past', permissions })
  const Password = 'Given#4mill'
  const account = { Account: 'past', Name: 'Past', Password, RoleID, AllRegions: true }
  const { AccountID } = await replied(platform.address, token, addAccount, account)
  await chooseOwn(platform.address, 'past', Password)
  const { page, end } = await visit(browser)
  await page.goto(platform.address)
  await typeLogIn(page, 'past', OWN_PASSWORD)
  await page.waitForURL(/#\/realTimeVideo/)
  // A colleague's link shows the same instant.
  await open(page, [did], from + 3000)
  await expect
    .poll(async () => Math.abs(await offOf(page, 0, from + 3000)))
    .toBeLessThan(FRAME_MS + CLOCKS_MS)
  await page.locator('[data-tool="play"]').click()
  await replied(platform.address, token, joinGroups, { AccountID, AllRegions: false, GIDs: [other] })
  const ended = page.locator(`[data-device="${did}"][data-state="denied"]`)
  await expect.poll(() => ended.innerText()).toContain('You no longer have access to this camera')
  // The platform ends the fetch.
  await end(/403|ERR_CONNECTION_RESET/)
})

it('in Chinese on a phone nothing lies beyond the screen, and time stands upright', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, [cameras[0] ?? ''], from + 3000)
  await wear(page, PHONE)
  await page.getByRole('button', { name: '播放 / 暂停' }).waitFor()
  const timeline = page.getByRole('slider', { name: '时间轴' })
  await timeline.and(page.locator('[aria-orientation="vertical"]')).waitFor()
  // What is further down was earlier.
  const before = Number(await timeline.getAttribute('aria-valuenow'))
  const box = await timeline.boundingBox()
  await timeline.click({ position: { x: 120, y: (box?.height ?? 0) - 10 } })
  await expect.poll(async () => Number(await timeline.getAttribute('aria-valuenow'))).toBeLessThan(before)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await end()
})

/** What ffprobe says of a film. */
async function probed(file: Buffer): Promise<{ codec: string; seconds: number }> {
  const fields = 'stream=codec_name,duration'
  const child = spawn('ffprobe', [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    fields,
    '-of',
    'csv=p=0',
    '-',
  ])
  child.stdin.on('error', () => {
    // It has read as much as it wants.
  })
  child.stdin.end(file)
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(complaints).toBe('')
  const [codec = '', seconds = ''] = said.trim().split(',')
  return { codec, seconds: Number(seconds) }
}
