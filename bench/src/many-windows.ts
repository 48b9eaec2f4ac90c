/**
 * 64 windows of 320×180 on one page, each with a camera of its own, 640×360 at 25 pictures a second: pictures that are painted,
 * the page's main thread and the browser's memory, beside go2rtc's own players on one page of Chromium, where go2rtc is on the `PATH`.
 */
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { processesBelow } from '../../e2e/src/support/process-tree.ts'
import { logIn, logInOnPage, replied } from '../../e2e/src/support/session.ts'
import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { flag } from './flags.ts'
import { isOnPath } from './foreign-cameras.ts'
import { startGo2rtc } from './go2rtc.ts'
import { pssOf } from './memory.ts'
import { CELLS, inPage } from './painted.ts'
import { costOf } from './process-cost.ts'
import { urlFor } from './simulator.ts'
import { pause } from './statistics.ts'

const WINDOWS = 64
const MEASURE_S = flag('seconds', 20)
const WARM_UP_S = 15
/** Eight windows in a row, and room for the header. */
const VIEWPORT = { width: 2560, height: 1520 }
/** A canvas tells nobody that it was painted, so some of them are looked at, one after the other. */
const LOOKED_AT = [0, 9, 18, 27, 36, 45, 54, 63]

/** `--seconds N`. */
export async function benchManyWindows(): Promise<void> {
  const rows = [await ours()]
  if (isOnPath('go2rtc')) rows.push(await byGo2rtc())
  else console.log('go2rtc is not on the PATH')
  console.log(
    `\n${WINDOWS} windows on one page for ${MEASURE_S} s, ${WINDOWS * 25} pictures a second are sent`,
  )
  console.table(rows)
}

async function ours(): Promise<Record<string, string | number>> {
  const platform = await startPlatform({
    VEDETTE_SIM_DEVICES: String(WINDOWS),
    VEDETTE_SIM_ROSTER: 'cameras',
  })
  const browser = await launchBrowser()
  try {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, deviceList, { PageSize: WINDOWS })
    const page = await browser.newPage({ locale: 'en-US', viewport: VIEWPORT })
    await logInOnPage(page, platform.address)
    const show = List.map(({ DID }) => DID).join(',')
    await page.goto(`${platform.address}#/realTimeVideo?layout=${WINDOWS}&chosen=0&show=${show}`)
    await page.evaluate(inPage, CELLS)
    const root = platform.started.process.pid ?? 0
    // The simulator is a process below it too.
    const own = (): number[] => ['server/src/main.ts', '/shard'].flatMap((main) => processesBelow(root, main))
    return await measured('Vedette', browser, page, own)
  } finally {
    await browser.close()
    await platform.stop()
  }
}

async function byGo2rtc(): Promise<Record<string, string | number>> {
  const simulator = await startSimulator(WINDOWS, { VEDETTE_SIM_ROSTER: 'cameras' })
  const streams = simulator.cameras
    .slice(0, WINDOWS)
    .map(({ number, subUrl }) => [`camera${number}`, urlFor(simulator, subUrl)])
  const go2rtc = await startGo2rtc(Object.fromEntries(streams))
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ viewport: VIEWPORT })
    const sources = simulator.cameras.slice(0, WINDOWS).map(({ number }) => `src=camera${number}`)
    await page.goto(`${go2rtc.address}/stream.html?${sources.join('&')}&mode=mse`)
    return await measured('go2rtc, MSE', browser, page, () => [go2rtc.started.process.pid ?? 0])
  } finally {
    await browser.close()
    await go2rtc.stop()
    await simulator.stop()
  }
}

async function measured(
  what: string,
  browser: Browser,
  page: Page,
  serverPids: () => number[],
): Promise<Record<string, string | number>> {
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable')
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await client.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await pause(WARM_UP_S)
  const browserPids = (): number[] => processesBelow(process.pid, 'chromium')
  const cpu = (): number[] => [browserPids(), serverPids()].map((pids) => costOf(pids).cpuSeconds)
  const [tasksBefore, cpuBefore, startedAt] = [await taskSeconds(), cpu(), performance.now()]
  await pause(MEASURE_S)
  const seconds = (performance.now() - startedAt) / 1000
  const [tasks, cpuAfter] = [await taskSeconds(), cpu()]
  const percent = (part: number): string => ((part / seconds) * 100).toFixed(0)
  return {
    what: `${what}, Chromium ${browser.version().split('.')[0]}`,
    'pictures/s painted': Math.round(await paintedPerSecond(page)),
    'main thread, %': percent(tasks - tasksBefore),
    'browser, % of a core': percent((cpuAfter[0] ?? 0) - (cpuBefore[0] ?? 0)),
    'server, % of a core': percent((cpuAfter[1] ?? 0) - (cpuBefore[1] ?? 0)),
    'browser, MB': Math.round(browserPids().reduce((sum, pid) => sum + pssOf(pid), 0)),
  }
}

/** All windows together; videos are counted by the browser. */
async function paintedPerSecond(page: Page): Promise<number> {
  const videos = await page.evaluate(async (seconds) => {
    const all = [...document.querySelectorAll('video')].filter(({ videoWidth }) => videoWidth > 0)
    const counts = await Promise.all(
      all.map(
        (video) =>
          new Promise<number>((resolve) => {
            let first: number | undefined
            let last = 0
            const count = (_: number, { presentedFrames }: VideoFrameCallbackMetadata): void => {
              first ??= presentedFrames
              last = presentedFrames
              video.requestVideoFrameCallback(count)
            }
            video.requestVideoFrameCallback(count)
            setTimeout(() => resolve(last - (first ?? 0)), seconds * 1000)
          }),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0) / seconds
  }, 5)
  const canvases = await page.locator('[data-window] canvas.picture').count()
  if (canvases === 0) return videos
  let seen = 0
  for (const place of LOOKED_AT)
    seen += (await page.evaluate((at) => window.watchPlace(at, 2), place)).length / 2
  return videos + (seen / LOOKED_AT.length) * canvases
}
