import { namedWalls } from '@vedette/contract/calls/wall'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'

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
    second: 'Video wall 2',
    blocked: 'The browser blocked the window',
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
    second: '视频墙 2',
    blocked: '浏览器拦截了弹出窗口',
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

/** The wall that comes in a window of its own. */
async function poppedOut(page: Page, ask: Promise<void>): Promise<Page> {
  const [second] = await Promise.all([page.waitForEvent('popup'), ask])
  await second.locator('.tile').first().waitFor()
  return second
}

/** Pictures of the camera that is painted in the window, one after the other. */
async function isPlaying(page: Page, window: number): Promise<void> {
  const painted = async (): Promise<number | undefined> => (await paintedStrip(page, window))?.timeMs
  await expect.poll(painted, { timeout: 60_000 }).toBeDefined()
  const first = await painted()
  await expect.poll(painted, { timeout: 60_000 }).not.toBe(first)
}

/** What Chromium lets drop in one window of what was dragged in another; the mouse of a story knows one window alone. */
async function dropFrom(page: Page, from: Locator, other: Page, to: Locator): Promise<void> {
  const dragged = page.evaluate(
    () =>
      new Promise<{ mimeType: string; data: string }[]>((resolve) => {
        const read = ({ dataTransfer }: DragEvent): void =>
          resolve(
            (dataTransfer?.types ?? []).map((mimeType) => ({
              mimeType,
              data: dataTransfer?.getData(mimeType) ?? '',
            })),
          )
        addEventListener('dragstart', read, { once: true })
      }),
  )
  await from.hover()
  await page.mouse.down()
  await page.mouse.move(0, 0, { steps: 5 })
  const data = { items: await dragged, dragOperationsMask: 1 }
  const box = await to.boundingBox()
  const at = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  const devtools = await other.context().newCDPSession(other)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, ...at, data })
  await page.mouse.up()
}

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

for (const words of LANGUAGES) {
  const { locale, language, settings, sheet, tree, sound, reminder, live } = words

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
    const inState = (state: string) => page.locator(`.tile[data-state="${state}"]`).count()
    await expect.poll(() => inState('live'), { timeout: 60_000 }).toBe(9)

    // On a small phone they are to scroll through: none lies over another, and what is out of sight does not play.
    await page.setViewportSize({ width: 375, height: 500 })
    await expect.poll(() => inState('empty'), { timeout: 60_000 }).toBeGreaterThan(0)
    expect(await page.locator('.live-wall').evaluate(overlaps)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await expect.poll(() => inState('live'), { timeout: 60_000 }).toBe(9)

    // The sheet and the settings; what is confirmed holds.
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: sheet }).getByText(tree).waitFor()
    for (const its of [...LANGUAGES.filter((it) => it !== words), words]) {
      await speak(page, its.language)
      const shown = page.getByRole('dialog', { name: its.sheet })
      await shown.getByText(its.tree).waitFor()
      const named = shown.locator('dd').filter({ hasText: /^(Keyboard shortcuts|键盘快捷键)$/ })
      await expect.poll(() => named.allTextContents(), { timeout: 60_000 }).toEqual([its.sheet])
    }
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    const dialog = page.getByRole('dialog', { name: settings })
    for (const isConfirmed of [false, true]) {
      await page.getByRole('button', { name: settings }).click()
      await dialog.getByRole('switch').first().uncheck()
      expect(await axeViolations(page)).toEqual([])
      if (isConfirmed) await dialog.locator('[type="submit"]').click()
      else {
        await page.keyboard.press('Escape')
        await page.getByRole('alertdialog').locator('.button-danger').click()
      }
      await dialog.waitFor({ state: 'detached' })
      // The switch of the bar is the same one.
      const inBar = page.getByRole('button', { name: sound })
      expect(await inBar.getAttribute('aria-pressed')).toBe(String(!isConfirmed))
    }
    const popUps = page.getByRole('button', { name: reminder })
    expect(await popUps.getAttribute('aria-pressed')).toBe('false')
    await popUps.click()
    expect(await popUps.getAttribute('aria-pressed')).toBe('true')

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
      notification: true,
      notificationAudio: false,
    })
    await end()
  })

  test(`${locale}: a wall in a window of its own, with its own layout and cameras, that comes and goes with the session`, async () => {
    const { page, end } = await visit(browser, { locale })
    await logInOnPage(page, platform.address)
    const rows = page.locator('[role="treeitem"][data-did]')
    const dids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute('data-did')))
    const [a, b, c, d] = dids
    await rows.nth(0).dblclick()
    await expect.poll(() => devicesOf(page), { timeout: 60_000 }).toEqual([a, null, null, null])

    // By mouse; it begins with what is not on the first one, and shows nothing but the wall and its tools.
    const second = await poppedOut(page, page.locator('[data-tool="pop-out"]').click())
    await expect.poll(() => second.title(), { timeout: 60_000 }).toContain(words.second)
    const others = (await devicesOf(second)).filter((did) => did !== null)
    expect(new Set(others)).toEqual(new Set(dids.slice(1)))
    await second.evaluate((did) => void (location.hash = `#/wall/2?layout=4&chosen=1&show=${did}`), a)
    await expect.poll(() => devicesOf(second), { timeout: 60_000 }).toEqual([a, null, null, null])
    expect(await second.locator('header, nav, aside, [data-tool="pop-out"]').count()).toBe(0)
    for (const wall of [page, second]) await isPlaying(wall, 0)
    expect(await axeViolations(second)).toEqual([])

    // Its own layout, its own cameras: from its tree, and dragged over from the other window.
    await second.keyboard.press('Alt+9')
    await second.keyboard.press('d')
    await second.locator(`[role="treeitem"][data-did="${b}"]`).dblclick()
    await dropFrom(page, rows.nth(2), second, place(second, 4))
    await dropFrom(page, place(page, 0), second, place(second, 8))
    const arranged = [null, b, null, null, c, null, null, null, a]
    await expect.poll(() => devicesOf(second), { timeout: 60_000 }).toEqual(arranged)
    expect(await devicesOf(page)).toEqual([a, null, null, null])

    // One window is heard, whichever wall it is on.
    const heard = (wall: Page): Promise<number> => wall.locator('.tile[data-heard="true"]').count()
    await place(page, 0).focus()
    await page.keyboard.press('m')
    await expect.poll(() => heard(page), { timeout: 60_000 }).toBe(1)
    await place(second, 4).focus()
    await second.keyboard.press('m')
    await expect.poll(() => heard(second), { timeout: 60_000 }).toBe(1)
    await expect.poll(() => heard(page), { timeout: 60_000 }).toBe(0)

    // Remembered by itself, over a reload and when it is opened again: now by the key.
    await second.reload()
    await expect.poll(() => devicesOf(second), { timeout: 60_000 }).toEqual(arranged)
    await rows.nth(3).dblclick()
    await expect.poll(() => devicesOf(page), { timeout: 60_000 }).toEqual([d, null, null, null])
    await second.close()
    await place(page, 0).focus()
    const again = await poppedOut(page, page.keyboard.press('o'))
    expect(await devicesOf(again)).toEqual(arranged)
    const third = await poppedOut(page, page.keyboard.press('o'))
    expect(await third.evaluate(() => location.hash)).toContain('#/wall/3?')
    await third.close()

    // A log-out in one ends the other, and a log-in brings its wall back.
    await page.locator('.user-button').click()
    await page.locator('#user .button').last().click()
    for (const wall of [page, again]) await wall.locator('[name="account"]').waitFor()
    await logInOnPage(page, platform.address)
    await expect.poll(() => devicesOf(again), { timeout: 60_000 }).toEqual(arranged)
    await isPlaying(again, 8)

    // A browser that lets no window open.
    await page.evaluate(() => void Object.assign(globalThis, { open: () => null }))
    await place(page, 0).focus()
    const blocked = page.getByText(words.blocked).waitFor()
    await page.keyboard.press('o')
    await blocked
    await end()
  })
}

test('a wall is saved under a name, found again by the palette and by its link, and deleted with a way back', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const rows = page.locator('.device-tree [role="treeitem"][data-did]')
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
