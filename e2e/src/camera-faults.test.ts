import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'

import { launchBrowser, visit, type Visit } from './support/browser.ts'
import { paintedStrip, pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { ask, logIn, logInOnPage } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

let platform: Platform
let simulator: Simulator
let browser: Browser

beforeAll(async () => {
  simulator = await startSimulator(2)
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const token = await logIn(platform.address)
  const { List } = getGroupList.reply.parse((await ask(platform.address, token, getGroupList, {})).BODY)
  for (const camera of simulator.cameras) {
    const added = await ask(platform.address, token, addByAddress, {
      GID: List[0]?.GID ?? '',
      DevName: camera.name,
      DevType: 1,
      Url: camera.mainUrl,
      SubUrl: camera.subUrl,
      Username: simulator.username,
      Password: simulator.password,
    })
    if (added.CODE !== '200') throw new Error(`${camera.name} was not added: ${JSON.stringify(added)}`)
  }
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

async function watchFirstCamera(): Promise<Visit> {
  const guard = await visit(browser)
  await logInOnPage(guard.page, platform.address)
  await guard.page.getByRole('treeitem', { name: simulator.cameras[0]?.name ?? '' }).dblclick()
  await expect.poll(() => paintedStrip(guard.page, 0), { timeout: 20_000 }).toBeDefined()
  return guard
}

test.each(['offline', 'frozen'] as const)(
  'a camera that is %s is named so in its window, which keeps the last picture until the next one',
  async (fault) => {
    const number = simulator.cameras[0]?.number ?? 0
    const { page, end } = await watchFirstCamera()
    const tile = page.locator('[data-window="0"]')
    await simulator.setCamera(number, fault)
    await expect
      .poll(() => tile.getAttribute('data-state'), { timeout: 20_000 })
      .toMatch(/^(reconnecting|offline)$/)
    expect(await pictureSum(page, 0)).toBeDefined()
    const faultMs = Date.now()
    await expect.poll(() => tile.getAttribute('data-state'), { timeout: 30_000 }).toBe('offline')

    await simulator.setCamera(number, 'online')
    await expect.poll(() => tile.getAttribute('data-state'), { timeout: 30_000 }).toBe('live')
    await expect
      .poll(async () => ((await paintedStrip(page, 0))?.timeMs ?? 0) > faultMs, { timeout: 10_000 })
      .toBe(true)
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
    .poll(async () => [(await paintedStrip(page, 0))?.camera, (await paintedStrip(page, 1))?.camera], {
      timeout: 20_000,
    })
    .toContain(second?.number)
  await page.keyboard.press('Alt+1')
  await expect.poll(() => page.locator('[data-window]:visible').count()).toBe(1)
  await page.keyboard.press('Alt+4')
  await expect.poll(() => page.locator('[data-window]:visible').count()).toBe(4)
  await end()
})
