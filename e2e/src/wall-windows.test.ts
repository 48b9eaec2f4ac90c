/** Walls in windows of their own. */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logInOnPage } from './support/session.ts'
import { devicesOf, logOut, openWall, type OpenWall, place, shows } from './support/wall.ts'

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

/** The wall that comes in a window of its own. */
async function poppedOut(page: Page, ask: Promise<void>): Promise<Page> {
  const [second] = await Promise.all([page.waitForEvent('popup'), ask])
  await second.locator('.tile').first().waitFor()
  return second
}

/** Pictures of the camera that is painted in the window, one after the other. */
async function isPlaying(page: Page, window: number): Promise<void> {
  const painted = async (): Promise<number | undefined> => (await paintedStrip(page, window))?.timeMs
  await expect.poll(painted).toBeDefined()
  const first = await painted()
  await expect.poll(painted).not.toBe(first)
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

interface TwoWalls extends OpenWall {
  second: Page
}

/** The first camera on the page's wall, and alone on a second one, which has nine windows. */
async function twoWalls(locale: string): Promise<TwoWalls> {
  const first = await openWall(browser, platform.address, locale)
  const { page, rows, dids } = first
  await rows.nth(0).dblclick()
  await shows(page, dids[0], null, null, null)
  const second = await poppedOut(page, page.locator('[data-tool="pop-out"]').click())
  await second.evaluate((did) => void (location.hash = `#/wall/2?layout=9&show=${did}`), dids[0])
  await shows(second, dids[0], ...EIGHT_EMPTY)
  return { ...first, second }
}

const EIGHT_EMPTY = Array.from({ length: 8 }, () => null)

const LANGUAGES = [
  { locale: 'en-US', title: 'Video wall 2', blocked: 'The browser blocked the window' },
  { locale: 'zh-CN', title: '视频墙 2', blocked: '浏览器拦截了弹出窗口' },
] as const

describe('in English and Chinese by turns', () => {
  let [words, turn]: [(typeof LANGUAGES)[number], number] = [LANGUAGES[0], 0]
  beforeEach(() => void (words = LANGUAGES[turn++ % 2] ?? words))

  test('a second wall begins with what is not on the first one, and is nothing but a wall', async () => {
    const { page, rows, dids, end } = await openWall(browser, platform.address, words.locale)
    await rows.nth(0).dblclick()
    await shows(page, dids[0], null, null, null)
    const second = await poppedOut(page, page.locator('[data-tool="pop-out"]').click())
    await expect.poll(() => second.title()).toContain(words.title)
    const others = (await devicesOf(second)).filter((did) => did !== null)
    expect(new Set(others)).toEqual(new Set(dids.slice(1)))
    expect(await second.locator('header, nav, aside, [data-tool="pop-out"]').count()).toBe(0)
    for (const wall of [page, second]) await isPlaying(wall, 0)
    expect(await axeViolations(second)).toEqual([])
    await end()
  })

  test('it has a layout and cameras of its own, dragged from its tree and over from the other, and keeps them', async () => {
    const { page, rows, dids, second, end } = await twoWalls(words.locale)
    const [a, b, c, d] = dids
    await second.keyboard.press('d')
    await second.locator(`[role="treeitem"][data-did="${b}"]`).dragTo(place(second, 1))
    await dropFrom(page, rows.nth(2), second, place(second, 4))
    await dropFrom(page, place(page, 0), second, place(second, 8))
    const arranged = [null, b, null, null, c, null, null, null, a]
    await shows(second, ...arranged)
    await shows(page, a, null, null, null)

    await second.reload()
    await shows(second, ...arranged)
    await rows.nth(3).dblclick()
    await shows(page, d, null, null, null)
    await second.close()
    await place(page, 0).focus()
    const again = await poppedOut(page, page.keyboard.press('o'))
    await shows(again, ...arranged)
    const third = await poppedOut(page, page.keyboard.press('o'))
    expect(await third.evaluate(() => location.hash)).toContain('#/wall/3?')
    await end()
  })

  test('it looks back, and comes back from there as it was', async () => {
    const { dids, second, end } = await twoWalls(words.locale)
    await place(second, 0).focus()
    await second.keyboard.press('h')
    await second.locator(`.replay-walls [data-device="${dids[0]}"]`).waitFor()
    await second.locator('.replay-transport a[href*="guest="]').click()
    await expect.poll(() => second.evaluate(() => location.hash)).toContain('#/wall/2')
    await shows(second, dids[0], ...EIGHT_EMPTY)
    await end()
  })

  test('one window is heard, whichever wall it is on', async () => {
    const { page, second, end } = await twoWalls(words.locale)
    const heard = (wall: Page) => wall.locator('.tile[data-heard="true"]').count()
    await place(page, 0).focus()
    await page.keyboard.press('m')
    await expect.poll(() => heard(page)).toBe(1)
    await place(second, 0).focus()
    await second.keyboard.press('m')
    await expect.poll(() => heard(second)).toBe(1)
    await expect.poll(() => heard(page)).toBe(0)
    await end()
  })

  test('a log-out in one ends the other, and a log-in brings its wall back', async () => {
    const { page, dids, second, end } = await twoWalls(words.locale)
    await logOut(page)
    await second.locator('[name="account"]').waitFor()
    await logInOnPage(page, platform.address)
    await expect.poll(() => devicesOf(second)).toEqual([dids[0], ...EIGHT_EMPTY])
    await isPlaying(second, 0)
    await end()
  })

  test('a browser that lets no window open is told of', async () => {
    const { page, end } = await openWall(browser, platform.address, words.locale)
    await page.evaluate(() => void Object.assign(globalThis, { open: () => null }))
    await place(page, 0).focus()
    const told = page.getByText(words.blocked).waitFor()
    await page.keyboard.press('o')
    await told
    expect(page.context().pages()).toHaveLength(1)
    await end()
  })
})
