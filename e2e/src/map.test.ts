/** The device map: a device is found, watched and moved, by people with WebGL and without it. */
import { addByAddress } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { deviceMapList } from '@vedette/contract/calls/device-map'
import { addGateway } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { meanLuma } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }
const GATEWAY = 'GATEWAY-ON-MAP'
const CENTRE = { Lng: 116.331398, Lat: 39.897445 }
const PLACES = [
  { name: 'East gate', Lng: 116.36, Lat: 39.9 },
  { name: 'West gate', Lng: 116.3, Lat: 39.9 },
]

let simulator: Simulator
let platform: Platform
let token: string
let dids: string[]

beforeAll(async () => {
  simulator = await startSimulator(2, { VEDETTE_SIM_ROSTER: 'cameras' })
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  token = await logIn(platform.address)
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  dids = []
  for (const [n, { name, Lng, Lat }] of PLACES.entries()) {
    const { DID } = await replied(platform.address, token, addByAddress, {
      GID,
      DevName: name,
      DevType: 1,
      Url: simulator.cameras[n]?.mainUrl ?? '',
      SubUrl: simulator.cameras[n]?.subUrl ?? '',
      Username: simulator.username,
      Password: simulator.password,
    })
    await replied(platform.address, token, modifiedDeviceLatAndLng, { DID, Lng, Lat })
    dids.push(DID)
  }
  await replied(platform.address, token, addGateway, { DID: GATEWAY, GID, DevName: 'Hall', DevType: 7 })
})
afterAll(async () => {
  await platform?.stop()
  await simulator?.stop()
})

async function withBrowser(graphics: 'none' | 'webGl', story: (browser: Browser) => Promise<void>) {
  const browser = await launchBrowser([], graphics)
  try {
    await story(browser)
  } finally {
    await browser.close()
  }
}

async function placeOf(did: string | undefined) {
  const { List } = await replied(platform.address, token, deviceMapList, {})
  const { Lng, Lat } = List.find(({ DID }) => DID === did) ?? {}
  return { Lng, Lat }
}

const chip = (page: Page, name: string) => page.locator(`[data-chip="${name}"]`)
const marker = (page: Page, did: string | undefined) => page.locator(`.map-marker[data-did="${did}"]`)

it('a guard finds a camera on the map, watches it there, and moves it', () =>
  withBrowser('webGl', async (browser) => {
    const { page, end } = await visit(browser)
    await enterOnPage(page, platform.address)
    await page.getByRole('link', { name: 'Device map' }).click()
    const map = page.locator('.base-map')
    await page.locator('.base-map[data-surface="webgl"]').waitFor()
    expect(await map.getAttribute('data-centre')).toBe('116.331398,39.897445')
    expect(await map.getAttribute('data-zoom')).toBe('12.00')
    await marker(page, dids[0]).locator('[data-presence="online"]').waitFor()
    await expect.poll(() => chip(page, 'online').textContent(), PATIENCE).toBe('Online 2')
    expect(await page.locator('.map-chip').allTextContents()).toEqual([
      'All 3',
      'Monitoring 2',
      'Gateways 1',
      'IoT 0',
      'Online 2',
      'Offline 1',
      'Not on the map 1',
    ])

    await page.getByRole('combobox').fill('east')
    await page.getByRole('option', { name: 'East gate' }).click()
    const card = page.getByRole('dialog', { name: 'East gate' })
    await expect
      .poll(() => card.locator('dt, dd').allTextContents(), PATIENCE)
      .toEqual(
        [
          ['Name', 'East gate'],
          ['Device ID', dids[0] ?? ''],
          ['Group', 'Demo'],
          ['Type', 'Camera'],
          ['Longitude', '116.36'],
          ['Latitude', '39.9'],
          ['Time', '-'],
        ].flat(),
      )
    await card.getByRole('button', { name: 'Current video' }).click()
    await card.locator('.tile-preview[data-state="live"]').waitFor()
    await expect.poll(() => meanLuma(card.locator('.tile-preview')), PATIENCE).toBeGreaterThan(0)

    await card.getByRole('button', { name: 'Update location' }).click()
    const picker = page.locator('dialog[open]')
    // The wrong way round, as people copy it from elsewhere.
    await picker.getByLabel('Longitude').fill('39.91,116.34')
    await picker.getByText('seem to be swapped').waitFor()
    await picker.getByRole('button', { name: 'Confirm' }).click()
    await picker.getByRole('button', { name: 'Swap' }).click()
    await picker.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('Location of East gate updated').waitFor()
    expect(await placeOf(dids[0])).toEqual({ Lng: 116.34, Lat: 39.91 })
    await expect.poll(() => card.locator('dd').allTextContents(), PATIENCE).toContain('116.34')

    // Dragged, and put back.
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    const box = await marker(page, dids[0]).boundingBox()
    if (!box) throw new Error('the marker is on the map')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y + 90, { steps: 5 })
    await page.mouse.up()
    await page.getByText('Location of East gate updated').last().waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect((await placeOf(dids[0])).Lng).toBeGreaterThan(116.34)
    expect((await placeOf(dids[0])).Lat).toBeLessThan(39.91)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => placeOf(dids[0]), PATIENCE).toEqual({ Lng: 116.34, Lat: 39.91 })
    await end()
  }))

it('without WebGL the map is the same: chips filter, presence comes by itself, a double click places a device', () =>
  withBrowser('none', async (browser) => {
    const { page, end } = await visit(browser, { locale: 'zh-CN' })
    await enterOnPage(page, platform.address)
    await page.goto(`${platform.address}#/deviceMap`)
    await page.locator('.base-map[data-surface="canvas"]').waitFor()
    await marker(page, dids[1]).waitFor()
    await chip(page, 'gateway').click()
    await marker(page, dids[1]).waitFor({ state: 'detached' })
    await chip(page, 'all').click()

    await chip(page, 'offline').click()
    await marker(page, dids[1]).waitFor({ state: 'detached' })
    await simulator.setCamera(simulator.cameras[1]?.number ?? 0, 'offline')
    await marker(page, dids[1]).waitFor()
    await expect.poll(() => chip(page, 'offline').textContent(), PATIENCE).toBe('离线 2')
    await marker(page, dids[1]).click()
    const card = page.getByRole('dialog', { name: 'West gate' })
    await card.getByRole('button', { name: '当前视频', exact: true }).waitFor()
    expect(await card.getByRole('button', { name: '当前视频' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await simulator.setCamera(simulator.cameras[1]?.number ?? 0, 'online')
    await marker(page, dids[1]).waitFor({ state: 'detached' })
    await chip(page, 'all').click()

    await chip(page, 'unplaced').click()
    await page.getByTitle('设置位置：Hall').click()
    const picker = page.locator('dialog[open]').last()
    await picker.locator('.base-map[data-surface]').dblclick({ position: { x: 60, y: 60 } })
    await expect.poll(() => picker.getByLabel('经度').inputValue(), PATIENCE).not.toBe('')
    const chosen = {
      Lng: await picker.getByLabel('经度').inputValue(),
      Lat: await picker.getByLabel('纬度').inputValue(),
    }
    expect(Number(chosen.Lng)).toBeLessThan(CENTRE.Lng)
    expect(Number(chosen.Lat)).toBeGreaterThan(CENTRE.Lat)
    await picker.getByRole('button', { name: '清除坐标' }).click()
    expect(await picker.getByLabel('经度').inputValue()).toBe('')
    await picker.locator('.base-map').dblclick({ position: { x: 60, y: 60 } })
    await picker.getByRole('button', { name: '确定' }).click()
    await page.getByText('已更新 Hall 的位置').waitFor()
    expect(await placeOf(GATEWAY)).toEqual({ Lng: Number(chosen.Lng), Lat: Number(chosen.Lat) })
    await end()
  }))

it('devices at one point are one badge with their number, which lists them', () =>
  withBrowser('webGl', async (browser) => {
    for (const DID of dids)
      await replied(platform.address, token, modifiedDeviceLatAndLng, { DID, ...CENTRE })
    const { page, end } = await visit(browser)
    await enterOnPage(page, platform.address)
    await page.goto(`${platform.address}#/deviceMap`)
    await page.getByRole('button', { name: 'device (2)' }).click()
    const list = page.getByRole('dialog', { name: 'Devices here' })
    await list.getByRole('button', { name: 'West gate' }).click()
    await page
      .getByRole('dialog', { name: 'West gate' })
      .getByText(dids[1] ?? '')
      .waitFor()
    await page.getByRole('button', { name: 'Back to the list' }).click()
    await list.getByRole('button', { name: 'East gate' }).waitFor()
    expect(await list.getByRole('listitem').count()).toBe(2)
    await end()
  }))
