/** A second brand, built for itself: its name, logo, colours and agreements, and nothing of the first one. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { isSound } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

const ACCENT = '#e08a1e'
const PAGES = ['realTimeVideo', 'deviceMap', 'deviceManger', 'alarmManger', 'albumManager', 'roleManger']

let built: VariantConsole | undefined
let platform: Platform
let browser: Browser

beforeAll(async () => {
  built = await buildVariant({ VITE_BRAND: 'Kestrel' })
  platform = await startPlatform({ VEDETTE_DEMO: '0', VEDETTE_CONSOLE: built.folder })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  built?.remove()
})

const everything = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.outerHTML)

it('is seen from the login to every page, with its own agreements in both languages', async () => {
  const { page, end } = await visit(browser)
  await page.goto(platform.address)
  await page.getByText('Kestrel Security').first().waitFor()
  expect(await page.title()).toBe('Log in · Kestrel Security')
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  )
  expect(accent.trim()).toBe(ACCENT)
  const logo = page.locator('.brand-mark img').first()
  const isLoaded = (img: Element): boolean => img instanceof HTMLImageElement && img.naturalWidth > 0
  await expect.poll(() => logo.evaluate(isLoaded)).toBe(true)
  await isSound(page, 'the login of a second brand')
  for (const [path, en, zh] of [
    ['UserAgreement', 'Kestrel Security runs this platform', '为您所在的企业运行本平台'],
    ['PrivacyAgreement', 'keeps your account and pictures for your enterprise alone', '不向任何第三方提供'],
  ] as const) {
    await page.goto(`${platform.address}#/${path}`)
    await page.getByText('English').click()
    await page.getByText(en).waitFor()
    await page.getByText('中文').click()
    await page.getByText(zh).waitFor()
    expect(await everything(page)).not.toContain('Vedette')
  }
  await enterOnPage(page, platform.address)
  for (const path of PAGES) {
    await page.goto(`${platform.address}#/${path}`)
    await page.reload()
    await page.locator('main').waitFor()
    await expect.poll(() => page.title()).toContain(' · Kestrel Security')
    expect(await everything(page)).not.toContain('Vedette')
  }
  await end()
})
