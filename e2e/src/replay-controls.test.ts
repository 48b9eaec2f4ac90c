/** What a guard does with the past: many windows at once, single pictures, speeds, sound, keys, there from the live wall and back. */
import { deviceList } from '@vedette/contract/calls/device'
import { recordTimeline } from '@vedette/contract/calls/record'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { makeGap } from './support/recording-gap.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const WAIT = { timeout: 180_000, interval: 1000 }
/** Pictures stand for 40 to 100 ms, and a picture's own time and that of the recorder are not quite the same. */
const NEAR_MS = 250
/** The recorder has come over by then from the time of arrival to the cameras' own clocks (docs/time.md). */
const SETTLED_MS = 40_000
const RECORDED_MS = 75_000

let platform: Platform
let browser: Browser
/** Three cameras and the four channels of a recorder. */
let cameras: string[]
let from: number

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '4', VEDETTE_SIM_FPS: '25' })
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const Streams = List.flatMap(({ DID, Channels }) =>
    Array.from({ length: Channels }, (_, Channel) => ({ DID, Channel })),
  )
  await vi.waitFor(async () => {
    const range = { From: Date.now() - 3_600_000, To: Date.now() + 3_600_000 }
    const { List: lanes } = await replied(platform.address, token, recordTimeline, { Streams, ...range })
    const long = lanes.filter(({ Spans }) => (Spans.at(-1) ?? 0) - (Spans.at(-2) ?? 0) > RECORDED_MS)
    if (long.length < 7) throw new Error(`${long.length} cameras are recorded for so long`)
    cameras = long.map(({ DID, Channel }) => (Channel === 0 ? DID : `${DID}~${Channel}`))
    from = Math.max(...long.map(({ Spans }) => Spans.at(-2) ?? 0)) + SETTLED_MS
  }, WAIT)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function open(page: Page, shown: readonly string[], atMs: number): Promise<void> {
  const layout = shown.length > 4 ? 9 : shown.length > 1 ? 4 : 1
  await page.goto(`${platform.address}#/replay?show=${shown.join(',')}&at=${atMs}&layout=${layout}`)
  for (const key of shown) await page.locator(`[data-device="${key}"][data-state="ready"]`).waitFor()
}

/** NaN while no picture of the recording is there: one that is just being painted may be misread. */
async function stripMs(page: Page, window = 0): Promise<number> {
  const timeMs = (await paintedStrip(page, window))?.timeMs ?? NaN
  return Math.abs(timeMs - from) < 3_600_000 ? timeMs : NaN
}

/** How far the window that is furthest off is from a moment. */
async function worstOff(page: Page, windows: number, atMs: number): Promise<number> {
  const off: number[] = []
  for (let window = 0; window < windows; window++) off.push(Math.abs((await stripMs(page, window)) - atMs))
  return Math.max(...off)
}

const addressMs = (page: Page): number => Number(/at=(\d+)/.exec(page.url())?.[1])

it('all windows of a wall of nine show one instant: opened, after a jump, while playing, after another speed', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const at = from + 3000
  await open(page, cameras, at)
  const count = cameras.length
  await expect.poll(() => worstOff(page, count, at)).toBeLessThan(NEAR_MS)
  await page.locator('[data-tool="forward"]').click()
  await expect.poll(() => worstOff(page, count, at + 10_000)).toBeLessThan(NEAR_MS)
  await page.locator('[data-tool="back"]').click()
  await expect.poll(() => worstOff(page, count, at)).toBeLessThan(NEAR_MS)

  // While time passes once as fast, each picture is as old as the others when it is read.
  await page.keyboard.press('k')
  await expect
    .poll(async () => {
      const ages: number[] = []
      for (let window = 0; window < count; window++)
        ages.push((await paintedStrip(page, window))?.ageMs ?? NaN)
      return Math.max(...ages) - Math.min(...ages)
    })
    .toBeLessThan(NEAR_MS)
  await page.getByLabel('Speed').selectOption('2')
  await expect.poll(() => stripMs(page)).toBeGreaterThan(at + 4000)
  await page.keyboard.press('k')
  await expect.poll(() => worstOff(page, count, addressMs(page))).toBeLessThan(NEAR_MS)

  // And over a gap of them all, which begins and ends at another moment in each.
  const gap = await makeGap(platform.address, cameras)
  await open(page, cameras, gap.fromMs - 2000)
  await page.getByLabel('Speed').selectOption('1')
  await page.keyboard.press('k')
  await expect.poll(() => stripMs(page)).toBeGreaterThan(gap.toMs)
  await expect.poll(() => page.locator('[data-device][data-state="ready"]').count()).toBe(count)
  await page.keyboard.press('k')
  await expect.poll(() => worstOff(page, count, addressMs(page))).toBeLessThan(NEAR_MS)
  expect(addressMs(page)).toBeGreaterThan(gap.toMs)
  await end()
})

it('single pictures are gone through both ways, however many there are in a second', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  for (const key of cameras) {
    await open(page, [key], from + 6000)
    await expect.poll(() => stripMs(page)).toBeGreaterThan(0)
    const shown = [await stripMs(page)]
    const press = async (pressed: string): Promise<void> => {
      const before = shown.at(-1) ?? 0
      await page.keyboard.press(pressed)
      await expect.poll(async () => Math.abs((await stripMs(page)) - before)).toBeGreaterThan(0)
      shown.push(await stripMs(page))
    }
    for (let i = 0; i < 4; i++) await press('.')
    const steps = shown.slice(1).map((ms, i) => ms - (shown[i] ?? 0))
    for (const ms of steps) expect(ms).toBeGreaterThan(0)
    // None was passed over; a camera on a busy machine leaves some out itself.
    const [shortest = 0, , third = 0] = steps.toSorted((one, other) => one - other)
    expect(third).toBeLessThan(1.9 * shortest)
    for (let i = 0; i < 4; i++) await press(',')
    expect(shown.slice(5)).toEqual(shown.slice(0, 4).toReversed())
  }
  await end()
})

it('time runs slower, faster and backwards', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, cameras.slice(0, 1), from + 6000)
  await expect.poll(() => stripMs(page)).toBeGreaterThan(0)
  const first = await stripMs(page)
  const speed = page.getByLabel('Speed')
  await page.keyboard.press('j')
  expect(await speed.inputValue()).toBe('-1')
  await expect.poll(() => stripMs(page)).toBeLessThan(first - 1500)
  // Not by key frames alone, of which there is one in two seconds.
  const shown = new Set<number>()
  await expect.poll(async () => shown.add(await stripMs(page)).size, { interval: 100 }).toBeGreaterThan(5)
  const falling = [...shown].filter((ms) => !Number.isNaN(ms))
  expect(falling).toEqual(falling.toSorted((a, b) => b - a))
  expect((falling[0] ?? 0) - (falling.at(-1) ?? 0)).toBeLessThan(6000)
  await page.keyboard.press('j')
  expect(await speed.inputValue()).toBe('-2')
  await page.keyboard.press('l')
  expect(await speed.inputValue()).toBe('1')
  await expect.poll(() => stripMs(page)).toBeGreaterThan(0)
  const turned = await stripMs(page)
  await page.keyboard.press('l')
  expect(await speed.inputValue()).toBe('2')
  await speed.selectOption('16')
  await expect.poll(() => stripMs(page)).toBeGreaterThan(turned + 8000)
  await speed.selectOption('0.25')
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => page.locator('[data-state="ready"]').count()).toBe(1)
  await page.keyboard.press('k')
  await end()
})

it('windows are handled as on the live wall: one alone and back, places changed, a whole recorder, one heard, one closed', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const shown = cameras.slice(0, 3)
  await open(page, shown, from + 5000)
  const devices = () =>
    page.locator('[data-window]').evaluateAll((all) => all.map((it) => (it as HTMLElement).dataset['device']))
  const window = (at: number) => page.locator(`[data-window="${at}"]`)

  await window(1).dblclick()
  await page.locator('.replay-walls[data-windows="1"]').waitFor()
  await window(0)
    .and(page.locator(`[data-device="${shown[1]}"][data-state="ready"]`))
    .waitFor()
  // By keys: back among the others.
  await page.keyboard.press('Enter')
  await page.locator('.replay-walls[data-windows="4"]').waitFor()
  expect((await devices()).slice(0, 3)).toEqual(shown)

  await window(2).dragTo(window(0))
  await expect.poll(devices).toEqual([shown[2], shown[1], shown[0], undefined])
  await window(0).and(page.locator('[data-chosen="true"][data-state="ready"]')).waitFor()

  await window(1).hover()
  await window(1).locator('[data-tool="sound"]').click()
  await window(1).and(page.locator('[data-heard="true"]')).waitFor()
  await window(1).locator('[data-tool="close"]').click()
  await expect.poll(devices).toEqual([shown[2], undefined, shown[0], undefined])

  // Its four channels come together, each to a window.
  const recorder = page.locator('[role="treeitem"][aria-expanded][data-did]')
  await recorder.first().dragTo(window(0))
  const devicesShown = async () => new Set((await devices()).map((it) => it?.split('~')[0])).size
  await expect.poll(devicesShown).toBe(1)
  // One that was made the only one by its button is not enlarged: a double click does not bring back what stood there before.
  await page.getByRole('button', { name: '1 window', exact: true }).click()
  await page.locator('.replay-walls[data-windows="1"]').waitFor()
  await window(0).dblclick()
  await page.getByRole('button', { name: '4 windows', exact: true }).click()
  await page.locator('.replay-walls[data-windows="4"]').waitFor()
  expect(await devicesShown()).toBe(1)
  await end()
})

it('one window is heard, a picture is enlarged, and the stage fills the screen', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await open(page, cameras.slice(0, 2), from + 5000)
  const muted = () =>
    page.locator('[data-window] video').evaluateAll((all) => all.map((it) => (it as HTMLVideoElement).muted))
  expect(await muted()).toEqual([true, true])
  await page.keyboard.press('m')
  await page.locator('[data-window="0"][data-heard="true"]').waitFor()
  expect(await muted()).toEqual([false, true])
  await page.keyboard.press('m')
  await page.locator('[data-heard="true"]').waitFor({ state: 'detached' })

  const second = page.locator('[data-window="1"]')
  await second.hover()
  await page.mouse.wheel(0, -600)
  await second.and(page.locator('[data-zoom]')).waitFor()
  await second.dblclick()
  await second.and(page.locator(':not([data-zoom])')).waitFor()
  // By keys: the window beside it, closer, and all of it again.
  await page.keyboard.press('ArrowLeft')
  const first = page.locator('[data-window="0"]')
  await first.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('+')
  await first.and(page.locator('[data-zoom]')).waitFor()
  await page.keyboard.press('Escape')
  await first.and(page.locator(':not([data-zoom])')).waitFor()

  // The tools stand in one row beside the cameras on a usual desk.
  const middles = await page.locator('.replay-transport > *').evaluateAll((all) =>
    all.map((it) => {
      const { top, bottom } = it.getBoundingClientRect()
      return (top + bottom) / 2
    }),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4)

  await page.keyboard.press('f')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement?.className)).toBe('replay-stage')
  // The menu is seen there too.
  await page.getByRole('button', { name: 'More replay tools' }).click()
  await page.getByRole('menuitem', { name: 'Full screen' }).click()
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBe(null)
  await end()
})

it('the timeline is zoomed by the wheel, moved by hand, and marked by its handles; its keys are on the sheet', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const at = from + 5000
  await open(page, cameras.slice(0, 1), at)
  const timeline = page.getByRole('slider', { name: 'Timeline' })
  const view = async () => {
    const read = async (name: string) => Number(await timeline.getAttribute(name))
    return { fromMs: await read('data-from'), toMs: await read('data-to') }
  }
  const box = await timeline.boundingBox()
  const names = 136
  const [left, top, width] = [(box?.x ?? 0) + names, box?.y ?? 0, (box?.width ?? 0) - names]
  const placeOf = async (ms: number) => {
    const { fromMs, toMs } = await view()
    return left + ((ms - fromMs) / (toMs - fromMs)) * width
  }
  // Pointers stand on whole pixels.
  const x = Math.round(await placeOf(at))
  await page.mouse.move(x, top + 34)
  const before = await view()
  const under = before.fromMs + ((x - left) / width) * (before.toMs - before.fromMs)
  for (let i = 0; i < 20; i++) await page.mouse.wheel(0, -100)
  await expect.poll(async () => (await view()).toMs - (await view()).fromMs).toBeLessThan(120_000)
  // What was under the pointer still is.
  expect(Math.abs((await placeOf(under)) - x)).toBeLessThan(3)

  await page.keyboard.press('[')
  await page.locator('[data-tool="forward"]').click()
  await page.keyboard.press(']')
  const [markIn, markOut] = ['in', 'out'].map((name) =>
    Number(new RegExp(`${name}=(\\d+)`).exec(page.url())?.[1]),
  )
  expect([markIn, markOut]).toEqual([at, at + 10_000])
  const handle = await placeOf(at)
  await page.mouse.move(handle, top + 14)
  await page.mouse.down()
  await page.mouse.move(handle - 60, top + 14, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => Number(/in=(\d+)/.exec(page.url())?.[1])).toBeLessThan(at)

  const zoomed = await view()
  await page.mouse.move(left + width / 4, top + 34)
  await page.mouse.down()
  await page.mouse.move(left + width / 4 + 80, top + 34, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await view()).fromMs).toBeLessThan(zoomed.fromMs)
  // Dragged, not clicked: the picture stays.
  expect(addressMs(page)).toBe(at + 10_000)

  await page.keyboard.press('z')
  // Both marks are in sight, with a little room.
  await expect
    .poll(async () => {
      const { fromMs, toMs } = await view()
      const markedMs = at + 10_000 - Number(/in=(\d+)/.exec(page.url())?.[1])
      return Math.abs(toMs - fromMs - 1.1 * markedMs)
    })
    .toBeLessThan(10)

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog')
  for (const label of [
    'Play or pause',
    'Play backwards, then faster',
    'Play forwards, then faster',
    'Previous frame',
    'Next frame',
    'Previous event',
    'Next event',
    'Mark the start',
    'Mark the end',
    'Go to a time',
  ])
    await sheet.getByText(label, { exact: true }).waitFor()
  await end()
})

it('from a live window to its past and back, and to a day that the calendar marks', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const [first = '', did = '', other = ''] = cameras.filter((key) => !key.includes('~'))
  const wall = `#/realTimeVideo?layout=16&chosen=1&show=${first},${did}`
  await page.goto(platform.address + wall)
  const tile = page.locator(`.tile[data-did="${did}"]`)
  await tile.waitFor()
  await tile.hover()
  const asked = Date.now()
  await tile.locator('[data-tool="replay"]').click()
  await page.waitForURL(/#\/replay\?/)
  await page.locator(`[data-device="${did}"][data-state="ready"]`).waitFor()
  expect(Math.abs(addressMs(page) - (asked - 30_000))).toBeLessThan(10_000)
  // The others of the wall are there as well.
  await page.locator(`[data-device="${first}"]`).waitFor()
  await page.locator(`[data-device="${did}"][data-chosen="true"]`).waitFor()
  // Today is marked, as what is recorded now is.
  const day = page.locator('[data-footage="true"]').last()
  await day.waitFor()
  const live = page.getByRole('link', { name: 'Live', exact: true })
  await live.click()
  await page.waitForURL(/#\/realTimeVideo\?layout=16/)
  await page.locator(`.tile[data-did="${did}"]`).waitFor()
  expect(new URL(page.url()).hash).toBe(wall)
  // One that the wall does not have stands beside it.
  await open(page, [other], from)
  await live.click()
  await page.locator(`.live-wall[data-windows="1"] .tile[data-did="${other}"]`).waitFor()
  await page.getByRole('button', { name: 'Back to the wall' }).click()
  await page.locator('.live-wall[data-windows="16"]').waitFor()
  expect(new URL(page.url()).hash).toBe(wall)
  await end()
})

it('what is being recorded grows on the timeline while one looks', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  const ends: number[] = []
  page.on('response', (response) => {
    if (!response.url().endsWith(recordTimeline.path)) return
    void response.json().then(({ BODY }) => {
      const { List } = recordTimeline.reply.parse(BODY)
      ends.push(Math.max(...List.flatMap(({ Spans }) => Spans)))
    })
  })
  await open(page, cameras.slice(0, 1), from + 5000)
  await expect.poll(() => new Set(ends).size, { timeout: 60_000 }).toBeGreaterThan(2)
  await end()
})
