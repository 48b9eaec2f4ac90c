/**
 * From the address to the first painted picture, by a browser that has nothing of the page yet, beside go2rtc's page where go2rtc is
 * on the `PATH`. Somebody is logged in, and the camera is connected on both sides. 1920×1080 at 25 pictures a second.
 */
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, BrowserContextOptions } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { logIn, logInOnPage, replied } from '../../e2e/src/support/session.ts'
import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { flag } from './flags.ts'
import { isOnPath } from './foreign-cameras.ts'
import { startGo2rtc } from './go2rtc.ts'
import { CELLS, idBitsOf, inPage } from './painted.ts'
import { urlFor } from './simulator.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = flag('times', 20)
/** Both have had a key frame by then, and their code is compiled. */
const WARM_UP_S = 5
const SETTINGS: BrowserContextOptions = { locale: 'en-US', viewport: { width: 1440, height: 900 } }

interface Row {
  what: string
  ms: number[]
}

/** `--times N`: runs. */
export async function benchPageLoad(): Promise<void> {
  const rows = [await ours()]
  if (isOnPath('go2rtc')) rows.push(await byGo2rtc())
  else console.log('go2rtc is not on the PATH')
  console.log('\nms from the address to the first painted picture, with an empty cache')
  console.table(
    rows.map(({ what, ms }) => ({
      what,
      p50: Math.round(quantile(ms, 0.5)),
      p95: Math.round(quantile(ms, 0.95)),
      worst: Math.round(quantile(ms, 1)),
    })),
  )
}

async function ours(): Promise<Row> {
  const platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1', VEDETTE_SIM_ROSTER: 'cameras' })
  const browser = await launchBrowser()
  try {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, deviceList, {})
    const [{ DID, DevName } = { DID: '', DevName: '' }] = List
    const first = await browser.newContext(SETTINGS)
    await logInOnPage(await first.newPage(), platform.address)
    const storageState = await first.storageState()
    await first.close()
    await pause(WARM_UP_S)
    const camera = Number(/(\d+)\s*$/.exec(DevName)?.[1])
    const address = `${platform.address}#/realTimeVideo?layout=1&chosen=0&show=${DID}`
    return { what: 'Vedette', ms: await loads(browser, { ...SETTINGS, storageState }, address, camera) }
  } finally {
    await browser.close()
    await platform.stop()
  }
}

async function byGo2rtc(): Promise<Row> {
  const simulator = await startSimulator(1, { VEDETTE_SIM_ROSTER: 'cameras' })
  const [{ number, mainUrl } = { number: 0, mainUrl: '' }] = simulator.cameras
  const go2rtc = await startGo2rtc({ camera: urlFor(simulator, mainUrl) }, ['camera'])
  const browser = await launchBrowser()
  try {
    await pause(WARM_UP_S)
    const address = `${go2rtc.address}/stream.html?src=camera&mode=mse`
    return { what: 'go2rtc, MSE', ms: await loads(browser, SETTINGS, address, number) }
  } finally {
    await browser.close()
    await go2rtc.stop()
    await simulator.stop()
  }
}

/** Each in a context of its own, which has a cache of its own. */
async function loads(
  browser: Browser,
  settings: BrowserContextOptions,
  address: string,
  camera: number,
): Promise<number[]> {
  const idBits = idBitsOf(camera)
  const ms: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const context = await browser.newContext(settings)
    const page = await context.newPage()
    await page.addInitScript(inPage, CELLS)
    await page.goto(address, { waitUntil: 'commit' })
    ms.push(await page.evaluate((bits) => window.loadedPicture(bits), idBits))
    await context.close()
  }
  return ms
}
