/** The device page of a company with 10,000 devices: from the press on its link to rows that are painted. */
import { deviceList } from '@vedette/contract/calls/device'
import { batchJoinGroupByExcel, importStatus } from '@vedette/contract/calls/device-import'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { startPlatform } from '../../e2e/src/support/platform.ts'
import { enterOnPage, logIn, replied } from '../../e2e/src/support/session.ts'
import { pause, quantile } from './statistics.ts'

const DEVICES = 10_000
const RUNS = 10

export async function benchDevicePage(): Promise<void> {
  const platform = await startPlatform({ VEDETTE_DEMO: '0' })
  const browser = await launchBrowser()
  try {
    await fill(platform.address)
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await enterOnPage(page, platform.address)
    const first = await openedMs(page, 10)
    const [ten, hundred] = [await again(page, 10), await again(page, 100)]
    console.log(`\nthe device page of ${DEVICES} devices, ms from the press to painted rows`)
    console.table([
      { what: 'first time, its code is fetched', p50: Math.round(first), worst: Math.round(first) },
      rowOf('10 rows', ten),
      rowOf('100 rows', hundred),
    ])
  } finally {
    await browser.close()
    await platform.stop()
  }
}

/** Imports the cameras by the spreadsheet that an installer would use. */
async function fill(address: string): Promise<void> {
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  const rows = Array.from({ length: DEVICES }, (_, n) => `Camera ${n},rtsp://192.0.2.${n % 250}/${n}`)
  const File = Buffer.from(['Name,Address', ...rows].join('\n')).toString('base64')
  const { JobID } = await replied(address, token, batchJoinGroupByExcel, { GID, File })
  while ((await replied(address, token, importStatus, { JobID })).State === 'running') await pause(0.5)
  const { Total } = await replied(address, token, deviceList, { PageSize: 1 })
  if (Total !== DEVICES) throw new Error(`${Total} devices were imported`)
}

async function again(page: Page, size: number): Promise<number[]> {
  const took: number[] = []
  for (let run = 0; run < RUNS; run++) took.push(await openedMs(page, size))
  return took
}

/** Comes from another page, so that everything but the code is asked for anew. */
async function openedMs(page: Page, size: number): Promise<number> {
  await page.evaluate(() => {
    location.hash = '#/roleManger'
  })
  await page.getByRole('table').waitFor()
  await page.locator('.device-open').first().waitFor({ state: 'detached' })
  return page.evaluate(async (rows) => {
    const from = performance.now()
    location.hash = `#/deviceManger?size=${rows}`
    await new Promise<void>((resolve) => {
      const look = (): void => {
        // A frame after the rows are there they are painted.
        if (document.querySelectorAll('.device-open').length >= rows) requestAnimationFrame(() => resolve())
        else requestAnimationFrame(look)
      }
      look()
    })
    return performance.now() - from
  }, size)
}

function rowOf(what: string, values: readonly number[]): Record<string, string | number> {
  return { what, p50: Math.round(quantile(values, 0.5)), worst: Math.round(Math.max(...values)) }
}
