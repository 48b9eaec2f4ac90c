/**
 * The device map with 50,000 devices: until all of them are on it, what a chip costs, and whether the clusters count what there is.
 * By WebGL on a software renderer, and without WebGL.
 */
import { loadavg } from 'node:os'

import { deviceMapCounts, deviceMapList } from '@vedette/contract/calls/device-map'
import { hasVideo } from '@vedette/contract/devices'
import { chromium, type Page } from 'playwright-core'

import { systemClock } from '../../../server/src/engines/clock.ts'
import {
  ADMINISTRATOR,
  PASSWORD,
  startTestApp,
  type TestApp,
  type TestCompany,
} from '../../../server/src/testing/app.ts'
import { fillSite } from '../devices/site.ts'
import { flag } from '../../src/flags.ts'
import { quantile } from '../../src/statistics.ts'

const DEVICES = flag('devices', 50_000)
const TIMES = flag('times', 10)
const WAIT_MS = 120_000
const GRAPHICS = {
  webGl: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  none: ['--disable-gpu', '--disable-3d-apis'],
}
/** All places lie within, and a view of this zoom shows them. */
const WEST = 116.1
const SOUTH = 39.75
const WIDE = 0.45
const HIGH = 0.3
const VIEW = 'at=116.325,39.9,10.4'

async function place(app: TestApp, { companyId }: TestCompany, dids: readonly string[]): Promise<void> {
  const { storage } = app.platform
  for (let at = 0; at < dids.length; at += 1000)
    await storage.write(
      dids.slice(at, at + 1000).map((did, i) =>
        storage.db
          .updateTable('device')
          .set({
            lng: WEST + WIDE * (((at + i) * 0.618_033_988_75) % 1),
            lat: SOUTH + HIGH * (((at + i) * 0.754_877_666_25) % 1),
          })
          .where('company_id', '=', companyId)
          .where('did', '=', did),
      ),
    )
}

/** Runs in the page, as a text since this file knows no DOM: resolves to the ms from the act until that is painted. */
const UNTIL_SHOWN = `async (count, chip) => {
  const shown = () => {
    let sum = 0
    for (const marker of document.querySelectorAll('.map-marker')) {
      const label = marker.getAttribute('aria-label') ?? ''
      sum += marker.dataset.kind === 'device' ? 1 : Number(/[\\d,]+/.exec(label)?.[0].replaceAll(',', ''))
    }
    return sum
  }
  const from = performance.now()
  if (chip) document.querySelector('[data-chip="' + chip + '"]').click()
  while (shown() !== count) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  return performance.now() - from
}`

/** Until the markers stand for so many devices, after a press on the chip. */
function untilShown(page: Page, count: number, chip = ''): Promise<number> {
  return page.evaluate<number>(`(${UNTIL_SHOWN})(${count}, ${JSON.stringify(chip)})`)
}

async function logIn(page: Page, address: string, code: string): Promise<void> {
  await page.goto(address)
  await page.locator('[name="enterprise"]').fill(code)
  await page.locator('[name="account"]').fill(ADMINISTRATOR)
  await page.locator('[name="password"]').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.locator('form [type="submit"]').click()
  await page.locator('.user-button').waitFor({ timeout: WAIT_MS })
}

const app = await startTestApp({ overrides: { clock: systemClock } })
try {
  const company = await app.company()
  const { dids } = await fillSite(app.platform.storage, company, DEVICES)
  await place(app, company, dids)
  const counting: number[] = []
  for (let i = 0; i <= TIMES; i++) {
    const startedAt = performance.now()
    await app.ask(deviceMapCounts, {}, company.token)
    if (i > 0) counting.push(performance.now() - startedAt)
  }
  const { Monitoring, All } = await app.ask(deviceMapCounts, {}, company.token)
  let videos = 0
  for (let After = '', isMore = true; isMore;) {
    const { List } = await app.ask(deviceMapList, { After }, company.token)
    videos += List.filter(({ DevType }) => hasVideo(DevType)).length
    After = List.at(-1)?.DID ?? ''
    isMore = List.length > 0
  }
  if (videos !== Monitoring || All !== DEVICES)
    throw new Error(`counted ${Monitoring} of ${All}, there are ${videos} of ${DEVICES}`)

  const rows = []
  for (const graphics of ['webGl', 'none'] as const) {
    const browser = await chromium.launch({
      executablePath: process.env['VEDETTE_TEST_BROWSER'] || '/usr/bin/chromium',
      args: ['--no-sandbox', ...GRAPHICS[graphics]],
    })
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } })
    page.setDefaultTimeout(WAIT_MS)
    await logIn(page, app.platform.address, company.code)
    await page.goto(`${app.platform.address}#/home`)
    const startedAt = performance.now()
    await page.goto(`${app.platform.address}#/deviceMap?${VIEW}`)
    await page.locator('.base-map[data-surface]').waitFor()
    await untilShown(page, DEVICES)
    const readyMs = performance.now() - startedAt
    const chips: number[] = []
    for (let i = 0; i < TIMES; i++) {
      chips.push(await untilShown(page, Monitoring, 'monitoring'))
      await untilShown(page, DEVICES, 'all')
    }
    const surface = await page.locator('.base-map').getAttribute('data-surface')
    rows.push({
      surface,
      'ready, ms': Math.round(readyMs),
      'chip painted, ms, p50': Math.round(quantile(chips, 0.5)),
      worst: Math.round(Math.max(...chips)),
    })
    await browser.close()
  }
  console.log(`\n${DEVICES} devices on the map, load ${loadavg()[0]?.toFixed(1)}`)
  console.table(rows)
  console.log(
    `counts by HTTP: p50 ${quantile(counting, 0.5).toFixed(1)} ms, p95 ${quantile(counting, 0.95).toFixed(1)} ms; clusters equal a recount`,
  )
} finally {
  await app.close()
}
