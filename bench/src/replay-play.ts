/** Nine windows that play on: how far apart they are while time passes, and whether they stand still at the highest speed. */
import type { Page } from 'playwright-core'

import { flag } from './flags.ts'
import { quantile } from './statistics.ts'

const WINDOWS = 9
const MINUTES = flag('minutes', 10)
const LOOK_MS = 250
const FASTEST = 16
const FAST_TURNS = 5
/** Before the end of the footage it begins anew. */
const END_MS = 3000
const BACK_TURNS = 3
const BACK_MS = 20_000

interface Span {
  from: number
  to: number
}

/** `--minutes N`: how long they play once as fast, over and over the same footage. */
export async function measurePlay(
  page: Page,
  { from, to }: Span,
): Promise<Record<string, string | number>[]> {
  const spreads: number[] = []
  const waits: number[] = []
  for (let leftMs = MINUTES * 60_000; leftMs > 0;) {
    const forMs = Math.min(leftMs, to - from - END_MS)
    const { apart, stalls } = await played(page, from, 1, forMs)
    spreads.push(...apart)
    waits.push(...stalls)
    leftMs -= forMs
  }
  const stalls: number[] = []
  for (let turn = 0; turn < FAST_TURNS; turn++)
    stalls.push(...(await played(page, from, FASTEST, (to - from - END_MS) / FASTEST)).stalls)
  const backwards: number[] = []
  const backStalls: number[] = []
  for (let turn = 0; turn < BACK_TURNS; turn++) {
    const { apart, stalls: stood } = await played(page, to - END_MS, -1, BACK_MS)
    backwards.push(...apart)
    backStalls.push(...stood)
  }
  const worst = (values: readonly number[]): number => Math.round(Math.max(0, ...values))
  return [
    {
      what: `nine windows for ${MINUTES} min`,
      'apart p50, ms': Math.round(quantile(spreads, 0.5)),
      'apart p95, ms': Math.round(quantile(spreads, 0.95)),
      'apart at worst, ms': worst(spreads),
      stalls: waits.length,
      'longest stall, ms': worst(waits),
    },
    {
      what: `nine windows backwards at 1×, ${BACK_TURNS} times ${BACK_MS / 1000} s`,
      'apart p50, ms': Math.round(quantile(backwards, 0.5)),
      'apart p95, ms': Math.round(quantile(backwards, 0.95)),
      'apart at worst, ms': worst(backwards),
      stalls: backStalls.length,
      'longest stall, ms': worst(backStalls),
    },
    {
      what: `nine windows at ${FASTEST}×, ${FAST_TURNS} times`,
      stalls: stalls.length,
      'longest stall, ms': worst(stalls),
    },
  ]
}

async function played(
  page: Page,
  at: number,
  speed: number,
  forMs: number,
): Promise<{ apart: number[]; stalls: number[] }> {
  await page.getByLabel('Speed').selectOption('1')
  await page.evaluate((asked) => window.jump(asked), { at, takenAt: at, windows: WINDOWS, nearMs: 250 })
  await page.getByLabel('Speed').selectOption(String(speed))
  await page.locator('[data-tool="play"]').click()
  const seen = await page.evaluate(watchPlay, {
    forMs,
    lookMs: LOOK_MS,
    windows: WINDOWS,
    isRead: Math.abs(speed) === 1,
    isBackwards: speed < 0,
  })
  await page.locator('[data-tool="play"]').click()
  return seen
}

/** Runs in the page; it sees nothing but its argument. */
async function watchPlay({
  forMs,
  lookMs,
  windows,
  isRead,
  isBackwards,
}: {
  forMs: number
  lookMs: number
  windows: number
  isRead: boolean
  isBackwards: boolean
}): Promise<{ apart: number[]; stalls: number[] }> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame)
  const isWaiting = (): boolean => document.querySelector('[data-window][data-state="waiting"]') !== null
  // What it takes to begin is measured by the jumps.
  while (isWaiting()) await frame()
  // Backwards each picture is a seek, in which a video gives none away.
  const watched = isBackwards ? window.watchStrips(windows) : undefined
  const indexes = Array.from({ length: windows }, (_, i) => i)
  const startedAt = performance.now()
  const apart: number[] = []
  const stalls: number[] = []
  let lookedAt = startedAt
  let stoodSince: number | undefined
  for (let now = startedAt; now - startedAt < forMs; now = performance.now()) {
    await frame()
    const stands = isWaiting()
    if (stands) stoodSince ??= now
    else if (stoodSince !== undefined) {
      stalls.push(now - stoodSince)
      stoodSince = undefined
    }
    if (!isRead || stands || now - lookedAt < lookMs) continue
    lookedAt = now
    const times = (watched?.shown ?? window.stripsOf(indexes)).filter((ms) => !Number.isNaN(ms))
    if (times.length < windows) continue
    apart.push(Math.max(...times) - Math.min(...times))
  }
  watched?.stop()
  if (stoodSince !== undefined) stalls.push(performance.now() - stoodSince)
  return { apart, stalls }
}
