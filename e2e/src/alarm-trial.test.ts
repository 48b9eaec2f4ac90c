/** Settings of alarms tried on what a simulated camera's recording holds. */
import { setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { deviceList } from '@vedette/contract/calls/device'
import { recordTimeline } from '@vedette/contract/calls/record'
import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const RECORDED_MS = 25_000

let platform: Platform
let browser: Browser
let did: string
let recordedFrom: number

beforeAll(async () => {
  platform = await startPlatform()
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, { PageSize: 10 })
  did = List.find(({ DevType }) => DevType === 1)?.DID ?? ''
  const Alarm = { ...NO_ALARMS, MotionDetection: true }
  await replied(platform.address, token, setDeviceNoticeConfig, { DID: did, Alarm })
  await vi.waitUntil(
    async () => {
      const body = { Streams: [{ DID: did }], From: Date.now() - 600_000, To: Date.now() + 60_000 }
      const { List: lanes } = await replied(platform.address, token, recordTimeline, body)
      const [from = 0, to = 0] = lanes[0]?.Spans.slice(-2) ?? []
      recordedFrom = from
      return to - from > RECORDED_MS
    },
    { timeout: 120_000, interval: 500 },
  )
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const TESTING = [
  {
    locale: 'en-US',
    viewport: { width: 1440, height: 900 },
    theme: 'dark',
    tab: 'Alarm settings',
    start: 'Start test',
    result: /\d+ alarms?, \d+ with a notice|would raise no alarm/,
    strip: 'Size of the largest moving object, % of the picture',
    replay: 'Open in playback',
    close: 'Close results',
  },
  {
    locale: 'zh-CN',
    viewport: { width: 390, height: 844 },
    theme: 'light',
    tab: '报警设置',
    start: '开始测试',
    result: /共 \d+ 条报警|不会产生报警/,
    strip: '最大移动目标面积（占画面百分比）',
    replay: '在回放中打开',
    close: '关闭结果',
  },
] as const

it.each(TESTING)('the form’s settings are run over a recording, in $locale', async (words) => {
  const { page, end } = await visit(browser, words)
  page.setDefaultTimeout(60_000)
  await enterOnPage(page, platform.address, `#/deviceConf/${did}`)
  await page.getByRole('tab', { name: words.tab }).click()
  const start = page.getByRole('button', { name: words.start })
  await start.scrollIntoViewIfNeeded()
  // When the page was opened the camera had been recorded for some seconds, and two minutes before it had not.
  const at = new Date(recordedFrom).toTimeString().slice(0, 8).split(':')
  const parts = page.locator('.trial-range [role="group"]').last().getByRole('spinbutton')
  for (const [part, value] of at.entries()) await parts.nth(part).pressSequentially(value)
  await start.click()
  const close = page.getByRole('button', { name: words.close })
  // It works at the lowest priority, which on a busy machine takes its time.
  await close.waitFor({ timeout: 150_000 })
  await page.getByText(words.result).waitFor()
  await page.getByRole('img', { name: words.strip }).waitFor()
  const pictures = page.locator('.trial-picture img')
  await pictures.first().waitFor()
  await vi.waitUntil(() => pictures.first().evaluate((it: HTMLImageElement) => it.naturalWidth > 0))
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: words.replay }).first().click()
  await page.waitForURL(/#\/replay\?show=/)
  await end()
})
