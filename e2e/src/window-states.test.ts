/** Section 4: the eight states of a video window, each provoked by the simulator and read off the window. */
import { createHash } from 'node:crypto'

import { deleteImage, imageList } from '@vedette/contract/calls/album'
import { addByAddress } from '@vedette/contract/calls/device'
import { setDeviceConfig } from '@vedette/contract/calls/device-config'
import { getGroupList } from '@vedette/contract/calls/group'
import { beginFirmware, sendFirmware, upgradeDevices, upgradeList } from '@vedette/contract/calls/upgrade'
import { type DeviceType, devTypeNumber } from '@vedette/contract/devices'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'
import { place } from './support/wall.ts'

const PATIENCE = { timeout: 90_000, interval: 200 }

/** By their numbers in the simulator. */
const GATE = { number: 1, name: 'Gate', type: 'camera' } as const
const DRIVE = { number: 2, name: 'Drive', type: 'camera' } as const
const FIELD = { number: 4, name: 'Field', type: 'solarCamera' } as const
const DOOR = { number: 5, name: 'Door', type: 'splitDoorbell' } as const

let simulator: Simulator
let platform: Platform
let browser: Browser
let token: string
const dids = new Map<string, string>()

beforeAll(async () => {
  simulator = await startSimulator(5)
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, getGroupList, {})
  for (const { number, name, type } of [GATE, DRIVE, FIELD, DOOR])
    dids.set(name, await added(List[0]?.GID ?? '', number, name, type))

  const jpeg = { Encoding: 'JPEG', FrameRate: 5 } as const
  const Streams = (['main', 'sub'] as const).map((Quality) => ({ Quality, ...jpeg }))
  await replied(platform.address, token, setDeviceConfig, { DID: didOf(DOOR), Change: { Streams } })
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

async function added(GID: string, number: number, DevName: string, type: DeviceType): Promise<string> {
  const Url = simulator.devices.find((it) => it.number === number)?.onvifUrl ?? ''
  const login = { Username: simulator.username, Password: simulator.password }
  const body = { GID, DevName, DevType: devTypeNumber(type), Url, ...login }
  return (await replied(platform.address, token, addByAddress, body)).DID
}

const album = async () => (await replied(platform.address, token, imageList, {})).List

const didOf = ({ name }: { name: string }): string => dids.get(name) ?? ''

let version = 1

/** To a version that no story before had. */
async function upgrade(device: { name: string }): Promise<void> {
  const its = { Model: 'VC-210', Version: `${++version}.0.0` }
  const head = `vedette-simulator-firmware model=${its.Model} version=${its.Version}`
  const file = Buffer.from(`${head}\n${'x'.repeat(10_000)}`)
  const Sha256 = createHash('sha256').update(file).digest('hex')
  await replied(platform.address, token, beginFirmware, {
    ...its,
    FileName: 'vc.bin',
    Bytes: file.length,
    Sha256,
  })
  const piece = { ...its, Offset: 0, Data: file.toString('base64') }
  await replied(platform.address, token, sendFirmware, piece)
  const { List } = await replied(platform.address, token, upgradeDevices, { DIDs: [didOf(device)] })
  expect(List).toMatchObject([{ IsBegun: true }])
}

async function newestUpgrade(device: { name: string }): Promise<string | undefined> {
  const { List } = await replied(platform.address, token, upgradeList, { DID: didOf(device) })
  return List[0]?.State
}

/** From now on what a person could read in the first window, by its state: some states are over in a moment. */
async function readingStates(page: Page): Promise<() => Promise<Record<string, string>>> {
  await page.evaluate(() => {
    const seen: Record<string, string> = {}
    Object.assign(globalThis, { seenStates: seen })
    const look = (): void => {
      const tile = document.querySelector('[data-place="0"]')
      const [state, text] = [
        tile?.getAttribute('data-state'),
        tile?.querySelector('.tile-veil > span:not([class])'),
      ]
      if (state && text instanceof HTMLElement && text.checkVisibility()) seen[state] = text.innerText
    }
    const whole = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(look).observe(document.body, whole)
    look()
  })
  return () => page.evaluate(() => ({ ...Reflect.get(globalThis, 'seenStates') }))
}

const WORDS = [
  {
    locale: 'en-US',
    method: 'mse',
    states: {
      empty: 'Select a device',
      switching: 'Switching stream',
      loading: 'Loading video',
      failed: 'Video unavailable',
      reconnecting: 'Reconnecting',
      offline: 'The device is offline',
      sleeping: 'The device is sleeping',
      upgrading: 'The device is being upgraded',
    },
    way: 'Smooth',
    since: /^since (\S+ )?\d{2}:\d{2}:\d{2}$/,
    none: 'There is no picture to save yet.',
  },
  {
    locale: 'zh-CN',
    method: 'webcodecs',
    states: {
      empty: '请选择设备',
      switching: '码流切换中',
      loading: '视频加载中',
      failed: '获取视频失败',
      reconnecting: '正在重连',
      offline: '设备离线',
      sleeping: '设备休眠中',
      upgrading: '设备升级中',
    },
    way: '低延迟',
    since: /^自 (\S+ )?\d{2}:\d{2}:\d{2} 起$/,
    none: '当前没有可截取的画面。',
  },
] as const

for (const { locale, method, states, way, since, none } of WORDS)
  test(`${locale}, ${method}: a window says each of its eight states`, async () => {
    const { page, end } = await visit(browser, { locale })
    await logInOnPage(page, platform.address)
    const window = place(page, 0)
    const isIn = async (state: string): Promise<void> => {
      await expect.poll(() => window.getAttribute('data-state'), PATIENCE).toBe(state)
    }
    const says = (text: string | RegExp): Promise<void> =>
      window.locator('.tile-veil').getByText(text).waitFor({ timeout: PATIENCE.timeout })
    const row = ({ name }: { name: string }): Locator => page.getByRole('treeitem', { name })
    const play = async (device: { name: string }): Promise<void> => {
      await window.click()
      await row(device).dblclick()
    }

    await says(states.empty)
    const seen = await readingStates(page)
    await page.locator('[data-tool="playback"]').click()
    await page.getByText(way, { exact: true }).click()
    await page.keyboard.press('Escape')

    await play(GATE)
    await isIn('live')
    expect(await window.getAttribute('data-method')).toBe(method)
    await play(DRIVE)
    await isIn('live')

    await upgrade(DRIVE)
    await says(states.upgrading)
    await expect.poll(() => newestUpgrade(DRIVE), PATIENCE).toBe('done')
    await isIn('live')

    await simulator.setCamera(DRIVE.number, 'offline')
    await says(states.offline)
    // What is kept of it is saved as the moment that it shows.
    const lostAt = Date.now()
    await window.click()
    await page.keyboard.press('s')
    await expect.poll(async () => (await album())[0]?.DID, PATIENCE).toBe(didOf(DRIVE))
    const [kept] = await album()
    expect(kept?.Time).toBeLessThan(lostAt)
    await simulator.setCamera(DRIVE.number, 'online')
    await isIn('live')

    await play(FIELD)
    await isIn('live')
    await simulator.setCamera(FIELD.number, 'asleep')
    await expect.poll(async () => (await seen())['sleeping'], PATIENCE).toBeDefined()
    // The platform wakes it: somebody watches.
    await isIn('live')

    await play(DOOR)
    await says(states.failed)
    // Said a little later: it is not what the picture waits for.
    await says(since)
    // The picture before, of another camera, is out of sight and not saved as this one's.
    await window.click()
    await page.keyboard.press('s')
    await page.getByText(none).waitFor()
    expect((await album()).map(({ PictureID }) => PictureID)).toEqual([kept?.PictureID])
    await replied(platform.address, token, deleteImage, { PictureIDs: [kept?.PictureID ?? ''] })

    const { live: _, ...read } = await seen()
    const withoutCount = Object.entries(read).map(([state, text]) => [
      state,
      text.replace(/\s*[(（]\d+[)）]$/, ''),
    ])
    expect(Object.fromEntries(withoutCount)).toEqual(states)
    await end()
  })
