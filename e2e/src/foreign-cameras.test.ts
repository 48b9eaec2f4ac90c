import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { addByAddress } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'

import { launchBrowser, visit } from './support/browser.ts'
import { type GstreamerCameras, startGstreamer } from './support/gstreamer.ts'
import { listenTo } from './support/loudness.ts'
import { pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn, logInOnPage, replied } from './support/session.ts'

const LOGIN = { username: 'viewer', password: 'Lens9-cap' }

let tlsFolder: string
let plain: GstreamerCameras
let secured: GstreamerCameras
let platform: Platform
let token: string
let browser: Browser

beforeAll(async () => {
  tlsFolder = mkdtempSync(join(tmpdir(), 'vedette-camera-tls-'))
  const made = spawnSync(
    'openssl',
    // prettier-ignore
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=camera',
      '-keyout', join(tlsFolder, 'key.pem'), '-out', join(tlsFolder, 'cert.pem')],
  )
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`)
  plain = await startGstreamer({ login: LOGIN })
  secured = await startGstreamer({ login: LOGIN, tlsFolder })
  platform = await startPlatform({ VEDETTE_DEMO: '0', VEDETTE_TRANSCODINGS: '1' })
  token = await logIn(platform.address)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await plain?.stop()
  await secured?.stop()
  if (tlsFolder) rmSync(tlsFolder, { recursive: true })
})

const added: string[] = []

// Each camera that stays is one more that GStreamer encodes for.
afterEach(async () => {
  await replied(platform.address, token, batchExitGroup, { DIDs: added.splice(0) })
})

async function add(
  DevName: string,
  Url: string,
  more: { SubUrl?: string; Transport?: 'udp' } = {},
): Promise<string> {
  const groups = getGroupList.reply.parse((await ask(platform.address, token, getGroupList, {})).BODY)
  const answer = await ask(platform.address, token, addByAddress, {
    GID: groups.List[0]?.GID ?? '',
    DevName,
    DevType: 1,
    Url,
    Username: LOGIN.username,
    Password: LOGIN.password,
    ...more,
  })
  const { DID } = addByAddress.reply.parse(answer.BODY)
  added.push(DID)
  return DID
}

function inTree(page: Page, did: string) {
  return page.locator(`[role=treeitem][data-did="${did}"]`)
}

const PLAYABLE: readonly [string, () => string, { Transport?: 'udp' }][] = [
  ['H.264 with AAC over RTSPS', () => secured.url('/h264-aac'), {}],
  ['H.264 with G.711', () => plain.url('/h264-pcma'), {}],
  ['H.264 without parameter sets in the stream', () => plain.url('/h264-nosps'), {}],
  ['H.264 with B-frames', () => plain.url('/bframes'), {}],
  ['H.264 with a key frame in ten seconds', () => plain.url('/longgop'), {}],
  ['H.264 over UDP', () => plain.url('/h264'), { Transport: 'udp' }],
  ['H.264 over UDP with loss', () => plain.url('/lossy'), { Transport: 'udp' }],
]

test.each(PLAYABLE)('%s plays in the browser', async (name, url, more) => {
  const did = await add(name, url(), more)
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await inTree(page, did).dblclick()
  await expect.poll(() => pictureSum(page, 0)).toBeDefined()
  const first = await pictureSum(page, 0)
  await expect.poll(() => pictureSum(page, 0)).not.toBe(first)
  await end()
})

test.each([
  ['en-US', 'webcodecs', /^Poor connection, \d+ % lost$/],
  ['zh-CN', 'mse', /^网络质量差，丢包 \d+%$/],
] as const)('what loses packets plays on and says so (%s, %s)', async (locale, method, poor) => {
  const did = await add('Bad line', plain.url('/bad-line'))
  const { page, end } = await visit(browser, { locale })
  await page.addInitScript((chosen) => {
    localStorage.setItem('setting', JSON.stringify({ playback: { method: chosen, volume: 0 } }))
  }, method)
  await logInOnPage(page, platform.address)
  await inTree(page, did).dblclick()
  const tile = page.locator('[data-window="0"]')
  await tile.getByText(poor).waitFor()
  const first = await pictureSum(page, 0)
  await expect.poll(() => pictureSum(page, 0)).not.toBe(first)
  await tile.getByText(poor).waitFor()
  await end()
})

test('H.265 with an H.264 sub-stream plays that one, and nothing is converted', async () => {
  const both = await add('Both codecs', plain.url('/h265-pcmu'), { SubUrl: plain.url('/h264') })
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await inTree(page, both).dblclick()
  // One window shows the chosen place, and the choice has moved on to the next free one.
  const tile = page.locator('[data-window="0"]')
  await tile.click()
  await page.keyboard.press('Alt+1')
  await expect.poll(() => pictureSum(page, 0)).toBeDefined()
  expect(await tile.getAttribute('data-converted')).toBe('false')
  await end()
})

const LANGUAGES = [
  [
    'en-US',
    'webcodecs',
    'converted from H.265',
    /This browser cannot play H\.265.*as many streams as it may/,
  ],
  ['zh-CN', 'mse', '由 H.265 转码', /当前浏览器无法播放 H\.265.*转码路数已达上限/],
] as const

test.each(LANGUAGES)(
  'H.265 alone is converted, and a second one waits until there is room (%s, %s)',
  async (locale, method, converted, busy) => {
    const first = await add('First H.265', plain.url('/h265-pcmu'))
    const second = await add('Second H.265', plain.url('/h265'))
    const { page, end } = await visit(browser, { locale })
    await page.addInitScript((chosen) => {
      localStorage.setItem('setting', JSON.stringify({ playback: { method: chosen, volume: 0 } }))
    }, method)
    await logInOnPage(page, platform.address)
    await inTree(page, first).dblclick()
    const [shown, waiting] = [page.locator('[data-window="0"]'), page.locator('[data-window="1"]')]
    await expect.poll(() => shown.getAttribute('data-converted')).toBe('true')
    await expect.poll(() => shown.getAttribute('data-method')).toBe(method)
    const before = await pictureSum(page, 0)
    await expect.poll(() => pictureSum(page, 0)).not.toBe(before)
    await shown.hover()
    await shown.locator('.tile-figures').filter({ hasText: converted, visible: true }).waitFor()
    await waiting.click()
    await inTree(page, second).dblclick()
    await waiting.getByText(busy).waitFor()
    await shown.click()
    await page.keyboard.press('Delete')
    await expect.poll(() => waiting.getAttribute('data-converted')).toBe('true')
    await expect.poll(() => waiting.getAttribute('data-state')).toBe('live')
    await end()
  },
)

test('a window goes from a camera with sound to one without and back; G.711 is heard when it is asked for, and one window at a time', async () => {
  const cameras = {
    aac: await add('With AAC', plain.url('/h264-aac')),
    silent: await add('Without sound', plain.url('/h264')),
    g711: await add('With G.711', plain.url('/h264-pcma')),
  }
  const { page, end } = await visit(browser)
  await listenTo(page)
  await logInOnPage(page, platform.address)
  const tile = page.locator('[data-window="0"]')
  for (const did of [cameras.aac, cameras.silent, cameras.aac, cameras.g711]) {
    await tile.click()
    await inTree(page, did).dblclick()
    await expect.poll(() => tile.getAttribute('data-did')).toBe(did)
    await expect.poll(() => tile.getAttribute('data-state')).toBe('live')
    const first = await pictureSum(page, 0)
    await expect.poll(() => pictureSum(page, 0)).not.toBe(first)
  }
  expect(await page.evaluate(() => window.loudest())).toBe(0)
  await tile.click()
  await page.keyboard.press('m')
  await expect.poll(() => page.evaluate(() => window.loudest())).toBeGreaterThan(0.01)

  const other = page.locator('[data-window="1"]')
  await other.click()
  await inTree(page, cameras.aac).dblclick()
  await expect.poll(() => other.getAttribute('data-state')).toBe('live')
  expect(await tile.getAttribute('data-heard')).toBe('true')
  await other.hover()
  await other.locator('[data-tool="sound"]').click()
  const heard = page.locator('.tile[data-heard="true"]')
  await heard.and(other).waitFor()
  expect(await heard.count()).toBe(1)
  // What the first window played until then.
  await page.evaluate(() => window.loudest())
  await expect.poll(() => page.evaluate(() => window.loudest())).toBeGreaterThan(0.01)
  await end()
})
