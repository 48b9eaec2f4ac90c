import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import { addExport, exportUrl, recordExports } from '@vedette/contract/calls/export'
import { recordTimeline } from '@vedette/contract/calls/record'
import { talkState } from '@vedette/contract/calls/talk'
import { devTypeNumber } from '@vedette/contract/devices'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, launchWholeBrowser, visit } from './support/browser.ts'
import { startFirefox } from './support/firefox.ts'
import { handsOn } from './support/keys.ts'
import { listenTo } from './support/loudness.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'

/** Chromium's own microphone beeps; the person has allowed it. */
const SPEAKING = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
const PATIENCE = { timeout: 30_000 }
const MADE = { timeout: 60_000, interval: 500 }

let platform: Platform
let browser: Browser
let doorbell: string
let camera: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '6' })
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, deviceList, {})
  const first = (type: 'singleDoorbell' | 'camera'): string =>
    List.find(({ DevType }) => DevType === devTypeNumber(type))?.DID ?? ''
  doorbell = first('singleDoorbell')
  camera = first('camera')
  browser = await launchBrowser(SPEAKING)
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function watching(page: Page, did: string): Promise<void> {
  await logInOnPage(page, platform.address)
  await page.evaluate(
    (shown) => void (location.hash = `#/realTimeVideo?layout=1&chosen=0&show=${shown}`),
    did,
  )
  await page.locator(`.tile[data-did="${did}"][data-state="live"]`).waitFor()
}

const bar = (page: Page) => page.locator('.talk-bar')
const loudest = (page: Page): Promise<number> => page.evaluate(() => window.loudest())

const LANGUAGES = [
  { locale: 'en-US', hold: 'Hold to talk', hears: 'They hear you', busy: 'admin is talking to this device' },
  { locale: 'zh-CN', hold: '按住讲话', hears: '对方可听到您的讲话', busy: 'admin 正在与该设备对讲' },
] as const

for (const { locale, hold, hears, busy } of LANGUAGES) {
  test(`${locale}: a doorbell is spoken to while the button is held, and is heard to play it back`, async () => {
    const { page, end } = await visit(browser, { locale })
    await listenTo(page)
    await watching(page, doorbell)
    const button = bar(page).locator('[data-tool="talk"]')
    await expect.poll(() => button.textContent(), PATIENCE).toContain(hold)
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('m')
    await expect.poll(() => page.locator('.tile').first().getAttribute('data-heard')).toBe('true')
    await loudest(page)
    expect(await loudest(page)).toBeLessThan(0.01)
    await button.hover()
    await page.mouse.down()
    await expect.poll(() => button.textContent(), PATIENCE).toContain(hears)
    await expect.poll(() => bar(page).locator('meter').getAttribute('value'), PATIENCE).not.toBe('0')
    await expect.poll(() => loudest(page), PATIENCE).toBeGreaterThan(0.05)
    await page.mouse.up()
    await expect.poll(() => button.textContent()).toContain(hold)
    await end()
  })

  test(`${locale}: by the keyboard alone, one speaks at a time, and the other is told who`, async () => {
    const [first, second] = [await visit(browser, { locale }), await visit(browser, { locale })]
    for (const { page } of [first, second]) {
      await watching(page, doorbell)
      await bar(page).waitFor()
    }
    await first.page.keyboard.down('v')
    await expect.poll(() => bar(first.page).textContent(), PATIENCE).toContain(hears)
    await second.page.keyboard.down('v')
    await expect.poll(() => bar(second.page).textContent(), PATIENCE).toContain(busy)
    await second.page.keyboard.up('v')
    await first.page.keyboard.up('v')
    await expect.poll(() => bar(first.page).getAttribute('data-state')).toBe('off')
    // A line that stays open ends with its page.
    await bar(first.page).locator('[data-tool="talk-open"]').press('Enter')
    await expect.poll(() => bar(first.page).textContent(), PATIENCE).toContain(hears)
    await first.end()
    await bar(second.page).locator('[data-tool="talk-open"]').press('Enter')
    await expect.poll(() => bar(second.page).textContent(), PATIENCE).toContain(hears)
    await second.end()
  })
}

test('what was said to a doorbell is heard again in its recording, which is G.711', async () => {
  const { page, end } = await visit(browser)
  await listenTo(page)
  await watching(page, doorbell)
  await page.keyboard.press('m')
  await bar(page).locator('[data-tool="talk-open"]').press('Enter')
  await expect.poll(() => loudest(page), PATIENCE).toBeGreaterThan(0.05)
  const heardAt = Date.now()
  await page.goto(`${platform.address}#/replay?show=${doorbell}&at=${heardAt - 3000}&layout=1`)
  await page.locator(`[data-device="${doorbell}"][data-state="ready"]`).waitFor()
  await page.locator(`[data-device="${doorbell}"]`).click()
  await page.keyboard.press('m')
  await page.locator(`[data-device="${doorbell}"][data-heard="true"]`).waitFor()
  await loudest(page)
  await page.locator('[data-tool="play"]').click()
  await expect.poll(() => loudest(page), PATIENCE).toBeGreaterThan(0.05)
  // Fast, and backwards, by its key frames alone.
  for (const speed of ['8', '-8']) {
    await page.getByLabel('Speed').selectOption(speed)
    await page.locator(`[data-device="${doorbell}"][data-state="ready"]`).waitFor()
  }
  await end()
})

test('evidence of a doorbell plays its G.711 in Chromium and Firefox, and is proved all the same', async () => {
  const { page: wall, end } = await visit(browser)
  await listenTo(wall)
  await watching(wall, doorbell)
  await wall.keyboard.press('m')
  await bar(wall).locator('[data-tool="talk-open"]').press('Enter')
  // The microphone beeps once a second: what was said first may be silence, and the line's own noise.
  for (let beep = 0; beep < 3; beep++) {
    await loudest(wall)
    await expect.poll(() => loudest(wall), PATIENCE).toBeGreaterThan(0.05)
  }
  const heardAt = Date.now()
  await end()
  const token = await logIn(platform.address)
  const range = { From: heardAt - 4000, To: heardAt }
  // On a busy machine the recording comes seconds after: what is asked for must be on the timeline, to its end.
  const lane = { Streams: [{ DID: doorbell }], ...range }
  await expect
    .poll(async () => {
      const { List } = await replied(platform.address, token, recordTimeline, lane)
      return List[0]?.Spans.at(-1) ?? 0
    }, PATIENCE)
    .toBeGreaterThanOrEqual(heardAt - 1)
  const asked = { Cameras: [{ DID: doorbell }], ...range, Kind: 'evidence' as const }
  const { ExportID } = await replied(platform.address, token, addExport, asked)
  await vi.waitFor(async () => {
    const { List } = await replied(platform.address, token, recordExports, {})
    expect(List[0]?.State).toBe('done')
  }, MADE)
  const { Url } = await replied(platform.address, token, exportUrl, { ExportID, Part: 0 })
  const path = join(platform.dataFolder, 'evidence.html')
  const body = await (await fetch(`${platform.address}${Url.slice(1)}`)).text()
  await writeFile(path, body)

  const page = await browser.newPage({ locale: 'en' })
  await listenTo(page)
  await page.goto(`file://${path}`)
  await page.locator('#verdict[data-verdict="good"]').waitFor()
  const isShown = (it: HTMLVideoElement): boolean => it.readyState >= 2 && it.videoWidth > 0
  const video = page.locator('video')
  await expect.poll(() => video.evaluate(isShown), PATIENCE).toBe(true)
  expect(await page.locator('#silent').isVisible()).toBe(false)
  const decoded = (it: HTMLVideoElement): number =>
    'webkitAudioDecodedByteCount' in it ? Number(it.webkitAudioDecodedByteCount) : 0
  await video.evaluate((it: HTMLVideoElement) => it.play())
  await expect.poll(() => video.evaluate(decoded), PATIENCE).toBeGreaterThan(0)
  // Chromium lets nobody listen to what a page from the disk plays: the same page from an address.
  await page.route('https://evidence.example/', (route) => route.fulfill({ body, contentType: 'text/html' }))
  await page.goto('https://evidence.example/')
  await expect.poll(() => video.evaluate(isShown), PATIENCE).toBe(true)
  await video.evaluate((it: HTMLVideoElement) => {
    it.muted = false
    return it.play()
  })
  await expect.poll(() => loudest(page), PATIENCE).toBeGreaterThan(0.05)
  await page.close()

  const firefox = await startFirefox()
  await firefox.open(`file://${path}`)
  await expect
    .poll(() => firefox.read("document.getElementById('verdict').dataset.verdict"), PATIENCE)
    .toBe('good')
  const its = (told: string) => firefox.read(`(it => ${told})(document.querySelector('video'))`)
  await expect.poll(() => its('it.readyState >= 2 && it.videoWidth > 0'), PATIENCE).toBe('true')
  expect(await its('it.mozHasAudio && it.error === null')).toBe('true')
  await its('{ it.muted = true; return it.play() }')
  const startS = Number(await its('it.currentTime'))
  await expect.poll(async () => Number(await its('it.currentTime')) - startS, PATIENCE).toBeGreaterThan(1)
  await firefox.stop()
})

for (const { locale, phrases, record, start, stop, name, save, remove, undo } of [
  {
    locale: 'en-US',
    phrases: 'Phrases',
    record: 'Record a phrase',
    start: 'Record',
    stop: 'Stop',
    name: 'Please wait',
    save: 'Save',
    remove: 'Delete Please wait',
    undo: 'Undo',
  },
  {
    locale: 'zh-CN',
    phrases: '预录语音',
    record: '录制语音',
    start: '开始录音',
    stop: '停止录音',
    name: '请稍候',
    save: '保存',
    remove: '删除 请稍候',
    undo: '撤销',
  },
] as const)
  test(`${locale}: a phrase is recorded by keys, and said to a doorbell by a press`, async () => {
    const { page, end } = await visit(browser, { locale })
    await listenTo(page)
    await watching(page, doorbell)
    await page.keyboard.press('m')
    await expect.poll(() => page.locator('.tile').first().getAttribute('data-heard')).toBe('true')
    const hands = handsOn(page)
    const pressButton = async (label: string): Promise<void> => {
      await hands.tab('button', label)
      await hands.press('Enter')
    }
    await pressButton(phrases)
    await pressButton(record)
    const dialog = page.getByRole('dialog')
    await pressButton(save)
    await dialog.locator('[aria-invalid="true"], .fault:not(:empty)').first().waitFor()
    await hands.tab('textbox', /^(Name|名称)/)
    await hands.type(name)
    await pressButton(start)
    await dialog.getByText(/^[2-9] (?:of|秒)/).waitFor()
    await pressButton(stop)
    expect(await axeViolations(page)).toEqual([])
    await pressButton(save)
    await dialog.waitFor({ state: 'detached' })
    await hands.holds('button', phrases)

    await loudest(page)
    expect(await loudest(page)).toBeLessThan(0.01)
    await bar(page).getByRole('button', { name: phrases, exact: true }).click()
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('list', { name: phrases }).getByRole('button', { name }).first().click()
    await expect.poll(() => bar(page).getAttribute('data-state'), PATIENCE).toBe('speaking')
    await expect.poll(() => loudest(page), PATIENCE).toBeGreaterThan(0.05)
    await expect.poll(() => bar(page).getAttribute('data-state'), PATIENCE).toBe('off')

    await bar(page).getByRole('button', { name: phrases, exact: true }).click()
    await page.getByRole('button', { name: remove, exact: true }).click()
    await page.getByRole('button', { name: undo, exact: true }).click()
    // The press elsewhere has closed the list.
    await bar(page).getByRole('button', { name: phrases, exact: true }).click()
    await page.getByRole('button', { name: remove, exact: true }).waitFor()
    await end()
  })

test('a camera without a loudspeaker has no button to talk', async () => {
  const { page, end } = await visit(browser)
  const asked = page.waitForResponse(
    (response) =>
      response.url().endsWith(talkState.path) && response.request().postData()?.includes(camera) === true,
  )
  await watching(page, camera)
  expect((await (await asked).json()).BODY).toMatchObject({ CanTalk: false })
  expect(await bar(page).count()).toBe(0)
  await end()
})

test('who did not allow the microphone is told where to', async () => {
  const silent = await launchWholeBrowser(['--use-fake-device-for-media-stream'])
  try {
    const { page, end } = await visit(silent)
    await watching(page, doorbell)
    await bar(page).locator('[data-tool="talk-open"]').click()
    const trouble = bar(page).getByRole('alert')
    await expect.poll(() => trouble.getAttribute('data-trouble'), PATIENCE).toBe('denied')
    expect(await trouble.textContent()).toContain('Allow it')
    expect(await axeViolations(page)).toEqual([])
    await end()
  } finally {
    await silent.close()
  }
})
