/** The wall of live pictures, as a story sees it. */
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import { visit } from './browser.ts'
import { logInOnPage } from './session.ts'

/** Which device is at each place in sight, in the order of the places. */
export function devicesOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.tile')
    .evaluateAll((tiles) =>
      tiles
        .toSorted((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
        .map((tile) => tile.getAttribute('data-did')),
    )
}

export function place(page: Page, at: number): Locator {
  return page.locator(`[data-place="${at}"]`)
}

/** Waits until these devices are at these places, and nothing is at the others. */
export async function shows(page: Page, ...dids: (string | null | undefined)[]): Promise<void> {
  await expect.poll(() => devicesOf(page)).toEqual(dids.map((did) => did ?? null))
}

export interface OpenWall {
  page: Page
  /** The cameras of the tree, and their ids in its order. */
  rows: Locator
  dids: (string | null)[]
  end: () => Promise<void>
}

/** Logs in with a browser that has nothing stored; the wall has four windows, all of them empty. */
export async function openWall(browser: Browser, address: string, locale?: string): Promise<OpenWall> {
  const { page, end } = await visit(browser, locale === undefined ? {} : { locale })
  await logInOnPage(page, address)
  const rows = page.locator('.device-tree [role="treeitem"][data-did]')
  const dids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-did')))
  return { page, rows, dids, end }
}

export async function logOut(page: Page): Promise<void> {
  await page.locator('.user-button').click()
  await page.locator('#user .button').last().click()
  await page.locator('[name="account"]').waitFor()
}
