/** What the platform itself sees in the picture of a camera that detects nothing reaches the guard. */
import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress } from '@vedette/contract/calls/device'
import { setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { clipOfWalkers } from './support/footage.ts'
import { type GstreamerCameras, startGstreamer } from './support/gstreamer.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }

let cameras: GstreamerCameras
let platform: Platform
let browser: Browser

beforeAll(async () => {
  cameras = await startGstreamer(clipOfWalkers ? { clip: clipOfWalkers } : {})
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await cameras?.stop()
})

const isPainted = (picture: Locator): Promise<boolean> =>
  picture.evaluate((it) => it instanceof HTMLImageElement && it.naturalWidth > 0)

test.runIf(clipOfWalkers)(
  'a person in real footage is a notice with the picture and an outline',
  async () => {
    const token = await logIn(platform.address)
    const { List } = await replied(platform.address, token, getGroupList, {})
    const about = { GID: List[0]?.GID ?? '', DevName: 'Hall', DevType: 1, Url: cameras.url('/clip') }
    const { DID } = await replied(platform.address, token, addByAddress, about)
    const Alarm = { ...NO_ALARMS, HumanDetection: true }
    await replied(platform.address, token, setDeviceNoticeConfig, { DID, Alarm })
    const { page, end } = await visit(browser, { hasNotices: true })
    await enterOnPage(page, platform.address, '#/albumManager')

    const notice = page.locator(`.alarm-notice[data-did="${DID}"]`).first()
    await notice.getByText('Person', { exact: true }).waitFor(PATIENCE)
    await expect.poll(() => isPainted(notice.locator('img')), PATIENCE).toBe(true)
    await notice.getByRole('button', { name: /^View/ }).click()
    const viewer = page.getByRole('dialog')
    await viewer.locator('.alarm-outline[data-word="alarms.human"] rect').waitFor()
    await viewer.getByText('Platform', { exact: true }).waitFor()
    await end()
  },
)

test('what the detection sees lies over the live picture, where somebody wants to tune it', async () => {
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, getGroupList, {})
  const about = { GID: List[0]?.GID ?? '', DevName: 'Seen', DevType: 1, Url: cameras.url('/h264-pcma') }
  const { DID } = await replied(platform.address, token, addByAddress, about)
  const Alarm = { ...NO_ALARMS, MotionDetection: true }
  await replied(platform.address, token, setDeviceNoticeConfig, { DID, Alarm })
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/deviceConf/${DID}`)
  await page.getByRole('tab', { name: 'Alarm settings' }).click()
  await page.getByRole('switch', { name: 'Show what the platform detects' }).check()
  await page.locator('.conf-seen[data-active="true"]').waitFor()
  const cells = page.locator('.conf-cells')
  const isDrawn = (on: Element): boolean =>
    on instanceof HTMLCanvasElement &&
    (on
      .getContext('2d')
      ?.getImageData(0, 0, on.width, on.height)
      .data.some((it) => it > 0) ??
      false)
  await expect.poll(() => cells.evaluate(isDrawn), PATIENCE).toBe(true)
  await page.locator('.conf-moved').first().waitFor()
  await end()
})

test('a ball that moves is a notice and an alarm with its picture and outline, and is deleted', async () => {
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, getGroupList, {})
  const about = { GID: List[0]?.GID ?? '', DevName: 'Ball', DevType: 1, Url: cameras.url('/h264') }
  const { DID } = await replied(platform.address, token, addByAddress, about)
  const { page, end } = await visit(browser, { hasNotices: true })
  await enterOnPage(page, platform.address, '#/albumManager')
  const Alarm = { ...NO_ALARMS, MotionDetection: true }
  await replied(platform.address, token, setDeviceNoticeConfig, { DID, Alarm })

  const notice = page.locator(`.alarm-notice[data-did="${DID}"]`).first()
  await notice.getByText('Motion', { exact: true }).waitFor()
  await expect.poll(() => isPainted(notice.locator('img')), PATIENCE).toBe(true)
  const asked = { DIDs: [DID], Types: [0], PageSize: 1 }
  const [event] = (await replied(platform.address, token, getEventListV2, asked)).List
  expect(event).toMatchObject({ EventID: 100_000, Origin: 'server' })

  await page.goto(`${platform.address}#/alarmManger`)
  const card = page.locator(`.alarm-card[data-eid="${event?.CloudEid}"]`)
  await card.getByRole('button', { name: /^View / }).click()
  const viewer = page.getByRole('dialog')
  await expect.poll(() => isPainted(viewer.locator('.alarm-large img')), PATIENCE).toBe(true)
  await viewer.locator('.alarm-outline rect').waitFor()
  await viewer.getByText('Platform', { exact: true }).waitFor()
  await viewer.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete' }).last().click()
  await card.waitFor({ state: 'detached' })
  await end()
})
