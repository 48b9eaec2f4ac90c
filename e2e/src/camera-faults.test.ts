import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'

import { launchBrowser, visit, type Visit } from './support/browser.ts'
import { paintedStrip, pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

/** The others are there from the start. */
const LATE = 2

let platform: Platform
let simulator: Simulator
let browser: Browser

beforeAll(async () => {
  simulator = await startSimulator(4, { VEDETTE_SIM_ROSTER: 'cameras' })
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  for (const camera of simulator.cameras.slice(0, LATE)) await add(camera)
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

async function add({ name, mainUrl, subUrl }: Simulator['cameras'][number]): Promise<void> {
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, getGroupList, {})
  await replied(platform.address, token, addByAddress, {
    GID: List[0]?.GID ?? '',
    DevName: name,
    DevType: 1,
    Url: mainUrl,
    SubUrl: subUrl,
    Username: simulator.username,
    Password: simulator.password,
  })
}

async function watchFirstCamera(): Promise<Visit> {
  const guard = await visit(browser)
  await logInOnPage(guard.page, platform.address)
  await guard.page.getByRole('treeitem', { name: simulator.cameras[0]?.name ?? '' }).dblclick()
  await expect.poll(() => paintedStrip(guard.page, 0)).toBeDefined()
  return guard
}

test.each(['offline', 'frozen'] as const)(
  'a camera that is %s is named so in its window, which keeps the last picture until the next one',
  async (fault) => {
    const number = simulator.cameras[0]?.number ?? 0
    const { page, end } = await watchFirstCamera()
    const tile = page.locator('[data-window="0"]')
    await simulator.setCamera(number, fault)
    await expect.poll(() => tile.getAttribute('data-state')).toMatch(/^(reconnecting|offline)$/)
    // It is connected and sends nothing.
    if (fault === 'frozen') await tile.getByText('No picture from the camera').waitFor()
    expect(await pictureSum(page, 0)).toBeDefined()
    const faultMs = Date.now()
    await expect.poll(() => tile.getAttribute('data-state')).toBe('offline')
    // The tree is told of it, and its regions count anew.
    const region = page.locator('.device-tree-count').first()
    await expect.poll(() => region.textContent()).toBe('1/2')

    await simulator.setCamera(number, 'online')
    await expect.poll(() => tile.getAttribute('data-state')).toBe('live')
    await expect.poll(() => region.textContent()).toBe('2/2')
    await expect.poll(async () => ((await paintedStrip(page, 0))?.timeMs ?? 0) > faultMs).toBe(true)
    await end()
  },
)

test('with the keyboard alone a guard finds a camera, plays it, and sees another in its place', async () => {
  const { page, end } = await watchFirstCamera()
  const second = simulator.cameras[1]
  await page.getByRole('searchbox').fill(second?.name ?? '')
  await page.getByRole('treeitem', { name: second?.name ?? '' }).waitFor()
  await page.locator('[data-window="0"]').focus()
  await page.getByRole('tree').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => [(await paintedStrip(page, 0))?.camera, (await paintedStrip(page, 1))?.camera])
    .toContain(second?.number)
  await page.keyboard.press('Alt+1')
  await expect.poll(() => page.locator('[data-window]:visible').count()).toBe(1)
  await page.keyboard.press('Alt+4')
  await expect.poll(() => page.locator('[data-window]:visible').count()).toBe(4)
  await end()
})

test('a camera that was added while the list could not be fetched is in the tree with the next one that is', async () => {
  const { page, context, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const [unheard, next] = simulator.cameras.slice(LATE)
  if (!unheard || !next) throw new Error('there are too few cameras')
  const row = ({ name }: typeof next) => page.getByRole('treeitem', { name })
  await row(simulator.cameras[0] ?? next).waitFor()
  const list = `**${deviceList.path}`
  const failed = page.waitForEvent('requestfailed', { timeout: 60_000 })
  await context.route(list, (route) => route.abort())
  await add(unheard)
  await failed
  await context.unroute(list)
  expect(await row(unheard).count()).toBe(0)
  await add(next)
  for (const camera of [unheard, next]) await row(camera).waitFor({ timeout: 60_000 })
  await end(/ERR_FAILED/)
})
