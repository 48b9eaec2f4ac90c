/** The states of section 4 on the screens: online, offline and sleeping here, upgrading in `devices-at-work.test.ts`. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }
const CONTROL_TOKEN = 'device-states'
/** The simulator's numbers; the second is powered by the sun. */
const [CAMERA, SOLAR] = [1, 4]

let platform: Platform
let browser: Browser
let controlPort: number

beforeAll(async () => {
  controlPort = await freePort()
  platform = await startPlatform({
    VEDETTE_SIM_DEVICES: '4',
    VEDETTE_SIM_CONTROL_PORT: String(controlPort),
    VEDETTE_SIM_CONTROL_TOKEN: CONTROL_TOKEN,
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function make(device: number, state: 'online' | 'offline' | 'asleep'): Promise<void> {
  const { ok } = await fetch(`http://127.0.0.1:${controlPort}/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
    body: JSON.stringify({ type: 'state', device, state }),
  })
  expect(ok).toBe(true)
}

test.each([
  ['en-US', 'Offline', 'Sleeping', 'Live video of Car park 04', '1 offline', '3 of 4 online'],
  ['zh-CN', '离线', '休眠', '实时预览 Car park 04', '离线 1', '3 / 4 在线'],
])(
  '%s: who is offline and who sleeps is counted, filtered and named, and watching wakes',
  async (locale, offline, asleep, live, counted, online) => {
    const { page, end } = await visit(browser, { locale })
    await enterOnPage(page, platform.address, '#/deviceManger')
    await page.locator('.device-status[data-presence="1"]').nth(3).waitFor()
    await make(CAMERA, 'offline')
    await make(SOLAR, 'asleep')
    const chip = (name: string) =>
      page.locator('.device-states').getByRole('button', { name: new RegExp(`^${name}`, 'i') })
    const rows = () => page.locator('td[data-column="name"] .device-open').allInnerTexts()
    for (const [state, name] of [
      [offline, 'Main gate 01'],
      [asleep, 'Car park 04'],
    ] as const) {
      await chip(state).click(PATIENCE)
      await expect.poll(rows, PATIENCE).toEqual([name])
      await page.locator('.device-status').getByText(new RegExp(state, 'i')).waitFor()
      expect(await axeViolations(page)).toEqual([])
    }
    // On the first page it counts as online, as on the map.
    await page.goto(`${platform.address}#/home`)
    await page.locator('.home-attention').getByText(online, { exact: true }).waitFor()
    expect(await page.locator('.home-faults li[data-did]').count()).toBe(1)
    await page.goto(`${platform.address}#/deviceManger?status=sleeping`)
    // It falls asleep again when nobody watches any more.
    await page.getByRole('link', { name: live }).click()
    await page.locator('.tile[data-state="live"]').first().waitFor()
    // The header of every page counts who is away, and leads there.
    const pill = page.locator('.header').getByRole('button', { name: counted })
    await pill.click()
    await page.locator('#trouble').getByRole('link', { name: 'Main gate 01' }).click()
    await page.waitForURL(/#\/deviceConf\//)
    for (const device of [CAMERA, SOLAR]) await make(device, 'online')
    await pill.waitFor({ state: 'detached' })
    await end()
  },
)
