import { deviceList } from '@vedette/contract/calls/device'
import { aimPtz, setMsgIn } from '@vedette/contract/calls/device-message'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { paintedStrip, sceneColumns, sceneShift } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'

let platform: Platform
let browser: Browser
/** Those that turn. */
let cameras: string[]

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '3', VEDETTE_SIM_ROSTER: 'cameras' })
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  cameras = List.filter(({ HasPTZ }) => HasPTZ).map(({ DID }) => DID)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const PATIENCE = { timeout: 60_000 }

const LANGUAGES = [
  {
    locale: 'en-US',
    right: 'Right',
    mine: 'You are controlling this camera',
    theirs: 'admin is controlling this camera',
    name: 'Preset name',
    save: 'Save',
    edit: 'Edit presets',
    done: 'Done',
    nameOf: 'Name of Yard',
    remove: 'Delete Pond',
    yes: 'Delete',
    no: 'Cancel',
    undo: 'Undo',
    tour: {
      make: 'New tour',
      name: 'Tour name',
      save: 'Save tour',
      start: 'Start Round',
      remove: 'Delete Round',
      by: 'Running, started by admin',
      ended: 'The tour Round has fewer than two presets left and can’t run.',
      short: 'Needs two presets',
    },
    dwell: 'Seconds at each preset',
  },
  {
    locale: 'zh-CN',
    right: '右',
    mine: '您正在控制该云台',
    theirs: 'admin 正在控制该云台',
    name: '预置点名称',
    save: '保存',
    edit: '编辑预置点',
    done: '完成',
    nameOf: 'Yard 的名称',
    remove: '删除 Pond',
    yes: '删除',
    no: '取消',
    undo: '撤销',
    tour: {
      make: '新建巡航',
      name: '巡航名称',
      save: '保存巡航',
      start: '启动 Round',
      remove: '删除 Round',
      by: '运行中，由 admin 启动',
      ended: '巡航 Round 的预置点不足两个，无法运行。',
      short: '至少需要两个预置点',
    },
    dwell: '每点停留（秒）',
  },
] as const

async function columnsOf(page: Page): Promise<number[]> {
  await expect.poll(() => sceneColumns(page, 0), PATIENCE).toBeDefined()
  return (await sceneColumns(page, 0)) ?? []
}

async function shiftFrom(page: Page, before: readonly number[]): Promise<number> {
  return sceneShift(before, await columnsOf(page))
}

/** The camera's own time in the picture that is painted; NaN where it cannot be read just now. */
async function pictureMs(page: Page): Promise<number> {
  return (await paintedStrip(page, 0))?.timeMs ?? NaN
}

/** Waits until two pictures, taken half a second apart, are of the same scene: a busy page may paint none for longer. */
async function isStill(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      const before = await columnsOf(page)
      let beforeMs = NaN
      await expect.poll(async () => (beforeMs = await pictureMs(page)), PATIENCE).toBeGreaterThan(0)
      await expect.poll(() => pictureMs(page), PATIENCE).toBeGreaterThan(beforeMs + 500)
      return Math.abs(await shiftFrom(page, before))
    }, PATIENCE)
    .toBe(0)
}

/** One large window with the camera in it. */
async function watching(page: Page, did: string): Promise<void> {
  await logInOnPage(page, platform.address)
  await page.evaluate(
    (shown) => void (location.hash = `#/realTimeVideo?layout=1&chosen=0&show=${shown}`),
    did,
  )
  await page.locator(`.tile[data-did="${did}"][data-state="live"]`).waitFor()
  await page.locator(`.ptz[data-did="${did}"] .ptz-presets`).waitFor()
}

/** Lets go of the camera, and waits until it is told to stop. */
async function stopped(page: Page, letGo: () => Promise<void>): Promise<void> {
  const isStop = (told: string | null): boolean => told?.includes('stop') === true
  const told = page.waitForRequest((it) => it.url().endsWith(setMsgIn.path) && isStop(it.postData()))
  await letGo()
  await told
}

/** From wherever, and in whose hand, the story before has left it. */
async function atHome(page: Page): Promise<void> {
  await page.locator('.ptz-hand[data-barred="false"]').waitFor()
  await page.locator('.ptz-home').click()
  await isStill(page)
}

describe('in English and Chinese by turns', () => {
  let [words, turn]: [(typeof LANGUAGES)[number], number] = [LANGUAGES[0], 0]
  let did: string
  beforeEach(() => {
    did = cameras[turn % 2] ?? ''
    words = LANGUAGES[turn++ % 2] ?? words
  })

  test('a camera turns as long as a hand is on it, and goes to its presets', async () => {
    const { locale, right, mine, theirs, name, save } = words
    const { page, end } = await visit(browser, { locale })
    await watching(page, did)
    expect(await axeViolations(page)).toEqual([])
    const ahead = await columnsOf(page)

    // By mouse: the pad, held and let go.
    await page.getByRole('textbox', { name }).fill('Gate')
    await page.getByRole('button', { name: save, exact: true }).click()
    await page.locator('.ptz-place').waitFor()
    await page.getByRole('button', { name: right, exact: true }).hover()
    await page.mouse.down()
    await expect.poll(() => shiftFrom(page, ahead), PATIENCE).toBeGreaterThan(15)
    await page.getByText(mine).waitFor()
    await page.mouse.up()
    await isStill(page)

    // To the preset by its key.
    await page.locator('.tile').focus()
    await page.keyboard.press('1')
    await expect.poll(async () => Math.abs(await shiftFrom(page, ahead)), PATIENCE).toBeLessThan(2)
    await isStill(page)

    // By keyboard: the arrows are the camera's until Escape.
    await page.keyboard.press('p')
    await page.locator('[data-tool="steer"][aria-pressed="true"]').waitFor()
    await page.keyboard.down('ArrowLeft')
    await expect.poll(() => shiftFrom(page, ahead), PATIENCE).toBeLessThan(-15)
    await page.keyboard.up('ArrowLeft')
    await isStill(page)

    // Whatever else is down, and wherever the focus went meanwhile.
    await page.keyboard.down('ArrowRight')
    await page.keyboard.down('Control')
    await stopped(page, () => page.keyboard.up('ArrowRight'))
    await page.keyboard.up('Control')
    await page.keyboard.down('ArrowRight')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await stopped(page, () => page.keyboard.up('ArrowRight'))
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    // It has no remote focus: nothing is asked of it by that key.
    const asked: string[] = []
    page.on('request', (it) => void asked.push(it.postData() ?? ''))
    await page.keyboard.press('[')
    await page.keyboard.down('-')
    await page.keyboard.down('Shift')
    await stopped(page, () => page.keyboard.up('_'))
    await page.keyboard.up('Shift')
    expect(asked.some((it) => it.includes('zoomOut'))).toBe(true)
    expect(asked.filter((it) => it.includes('focus'))).toEqual([])
    await isStill(page)

    // The picture itself is a joystick meanwhile.
    const left = await columnsOf(page)
    const box = await page.locator('.ptz-glass').boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 120, y, { steps: 4 })
    await expect.poll(() => shiftFrom(page, left), PATIENCE).toBeGreaterThan(15)
    await page.mouse.up()
    await isStill(page)

    // A click brings what is there into the middle; a box with Shift comes closer, until the camera goes home.
    const still = await columnsOf(page)
    await page.mouse.click(x - (box?.width ?? 0) / 8, y)
    await expect.poll(() => shiftFrom(page, still), PATIENCE).toBeLessThan(-15)
    await isStill(page)
    await page.keyboard.down('Shift')
    await page.mouse.move(x - 60, y - 40)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 40, { steps: 4 })
    await page.locator('.ptz-glass rect').waitFor()
    const told = page.waitForResponse((it) => it.url().endsWith(aimPtz.path))
    await page.mouse.up()
    await page.keyboard.up('Shift')
    const aimed = aimPtz.body.parse((await told).request().postDataJSON().BODY)
    expect([aimed.X, aimed.Y]).toEqual([0, 0])
    expect(aimed.Width).toBeLessThan(0.5)
    await page.keyboard.press('Escape')
    await page.locator('[data-tool="steer"][aria-pressed="false"]').waitFor()
    await page.locator('.tile').focus()
    await page.keyboard.press('1')

    // In one hand at a time, and both see whose; a tab that closes lets go.
    const other = await visit(browser, { locale })
    await watching(other.page, did)
    await page.getByRole('button', { name: right, exact: true }).hover()
    await page.mouse.down()
    await other.page.getByText(theirs).waitFor()
    const seen = await columnsOf(other.page)
    await expect.poll(() => shiftFrom(other.page, seen), PATIENCE).toBeGreaterThan(3)
    await end()
    await isStill(other.page)
    await other.page.getByText(theirs).waitFor({ state: 'detached', timeout: 30_000 })
    await other.end()
  })

  test('a preset has a picture, and another name without another place', async () => {
    const { locale, right, name, save, edit, done, nameOf } = words
    const { page, end } = await visit(browser, { locale })
    await watching(page, did)
    await atHome(page)
    await page.getByRole('textbox', { name }).fill('Yard')
    await page.getByRole('button', { name: save, exact: true }).click()
    const place = page.locator('.ptz-place', { hasText: 'Yard' })
    const width = () => place.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)
    await expect.poll(width, PATIENCE).toBe(320)
    const saved = await columnsOf(page)
    await page.getByRole('button', { name: right, exact: true }).hover()
    await page.mouse.down()
    await expect.poll(() => shiftFrom(page, saved), PATIENCE).toBeGreaterThan(15)
    await page.mouse.up()

    await page.getByRole('button', { name: edit }).click()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('textbox', { name: nameOf }).fill('Pond')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: done, exact: true }).click()
    await page.locator('.ptz-place', { hasText: 'Pond' }).click()
    await expect.poll(async () => Math.abs(await shiftFrom(page, saved)), PATIENCE).toBeLessThan(2)

    // Its name stands on the server.
    await page.reload()
    await page.locator('.ptz-place', { hasText: 'Pond' }).waitFor()
    expect(await place.count()).toBe(0)

    await page.getByRole('button', { name: edit }).click()
    await page.getByRole('button', { name: words.remove, exact: true }).click()
    const question = page.getByRole('dialog')
    await question.getByText('Pond').waitFor()
    expect(await axeViolations(page)).toEqual([])
    await question.getByRole('button', { name: words.no, exact: true }).click()
    await page.getByRole('button', { name: words.remove, exact: true }).click()
    await question.getByRole('button', { name: words.yes, exact: true }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('textbox', { name: nameOf.replace('Yard', 'Pond') }).waitFor({ state: 'detached' })
    await end()
  })

  test('a tour goes on while no page is open, until a hand is on the camera', async () => {
    const { locale, right, save, edit, tour, dwell } = words
    const first = await visit(browser, { locale })
    await watching(first.page, did)
    await atHome(first.page)
    const keep = async (name: string, count: number): Promise<number[]> => {
      await first.page.getByRole('textbox', { name: words.name }).fill(name)
      await first.page.getByRole('button', { name: save, exact: true }).click()
      await first.page.locator('.ptz-place', { hasText: name }).waitFor()
      expect(await first.page.locator('.ptz-place').count()).toBeGreaterThanOrEqual(count)
      return columnsOf(first.page)
    }
    const here = await keep('Here', 1)
    await first.page.getByRole('button', { name: right, exact: true }).hover()
    await first.page.mouse.down()
    await expect.poll(() => shiftFrom(first.page, here), PATIENCE).toBeGreaterThan(15)
    await first.page.mouse.up()
    await isStill(first.page)
    const there = await keep('There', 2)

    await first.page.getByRole('button', { name: tour.make }).click()
    const called = first.page.getByRole('textbox', { name: tour.name })
    await first.page.getByRole('button', { name: tour.save }).click()
    await expect.poll(() => called.evaluate((it) => it === document.activeElement)).toBe(true)
    expect(await called.getAttribute('aria-invalid')).toBe('true')
    await called.fill('Round')
    // Other stories' presets are no part of it.
    for (const name of ['Gate', 'Pond']) {
      const stop = first.page.locator('.ptz-tour li', { hasText: name })
      if ((await stop.count()) > 0) await stop.getByRole('button').click()
    }
    await first.page.getByRole('spinbutton', { name: dwell }).fill('8')
    expect(await axeViolations(first.page)).toEqual([])
    await first.page.getByRole('button', { name: tour.save }).click()
    await first.page.getByRole('button', { name: tour.start }).click()
    await first.page.getByText(tour.by).waitFor()
    await first.end()

    const second = await visit(browser, { locale })
    await watching(second.page, did)
    await second.page.getByText(tour.by).waitFor()
    const isAt = async (place: readonly number[]) => Math.abs(await shiftFrom(second.page, place)) < 2
    for (const place of [here, there]) await expect.poll(() => isAt(place), PATIENCE).toBe(true)
    await second.page.getByRole('button', { name: right, exact: true }).hover()
    await second.page.mouse.down()
    await second.page.getByText(tour.by).waitFor({ state: 'detached' })
    await second.page.mouse.up()

    const start = second.page.getByRole('button', { name: tour.start })
    await second.page.getByRole('button', { name: tour.remove }).click()
    await start.waitFor({ state: 'detached' })
    await second.page.getByRole('button', { name: words.undo, exact: true }).click()
    await start.waitFor()

    // One of its two presets is deleted while it runs.
    await start.click()
    await second.page.getByText(tour.by).waitFor()
    await second.page.getByRole('button', { name: edit }).click()
    const removed = words.remove.replace('Pond', 'There')
    await second.page.getByRole('button', { name: removed, exact: true }).click()
    await second.page.getByRole('dialog').getByRole('button', { name: words.yes, exact: true }).click()
    await second.page.getByText(tour.ended).waitFor()
    await second.page.locator('.ptz-tours li', { hasText: 'Round' }).getByText(tour.short).waitFor()
    await start.waitFor({ state: 'detached' })
    // The page may ask for the deleted preset's picture just before it hears that it is gone.
    await second.end(/status of 404/)
  })
})

test.each(['is closed', 'loses its network'])('a camera stops when the tab that turns it %s', async (end) => {
  const did = cameras[0] ?? ''
  const [hand, onlooker] = [await visit(browser), await visit(browser)]
  await watching(hand.page, did)
  await watching(onlooker.page, did)
  await atHome(hand.page)
  await hand.page.keyboard.press('p')
  await hand.page.locator('[data-tool="steer"][aria-pressed="true"]').waitFor()
  const moved = async (): Promise<number> => {
    const start = await columnsOf(onlooker.page)
    await onlooker.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)))
    return shiftFrom(onlooker.page, start)
  }
  // From the left end: its whole way lies before it.
  await hand.page.keyboard.down('ArrowLeft')
  await expect.poll(moved, PATIENCE).toBeLessThan(-3)
  await isStill(onlooker.page)
  await stopped(hand.page, () => hand.page.keyboard.up('ArrowLeft'))
  await hand.page.keyboard.down('ArrowRight')
  await expect.poll(moved, PATIENCE).toBeGreaterThan(3)
  if (end === 'is closed') await hand.page.close()
  else await hand.context.setOffline(true)
  await isStill(onlooker.page)
  // It stands where it was stopped, and not at the end of its way.
  const standing = await columnsOf(onlooker.page)
  await onlooker.page.locator('.ptz-hand[data-barred="false"]').waitFor()
  await onlooker.page.locator('[data-ptz="right"]').hover()
  await onlooker.page.mouse.down()
  await expect.poll(() => shiftFrom(onlooker.page, standing), PATIENCE).toBeGreaterThan(5)
  await onlooker.page.mouse.up()
  await onlooker.end()
  await hand.end(/ERR_INTERNET_DISCONNECTED|WebSocket/)
})
