/**
 * A camera that a person turns, read off the pixels: from the key to the first picture that has moved, and from letting go, closing
 * the tab and losing the network to the last picture that still moves. `--times N`.
 */
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { sceneShift } from '../../e2e/src/support/painted.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { logIn, logInOnPage, replied } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = flag('times', 20)
/** The hand is on it for so long. */
const HELD_S = 1
/** Well after the camera has to stand. */
const WATCHED_S = 2.5
/** A lease lasts for 10 s, and the next run's is another session's. */
const LEASE_S = 10.5

/** Columns of 320: the simulator's next key picture puts right what its motion vectors have rounded. At half speed 20 ms each. */
const ROUNDED = 2

interface Sight {
  atMs: number
  columns: number[]
}

type End = 'let go' | 'tab closed' | 'network cut'

export async function benchPtz(): Promise<void> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1', VEDETTE_SIM_ROSTER: 'cameras' })
  const browser = await launchBrowser()
  try {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, deviceList, {})
    const did = List[0]?.DID ?? ''
    const onlooker = await watching(browser, platform.address, did)
    const moved: number[] = []
    const rows: object[] = []
    for (const end of ['let go', 'tab closed', 'network cut'] as const) {
      const still: number[] = []
      for (let run = 0; run < RUNS; run++) {
        const hand = await watching(browser, platform.address, did)
        await steering(hand)
        const times = await turn(onlooker, hand, end, run % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
        await hand.context().close()
        moved.push(times.moved)
        still.push(times.still)
        await pause(LEASE_S)
      }
      rows.push(rowOf(`${end} → still`, still))
    }
    console.log(`\na camera that is turned, ms, ${RUNS} runs of each; the picture's own age is part of it`)
    console.table([rowOf('key → moved', moved), ...rows])
  } finally {
    await browser.close()
    await platform.stop()
  }
}

function rowOf(what: string, all: readonly number[]): object {
  const times = all.filter((it) => !Number.isNaN(it))
  const [p50, p95, worst] = [0.5, 0.95, 1].map((part) => Math.round(quantile(times, part)))
  return { what, p50, p95, worst, runs: times.length }
}

async function watching(browser: Browser, address: string, did: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await logInOnPage(page, address)
  await page.evaluate(
    (shown) => void (location.hash = `#/realTimeVideo?layout=4&chosen=0&show=${shown}`),
    did,
  )
  await page.locator(`.tile[data-did="${did}"][data-state="live"]`).waitFor()
  return page
}

/** The arrow keys are the camera's, which looks ahead. */
async function steering(page: Page): Promise<void> {
  await page.locator('.ptz-hand[data-barred="false"]').waitFor()
  await page.locator('.ptz-home').click()
  await page.locator('[data-tool="steer"]').click()
  await page.locator('[data-tool="steer"][aria-pressed="true"]').waitFor()
  await pause(WATCHED_S)
}

async function turn(
  onlooker: Page,
  hand: Page,
  end: End,
  key: string,
): Promise<{ moved: number; still: number }> {
  const sights = onlooker.evaluate(watchScene, HELD_S + WATCHED_S + 1)
  await pause(0.5)
  const pressedMs = Date.now()
  await hand.keyboard.down(key)
  await pause(HELD_S)
  let endedMs = Date.now()
  if (end === 'let go') await hand.keyboard.up(key)
  else if (end === 'tab closed') await hand.close()
  else {
    await hand.context().setOffline(true)
    // Only now it is without.
    endedMs = Date.now()
  }
  const seen = await sights
  return { moved: movedAt(seen) - pressedMs, still: stillFrom(seen) - endedMs }
}

/** The first of two pictures in a row that look elsewhere than the first one. */
function movedAt(sights: readonly Sight[]): number {
  const shifts = shiftsFrom(sights[0], sights)
  const at = shifts.findIndex((shift, it) => shift > ROUNDED && (shifts[it + 1] ?? 0) > ROUNDED)
  return sights[at]?.atMs ?? Number.NaN
}

/** The first picture that looks where all do that come after it. */
function stillFrom(sights: readonly Sight[]): number {
  const shifts = shiftsFrom(sights.at(-1), sights)
  const last = shifts.findLastIndex((shift) => shift > ROUNDED)
  return last < 0 ? Number.NaN : (sights[last + 1]?.atMs ?? Number.NaN)
}

function shiftsFrom(one: Sight | undefined, sights: readonly Sight[]): number[] {
  return sights.map(({ columns }) => Math.abs(sceneShift(one?.columns ?? [], columns)))
}

/** Runs in the page: how bright each column of every picture of the first window is, without the strip and the names in it. */
function watchScene(seconds: number): Promise<Sight[]> {
  const picture = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(
    '[data-window="0"] :is(video, canvas.picture)',
  )
  if (!picture) return Promise.resolve([])
  const [width, height, top, bottom] = [320, 90, 18, 72]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const sights: Sight[] = []
  const until = performance.now() + seconds * 1000
  return new Promise((resolve) => {
    const look = (): void => {
      const atMs = performance.timeOrigin + performance.now()
      context?.drawImage(picture, 0, 0, width, height)
      const pixels = context?.getImageData(0, top, width, bottom - top).data ?? []
      const columns = Array.from({ length: width }, (_, x) => {
        let sum = 0
        for (let y = 0; y < bottom - top; y++) sum += pixels[(y * width + x) * 4 + 1] ?? 0
        return sum / (bottom - top)
      })
      sights.push({ atMs, columns })
      if (performance.now() > until) resolve(sights)
      else if (picture instanceof HTMLVideoElement) picture.requestVideoFrameCallback(look)
      else requestAnimationFrame(look)
    }
    look()
  })
}
