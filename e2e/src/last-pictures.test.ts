/** Which camera is that: its last picture beside its name, where cameras are looked for and chosen, for those who may see it. */
import { deviceList } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { recordPictureUrl } from '@vedette/contract/calls/replay'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, enterOnPage, logIn, logInOnPage, replied } from './support/session.ts'

const PATIENCE = { timeout: 120_000, interval: 500 }

let platform: Platform
let browser: Browser
let token: string
let camera: { did: string; name: string; region: string }

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '3' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const first = List.find(({ DevType }) => DevType === 1)
  camera = { did: first?.DID ?? '', name: first?.DevName ?? '', region: first?.GroupName ?? '' }
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const isRecorded = async (): Promise<boolean> => {
  const wanted = { DID: camera.did, At: Date.now() }
  return (await ask(platform.address, token, recordPictureUrl, wanted)).CODE === recordPictureUrl.success
}

const rowOf = (page: Page): Locator => page.locator(`[role="treeitem"][data-did="${camera.did}"]`).first()
const cardOn = (page: Page): Locator => page.locator('.camera-card')

/** It is decoded, so it can be seen. */
async function isSeen(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((it) => (it as HTMLImageElement).naturalWidth), PATIENCE)
    .toBeGreaterThan(0)
}

for (const [locale, where, online, recorded] of [
  ['en-US', 'realTimeVideo', 'online', 'Recorded'],
  ['zh-CN', 'replay', '在线', '录像画面'],
] as const)
  test(`${locale}: a mouse that rests on a camera in the tree of ${where} sees its last picture`, async () => {
    await expect.poll(isRecorded, PATIENCE).toBe(true)
    const { page, end } = await visit(browser, { locale })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(recordPictureUrl.path)) asked.push(request.postData() ?? '')
    })
    await logInOnPage(page, platform.address)
    await page.goto(`${platform.address}#/${where}`)
    await rowOf(page).waitFor()
    expect(asked).toEqual([])
    await rowOf(page).hover()
    await isSeen(cardOn(page).locator('img'))
    for (const text of [camera.name, online, camera.region, recorded])
      await cardOn(page).getByText(text).first().waitFor()
    // It stands beside the list, not on it.
    const [list, card] = [await page.getByRole('tree').boundingBox(), await cardOn(page).boundingBox()]
    expect(card?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? Infinity))
    expect(asked.every((body) => body.includes(camera.did))).toBe(true)
    await page.mouse.move(700, 20)
    await cardOn(page).waitFor({ state: 'detached' })
    await end()
  })

test('keys that rest on a camera see it too, and Enter takes it away', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  const chosen = page.locator('[role="treeitem"][aria-selected="true"]')
  const did = await chosen.getAttribute('data-did')
  expect(did).toBeTruthy()
  await page.locator(`.camera-card[data-did="${did}"]`).waitFor()
  await page.keyboard.press('Home')
  await cardOn(page).waitFor({ state: 'detached' })
  await page.keyboard.press('End')
  await page.locator(`.camera-card[data-did="${did}"]`).waitFor()
  await page.keyboard.press('Enter')
  await cardOn(page).waitFor({ state: 'detached' })
  await end()
})

test('a list of cameras to choose from shows what their last alarm saw, or the kind of device', async () => {
  const pictured = async (): Promise<string[]> => {
    const { List } = await replied(platform.address, token, getEventListV2, { PageSize: 100 })
    return List.filter(({ Url }) => Url !== '').map(({ DID }) => DID)
  }
  await expect.poll(async () => (await pictured()).length, PATIENCE).toBeGreaterThan(0)
  const did = (await pictured())[0]
  const { List } = await replied(platform.address, token, deviceList, {})
  const name = List.find(({ DID }) => DID === did)?.DevName ?? ''
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/alarmManger')
  await page.getByRole('button', { name: 'Devices: All devices' }).click()
  await isSeen(page.getByRole('option', { name }).locator('img'))
  await page.keyboard.press('Escape')
  await page.goto(`${platform.address}#/audit`)
  await page.getByRole('combobox', { name: 'Device' }).click()
  await isSeen(page.getByRole('option', { name }).locator('img'))
  // An option is called by its name, whatever it shows.
  expect(await page.getByRole('option').count()).toBe(List.length)
  await end()
})
