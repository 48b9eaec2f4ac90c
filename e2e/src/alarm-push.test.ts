/** Alarms on a device that has no page of the console open: what the browser's push service brings becomes a notification. */
import type { PushMessage } from '@vedette/contract/calls/push-device'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchWholeBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1' })
  browser = await launchWholeBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Has the browser take a message as if its push service had brought it. */
async function courier(page: Page, origin: string): Promise<(message: PushMessage) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(origin))
      if (own) resolve(own.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const registrationId = await registered
  return async (message) => {
    const data = JSON.stringify(message)
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body }) => ({ title, body }))
  })

for (const [locale, Language, settings, push, title, body] of [
  ['en-US', 'en', 'System settings', /^Notify this device/, 'Doorbell · Main gate', '03:10 · +2 more'],
  ['zh-CN', 'zh-cn', '系统设置', /^页面关闭后仍/, '门铃 · Main gate', '03:10 · 另有 2 条报警'],
] as const)
  test(`${locale}: an alarm that comes while no page is open is shown by the browser, and not over a page`, async () => {
    const { page, end } = await visit(browser, { locale, hasServiceWorker: true })
    await page.context().grantPermissions(['notifications'], { origin: platform.address.replace(/\/$/, '') })
    await enterOnPage(page, platform.address)
    await page.getByRole('button', { name: settings, exact: true }).click()
    await page.getByRole('switch', { name: push }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    const { origin } = new URL(platform.address)
    const deliver = await courier(page, origin)
    const alarm = {
      Type: 'ring',
      DevName: 'Main gate',
      Time: 0,
      Clock: '03:10',
      Others: 2,
      Language,
    } as const
    // In sight the page itself says it.
    await deliver({ ...alarm, CloudEid: 'one' })
    await page.goto('about:blank')
    await deliver({ ...alarm, CloudEid: 'two' })
    await page.goto(platform.address)
    await expect.poll(() => shownOn(page)).toEqual([{ title, body }])
    await end()
  })
