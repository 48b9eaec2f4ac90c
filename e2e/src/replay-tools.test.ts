/** Replay's tools take little of the height: one row at a desk, at most two on a small screen; what does not fit is in the menu. */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { wear } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Tools whose middles are as high as each other stand in one row. */
function rows(page: Page): Promise<number> {
  return page.getByRole('toolbar').evaluate((bar) => {
    const middles = [...bar.children].map((it) => {
      const { top, bottom } = it.getBoundingClientRect()
      return (top + bottom) / 2
    })
    return middles.filter((it, at) => middles.findIndex((other) => Math.abs(other - it) < 12) === at).length
  })
}

test('one row at 1440, with the list of events too, and at most two at 1024', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const now = Date.now()
  const marked = `in=${now - 20 * MINUTE_MS}&out=${now - MINUTE_MS}`
  await page.goto(`${platform.address}#/replay?layout=4&at=${now - MINUTE_MS}&${marked}`)
  await page.getByRole('toolbar').waitFor()
  for (const language of ['en', 'zh-cn'] as const)
    for (const [width, most] of [
      [1440, 1],
      [1024, 2],
    ] as const) {
      await wear(page, { language, theme: 'dark', viewport: { width, height: 800 } })
      for (const list of ['closed', 'open']) {
        await expect
          .poll(async () => ({ language, width, list, fits: (await rows(page)) <= most }))
          .toEqual({ language, width, list, fits: true })
        await page.keyboard.press('v')
        await page.locator(`.replay[data-events="${list === 'closed'}"]`).waitFor()
      }
    }
  await end()
})

test('what has gone into the menu works from there', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/replay?layout=1')
  await page.getByRole('button', { name: '4 windows' }).waitFor()
  await page.keyboard.press('v')
  await page.getByRole('button', { name: '4 windows' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: '4 windows' }).click()
  await page.locator('.replay-walls[data-windows="4"]').waitFor()
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Timeline: 7 d' }).click()
  const shownMs = async (): Promise<number> => {
    const timeline = page.locator('.timeline canvas')
    return Number(await timeline.getAttribute('data-to')) - Number(await timeline.getAttribute('data-from'))
  }
  await expect.poll(shownMs).toBe(7 * DAY_MS)
  await end()
})
