/** The device map: a device is found, watched and moved, by people with WebGL and without it. */
import { addByAddress } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { deviceMapList } from '@vedette/contract/calls/device-map'
import { addGateway } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

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
  for (const [n, { name }] of PLACES.entries()) {
    const { DID } = await replied(platform.address, token, addByAddress, {
      GID,
      DevName: name,
      DevType: 1,
      Url: simulator.cameras[n]?.mainUrl ?? '',
      SubUrl: simulator.cameras[n]?.subUrl ?? '',
      Username: simulator.username,
      Password: simulator.password,
    })
    dids.push(DID)
  }
  await replied(platform.address, token, addGateway, { DID: GATEWAY, GID, DevName: 'Hall', DevType: 7 })
})
/** Each test begins with both cameras online in their places, and the gateway in none. */
beforeEach(async () => {
  for (const { number } of simulator.cameras) await simulator.setCamera(number, 'online')
  for (const [n, { Lng, Lat }] of PLACES.entries()) await put(dids[n] ?? '', { Lng, Lat })
  await put(GATEWAY, { Lng: null, Lat: null })
})
afterAll(async () => {
  await platform?.stop()
  await simulator?.stop()
})

const put = (DID: string, place: { Lng: number | null; Lat: number | null }) =>
  replied(platform.address, token, modifiedDeviceLatAndLng, { DID, ...place })

async function placeOf(did: string | undefined) {
  const { List } = await replied(platform.address, token, deviceMapList, {})
  const { Lng, Lat } = List.find(({ DID }) => DID === did) ?? {}
  return { Lng, Lat }
}

const chip = (page: Page, name: string) => page.locator(`[data-chip="${name}"]`)
const marker = (page: Page, did: string | undefined) => page.locator(`.map-marker[data-did="${did}"]`)

function browserWith(graphics: 'none' | 'webGl'): () => Browser {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser([], graphics)
  })
  afterAll(() => browser?.close())
  return () => browser
}

describe('with WebGL', () => {
  const browser = browserWith('webGl')

  async function openMap() {
    const { page, end } = await visit(browser())
    const fetched: string[] = []
    page.on('request', (request) => void fetched.push(request.url()))
    await enterOnPage(page, platform.address)
    const ofMap = (): string[] => fetched.filter((url) => /\/assets\/(?:webgl-surface|maplibre)/.test(url))
    expect(ofMap()).toEqual([])
    await page.getByRole('link', { name: 'Device map' }).click()
    await page.locator('.base-map[data-surface="webgl"]').waitFor()
    expect(ofMap()).not.toEqual([])
    return { page, end }
  }

  /** The map with the card of a camera that was searched for. */
  async function findEastGate() {
    const { page, end } = await openMap()
    await page.getByRole('combobox').fill('east')
    await page.getByRole('option', { name: 'East gate' }).click()
    return { page, end, card: page.getByRole('dialog', { name: 'East gate' }) }
  }

  it('the map shows the company’s devices, and how many there are of each kind', async () => {
    const { page, end } = await openMap()
    const map = page.locator('.base-map')
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
    // Further out both are one marker, with the share that is online.
    const cluster = page.locator('.map-marker[data-kind="cluster"]')
    for (let step = 0; step < 4; step++) await page.getByRole('button', { name: 'Zoom out' }).click()
    await page.getByRole('button', { name: '2 devices, 2 online' }).waitFor()
    expect(await cluster.getAttribute('style')).toContain('--share: 100%')
    await simulator.setCamera(simulator.cameras[1]?.number ?? 0, 'offline')
    await page.getByRole('button', { name: '2 devices, 1 online' }).waitFor()
    expect(await cluster.getAttribute('style')).toContain('--share: 50%')
    await end()
  })

  it('a graphics card that fails leaves the plain map, with all that stands on it', async () => {
    const { page, end } = await openMap()
    await marker(page, dids[0]).waitFor()
    await page.locator('.maplibregl-canvas').evaluate((it) => {
      const context = it instanceof HTMLCanvasElement ? it.getContext('webgl2') : null
      context?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await page.locator('.base-map[data-surface="canvas"]').waitFor()
    expect(await page.locator('.maplibregl-canvas').count()).toBe(0)
    await marker(page, dids[0]).click()
    await page.getByRole('dialog', { name: 'East gate' }).waitFor()
    await end()
  })

  it('coordinates and regions are found, and the address keeps the place', async () => {
    const { page, end } = await openMap()
    const search = page.getByRole('combobox', { name: /^Search/ })
    const map = page.locator('.base-map')
    await search.fill('116.4,39.95')
    await page.getByRole('option', { name: '116.4, 39.95 Coordinates' }).click()
    await page.locator('.base-map[data-centre="116.400000,39.950000"]').waitFor()
    await expect.poll(() => page.url(), PATIENCE).toContain('#/deviceMap?at=116.4,39.95,16')
    await page.reload()
    await page.locator('.base-map[data-centre="116.400000,39.950000"][data-zoom="16.00"]').waitFor()
    await search.fill('39.95,116.4')
    await page.getByText('Longitude and latitude seem to be swapped').waitFor()
    await search.fill('dem')
    await page.getByRole('option', { name: 'Demo Region' }).click()
    await expect.poll(() => map.getAttribute('data-centre'), PATIENCE).toBe('116.330000,39.900000')
    await end()
  })

  it('a link shows the same chips and the same card', async () => {
    const { page, end, card } = await findEastGate()
    await card.waitFor()
    await chip(page, 'monitoring').click()
    await chip(page, 'online').click()
    const shown = `&show=monitoring,online&open=${dids[0]}`
    await expect.poll(() => page.url(), PATIENCE).toMatch(new RegExp(`at=116.36,39.9,16${shown}$`))
    await page.reload()
    await card.waitFor()
    for (const name of ['monitoring', 'online'])
      expect(await chip(page, name).getAttribute('aria-pressed')).toBe('true')
    // So does a link that is followed while the map is open.
    await page.goto(page.url().replace(shown, `&show=offline&open=${dids[1]}`).replace('116.36', '116.3'))
    await expect.poll(() => chip(page, 'offline').getAttribute('aria-pressed'), PATIENCE).toBe('true')
    await chip(page, 'all').click()
    await page.getByRole('dialog', { name: 'West gate' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.url(), PATIENCE).toMatch(/at=116.3,39.9,16$/)
    await end()
  })

  it('a guard finds a camera on the map and watches it there', async () => {
    const { end, card } = await findEastGate()
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
    await end()
  })

  it('a location that was typed the wrong way round is swapped, and the camera moves there', async () => {
    const { page, end, card } = await findEastGate()
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
    await page.keyboard.press('Escape')
    await card.waitFor({ state: 'detached' })
    await end()
  })

  it('a marker is dragged elsewhere, and put back', async () => {
    const { page, end } = await openMap()
    await marker(page, dids[0]).waitFor()
    const box = await marker(page, dids[0]).boundingBox()
    if (!box) throw new Error('the marker is on the map')
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const drag = async (from: [number, number], to: [number, number]): Promise<void> => {
      await page.mouse.move(...from)
      await page.mouse.down()
      await page.mouse.move(...to, { steps: 5 })
      await page.mouse.up()
    }
    await page.clock.install()
    await drag([x, y], [x + 60, y + 90])
    await page.getByText('Location of East gate updated').waitFor()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    expect((await placeOf(dids[0])).Lng).toBeGreaterThan(116.36)
    expect((await placeOf(dids[0])).Lat).toBeLessThan(39.9)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => placeOf(dids[0]), PATIENCE).toEqual({ Lng: 116.36, Lat: 39.9 })
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
    // What is stored is drawn a moment later.
    const left = async (): Promise<number | undefined> => (await marker(page, dids[0]).boundingBox())?.x
    await expect.poll(left, PATIENCE).toBeCloseTo(box.x, 0)

    // The second of two is offered as long as the first was.
    await drag([x, y], [x + 60, y + 90])
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    const between = await placeOf(dids[0])
    const first = await page.getByRole('button', { name: 'Undo' }).elementHandle()
    await page.clock.fastForward(12_000)
    await drag([x + 60, y + 90], [x, y])
    await expect.poll(() => placeOf(dids[0]), PATIENCE).not.toEqual(between)
    // The second one's own has come in its place.
    await expect.poll(() => first?.evaluate((it) => it.isConnected), PATIENCE).toBe(false)
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await page.clock.fastForward(4000)
    // Whatever that ends has left the page by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => placeOf(dids[0]), PATIENCE).toEqual(between)
    await end()
  })

  it('devices at one point are one badge with their number, which lists them', async () => {
    for (const DID of dids) await put(DID, CENTRE)
    const { page, end } = await openMap()
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
  })
})

describe('without WebGL the map is the same', () => {
  const browser = browserWith('none')

  async function openMap() {
    const { page, end } = await visit(browser(), { locale: 'zh-CN' })
    await enterOnPage(page, platform.address, '#/deviceMap')
    await page.locator('.base-map[data-surface="canvas"]').waitFor()
    await marker(page, dids[1]).waitFor()
    return { page, end }
  }

  it('chips filter the markers', async () => {
    const { page, end } = await openMap()
    await chip(page, 'gateway').click()
    await expect.poll(() => marker(page, dids[1]).count()).toBe(0)
    await chip(page, 'all').click()
    await marker(page, dids[1]).waitFor()
    await end()
  })

  it('presence comes by itself, and what is offline is not to be watched', async () => {
    const { page, end } = await openMap()
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
    await end()
  })

  it('a double click places a device', async () => {
    const { page, end } = await openMap()
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
    // A gateway has no video to be watched.
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await marker(page, GATEWAY).click()
    const video = page.getByRole('dialog', { name: 'Hall' }).getByTitle('该类型设备没有视频')
    expect(await video.isDisabled()).toBe(true)
    await end()
  })
})
