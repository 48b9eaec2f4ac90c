import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { logIn, logInOnPage, replied } from './support/session.ts'
import { type Simulator, startSimulator } from './support/simulator.ts'

const PATIENCE = { timeout: 40_000 }
const SPLIT_DOORBELL = 5
const SINGLE_DOORBELL = 6

let simulator: Simulator
let platform: Platform
let browser: Browser

beforeAll(async () => {
  simulator = await startSimulator(6)
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  const token = await logIn(platform.address)
  const { List } = await replied(platform.address, token, getGroupList, {})
  const GID = List[0]?.GID ?? ''
  const login = { Username: simulator.username, Password: simulator.password }
  for (const [number, DevName, type] of [
    [SPLIT_DOORBELL, 'Front door', 'splitDoorbell'],
    [SINGLE_DOORBELL, 'Back door', 'singleDoorbell'],
  ] as const) {
    const Url = simulator.devices.find((device) => device.number === number)?.onvifUrl ?? ''
    const body = { GID, DevName, DevType: devTypeNumber(type), Url, ...login }
    await replied(platform.address, token, addByAddress, body)
  }
  browser = await launchBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'])
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await simulator?.stop()
})

const panel = (page: Page) => page.locator('.ring')

async function at(page: Page, path: string): Promise<void> {
  await logInOnPage(page, platform.address)
  await page.evaluate((to) => void (location.hash = to), path)
}

/** Until it is seen: the platform may just have begun to listen to the device. */
async function rings(device: number, page: Page): Promise<void> {
  await expect
    .poll(
      async () => {
        await simulator.ring(device)
        return panel(page).count()
      },
      { ...PATIENCE, interval: 2000 },
    )
    .toBe(1)
}

for (const [locale, device, name, answer, hears, hangUp, answered] of [
  ['en-US', SINGLE_DOORBELL, 'Back door', 'Answer', 'They hear you', 'Hang up', 'admin answered the door'],
  ['zh-CN', SPLIT_DOORBELL, 'Front door', '接听', '对方可听到您的讲话', '挂断', 'admin 已接听门铃'],
] as const) {
  test(`${locale}: who rings is answered from any page, seen, and spoken to; the others are told by whom`, async () => {
    const first = await visit(browser, { locale, hasNotices: true })
    const second = await visit(browser, { locale, hasNotices: true })
    await at(first.page, '#/deviceManger')
    await at(second.page, '#/alarmManger')
    await rings(device, first.page)
    await panel(second.page).waitFor()
    expect(await panel(first.page).getByRole('alert').textContent()).toContain(name)
    expect(await axeViolations(first.page)).toEqual([])
    const before = await simulator.heard(device)
    await panel(first.page).getByRole('button', { name: answer, exact: true }).press('Enter')
    await expect.poll(() => panel(second.page).count(), PATIENCE).toBe(0)
    await second.page.getByText(answered).first().waitFor()
    await panel(first.page).locator('.tile[data-state="live"]').waitFor()
    await expect.poll(() => panel(first.page).textContent(), PATIENCE).toContain(hears)
    await expect.poll(() => simulator.heard(device), PATIENCE).toBeGreaterThan(before + 25)
    expect(await axeViolations(first.page)).toEqual([])
    await panel(first.page).getByRole('button', { name: hangUp, exact: true }).click()
    await expect.poll(() => panel(first.page).count()).toBe(0)
    await first.end()
    await second.end()
  })
}
