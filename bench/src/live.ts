/**
 * From the camera to the painted pixel: time to the first picture, and how old a picture is when it is painted, read off the
 * time strip in Chromium. Its peers: live-peers.ts.
 */
import type { Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { type Platform, startPlatform } from '../../e2e/src/support/platform.ts'
import { logInOnPage } from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { isOnPath } from './foreign-cameras.ts'
import { measureFfmpeg, measureJanus } from './live-peers.ts'
import { CELLS, idBitsOf, inPage, type LiveRow, rowOfSights, type Sight } from './painted.ts'
import { pause } from './statistics.ts'

type Method = 'mse' | 'webcodecs'
const NAMES: Record<Method, string> = { mse: 'MSE', webcodecs: 'WebCodecs' }

const RUNS = 20
const WALL_RUNS = 10
const WATCH_S = flag('seconds', 20)

/** `--seconds N`: how long each row's pictures are read. */
export async function benchLive(): Promise<void> {
  const rows = [...(await measureLive('mse')), ...(await measureLive('webcodecs'))]
  if (isOnPath('janus')) rows.push(...(await measureJanus()))
  else console.log('Janus is not on the PATH')
  rows.push(...(await measureFfmpeg()))
  console.log('\nlive, ms from camera to painted pixel')
  console.table(
    rows.map((row) => ({
      what: row.what,
      'first p50': Math.round(row.firstP50),
      'first p95': Math.round(row.firstP95),
      'age p50': Math.round(row.ageP50),
      'age p95': Math.round(row.ageP95),
      'longest gap': Math.round(row.gapMax),
      frames: row.frames,
    })),
  )
}

async function measureLive(method: Method): Promise<LiveRow[]> {
  return withWall({}, method, async (page, { address }) => {
    const rows: LiveRow[] = [await measureWall(page, address, method)]
    for (const [what, keys] of [
      ['sub-stream 640×360, 4 windows', 'Alt+4'],
      ['main stream 1920×1080, 1 window', 'Alt+1'],
    ] as const) {
      await page.keyboard.press(keys)
      rows.push(await measureWindow(page, `${NAMES[method]}, ${what}`))
    }
    return rows
  })
}

/** A platform with nine simulated cameras, and a page that is logged in to it and read. */
export async function withWall<T>(
  env: NodeJS.ProcessEnv,
  method: Method,
  use: (page: Page, platform: Platform) => Promise<T>,
): Promise<T> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '9', VEDETTE_SIM_ROSTER: 'cameras', ...env })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    await page.addInitScript(preferMethod, method)
    await logInOnPage(page, platform.address)
    await page.evaluate(inPage, CELLS)
    // All streams are warm once their cameras have been connected for a while.
    await pause(3)
    return await use(page, platform)
  } finally {
    await browser.close()
    await platform.stop()
  }
}

/** Runs in the page before anything else: the player that this browser's user chose before. */
export function preferMethod(method: string): void {
  localStorage.setItem('setting', JSON.stringify({ playback: { method, volume: 0 } }))
}

/** Nine windows at once; `first` is when the last of them is painted. */
export async function measureWall(page: Page, address: string, method: Method): Promise<LiveRow> {
  const firsts: number[] = []
  for (let run = 0; run < WALL_RUNS; run++) {
    await page.goto(`${address}#/realTimeVideo?layout=9&run=${run}`)
    await page.reload()
    await page.locator('[role=treeitem][data-did]').nth(8).waitFor()
    await page.evaluate(inPage, CELLS)
    const cameras = (await camerasIn(page)).map((camera) => ({ camera, idBits: idBitsOf(camera) }))
    for (const close of await page.locator('[data-tool=close]').all())
      await close.evaluate((it) => it instanceof HTMLElement && it.click())
    await page.locator('[data-window="0"]').click()
    firsts.push(await page.evaluate((wanted) => window.wallPicture(wanted), cameras))
    await pause(1)
  }
  const sights: Sight[] = await page.evaluate((seconds) => window.watchWindow(seconds), WATCH_S)
  return rowOfSights(`${NAMES[method]}, nine windows 640×360`, firsts, sights)
}

async function camerasIn(page: Page): Promise<number[]> {
  const names = await page.locator('[role=treeitem][data-did]').allInnerTexts()
  return names.map((text) => /(\d+)\s*$/.exec(text)?.[1]).flatMap((it) => (it ? [Number(it)] : []))
}

async function measureWindow(page: Page, what: string): Promise<LiveRow> {
  const cameras = await camerasIn(page)
  const firsts: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const camera = cameras[run % cameras.length] ?? 1
    firsts.push(
      await page.evaluate(([bits, n]) => window.firstPicture(bits, n), [idBitsOf(camera), camera] as const),
    )
    await pause(0.3)
  }
  const sights: Sight[] = await page.evaluate((seconds) => window.watchWindow(seconds), WATCH_S)
  return rowOfSights(what, firsts, sights)
}
