import type { Browser, Locator, Page } from 'playwright-core'
import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { updateDeviceName } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'

import { launchBrowser, visit } from './support/browser.ts'
import { type GstreamerCameras, startGstreamer } from './support/gstreamer.ts'
import { paintedStrip, pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn, logInOnPage, replied } from './support/session.ts'

const CAMERA_LOGIN = { username: 'viewer', password: 'Lens9-cap' }

let platform: Platform
let gstreamer: GstreamerCameras
let browser: Browser

beforeAll(async () => {
  gstreamer = await startGstreamer({ login: CAMERA_LOGIN })
  platform = await startPlatform({ VEDETTE_LOG_LEVEL: 'debug' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await gstreamer?.stop()
})

function treeItem(page: Page, name: string) {
  return page.getByRole('treeitem', { name })
}

test('a guard drags two simulated cameras and one real one into windows and sees each live', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const token = await logIn(platform.address)
  const groups = getGroupList.reply.parse((await ask(platform.address, token, getGroupList, {})).BODY)
  const added = await ask(platform.address, token, addByAddress, {
    GID: groups.List[0]?.GID ?? '',
    DevName: 'Loading dock',
    DevType: 1,
    Url: gstreamer.url('/h264-aac'),
    Username: CAMERA_LOGIN.username,
    Password: CAMERA_LOGIN.password,
  })
  expect(added.CODE).toBe('200')
  const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
  const simulated = List.filter(({ HasSub, Channels }) => HasSub && Channels === 1).slice(0, 2)
  expect(simulated).toHaveLength(2)
  const names = [...simulated.map((device) => device.DevName), 'Loading dock']
  // Also the one that was added after the page had its list.
  for (const [i, name] of names.entries()) {
    await treeItem(page, name).dragTo(page.locator(`[data-window="${i}"]`))
  }

  // On a secure page pictures are shown at once unless something else is chosen.
  await expect.poll(() => page.locator('[data-window="0"]').getAttribute('data-method')).toBe('webcodecs')
  const cameras: number[] = []
  for (const i of [0, 1]) {
    await expect.poll(() => paintedStrip(page, i)).toBeDefined()
    const first = await paintedStrip(page, i)
    cameras.push(first?.camera ?? -1)
    await expect.poll(async () => (await paintedStrip(page, i))?.timeMs).not.toBe(first?.timeMs)
    // The strip's clock and the page's are this machine's: an age below zero or over seconds is a picture of another time.
    const { ageMs = -1 } = (await paintedStrip(page, i)) ?? {}
    expect(ageMs).toBeGreaterThan(-50)
    expect(ageMs).toBeLessThan(5000)
  }
  expect(new Set(cameras).size).toBe(2)

  await expect.poll(() => pictureSum(page, 2)).toBeDefined()
  const still = await pictureSum(page, 2)
  await expect.poll(() => pictureSum(page, 2)).not.toBe(still)
  await end()
})

test('a window that is opened has a greyed picture until the newest one is there', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const { List } = await replied(platform.address, await logIn(platform.address), deviceList, {})
  const did = List.find(({ HasSub, Channels }) => HasSub && Channels === 1)?.DID ?? ''
  await page.addInitScript(() => {
    const look = (): void => {
      const glass = document.querySelector('.tile[data-state="loading"] > * > .tile-glass[data-shown="true"]')
      // To write it is a change as well.
      if (glass) document.documentElement.dataset['early'] ??= getComputedStyle(glass).filter
    }
    new MutationObserver(look).observe(document, { subtree: true, attributes: true })
  })
  await page.goto(`${platform.address}#/realTimeVideo?layout=1&chosen=0&show=${did}`)
  // A camera whose newest picture is a key frame has none before it.
  await expect
    .poll(async () => {
      await page.reload()
      await page.locator(`.tile[data-did="${did}"][data-state="live"]`).waitFor()
      return page.locator('html').getAttribute('data-early')
    })
    .toContain('grayscale')
  await end()
})

test('the camera that a window is named after is the one that it shows, each channel of a recorder too', async () => {
  const token = await logIn(platform.address)
  const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const tile = page.locator('[data-window="0"]')
  const playing = async (item: Locator, camera: number, name: string): Promise<void> => {
    await tile.click()
    await item.dblclick()
    await expect.poll(async () => (await paintedStrip(page, 0))?.camera, { timeout: 60_000 }).toBe(camera)
    await expect.poll(() => tile.getAttribute('aria-label'), { timeout: 60_000 }).toContain(name)
  }
  expect(List.map(({ Channels }) => Channels)).toContain(4)
  for (const { DID, DevName, Channels } of List.filter((it) => it.HasSub)) {
    const number = Number(/\d+/.exec(DevName)?.[0])
    if (Channels === 1) {
      await playing(treeItem(page, DevName), number, DevName)
      continue
    }
    await treeItem(page, DevName).click()
    const channels = page.locator(`[role=treeitem][data-did="${DID}"][data-channel]`)
    await expect.poll(() => channels.count(), { timeout: 60_000 }).toBe(Channels)
    // So far apart are the numbers of a simulated recorder's cameras.
    for (let channel = 0; channel < Channels; channel++)
      await playing(channels.nth(channel), number + channel * 1024, `${DevName} / ${channel + 1}`)
  }
  await end()
})

test('a camera that a colleague renames has its new name on pages that are open', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const token = await logIn(platform.address)
  const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
  const { DID = '', DevName = '' } = List[0] ?? {}
  await treeItem(page, DevName).waitFor()
  expect((await ask(platform.address, token, updateDeviceName, { DID, DevName: 'Ramp' })).CODE).toBe('200')
  await treeItem(page, 'Ramp').waitFor()
  expect((await ask(platform.address, token, updateDeviceName, { DID, DevName })).CODE).toBe('200')
  await treeItem(page, DevName).waitFor()
  await end()
})

test('when a shard is killed the page says so and the pictures come back by themselves', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const token = await logIn(platform.address)
  const { List } = deviceList.reply.parse((await ask(platform.address, token, deviceList, {})).BODY)
  await page.locator('[data-window="0"]').click()
  await treeItem(page, List.find(({ Channels }) => Channels === 1)?.DevName ?? '').dblclick()
  await expect.poll(() => paintedStrip(page, 0)).toBeDefined()
  // What was not live yet is not connected again.
  await page.locator('[data-window="0"][data-state="live"]').waitFor()

  const running = platform.started
    .output()
    .split('\n')
    .findLast((line) => line.includes('"shard running"'))
  const pids = z.object({ pids: z.array(z.int()) }).parse(JSON.parse(running ?? '')).pids
  expect(pids).toHaveLength(1)
  const states = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const tile = document.querySelector('[data-window="0"]')
        const seen: string[] = []
        const observer = new MutationObserver(() => {
          seen.push(tile?.getAttribute('data-state') ?? '')
          if (seen.includes('reconnecting') && seen.at(-1) === 'live') {
            observer.disconnect()
            resolve(seen)
          }
        })
        if (tile) observer.observe(tile, { attributes: true, attributeFilter: ['data-state'] })
      }),
  )
  const killedAt = Date.now()
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  expect(await states).toContain('reconnecting')
  await expect.poll(async () => ((await paintedStrip(page, 0))?.timeMs ?? 0) > killedAt).toBe(true)
  await end()
})
