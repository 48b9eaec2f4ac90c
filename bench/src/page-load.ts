/**
 * From the address to the first painted picture, by a browser that has nothing of the page yet, beside go2rtc's page where go2rtc is
 * on the `PATH`. Somebody is logged in, and the camera is connected on both sides. 1920×1080 at 25 pictures a second.
 */
import { deviceList } from '@vedette/contract/calls/device'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { logIn, logInOnPage, replied } from '../../e2e/src/support/session.ts'
import { startSimulator } from '../../e2e/src/support/simulator.ts'
import { flag } from './flags.ts'
import { isOnPath } from './foreign-cameras.ts'
import { startGo2rtc } from './go2rtc.ts'
import { CELLS, idBitsOf, inPage } from './painted.ts'
import { PlainBrowser } from './plain-browser.ts'
import { urlFor } from './simulator.ts'
import { pause, quantile } from './statistics.ts'

const RUNS = flag('times', 20)
/** Both have had a key frame by then, and their code is compiled. */
const WARM_UP_S = 5

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
  try {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, deviceList, {})
    const [{ DID, DevName } = { DID: '', DevName: '' }] = List
    const kept = await keptByLogIn(platform.address)
    await pause(WARM_UP_S)
    const camera = Number(/(\d+)\s*$/.exec(DevName)?.[1])
    const address = `${platform.address}#/realTimeVideo?layout=1&chosen=0&show=${DID}`
    return { what: 'Vedette', ms: await loads(address, camera, kept) }
  } finally {
    await platform.stop()
  }
}

/** What the page keeps in the browser of someone who has logged in. */
async function keptByLogIn(address: string): Promise<Record<string, string>> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage({ locale: 'en-US' })
    await logInOnPage(page, address)
    return await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)))
  } finally {
    await browser.close()
  }
}

async function byGo2rtc(): Promise<Row> {
  const simulator = await startSimulator(1, { VEDETTE_SIM_ROSTER: 'cameras' })
  const [{ number, mainUrl } = { number: 0, mainUrl: '' }] = simulator.cameras
  const go2rtc = await startGo2rtc({ camera: urlFor(simulator, mainUrl) }, ['camera'])
  try {
    await pause(WARM_UP_S)
    const address = `${go2rtc.address}/stream.html?src=camera&mode=mse`
    return { what: 'go2rtc, MSE', ms: await loads(address, number, {}) }
  } finally {
    await go2rtc.stop()
    await simulator.stop()
  }
}

/** Each in a context of its own, which has a cache of its own. */
async function loads(address: string, camera: number, kept: Record<string, string>): Promise<number[]> {
  const idBits = idBitsOf(camera)
  const browser = await PlainBrowser.start()
  const ms: number[] = []
  const first = `Object.assign(localStorage, ${JSON.stringify(kept)}); (${inPage.toString()})(${JSON.stringify(CELLS)})`
  try {
    for (let run = 0; run < RUNS; run++)
      ms.push(Number(await browser.load(address, first, `window.loadedPicture('${idBits}')`)))
    return ms
  } finally {
    await browser.close()
  }
}
