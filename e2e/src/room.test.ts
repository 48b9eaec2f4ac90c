/** What lies over a page or beside a list takes no more room than it needs. */
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }

let platform: Platform
let browser: Browser
let did: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '18' })
  browser = await launchBrowser()
  const { List } = await replied(platform.address, await logIn(platform.address), deviceList, {})
  did = List.find(({ HasSub }) => HasSub)?.DID ?? ''
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** With the notice of alarms in the page's corner. */
async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address, path)
  await page.locator('.alarm-notices').waitFor()
  return { page, end }
}

const edges = (it: Locator) => it.evaluate((element) => element.getBoundingClientRect().toJSON())

test('under the notice of alarms the devices still have the height of the page, and beside details all columns', async () => {
  const { page, end } = await open('#/deviceManger?size=20')
  const table = page.locator('.devices-main > .table-scroll')
  await page.locator('.device-open').nth(17).waitFor()
  const pager = page.getByRole('navigation', { name: 'Pages' })
  expect((await edges(pager)).bottom).toBeGreaterThan(860)
  // The last row is moved up from under it.
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded()
  await table.evaluate((it) => it.scrollTo(0, it.scrollHeight))
  const [row, notice] = [
    await edges(page.locator('tbody tr').last()),
    await edges(page.locator('.alarm-notices')),
  ]
  expect(row.bottom).toBeLessThan(notice.top)

  await page.locator('.device-open').first().click()
  await page.locator('.device-panel').waitFor()
  const hidden = () => table.evaluate((it) => it.scrollWidth - it.clientWidth)
  await expect.poll(hidden, PATIENCE).toBe(0)
  expect((await edges(page.locator('.page-head').first())).height).toBeLessThan(48)
  expect(await page.getByRole('columnheader', { name: 'Region' }).count()).toBe(1)
  await end()
})

test('a device’s Save lies over no field while nothing has changed, and then above the notice', async () => {
  const { page, end } = await open(`#/deviceConf/${did}`)
  const bar = page.locator('.conf-save')
  await bar.waitFor()
  const last = page.locator('form:has(.conf-save) .conf-card').last()
  expect((await edges(bar)).top).toBeGreaterThanOrEqual((await edges(last)).bottom)
  await page.getByLabel('Alias').fill('Gate')
  await page.locator('.conf-save[data-changed="true"]').waitFor()
  expect((await edges(bar)).bottom).toBeLessThan((await edges(page.locator('.alarm-notices'))).top)
  expect((await edges(bar)).bottom).toBeGreaterThan(600)
  await end()
})
