/**
 * From `npm start`'s command to a platform that answers, and to the first of 18 live pictures in a browser that logs in at once;
 * then from the death of the shard to the next picture. The console is built beforehand.
 */
import { z } from 'zod'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { freePort } from '../../e2e/src/support/free-port.ts'
import { type Platform, startPlatform } from '../../e2e/src/support/platform.ts'
import { logInOnPage } from '../../e2e/src/support/session.ts'
import { CELLS, idBitsOf, inPage, timeOf } from './painted.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = 5

interface StartRow {
  what: string
  p50: number
  worst: number
}

export async function benchStart(): Promise<void> {
  console.log('\nstart and recovery, ms')
  console.table(
    (await measureStart()).map(({ what, p50, worst }) => ({
      what,
      p50: Math.round(p50),
      worst: Math.round(worst),
    })),
  )
}

async function measureStart(): Promise<StartRow[]> {
  const browser = await launchBrowser()
  const [ready, picture, recovery]: [number[], number[], number[]] = [[], [], []]
  try {
    for (let run = 0; run < RUNS; run++) {
      const port = await freePort()
      const startedAt = performance.now()
      const healthyAt = answers(new URL(`http://127.0.0.1:${port}/healthz`))
      const platform = await startPlatform(
        { VEDETTE_PORT: String(port), VEDETTE_SIM_DEVICES: '18', VEDETTE_LOG_LEVEL: 'debug' },
        { isEnrolled: false },
      )
      ready.push((await healthyAt) - startedAt)
      const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
      await logInOnPage(page, platform.address)
      await page.evaluate(inPage, CELLS)
      // A recorder opens to its channels instead of playing.
      const name = await page.locator('[role=treeitem][data-did]:not([aria-expanded])').first().innerText()
      const camera = Number(/(\d+)\s*$/.exec(name)?.[1])
      await page.evaluate(([bits, n]) => window.firstPicture(bits, n), [idBitsOf(camera), camera] as const)
      picture.push(performance.now() - startedAt)

      await pause(3)
      const killedAt = Date.now()
      for (const pid of shardPids(platform)) process.kill(pid, 'SIGKILL')
      for (;;) {
        const [sight] = await page.evaluate((seconds) => window.watchWindow(seconds), 0)
        if (sight && (timeOf(sight.bits, sight.atMs) ?? 0) > killedAt + 50) {
          recovery.push(sight.atMs - killedAt)
          break
        }
      }
      await page.close()
      await platform.stop()
    }
  } finally {
    await browser.close()
  }
  return [
    row('start → /healthz answers 200', ready),
    row('start → first of 18 live pictures', picture),
    row('shard killed → next picture', recovery),
  ]
}

/** When the address answers 200. */
async function answers(address: URL): Promise<number> {
  for (;;) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok) return performance.now()
    await pause(0.02)
  }
}

function shardPids(platform: Platform): number[] {
  const line = platform.started
    .output()
    .split('\n')
    .findLast((it) => it.includes('"shard running"'))
  return z.object({ pids: z.array(z.int()) }).parse(JSON.parse(line ?? '{}')).pids
}

function row(what: string, values: readonly number[]): StartRow {
  return { what, p50: quantile(values, 0.5), worst: Math.max(...values) }
}
