/** What holds for every page that exists: it is reached from the menu, it keeps the page's policies, everybody can use it, and a phone shows it. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logInOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

async function pathsInMenu(page: Page): Promise<string[]> {
  const links = page.locator('.menu-row a')
  const paths = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  return [...new Set(paths)]
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await expect.poll(() => page.locator('main h1').count(), { timeout: 60_000 }).toBe(1)
  await expect
    .poll(() => page.locator('.progress').getAttribute('data-running'), { timeout: 60_000 })
    .toBe('false')
}

/** Headings, labels and buttons that speak English to somebody who reads Chinese. */
function englishTexts(page: Page): Promise<string[]> {
  return page
    .locator('h1, h2, th, label, legend, .button, [role="tab"], .empty-state')
    .evaluateAll((found) =>
      found
        .map((it) => it.textContent ?? '')
        .filter((text) => /[a-z]{2,} [a-z]{2,}/.test(text) && !/\p{Script=Han}/u.test(text)),
    )
}

for (const { locale, colorScheme } of [
  { locale: 'en-US', colorScheme: 'dark' },
  { locale: 'zh-CN', colorScheme: 'light' },
] as const) {
  test(`${locale}, ${colorScheme}: every page of the menu, by axe, on a desk and on a phone`, async () => {
    const { page, end } = await visit(browser, { locale, viewport: DESK })
    await page.addInitScript((theme) => {
      if (!localStorage.getItem('setting')) localStorage.setItem('setting', JSON.stringify({ theme }))
    }, colorScheme)
    await logInOnPage(page, platform.address)
    const paths = await pathsInMenu(page)
    expect(paths).toContain('#/realTimeVideo')
    for (const path of [...paths, '#/nowhere']) {
      await open(page, path)
      for (const viewport of [DESK, PHONE]) {
        await page.setViewportSize(viewport)
        await expect
          .poll(async () => ({ path, violations: await axeViolations(page) }), { timeout: 60_000 })
          .toEqual({ path, violations: [] })
      }
      const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
      expect({ path, overflow: (widths[0] ?? 0) - (widths[1] ?? 0) }).toEqual({ path, overflow: 0 })
      if (locale === 'zh-CN')
        expect({ path, english: await englishTexts(page) }).toEqual({ path, english: [] })
      await page.setViewportSize(DESK)
    }
    await end()
  })
}
