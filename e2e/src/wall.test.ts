import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logInOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '9', VEDETTE_SIM_ROSTER: 'cameras' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    language: 'en',
    settings: 'System settings',
    sheet: 'Keyboard shortcuts',
    tree: 'Play in the chosen window',
    sound: 'Message reminder sound',
    reminder: 'Floating reminder',
    live: 'Live video',
  },
  {
    locale: 'zh-CN',
    language: 'zh-cn',
    settings: '系统设置',
    sheet: '键盘快捷键',
    tree: '在所选窗口播放',
    sound: '消息提醒声音',
    reminder: '悬浮提醒',
    live: '实时视频',
  },
] as const

/** Which device is at each place in sight, in the order of the places. */
function devicesOf(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.tile')
    .evaluateAll((tiles) =>
      tiles
        .toSorted((a, b) => Number(a.getAttribute('data-place')) - Number(b.getAttribute('data-place')))
        .map((tile) => tile.getAttribute('data-did')),
    )
}

function place(page: Page, at: number) {
  return page.locator(`[data-place="${at}"]`)
}

async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).toSorted())
}

for (const { locale, language, settings, sheet, tree, sound, reminder, live } of LANGUAGES) {
  test(`${locale}: a wall by mouse, by keyboard, in full screen, and after a logout`, async () => {
    const { page, end } = await visit(browser, { locale })
    await logInOnPage(page, platform.address)
    const rows = page.locator('[role="treeitem"][data-did]')
    const dids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-did')))
    const [a, b, c] = dids
    const wall = async (...shown: (string | null | undefined)[]): Promise<void> => {
      await expect.poll(() => devicesOf(page), { timeout: 60_000 }).toEqual(shown.map((did) => did ?? null))
    }

    // By mouse: a double click, a drag, windows that change places, a window that is closed.
    await rows.nth(0).dblclick()
    await wall(a, null, null, null)
    await rows.nth(1).dragTo(place(page, 2))
    await wall(a, null, b, null)
    await place(page, 2).dragTo(place(page, 1))
    await wall(a, b, null, null)
    await place(page, 1).hover()
    await place(page, 1).locator('[data-tool="close"]').click()
    await wall(a, null, null, null)
    await place(page, 0).dblclick()
    await wall(a)
    await page.keyboard.press('Escape')
    await wall(a, null, null, null)

    // By keyboard: search by id, play, walk, trade places, enlarge, close; letters in the tree search and do nothing else.
    await place(page, 1).click()
    await page.getByRole('searchbox').fill(c ?? '')
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await wall(a, c, null, null)
    await page.getByRole('tree').focus()
    await page.keyboard.press('f')
    expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
    await page.getByRole('searchbox').fill('')
    await place(page, 0).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await wall(c, a, null, null)
    await page.keyboard.press('Shift+ArrowDown')
    await wall(c, null, null, a)
    await page.keyboard.press('Enter')
    await wall(a)
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('.tile').getAttribute('data-zoom'), { timeout: 60_000 }).toBe('1.25')
    await page.keyboard.press('0')
    await expect.poll(() => page.locator('.tile').getAttribute('data-zoom'), { timeout: 60_000 }).toBeNull()
    await page.locator('.tile').hover()
    await page.mouse.wheel(0, -400)
    await page.locator('.tile[data-zoom]').waitFor()
    await page.locator('.tile').dblclick()
    await page.locator('.tile:not([data-zoom])').waitFor()
    await wall(a)
    await page.keyboard.press('Escape')
    await wall(c, null, null, a)
    await page.keyboard.press('Delete')
    await wall(c, null, null, null)

    // Full screen: the wall by its key, a window by its button.
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('live-wall'))
    await page.keyboard.press('f')
    await page.waitForFunction(() => !document.fullscreenElement)
    await place(page, 0).hover()
    await place(page, 0).locator('[data-tool="tile-full-screen"]').click()
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('tile'))
    await page.evaluate(() => document.exitFullscreen())

    // Eight windows: one large, seven small; nine are full.
    await page.keyboard.press('Alt+8')
    const boxes = await Promise.all((await page.locator('.tile').all()).map((tile) => tile.boundingBox()))
    const widths = boxes.map((box) => box?.width ?? 0).toSorted((x, y) => x - y)
    expect(widths).toHaveLength(8)
    expect(widths.at(-1)).toBeGreaterThan((widths.at(-2) ?? 0) * 2.5)
    await page.keyboard.press('Alt+9')
    for (const [i] of dids.entries()) await rows.nth(i).dblclick()
    await expect
      .poll(() => devicesOf(page), { timeout: 60_000 })
      .toEqual(expect.arrayContaining(dids.slice(0, 9)))
    await expect.poll(() => page.locator('.tile[data-state="live"]').count(), { timeout: 60_000 }).toBe(9)

    // The sheet and the settings; what is confirmed holds.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: sheet }).getByText(tree).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    const dialog = page.getByRole('dialog', { name: settings })
    for (const isConfirmed of [false, true]) {
      await page.getByRole('button', { name: settings }).click()
      await dialog.getByRole('switch').first().uncheck()
      expect(await axeViolations(page)).toEqual([])
      if (isConfirmed) await dialog.locator('[type="submit"]').click()
      else await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      // The switch of the bar is the same one.
      const inBar = page.getByRole('button', { name: sound })
      expect(await inBar.getAttribute('aria-pressed')).toBe(String(!isConfirmed))
    }
    const popUps = page.getByRole('button', { name: reminder })
    await popUps.click()
    expect(await popUps.getAttribute('aria-pressed')).toBe('false')

    // A logout forgets who it was and keeps what was set.
    const before = await devicesOf(page)
    await page.locator('.user-button').click()
    await page.locator('#user .button').last().click()
    await page.locator('[name="account"]').waitFor()
    expect(await storedKeys(page)).toEqual(
      expect.not.arrayContaining([
        'userInfo',
        'companyInfos',
        'currentCompany',
        'currentAccount',
        'permissions',
      ]),
    )
    await logInOnPage(page, platform.address)
    await page.getByRole('link', { name: live }).waitFor()
    await wall(...before)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(language === 'en' ? 'en' : 'zh-CN')
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('setting'))) ?? '{}')).toMatchObject({
      notification: false,
      notificationAudio: false,
    })
    await end()
  })
}
