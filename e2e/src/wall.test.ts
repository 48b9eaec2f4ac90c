import { namedWalls } from '@vedette/contract/calls/wall'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'
import { devicesOf, logOut, openWall, place, shows } from './support/wall.ts'

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
    tree: 'Play in the selected window',
    sound: 'Alarm sound',
    reminder: 'Alarm pop-ups',
    live: 'Live video',
  },
  {
    locale: 'zh-CN',
    language: 'zh-cn',
    settings: '系统设置',
    sheet: '键盘快捷键',
    tree: '在所选窗口播放',
    sound: '报警声音',
    reminder: '报警通知',
    live: '实时视频',
  },
] as const

type Words = (typeof LANGUAGES)[number]

/** How many pairs of windows lie over one another; runs in the page. */
function overlaps(wall: Element): number {
  const boxes = [...wall.children].map((tile) => tile.getBoundingClientRect())
  const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).map((b) => [a, b] as const))
  return pairs.filter(
    ([a, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
  ).length
}

/** Sets the language as another tab does. */
function speak(page: Page, language: string): Promise<void> {
  return page.evaluate((mode) => {
    localStorage.setItem('languageMode', JSON.stringify(mode))
    dispatchEvent(new Event('storage'))
  }, language)
}

async function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).toSorted())
}

describe('in English and Chinese by turns', () => {
  let [words, turn]: [Words, number] = [LANGUAGES[0], 0]
  beforeEach(() => void (words = LANGUAGES[turn++ % 2] ?? words))

  const open = () => openWall(browser, platform.address, words.locale)

  test('a wall by mouse: a double click, a drag, windows that change places, one that is closed', async () => {
    const { page, rows, dids, end } = await open()
    const [a, b] = dids
    await rows.nth(0).dblclick()
    await shows(page, a, null, null, null)
    await rows.nth(1).dragTo(place(page, 2))
    await shows(page, a, null, b, null)
    await place(page, 2).dragTo(place(page, 1))
    await shows(page, a, b, null, null)
    await place(page, 1).hover()
    await place(page, 1).locator('[data-tool="close"]').click()
    await shows(page, a, null, null, null)
    await place(page, 0).dblclick()
    await shows(page, a)
    await page.keyboard.press('Escape')
    await expect.poll(() => devicesOf(page)).toEqual([a, null, null, null])
    await end()
  })

  test('letters in the tree search and do nothing else, and what is found plays in the selected window', async () => {
    const { page, rows, dids, end } = await open()
    await place(page, 1).click()
    await page.getByRole('searchbox').fill(dids[2] ?? '')
    await expect.poll(() => rows.count()).toBe(1)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await shows(page, null, dids[2], null, null)
    await page.getByRole('tree').focus()
    await page.keyboard.press('f')
    expect(await page.getByRole('searchbox').evaluate((box) => box === document.activeElement)).toBe(true)
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
    await end()
  })

  test('a wall by keyboard: windows trade places, one is enlarged, zoomed and closed', async () => {
    const { page, rows, dids, end } = await open()
    const [a, b] = dids
    await rows.nth(0).dblclick()
    await rows.nth(1).dragTo(place(page, 1))
    await shows(page, a, b, null, null)
    await place(page, 0).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await shows(page, b, a, null, null)
    await page.keyboard.press('Shift+ArrowDown')
    await shows(page, b, null, null, a)
    await page.keyboard.press('Enter')
    await shows(page, a)
    await page.keyboard.press('+')
    await expect.poll(() => page.locator('.tile').getAttribute('data-zoom')).toBe('1.25')
    await page.keyboard.press('0')
    await expect.poll(() => page.locator('.tile').getAttribute('data-zoom')).toBeNull()
    await page.locator('.tile').hover()
    await page.mouse.wheel(0, -400)
    await page.locator('.tile[data-zoom]').waitFor()
    await page.locator('.tile').dblclick()
    await page.locator('.tile:not([data-zoom])').waitFor()
    await shows(page, a)
    await page.keyboard.press('Escape')
    await shows(page, b, null, null, a)
    await page.keyboard.press('Delete')
    await shows(page, b, null, null, null)
    await end()
  })

  test('full screen: the wall by its key, a window by its button', async () => {
    const { page, rows, dids, end } = await open()
    await rows.nth(0).dblclick()
    await shows(page, dids[0], null, null, null)
    await place(page, 0).focus()
    await page.keyboard.press('f')
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('live-wall'))
    await page.keyboard.press('f')
    await page.waitForFunction(() => !document.fullscreenElement)
    await place(page, 0).hover()
    await place(page, 0).locator('[data-tool="tile-full-screen"]').click()
    await page.waitForFunction(() => document.fullscreenElement?.classList.contains('tile'))
    await page.evaluate(() => document.exitFullscreen())
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
    await end()
  })

  test('of eight windows one is large; nine play, and on a small phone only those in sight', async () => {
    const { page, rows, dids, end } = await open()
    await page.keyboard.press('Alt+8')
    await expect.poll(() => page.locator('.tile').count()).toBe(8)
    const boxes = await Promise.all((await page.locator('.tile').all()).map((tile) => tile.boundingBox()))
    const widths = boxes.map((box) => box?.width ?? 0).toSorted((x, y) => x - y)
    expect(widths.at(-1)).toBeGreaterThan((widths.at(-2) ?? 0) * 2.5)
    await page.keyboard.press('Alt+9')
    for (const [i] of dids.entries()) await rows.nth(i).dblclick()
    await expect.poll(() => devicesOf(page)).toEqual(expect.arrayContaining(dids.slice(0, 9)))
    const inState = (state: string) => page.locator(`.tile[data-state="${state}"]`).count()
    await expect.poll(() => inState('live')).toBe(9)

    // None lies over another.
    await page.setViewportSize({ width: 375, height: 500 })
    await expect.poll(() => inState('empty')).toBeGreaterThan(0)
    expect(await page.locator('.live-wall').evaluate(overlaps)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => inState('live')).toBe(9)
    await end()
  })

  test('the sheet of shortcuts follows the language', async () => {
    const { page, end } = await open()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: words.sheet }).getByText(words.tree).waitFor()
    for (const its of [...LANGUAGES.filter((it) => it !== words), words]) {
      await speak(page, its.language)
      const shown = page.getByRole('dialog', { name: its.sheet })
      await shown.getByText(its.tree).waitFor()
      const named = shown.locator('dd').filter({ hasText: /^(Keyboard shortcuts|键盘快捷键)$/ })
      await expect.poll(() => named.allTextContents()).toEqual([its.sheet])
    }
    expect(await axeViolations(page)).toEqual([])
    await end()
  })

  test('settings hold once they are confirmed, and the bar has the same switches', async () => {
    const { page, end } = await open()
    const dialog = page.getByRole('dialog', { name: words.settings })
    for (const isConfirmed of [false, true]) {
      await page.getByRole('button', { name: words.settings }).click()
      await dialog.getByRole('switch').first().uncheck()
      expect(await axeViolations(page)).toEqual([])
      if (isConfirmed) await dialog.locator('[type="submit"]').click()
      else {
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog').locator('.button-danger').click()
      }
      await dialog.waitFor({ state: 'detached' })
      const inBar = page.getByRole('button', { name: words.sound })
      expect(await inBar.getAttribute('aria-pressed')).toBe(String(!isConfirmed))
    }
    const popUps = page.getByRole('button', { name: words.reminder })
    expect(await popUps.getAttribute('aria-pressed')).toBe('false')
    await popUps.click()
    expect(await popUps.getAttribute('aria-pressed')).toBe('true')
    await end()
  })

  test('a logout forgets who it was and keeps what was set', async () => {
    const { page, rows, dids, end } = await open()
    await rows.nth(1).dragTo(place(page, 2))
    await shows(page, null, null, dids[1], null)
    await page.getByRole('button', { name: words.sound }).click()
    await page.getByRole('button', { name: words.reminder }).click()
    await logOut(page)
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
    await page.getByRole('link', { name: words.live }).waitFor()
    await shows(page, null, null, dids[1], null)
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(
      words.language === 'en' ? 'en' : 'zh-CN',
    )
    expect(JSON.parse((await page.evaluate(() => localStorage.getItem('setting'))) ?? '{}')).toMatchObject({
      notification: true,
      notificationAudio: false,
    })
    await end()
  })
})

test('a wall is saved under a name, found again by the palette and by its link, and deleted with a way back', async () => {
  const { page, rows, end } = await openWall(browser, platform.address)
  await rows.nth(0).dblclick()
  await rows.nth(1).dblclick()
  await page.locator('[data-tool="more-layouts"]').click()
  await page.getByRole('button', { name: '64 windows', exact: true }).click()
  await page.getByText('Fill the window').click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('.tile').count()).toBe(64)
  expect(await page.locator('.live-wall').getAttribute('data-fit')).toBe('fill')
  const before = await devicesOf(page)

  await page.keyboard.press('w')
  const dialog = page.getByRole('dialog', { name: 'Saved walls' })
  await dialog.getByText('No saved walls yet').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Night gates')
  await dialog.getByRole('combobox', { name: 'Visible to' }).selectOption({ label: 'My role' })
  await page.keyboard.press('Enter')
  await dialog.getByRole('list').getByText('Night gates').waitFor()
  await dialog.getByText('Shared', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Delete Night gates' }).click()
  await dialog.getByText('No saved walls yet').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await dialog.getByRole('list').getByText('Night gates').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Alt+1')
  await expect.poll(() => page.locator('.tile').count()).toBe(1)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('night ga')
  await page.getByRole('option', { name: /Night gates/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Wall: Night gates').waitFor()
  expect(await devicesOf(page)).toEqual(before)

  const [saved] = (await replied(platform.address, await logIn(platform.address), namedWalls, {})).List
  await page.keyboard.press('Alt+4')
  await expect.poll(() => page.locator('.tile').count()).toBe(4)
  await page.goto(`${platform.address}#/realTimeVideo?wall=${saved?.WallID}`)
  await expect.poll(() => page.locator('.tile').count()).toBe(64)
  await page.goto(`${platform.address}#/realTimeVideo?wall=NONE`)
  await page.getByText('This wall no longer exists').waitFor()
  await end()
})

test('columns and rows are set by the keyboard, a window grows by its menu, and a reload keeps both', async () => {
  const { page, rows, end } = await openWall(browser, platform.address)
  await rows.nth(0).dblclick()
  await rows.nth(1).dblclick()
  const tiles = page.locator('.tile')
  const before = await devicesOf(page)

  // In the tree letters search.
  await place(page, 0).click()
  await page.keyboard.press('g')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT')
  await page.keyboard.press('5')
  await page.keyboard.press('Tab')
  await page.keyboard.press('3')
  await expect.poll(() => tiles.count()).toBe(15)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  expect(page.url()).toContain('layout=15&')
  expect(page.url()).toContain('&grid=5x3')

  await tiles.nth(1).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Larger / smaller window' }).click()
  await expect.poll(() => tiles.count()).toBe(12)
  const [large, small] = await Promise.all([tiles.nth(1).boundingBox(), tiles.nth(0).boundingBox()])
  expect((large?.width ?? 0) / (small?.width ?? 1)).toBeGreaterThan(1.9)
  expect((large?.height ?? 0) / (small?.height ?? 1)).toBeGreaterThan(1.9)
  expect((await devicesOf(page)).slice(0, 2)).toEqual(before.slice(0, 2))

  await page.keyboard.press('Enter')
  await expect.poll(() => tiles.count()).toBe(1)
  await page.reload()
  await expect.poll(() => tiles.count()).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => tiles.count()).toBe(12)
  await page.keyboard.press('b')
  await page.keyboard.press('b')
  await expect.poll(() => tiles.count()).toBe(15)
  await end()
})
