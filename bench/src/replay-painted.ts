/**
 * From a jump to the painted picture of that moment, read off the time strip in Chromium: one window of 360p and of 1080p, nine of 360p
 * together, how they play on, and the picture under the pointer. Beside it ffmpeg decodes the same moments of the same files.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import { recordTimeline } from '@vedette/contract/calls/record'
import type { Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { type Platform, startPlatform } from '../../e2e/src/support/platform.ts'
import { enterOnPage, logIn, replied } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { CELLS } from './painted.ts'
import { measurePlay } from './replay-play.ts'
import { type RepeatedDay, repeatDay } from './repeated-day.ts'
import { pause, quantile } from './statistics.ts'

const WINDOWS = 9
const RECORD_S = flag('seconds', 180)
const TIMES = flag('times', 60)
const NEAR_MS = 250
/** The recorder comes over to the cameras' own clocks in the first seconds (docs/time.md). */
const SETTLED_MS = 40_000
const NEWEST_MS = 10_000
/** The names beside the lanes of the timeline, px. */
const LANE_NAMES = 136
const HOVER_STEP_MS = 2500
/** What a hand rests between two moves; what lies ahead is fetched meanwhile. */
const HOVER_REST_MS = 100
/** A hand passes what lies between. */
const HOVER_MOVES = 5
/** One picture for each of these. */
const HOVER_GRID_MS = 2000

interface Moment {
  at: number
  /** What the time strip says there: files of minutes make up the day. */
  takenAt: number
}

interface Row {
  what: string
  all: number[]
  /** Until the last byte was there; what is left is the browser's decoder and its painting. */
  fetched: number[]
}

/** `--seconds N`: of footage · `--times N`: jumps of each kind. */
export async function benchReplayPainted(): Promise<void> {
  const platform = await startPlatform({
    VEDETTE_SIM_DEVICES: String(WINDOWS),
    VEDETTE_SIM_ROSTER: 'cameras',
    VEDETTE_DETECTION: 'off',
  })
  const browser = await launchBrowser()
  try {
    const { dids, from, to } = await footage(platform)
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await enterOnPage(page, platform.address)
    const day = repeatDay(platform.dataFolder)
    const moments = momentsOf(day, from)
    const rows: Row[] = []
    for (const [what, layout, shown] of [
      ['one window, 640×360', WINDOWS, dids.slice(0, 1)],
      ['one window, 1920×1080', 1, dids.slice(0, 1)],
      ['nine windows, 640×360', WINDOWS, dids],
    ] as const) {
      await page.goto(`${platform.address}#/replay?show=${shown.join(',')}&at=${from}&layout=${layout}`)
      await page.reload()
      for (const did of shown) await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
      await page.evaluate(seekInPage, CELLS)
      const row: Row = { what: `jump → painted, ${what}`, all: [], fetched: [] }
      for (const moment of moments) {
        const { allMs, fetchedMs } = await page.evaluate((asked) => window.jump(asked), {
          ...moment,
          windows: shown.length,
          nearMs: NEAR_MS,
        })
        row.all.push(allMs)
        row.fetched.push(fetchedMs)
      }
      rows.push(row)
    }
    const played = await measurePlay(page, { from, to })
    rows.push(...(await measureHover(page, { from, to })))
    rows.push(
      await measureFfmpeg(
        platform,
        moments.slice(0, 30).map(({ at }) => at),
      ),
    )
    console.log(`\nreplay in Chromium, a day of ${WINDOWS} cameras in ${day.files} files, ms`)
    console.table(
      rows.map(({ what, all, fetched }) => ({
        what,
        p50: Math.round(quantile(all, 0.5)),
        p95: Math.round(quantile(all, 0.95)),
        'fetched p50': fetched.length > 0 ? Math.round(quantile(fetched, 0.5)) : '',
        times: all.length,
      })),
    )
    console.table(played)
    await measureTimeline(platform)
  } finally {
    await browser.close()
    await platform.stop()
  }
}

async function footage(platform: Platform): Promise<{ dids: string[]; from: number; to: number }> {
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const Streams = List.map(({ DID }) => ({ DID, Quality: 'sub' as const }))
  for (;;) {
    await pause(2)
    const range = { From: Date.now() - 3_600_000, To: Date.now() }
    const { List: lanes } = await replied(platform.address, token, recordTimeline, { Streams, ...range })
    const first = Math.max(...lanes.map(({ Spans }) => Spans[0] ?? Infinity))
    const last = Math.min(...lanes.map(({ Spans }) => Spans.at(-1) ?? 0))
    if (last - first < RECORD_S * 1000) continue
    return { dids: lanes.map(({ DID }) => DID), from: first + SETTLED_MS, to: last - NEWEST_MS }
  }
}

/** Anywhere in the day. */
function momentsOf({ from, to, periodMs, times }: RepeatedDay, settledMs: number): Moment[] {
  const first = Math.max(from, settledMs)
  if (to - first < SETTLED_MS / 2) throw new Error('too little is recorded: give more --seconds')
  return Array.from({ length: TIMES }, () => {
    const takenAt = Math.floor(first + Math.random() * (to - first))
    return { at: takenAt - periodMs * Math.floor(Math.random() * (times + 1)), takenAt }
  })
}

/** The first picture, which has everything to fetch, and those after it; each is of another two seconds. */
async function measureHover(page: Page, { from, to }: { from: number; to: number }): Promise<Row[]> {
  const first: Row = { what: 'pointer → picture under it, the first', all: [], fetched: [] }
  const what = `pointer → picture under it, after ${HOVER_REST_MS} ms of rest each`
  const row: Row = { what, all: [], fetched: [] }
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  await page.locator('[data-zoom="3600000"]').click()
  const place = async (at: number): Promise<{ x: number; y: number; lengthMs: number }> => {
    const box = await timeline.boundingBox()
    if (!box) throw new Error('there is no timeline')
    const [first = 0, last = 0] = await Promise.all(
      ['data-from', 'data-to'].map(async (name) => Number(await timeline.getAttribute(name))),
    )
    const share = (at - first) / (last - first)
    const x = box.x + LANE_NAMES + share * (box.width - LANE_NAMES)
    return { x, y: box.y + 34, lengthMs: last - first }
  }
  for (;;) {
    const { x, y, lengthMs } = await place((from + to) / 2)
    if (lengthMs < (to - from) * 2) break
    await page.mouse.move(x, y)
    await page.mouse.wheel(0, -100)
    await page.waitForFunction((before) => {
      const now = document.querySelector<HTMLElement>('.timeline [data-from]')?.dataset
      return Number(now?.['to']) - Number(now?.['from']) < before
    }, lengthMs)
  }
  const places = Math.floor((to - from) / HOVER_STEP_MS)
  for (let n = 0; n < WINDOWS * places; n++) {
    const i = n % places
    // No picture of any camera is there yet.
    if (i === 0) await page.locator(`[data-window="${n / places}"]`).click()
    const { x, y } = await place(to - 1000 - i * HOVER_STEP_MS)
    // It comes from above, where none is left of those before.
    if (i === 0) await page.mouse.move(x, 0)
    await page.mouse.move(x, y, { steps: i === 0 ? 1 : HOVER_MOVES })
    const ms = await page.evaluate((gridMs) => window.hoverPicture(gridMs), HOVER_GRID_MS)
    ;(i > 0 ? row : first).all.push(ms)
    await pause(HOVER_REST_MS / 1000)
  }
  return [first, row]
}

async function measureFfmpeg({ dataFolder }: Platform, moments: readonly number[]): Promise<Row> {
  const folder = join(dataFolder, 'archive')
  const files = (await readdir(folder, { recursive: true })).filter((it) => /main.*\.mp4$/.test(it))
  const row: Row = { what: 'ffmpeg: a moment of such a file, decoded', all: [], fetched: [] }
  for (const [i, at] of moments.entries()) {
    const before = performance.now()
    const path = join(folder, files[i % files.length] ?? '')
    const child = spawn(
      'ffmpeg',
      ['-v', 'error', '-ss', String((at % 50_000) / 1000), '-i', path].concat([
        '-frames:v',
        '1',
        '-f',
        'null',
        '-',
      ]),
    )
    await once(child, 'close')
    row.all.push(performance.now() - before)
  }
  return row
}

/** Sixteen lanes of thirty days; the cameras there are stand for those that are missing. */
async function measureTimeline({ address }: Platform): Promise<void> {
  const token = await logIn(address)
  const { List } = await replied(address, token, deviceList, {})
  const Streams = Array.from({ length: 16 }, (_, i) => ({ DID: List[i % List.length]?.DID ?? '' }))
  const To = Date.now()
  const body = { Streams, From: To - 30 * 86_400_000, To, Step: 1_200_000 }
  const times: number[] = []
  let bytes = 0
  for (let i = 0; i < 20; i++) {
    const before = performance.now()
    const response = await fetch(new URL(recordTimeline.path, address), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: token },
      body: JSON.stringify({ SEQID: '1', BODY: body }),
    })
    bytes = (await response.arrayBuffer()).byteLength
    times.push(performance.now() - before)
  }
  console.log(
    `timeline of 16 lanes, 30 days: p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ${bytes} bytes`,
  )
}

declare global {
  interface Window {
    jump(asked: Moment & { windows: number; nearMs: number }): Promise<{ allMs: number; fetchedMs: number }>
    /** What the time strips of windows say at one instant, in 40 bits; NaN where there is none. */
    stripsOf(windows: number[]): number[]
    /** Reads each picture of these windows from now on; gives what those that are shown say. */
    watchStrips(windows: number): { shown: readonly number[]; stop: () => void }
    hoverPicture(gridMs: number): Promise<number>
  }
}

/** Runs in the page; it sees nothing but its argument. */
function seekInPage(cells: { x: number; y: number }[]): void {
  const canvas = new OffscreenCanvas(1, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const MODULUS = 2 ** 40
  const PATIENCE_MS = 20_000
  const AGAIN_MS = 50
  /** The 40 bits behind the camera's number. */
  window.stripsOf = (windows) => {
    // All are taken before the first is read: that takes milliseconds, in which the others go on.
    const frames = windows.map((window) => {
      const video = document.querySelector<HTMLVideoElement>(`[data-window="${window}"] video`)
      return video && video.readyState >= 2 && !video.seeking ? new VideoFrame(video) : undefined
    })
    return frames.map((frame) => (frame ? timeIn(frame) : NaN))
  }
  const timeIn = (frame: VideoFrame): number => {
    const width = frame.displayWidth
    if (!context) return NaN
    const bottom = Math.ceil(Math.max(...cells.map(({ y }) => y)) * width) + 1
    if (canvas.width !== width || canvas.height !== bottom) Object.assign(canvas, { width, height: bottom })
    context.drawImage(frame, 0, 0)
    frame.close()
    const { data } = context.getImageData(0, 0, width, bottom)
    return cells.slice(16, 56).reduce((time, { x, y }) => {
      const green = data[4 * (Math.floor(y * width) * width + Math.floor(x * width)) + 1] ?? 0
      return time * 2 + (green > 127 ? 1 : 0)
    }, 0)
  }
  /** Each picture is looked at once, when it is painted: looking at nine windows again and again takes half of the page's time. */
  const painted = async (index: number, isThere: (strip: number) => boolean): Promise<void> => {
    const startedAt = performance.now()
    for (;;) {
      const [strip = NaN] = window.stripsOf([index])
      if (isThere(strip)) return
      if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`window ${index} has no picture`)
      const video = document.querySelector<HTMLVideoElement>(`[data-window="${index}"] video`)
      await (video && !Number.isNaN(strip) ? nextPicture(video) : new Promise(requestAnimationFrame))
    }
  }
  /** Or a little later, where a picture came before one could listen. */
  const nextPicture = (video: HTMLVideoElement): Promise<void> =>
    new Promise((resolve) => {
      video.requestVideoFrameCallback(() => resolve())
      setTimeout(resolve, AGAIN_MS)
    })
  window.watchStrips = (windows) => {
    const shown = Array.from({ length: windows }, () => NaN)
    let isOver = false
    for (const index of shown.keys()) {
      const video = document.querySelector<HTMLVideoElement>(`[data-window="${index}"] video`)
      const note = (): void => {
        if (isOver || !video) return
        shown[index] = timeIn(new VideoFrame(video))
        video.requestVideoFrameCallback(note)
      }
      video?.requestVideoFrameCallback(note)
    }
    return { shown, stop: () => (isOver = true) }
  }
  window.jump = async ({ at, takenAt, windows, nearMs }) => {
    performance.clearResourceTimings()
    const startedAt = performance.now()
    location.hash = location.hash.replace(/at=\d+/, `at=${at}`)
    const isThere = (strip: number): boolean => Math.abs(strip - (takenAt % MODULUS)) < nearMs
    await Promise.all(Array.from({ length: windows }, (_, i) => painted(i, isThere)))
    const allMs = performance.now() - startedAt
    const ends = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/vms/media/replay') || name.includes('replayUrl'))
      .map(({ startTime, duration }) => startTime + duration - startedAt)
      .filter((end) => end > 0 && end <= allMs)
    return { allMs, fetchedMs: Math.max(0, ...ends) }
  }
  let before = ''
  let movedAt = 0
  window.addEventListener('pointermove', ({ timeStamp }) => (movedAt = timeStamp), true)
  window.hoverPicture = async (gridMs) => {
    for (;;) {
      await new Promise(requestAnimationFrame)
      const [image] = document.querySelectorAll<HTMLImageElement>('.timeline-hover img')
      // Where the server decodes nothing the browser paints the key frame.
      const [video] = document.querySelectorAll<HTMLVideoElement>('.timeline-hover video')
      const isThere = image ? image.complete && image.naturalWidth > 0 : (video?.readyState ?? 0) >= 2
      const at = document.querySelector<HTMLElement>('.timeline-hover')?.dataset['at'] ?? before
      const wanted = `${Math.floor(Number(at) / gridMs) * gridMs}`
      if (isThere && at !== before && (image ?? video)?.dataset['at'] === wanted) {
        before = at
        return performance.now() - movedAt
      }
      if (performance.now() - movedAt > 5000) throw new Error('no picture under the pointer')
    }
  }
}
