/** What is done with the device map beyond looking: sources and places, what cameras see, devices chosen by a line, floor plans. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { batchChangeGroup, modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { deviceMapList } from '@vedette/contract/calls/device-map'
import { floorPlaces } from '@vedette/contract/calls/floor-plan'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { patrolTours } from '@vedette/contract/calls/patrol'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { DESK, isSound, wear } from './support/looks.ts'
import { meanLuma } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const PATIENCE = { timeout: 60_000, interval: 200 }
const PICTURE = resolve(import.meta.dirname, '../../docs/pictures/live.webp')
const PLACES = [
  { name: 'East gate', Lng: 116.335, Lat: 39.9 },
  { name: 'West gate', Lng: 116.325, Lat: 39.9 },
]

let maps: Server
let folder: string
let simulator: Simulator
let platform: Platform
let browser: Browser
let token: string
let dids: string[]
let floor: string
const asked = new Set<string>()

beforeAll(async () => {
  maps = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?')
    asked.add(path)
    response.setHeader('access-control-allow-origin', '*')
    if (path === '/style.json') return response.end(JSON.stringify(drawnStyle(request.headers.host ?? '')))
    if (path === '/search')
      return response.end(
        JSON.stringify([{ lon: '116.4', lat: '39.95', name: 'Bell Tower', display_name: 'Bell Tower' }]),
      )
    response.setHeader('content-type', 'image/webp')
    response.end(readFileSync(PICTURE))
  })
  await new Promise<void>((done) => maps.listen(0, '127.0.0.1', done))
  const address = maps.address()
  if (address === null || typeof address === 'string') throw new TypeError('no port')
  const host = `http://127.0.0.1:${address.port}`
  folder = mkdtempSync(join(tmpdir(), 'vedette-maps-'))
  const file = join(folder, 'map.json')
  const sources = [
    { name: 'Streets', tiles: `${host}/streets/{z}/{x}/{y}`, attribution: '© The town' },
    { name: 'Aerial', tiles: `${host}/aerial/{z}/{x}/{y}`, datum: 'gcj02' },
    { name: 'Drawn', style: `${host}/style.json` },
  ]
  writeFileSync(file, JSON.stringify({ sources, geocoder: { url: `${host}/search?q={query}` } }))

  simulator = await startSimulator(2, { VEDETTE_SIM_ROSTER: 'cameras' })
  platform = await startPlatform({ VEDETTE_DEMO: '0', VEDETTE_MAP: file })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const root = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  const tower = (await replied(platform.address, token, createGroup, { ParentGID: root, GroupName: 'Tower' }))
    .GID
  floor = (await replied(platform.address, token, createGroup, { ParentGID: tower, GroupName: 'Floor 1' }))
    .GID
  dids = []
  for (const [n, { name, Lng, Lat }] of PLACES.entries()) {
    const { DID } = await replied(platform.address, token, addByAddress, {
      GID: floor,
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
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
  maps?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** A MapLibre style of the operator's, with tiles of its own. */
function drawnStyle(host: string): object {
  const tiles = [`http://${host}/drawn/{z}/{x}/{y}`]
  return {
    version: 8,
    sources: { drawn: { type: 'raster', tiles, tileSize: 256, attribution: '© The painter' } },
    layers: [{ id: 'drawn', type: 'raster', source: 'drawn' }],
  }
}

async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/${path}`)
  return { page, end }
}

const marker = (page: Page, did: string | undefined) => page.locator(`.map-marker[data-did="${did}"]`)
/** The west edges of the nearest tiles that were asked for, degrees. */
function columnsOf(source: string): number[] {
  const tiles = tilesOf(source).map((path) => path.split('/').slice(2).map(Number))
  const nearest = Math.max(...tiles.map(([z = 0]) => z))
  const columns = new Set(tiles.flatMap(([z, x = 0]) => (z === nearest ? [x] : [])))
  return [...columns].map((x) => (x / 2 ** nearest) * 360 - 180)
}

const tilesOf = (source: string) => [...asked].filter((path) => path.startsWith(`/${source}/`))

it('the operator’s sources are under the map, and a place is found by its name', async () => {
  const { page, end } = await open('deviceMap')
  await page.locator('.base-map[data-source="Streets"][data-surface]').waitFor()
  await page.getByText('© The town').waitFor()
  await expect.poll(() => tilesOf('streets').length, PATIENCE).toBeGreaterThan(3)
  await page.getByRole('combobox', { name: 'Map source' }).selectOption('Aerial')
  await page.locator('.base-map[data-source="Aerial"]').waitFor()
  await expect.poll(() => tilesOf('aerial').length, PATIENCE).toBeGreaterThan(3)
  await page.getByRole('combobox', { name: /^Search/ }).fill('bell')
  await page.getByRole('option', { name: 'Bell Tower' }).click()
  await page.locator('.base-map[data-centre="116.400000,39.950000"]').waitFor()
  // Chosen once, the source stays. In its datum Beijing lies some 0.006° further east.
  await page.goto(`${platform.address}#/deviceMap?at=116.33,39.9,18`)
  await page.locator('.base-map[data-centre="116.330000,39.900000"][data-zoom="18.00"]').waitFor()
  await page.reload()
  await page.locator('.base-map[data-source="Aerial"][data-surface]').waitFor()
  await expect.poll(() => columnsOf('aerial').length, PATIENCE).toBeGreaterThan(2)
  const shifted = Math.min(...columnsOf('aerial'))
  expect(shifted).toBeGreaterThan(116.331)
  await page.getByRole('combobox', { name: 'Map source' }).selectOption('Streets')
  await expect.poll(() => Math.min(...columnsOf('streets')), PATIENCE).toBeLessThan(shifted - 0.003)
  await end()
})

it('a MapLibre style of the operator’s is drawn where the browser has WebGL', async () => {
  const drawing = await launchBrowser([], 'webGl')
  try {
    const { page, end } = await visit(drawing)
    await enterOnPage(page, platform.address, '#/deviceMap')
    await page.locator('.base-map[data-surface="webgl"]').waitFor()
    await page.getByRole('combobox', { name: 'Map source' }).selectOption('Drawn')
    await page.locator('.base-map[data-source="Drawn"]').waitFor()
    await expect.poll(() => tilesOf('drawn').length, PATIENCE).toBeGreaterThan(3)
    await marker(page, dids[0]).waitFor()
    await end()
  } finally {
    await drawing.close()
  }
})

it('what a camera sees is drawn, and cameras within a line become a wall and a patrol tour', async () => {
  const { page, end } = await open('deviceMap?at=116.33,39.9,14')
  await marker(page, dids[0]).click()
  await page.getByRole('button', { name: 'Field of view' }).click()
  const heading = page.getByRole('slider', { name: 'Heading' })
  await heading.focus()
  await heading.press('PageUp')
  const drafted = page.locator(`.map-cones path[data-did="${dids[0]}"][data-drafted="true"]`)
  await drafted.waitFor()
  // What is drawn is asked about, whichever way leads out, and stays while the map is zoomed.
  const leave = [
    () => page.getByRole('button', { name: 'Save' }).press('Escape'),
    () => heading.press('Escape'),
    () => page.locator('.base-map').click({ position: { x: 500, y: 600 } }),
    () => page.getByRole('link', { name: 'Floor plans' }).click(),
  ]
  for (const way of leave) {
    await way()
    await page.getByRole('button', { name: 'Keep editing' }).click()
  }
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom out' }).click()
  await page.locator('.map-marker[data-kind="cluster"]').waitFor()
  expect(await heading.getAttribute('aria-valuenow')).not.toBe('0')
  for (let step = 0; step < 3; step++) await page.getByRole('button', { name: 'Zoom in' }).click()
  await drafted.waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator(`.map-cones path[data-did="${dids[0]}"][data-drafted="false"]`).waitFor()
  const { List } = await replied(platform.address, token, deviceMapList, {})
  expect(List.find(({ DID }) => DID === dids[0])?.View?.Heading).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await isSound(page, 'the device map')
  await wear(page, DESK)

  const around = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Select devices by drawing around them' }).click()
    await page.locator('.map-lasso').waitFor()
    const boxes = await Promise.all(dids.map((did) => marker(page, did).boundingBox()))
    const xs = boxes.flatMap((box) => (box ? [box.x, box.x + box.width] : []))
    const ys = boxes.flatMap((box) => (box ? [box.y, box.y + box.height] : []))
    const [west, east] = [Math.min(...xs) - 20, Math.max(...xs) + 20]
    const [north, south] = [Math.min(...ys) - 20, Math.max(...ys) + 20]
    await page.mouse.move(west, north)
    await page.mouse.down()
    for (const [x, y] of [
      [east, north],
      [east, south],
      [west, south],
    ] as const)
      await page.mouse.move(x, y, { steps: 4 })
    await page.mouse.up()
    await page.getByText('2 devices selected').waitFor()
  }
  await around()
  await page.getByRole('button', { name: 'Save as patrol tour' }).click()
  const form = page.locator('dialog[open]')
  await form.getByLabel('Interval, seconds').fill('3')
  await form.getByLabel('Name').fill('Gates')
  await form.getByRole('button', { name: 'Save' }).click()
  // The wrong interval is named at its field, and the name is not lost.
  await form.getByText('At least 5').waitFor()
  expect(await form.getByLabel('Name').inputValue()).toBe('Gates')
  await form.getByLabel('Interval, seconds').fill('20')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  const tours = await replied(platform.address, token, patrolTours, {})
  expect(tours.List).toMatchObject([{ Name: 'Gates', IntervalS: 20 }])
  expect(new Set(tours.List[0]?.Devices.map(({ DID }) => DID))).toEqual(new Set(dids))
  await page.getByRole('button', { name: 'Move to region' }).click()
  await form.getByRole('button', { name: 'Move to region' }).click()
  await form.getByText('Select a region').waitFor()
  await form.getByRole('button', { name: /^Region/ }).click()
  await form.getByRole('treeitem', { name: 'Demo' }).press('*')
  await form.getByRole('treeitem', { name: 'Tower' }).click()
  await form.getByRole('button', { name: 'Move to region' }).click()
  await page.getByText('2 devices moved').waitFor()
  const regions = (await replied(platform.address, token, deviceMapList, {})).List.map((it) => it.GroupName)
  expect(regions).toEqual(['Tower', 'Tower'])
  await replied(platform.address, token, batchChangeGroup, { DIDs: dids, GID: floor })
  // Without a pointer all that are in sight are chosen.
  await page.getByRole('button', { name: 'Select devices by drawing around them' }).press('Enter')
  await page.getByRole('button', { name: 'Select all in view' }).press('Enter')
  await page.getByText('2 devices selected').waitFor()
  await page.getByRole('button', { name: 'Show on live wall' }).click()
  await expect.poll(() => page.url(), PATIENCE).toContain('#/realTimeVideo?layout=4')
  for (const name of ['East gate', 'West gate'])
    await page
      .getByRole('group', { name: new RegExp(name) })
      .first()
      .waitFor()
  await end()
})

it('a floor plan: its picture is uploaded, a camera put on it, moved and watched', async () => {
  const { page, end } = await open('deviceMap')
  await page.getByRole('link', { name: 'Floor plans' }).click()
  await page.getByText('No floor plans yet').waitFor()
  await page.getByRole('button', { name: 'Add floor plan' }).click()
  const form = page.locator('dialog[open]')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Choose a picture').waitFor()
  await form.getByText('Select a region').waitFor()
  await form.getByRole('button', { name: 'Region' }).click()
  await form.getByRole('treeitem', { name: 'Demo' }).press('*')
  await form.getByRole('treeitem', { name: 'Floor 1' }).click()
  await form.locator('input[type=file]').setInputFiles(PICTURE)
  await form.getByRole('img', { name: 'Floor plan picture' }).waitFor()
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'Floor plan of Floor 1' }).waitFor()
  await page.getByTitle('Put on the plan: East gate').click()
  await marker(page, dids[0]).waitFor()
  const placeOf = async () => {
    const { List } = await replied(platform.address, token, floorPlaces, { GID: floor })
    return List.find(({ DID }) => DID === dids[0])
  }
  expect(await placeOf()).toMatchObject({ X: 0.5, Y: 0.5 })
  await marker(page, dids[0]).press('ArrowRight')
  await expect.poll(async () => (await placeOf())?.X, PATIENCE).toBeCloseTo(0.51)
  const box = await marker(page, dids[0]).boundingBox()
  if (!box) throw new Error('the marker is on the plan')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x - 80, box.y - 60, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await placeOf())?.Y, PATIENCE).toBeLessThan(0.5)
  const card = page.getByRole('region', { name: 'East gate' })
  await card.getByRole('button', { name: 'Current video' }).click()
  await card.locator('.tile-preview[data-state="live"]').waitFor()
  await expect.poll(() => meanLuma(card.locator('.tile-preview')), PATIENCE).toBeGreaterThan(0)
  await isSound(page, 'a floor plan')
  await wear(page, DESK)
  await card.getByRole('button', { name: 'Take off the plan' }).click()
  await page.getByTitle('Put on the plan: East gate').waitFor()
  expect(await placeOf()).toBeUndefined()
  await page.getByRole('button', { name: 'Delete floor plan' }).click()
  await page.locator('dialog[open]').getByRole('button', { name: 'Delete floor plan' }).click()
  await page.getByText('No floor plans yet').waitFor()
  await end()
})
