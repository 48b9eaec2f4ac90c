/** The lane of what a camera keeps itself, below that of what the platform recorded. */
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { fetchDeviceStorage, recordDeviceStorage } from '@vedette/contract/calls/device-storage'
import { recordTimeline } from '@vedette/contract/calls/record'
import { CODES } from '@vedette/contract/codes'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, enterOnPage, logIn, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const WAIT = { timeout: 120_000, interval: 1000 }
const ALONE_MS = 4000
/** The timeline's ruler and its lanes. */
const [RULER_PX, LANE_PX] = [26, 28]
const NAMES_PX = 136

let simulator: Simulator
let platform: Platform
let browser: Browser
let dids: string[]
let stored: number[]

beforeAll(async () => {
  simulator = await startSimulator(3)
  await simulator.putCardIn(1)
  await simulator.putCardIn(3)
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const login = { Username: simulator.username, Password: simulator.password }
  const added = async (at: number): Promise<string> => {
    const { number, onvifUrl: Url = '' } = simulator.devices[at] ?? {}
    const body = { GID, DevName: `Gate ${number}`, DevType: 1, Url, ...login }
    return (await replied(platform.address, token, addByAddress, body)).DID
  }
  // So long the card is alone with what the first one sees.
  const second = await added(1)
  await vi.waitFor(async () => {
    const body = { Streams: [{ DID: second }], From: 0, To: Date.now() + 60_000 }
    const [lane] = (await replied(platform.address, token, recordTimeline, body)).List
    const [begin = 0, end = 0] = lane?.Spans ?? []
    if (end - begin < ALONE_MS) throw new Error('the second is not recorded for so long yet')
  }, WAIT)
  dids = [await added(0), second, await added(2)]
  stored = await storedBy(dids[0])
})

/** What a camera keeps itself. */
async function storedBy(did = ''): Promise<number[]> {
  const token = await logIn(platform.address)
  return vi.waitFor(async () => {
    const body = { Cameras: [{ DID: did }], From: 0, To: Date.now() }
    const { List } = await replied(platform.address, token, recordDeviceStorage, body)
    if (!List[0]?.Spans.length) throw new Error('nothing is stored yet')
    return List[0].Spans
  }, WAIT)
}
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

const lanesOf = async (timeline: Locator): Promise<number> =>
  (((await timeline.boundingBox())?.height ?? 0) - RULER_PX) / LANE_PX

/** Whether something is painted in a lane at a moment. */
async function isPainted(timeline: Locator, lane: number, atMs: number): Promise<boolean> {
  const from = Number(await timeline.getAttribute('data-from'))
  const to = Number(await timeline.getAttribute('data-to'))
  const share = (atMs - from) / (to - from)
  const y = RULER_PX - 4 + LANE_PX * (lane + 0.5)
  const place = { share, y, names: NAMES_PX }
  return timeline.evaluate((element, at) => {
    if (!(element instanceof HTMLCanvasElement)) return false
    const scale = element.width / element.clientWidth
    const x = at.names + at.share * (element.clientWidth - at.names)
    const pixel = element.getContext('2d')?.getImageData(x * scale, at.y * scale, 1, 1)
    return (pixel?.data[3] ?? 0) > 0
  }, place)
}

it('a camera with a memory card has a lane for it, and one without has none', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const [first = '', second = ''] = dids
  // The card was in before the platform was there to record.
  const at = (stored[0] ?? 0) + 1500
  const timeline = page.getByRole('slider', { name: 'Timeline' })

  await page.goto(`${platform.address}#/replay?show=${second}&at=${at}&layout=1`)
  await page.locator(`[data-device="${second}"]`).waitFor()
  const heard = page.waitForResponse((response) => response.url().endsWith(recordDeviceStorage.path))
  await page.reload()
  await heard
  await expect.poll(() => lanesOf(timeline)).toBe(1)

  // All cameras, the first, its card, the second.
  await page.goto(`${platform.address}#/replay?show=${first},${second}&at=${at}&layout=4`)
  await page.reload()
  await expect.poll(() => lanesOf(timeline)).toBe(4)
  await timeline.focus()
  for (let i = 0; i < 9; i++) await page.keyboard.press('+')
  await expect.poll(() => isPainted(timeline, 2, at)).toBe(true)
  await page
    .getByRole('group', { name: /^Window 1/ })
    .getByText(/in its own storage/)
    .waitFor()
  expect(await isPainted(timeline, 2, (stored[0] ?? 0) - 4000)).toBe(false)

  // It is fetched, plays as soon as it is there, and stands among the recordings.
  const tile = page.locator(`[data-device="${first}"]`)
  // Beside the line of the moment itself.
  const beside = at + 700
  expect(await isPainted(timeline, 1, beside)).toBe(false)
  await tile.getByRole('button', { name: 'Fetch from the device' }).click()
  const stop = tile.getByRole('button', { name: /^Stop fetching/ })
  await stop.waitFor()
  await expect.poll(() => tile.getAttribute('data-state'), WAIT).toBe('ready')
  await expect.poll(() => isPainted(timeline, 1, beside), WAIT).toBe(true)
  const video = tile.locator('video')
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.videoWidth)).toBeGreaterThan(0)
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  // It is the story that reads the canvas.
  await end(/willReadFrequently/)

  // What had come by then stayed; the rest can be fetched.
  const token = await logIn(platform.address)
  const rest = { DID: first, From: at, To: at + 600_000 }
  expect((await replied(platform.address, token, fetchDeviceStorage, rest)).From).toBeGreaterThan(beside)
  // There is nothing left to fetch of what is there.
  const body = { DID: first, From: at - 1000, To: at + 1000 }
  await expect
    .poll(async () => (await ask(platform.address, token, fetchDeviceStorage, body)).CODE, WAIT)
    .toBe(CODES.noRecording.code)
})

it('play that comes to what only the device has fetches it by itself, waits for it, and goes on', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const third = dids[2] ?? ''
  const [begin = 0] = await storedBy(third)
  const token = await logIn(platform.address)
  const recorded = async (): Promise<number[]> => {
    const body = { Streams: [{ DID: third }], From: 0, To: Date.now() + 60_000 }
    return (await replied(platform.address, token, recordTimeline, body)).List[0]?.Spans ?? []
  }
  const [live = 0] = await recorded()
  expect(live - begin).toBeGreaterThan(ALONE_MS - 1000)
  // Before there was anything at all: play goes over that.
  await page.goto(`${platform.address}#/replay?show=${third}&at=${begin - 3000}&layout=1`)
  const tile = page.locator(`[data-device="${third}"]`)
  await page.locator(`[data-device="${third}"][data-state="empty"]`).waitFor()
  await page.keyboard.press('k')
  await expect.poll(() => tile.innerText(), WAIT).toMatch(/Fetching from the device|Stop fetching/)
  await expect.poll(() => tile.getAttribute('data-state'), WAIT).toBe('ready')
  const [first = 0] = await recorded()
  expect(first).toBeLessThan(live - 1000)
  const addressMs = (): number => Number(/at=(\d+)/.exec(page.url())?.[1])
  await expect.poll(addressMs, WAIT).toBeGreaterThan(live + 3000)
  // What it asks on for while it is filled may have ended there.
  await end(/status of 416/)
})
