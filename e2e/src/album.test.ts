/** Pictures that people took: found, looked at, downloaded and deleted. */
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { deleteImage, imageList } from '@vedette/contract/calls/album'
import { addByAddress } from '@vedette/contract/calls/device'
import { deviceUploadImage } from '@vedette/contract/calls/device-photo'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PICTURE = await readFile(join(ROOT, 'docs/pictures/live.webp'))
/** A PNG of one pixel. */
const SMALL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** Several screens of 500 × 700, two in a line. */
const MANY = 40
const PATIENCE = { timeout: 60_000 }

let platform: Platform
let browser: Browser
let token: string
const dids = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  for (const [at, DevName] of ['North gate', 'South gate'].entries()) {
    const camera = { GID, DevName, DevType: 1, Url: `rtsp://192.0.2.7/${at}` }
    dids.set(DevName, (await replied(platform.address, token, addByAddress, camera)).DID)
  }
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function take(name: string, picture = PICTURE): Promise<void> {
  const form = new FormData()
  form.append('DID', dids.get(name) ?? '')
  form.append('Purpose', 'album')
  form.append('file', new Blob([Uint8Array.from(picture)]), 'snapshot')
  const init = { method: 'POST', headers: { authorization: token }, body: form }
  const answer = await fetch(new URL(deviceUploadImage.path, platform.address), init)
  expect(await answer.json()).toMatchObject({ CODE: '200' })
}

async function albumPage() {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/albumManager')
  const tiles = page.getByRole('list', { name: /Pictures|图片/ }).getByRole('listitem')
  return { page, end, tiles }
}

/** Each test begins with these pictures alone. */
beforeEach(async () => {
  const { List } = await replied(platform.address, token, imageList, { PageSize: 100 })
  const PictureIDs = List.map(({ PictureID }) => PictureID)
  if (PictureIDs.length > 0) await replied(platform.address, token, deleteImage, { PictureIDs })
  for (const name of ['North gate', 'South gate', 'North gate']) await take(name)
})

test('pictures are found by name, looked at one after the other, and downloaded, one or several', async () => {
  const { page, end, tiles } = await albumPage()
  await expect.poll(() => tiles.count(), PATIENCE).toBe(3)
  await page.getByRole('searchbox').fill('south')
  await expect.poll(() => tiles.count(), PATIENCE).toBe(1)
  await page.getByRole('searchbox').fill('nowhere')
  await page.getByText('No matching pictures').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await expect.poll(() => tiles.count(), PATIENCE).toBe(3)
  await isSound(page, 'the album')
  await wear(page, DESK)

  await tiles.nth(1).getByRole('button').click()
  const box = page.getByRole('dialog')
  await box.getByText('South gate').first().waitFor()
  const shown = box.getByRole('img')
  await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth), PATIENCE).toBe(1440)
  await page.keyboard.press('ArrowRight')
  await box.getByRole('heading', { name: 'North gate' }).waitFor()
  await isSound(page, 'a picture of the album')
  await wear(page, DESK)
  const one = page.waitForEvent('download')
  await box.getByRole('button', { name: 'Download' }).click()
  expect((await one).suggestedFilename()).toMatch(/^North gate .*\.webp$/)
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  await tiles.first().getByRole('checkbox').check()
  await tiles.nth(1).getByRole('checkbox').check()
  const several = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as ZIP' }).click()
  expect((await several).suggestedFilename()).toMatch(/^album .*\.zip$/)

  await page.getByRole('button', { name: 'Select all 3' }).click()
  await page.getByText('3 selected').waitFor()
  // What is out of sight is not deleted with what one chooses then.
  await page.getByRole('searchbox').fill('south')
  await expect.poll(() => tiles.count(), PATIENCE).toBe(1)
  await page.getByText('3 selected').waitFor({ state: 'hidden' })
  await tiles.first().getByRole('checkbox').check()
  await page.getByText('1 selected').waitFor()
  await end()
})

test('pictures are deleted after a question, one out of the large view and several out of the grid, in Chinese', async () => {
  const { page, end, tiles } = await albumPage()
  await wear(page, { ...DESK, language: 'zh-cn', theme: 'light' })
  await expect.poll(() => tiles.count(), PATIENCE).toBe(3)
  await tiles.first().getByRole('button').click()
  await page.keyboard.press('Delete')
  await page.getByText(/确定删除 North gate 于 .* 的图片/).waitFor()
  await page.getByRole('button', { name: '删除' }).last().click()
  await page.getByText('图片已删除').waitFor()
  // What came after it is shown instead.
  await page.getByRole('dialog').getByRole('heading', { name: 'South gate' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => tiles.count(), PATIENCE).toBe(2)

  await tiles.first().getByRole('checkbox').check()
  await tiles
    .last()
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: '删除' }).click()
  await page.getByText('确定删除 2 张图片？').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByText('已删除 2 张图片').waitFor()
  await page.getByText('暂无图片').waitFor()
  await isSound(page, 'an empty album')
  await end()
})

test('far down in many pictures only those in sight are in the document, and a search there shows the few it finds', async () => {
  for (let n = 0; n < MANY; n++) await take('South gate', SMALL)
  await take('North gate')
  const { page, end, tiles } = await albumPage()
  await page.setViewportSize({ width: 500, height: 700 })
  await page.getByText(`${MANY + 4} total`).waitFor()
  await tiles.first().waitFor()
  await page.locator('.album-scroll').evaluate((area) => area.scrollTo(0, area.scrollHeight))
  await expect.poll(() => tiles.last().getAttribute('aria-posinset'), PATIENCE).toBe(String(MANY + 4))
  expect(await tiles.count()).toBeLessThan(MANY)
  expect(await tiles.last().getAttribute('aria-setsize')).toBe(String(MANY + 4))

  await page.getByRole('searchbox').fill('north')
  await page.getByText('3 total').waitFor()
  await expect.poll(() => tiles.count(), PATIENCE).toBe(3)
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => tiles.first().getAttribute('aria-posinset'), PATIENCE).toBe('1')
  await end()
})

test('an administrator sees how much room the pictures have, and changes it', async () => {
  const { page, end, tiles } = await albumPage()
  await expect.poll(() => tiles.count(), PATIENCE).toBe(3)
  await page.getByText('of 5 GB').waitFor()
  await page.getByRole('button', { name: 'Picture storage' }).click()
  const box = page.getByRole('dialog')
  await box.getByText(/In use: 0\.\d+ GB, 3 pictures/).waitFor()
  await isSound(page, 'picture storage')
  await wear(page, DESK)
  const room = box.getByRole('textbox', { name: 'Space limit (GB)' })
  await room.fill('0')
  await page.keyboard.press('Enter')
  await box.getByText('Enter a whole number from 1 to 10,000').waitFor()
  await room.fill('7')
  await page.keyboard.press('Enter')
  await page.getByText('of 7 GB').waitFor()
  await end()
})
