/** A picture taken of what one sees, live, in replay and of an alarm: it stands in the album, and those of video can be taken back at once. */
import { imageList } from '@vedette/contract/calls/album'
import { deviceList } from '@vedette/contract/calls/device'
import { recordTimeline } from '@vedette/contract/calls/record'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { paintedStrip } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, logInOnPage, replied } from './support/session.ts'

const PATIENCE = { timeout: 120_000, interval: 500 }

let platform: Platform
let browser: Browser
let token: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const album = async () => (await replied(platform.address, token, imageList, {})).List

/** The newest picture's facts, once the story's own is there; then the page takes it back. */
async function savedAndTakenBack(page: Page, undo: string, gone: string) {
  await expect.poll(async () => (await album()).length, PATIENCE).toBe(1)
  const [picture] = await album()
  await page.getByRole('button', { name: undo, exact: true }).click()
  await page.getByText(gone, { exact: true }).waitFor()
  expect(await album()).toEqual([])
  return picture
}

for (const [locale, method, save, undo, gone, toAlbum] of [
  ['en-US', 'mse', 'Save a screenshot', 'Undo', 'Screenshot deleted', 'Open album'],
  ['zh-CN', 'webcodecs', '截图', '撤销', '截图已删除', '打开相册'],
] as const)
  test(`${locale}: of the live picture, by ${method}`, async () => {
    const { page, end } = await visit(browser, { locale })
    await page.addInitScript((wanted) => {
      const setting = JSON.parse(localStorage.getItem('setting') ?? '{}')
      localStorage.setItem('setting', JSON.stringify({ ...setting, playback: { method: wanted, volume: 0 } }))
    }, method)
    await logInOnPage(page, platform.address)
    await page.locator('.device-tree [role="treeitem"][data-did]').first().dblclick()
    await expect.poll(() => paintedStrip(page, 0), PATIENCE).toBeDefined()
    // The choice had moved on to the next free window.
    await page.locator('[data-window="0"]').click()
    const pressedAt = Date.now()
    await page.getByRole('button', { name: new RegExp(`^${save}`) }).click()
    await page.getByRole('link', { name: toAlbum }).waitFor()
    const picture = await savedAndTakenBack(page, undo, gone)
    // The page hears of a canvas's size some time after its worker has painted it.
    const shown = await page
      .locator('[data-window="0"] :is(video, canvas.picture)')
      .evaluate((it) => (it instanceof HTMLVideoElement ? it.videoWidth : (it as HTMLCanvasElement).width))
    expect(picture).toMatchObject({ Source: 'live', Width: shown })
    expect(Math.abs((picture?.Time ?? 0) - pressedAt)).toBeLessThan(10_000)
    await end()
  })

test('of a moment of the past', async () => {
  const { List } = await replied(platform.address, token, deviceList, {})
  const Streams = List.map(({ DID }) => ({ DID }))
  const range = { From: Date.now() - 3_600_000, To: Date.now() + 3_600_000 }
  const lanes = async () =>
    (await replied(platform.address, token, recordTimeline, { Streams, ...range })).List
  await expect
    .poll(async () => (await lanes()).some(({ Spans }) => (Spans[1] ?? 0) - (Spans[0] ?? 0) > 8000), PATIENCE)
    .toBe(true)
  const lane = (await lanes()).find(({ Spans }) => (Spans[1] ?? 0) - (Spans[0] ?? 0) > 8000)
  const at = (lane?.Spans[0] ?? 0) + 4000
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/replay?show=${lane?.DID}&at=${at}&layout=1`)
  await page.locator(`[data-device="${lane?.DID}"][data-state="ready"]`).waitFor()
  await page.getByRole('button', { name: 'Save a screenshot to the album' }).click()
  const picture = await savedAndTakenBack(page, 'Undo', 'Screenshot deleted')
  expect(picture).toMatchObject({ Source: 'replay', DID: lane?.DID })
  expect(Math.abs((picture?.Time ?? 0) - at)).toBeLessThan(1000)
  await end()
})

test('of an alarm', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/alarmManger')
  const pictured = page.locator('[data-eid]').filter({ has: page.locator('img') })
  await pictured
    .first()
    .getByRole('button', { name: /^View / })
    .click()
  const viewer = page.getByRole('dialog')
  await viewer.getByRole('button', { name: 'Save to album' }).click()
  await page.getByText('Screenshot saved to the album', { exact: true }).waitFor()
  expect(await album()).toMatchObject([{ Source: 'alarm' }])
  await end()
})
