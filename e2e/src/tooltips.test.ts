/** What a button without words does is shown by keys, to a finger and to a mouse, not to a mouse alone. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const tipOn = (page: Page) => page.locator('.tip:popover-open')

test('keys and a mouse show what a button does, and it goes with them', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/accountManger')
  await page.getByRole('button', { name: 'Language and appearance' }).focus()
  await page.keyboard.press('Shift+Tab')
  await tipOn(page).getByText('Alarm pop-ups').waitFor()
  await page.keyboard.press('Shift+Tab')
  await tipOn(page).getByText('Alarm sound').waitFor()
  const [tip, button] = [
    await tipOn(page).boundingBox(),
    await page.getByRole('button', { name: 'Alarm sound' }).boundingBox(),
  ]
  expect(tip?.y ?? 0).toBeGreaterThanOrEqual((button?.y ?? 0) + (button?.height ?? 0))
  await page.keyboard.press('Escape')
  await tipOn(page).waitFor({ state: 'detached' })
  // A button with a name and no title, which a mouse saw nothing of.
  await page.getByRole('button', { name: 'Add account' }).click()
  const close = page.getByRole('dialog', { name: 'Add account' }).getByRole('button', { name: 'Close' })
  await close.hover()
  await tipOn(page).getByText('Close', { exact: true }).waitFor()
  await close.click()
  await tipOn(page).waitFor({ state: 'detached' })
  await end()
})

test('a finger that stays reads what a button does, without pressing it', async () => {
  const { page, end } = await visit(browser, { viewport: { width: 390, height: 844 }, isPhone: true })
  await enterOnPage(page, platform.address, '#/accountManger')
  const bell = page.getByRole('button', { name: /^Latest alarms/ })
  const { x = 0, y = 0, width = 0, height = 0 } = (await bell.boundingBox()) ?? {}
  const session = await page.context().newCDPSession(page)
  const touchPoints = [{ x: x + width / 2, y: y + height / 2 }]
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await tipOn(page)
    .getByText(/^Latest alarms/)
    .waitFor()
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  const rows = page.getByRole('group', { name: 'Latest alarms' })
  expect(await rows.isVisible()).toBe(false)
  // A key and a short press do what the button does.
  await bell.focus()
  await page.keyboard.press('Enter')
  await rows.waitFor()
  await page.keyboard.press('Escape')
  await rows.waitFor({ state: 'hidden' })
  await bell.tap()
  await rows.waitFor()
  await end()
})
