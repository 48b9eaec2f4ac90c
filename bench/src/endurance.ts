/** Nine windows for minutes, once by each player: whether pictures grow older, and whether page, gate or shard grow. */
import type { CDPSession, Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { logInOnPage } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { preferMethod } from './live.ts'
import { CELLS, inPage, timeOf } from './painted.ts'
import { platformCost } from './platform-cost.ts'
import { pause, quantile } from './statistics.ts'

const MINUTES = flag('minutes', 15)
const WINDOWS = 9
const EACH_S = 10
const WATCHED_S = 2

interface Sample {
  minute: number
  ageMs: number
  heapMb: number
  gateMb: number
  shardMb: number
}

/** `--minutes N`, of each player. */
export async function benchEndurance(): Promise<void> {
  for (const method of ['mse', 'webcodecs']) {
    const samples = await watch(method)
    const third = Math.ceil(samples.length / 3)
    console.log(
      `\nnine windows by ${method} for ${MINUTES} minutes: ${slope(samples).toFixed(2)} ms older a minute`,
    )
    console.table(
      [0, 1, 2].map((n) => {
        const part = samples.slice(n * third, (n + 1) * third)
        const middle = (key: keyof Sample): number =>
          Math.round(
            quantile(
              part.map((it) => it[key]),
              0.5,
            ) * 10,
          ) / 10
        return {
          third: n + 1,
          'age p50, ms': Math.round(middle('ageMs')),
          'page heap, MB': middle('heapMb'),
          'gate, MB': Math.round(middle('gateMb')),
          'shard, MB': Math.round(middle('shardMb')),
        }
      }),
    )
  }
}

async function watch(method: string): Promise<Sample[]> {
  const platform = await startPlatform({
    VEDETTE_SIM_DEVICES: String(WINDOWS),
    VEDETTE_SIM_ROSTER: 'cameras',
  })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await page.addInitScript(preferMethod, method)
    await logInOnPage(page, platform.address)
    await page.keyboard.press('Alt+9')
    const items = page.locator('[role=treeitem][data-did]')
    await items.nth(WINDOWS - 1).waitFor()
    for (let i = 0; i < WINDOWS; i++) await items.nth(i).dblclick()
    await page.evaluate(inPage, CELLS)
    const heap = await page.context().newCDPSession(page)
    await pause(EACH_S)
    const samples: Sample[] = []
    const from = performance.now()
    while (performance.now() - from < MINUTES * 60_000) {
      const startedAt = performance.now()
      const { gate, shards } = platformCost(platform)
      samples.push({
        minute: (startedAt - from) / 60_000,
        ageMs: await ageIn(page, samples.length % WINDOWS),
        heapMb: await heapOf(heap),
        gateMb: gate.memoryMb,
        shardMb: shards.memoryMb,
      })
      await pause(Math.max(0, EACH_S - (performance.now() - startedAt) / 1000))
    }
    return samples
  } finally {
    await browser.close()
    await platform.stop()
  }
}

async function ageIn(page: Page, window: number): Promise<number> {
  const sights = await page.evaluate(([n, seconds]) => globalThis.window.watchPlace(n, seconds), [
    window,
    WATCHED_S,
  ] as const)
  const ages = sights.flatMap(({ atMs, bits }) => {
    const time = timeOf(bits, atMs)
    return time === undefined ? [] : [atMs - time]
  })
  return quantile(ages, 0.5)
}

/** What is still in use once the garbage is gone. */
async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

/** Slope by least squares, ms a minute. */
function slope(samples: readonly Sample[]): number {
  const mean = (of: (sample: Sample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [minutes, ages] = [mean(({ minute }) => minute), mean(({ ageMs }) => ageMs)]
  const spread = mean(({ minute }) => (minute - minutes) ** 2)
  return mean(({ minute, ageMs }) => (minute - minutes) * (ageMs - ages)) / spread
}
