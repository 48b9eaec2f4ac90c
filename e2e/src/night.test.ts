import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Cable, layCable } from './support/cable.ts'
import { paintedStrip, pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { processesBelow } from './support/process-tree.ts'
import { logInOnPage } from './support/session.ts'

const PATIENCE = { timeout: 90_000, interval: 250 }
const NIGHT_LIMIT_MS = 300_000

let platform: Platform
let cable: Cable
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
  cable = await layCable(platform.address)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await cable?.close()
  await platform?.stop()
})

const GUARDS = [
  { locale: 'en-US', method: 'mse', isBack: /Reconnecting/ },
  { locale: 'zh-CN', method: 'webcodecs', isBack: /重新?连/ },
] as const

/** What two guards in two languages see, each by another player, when all goes wrong in one night. */
test(
  'a torn cable and a laptop asleep: the last picture stays, then the newest is back by itself',
  async () => {
    const guards = await Promise.all(
      GUARDS.map(async ({ locale, method, isBack }) => {
        const guard = await visit(browser, { locale })
        await guard.page.addInitScript((chosen) => {
          localStorage.setItem('setting', JSON.stringify({ playback: { method: chosen, volume: 0 } }))
        }, method)
        await logInOnPage(guard.page, cable.address)
        await guard.page.locator('[role=treeitem][data-did]').first().dblclick()
        return { ...guard, tile: guard.page.locator('[data-window="0"]'), method, isBack }
      }),
    )
    const allSee = async (sinceMs: number): Promise<void> => {
      for (const { page } of guards)
        await expect
          .poll(async () => ((await paintedStrip(page, 0))?.timeMs ?? 0) > sinceMs, PATIENCE)
          .toBe(true)
    }
    await allSee(0)
    for (const { tile, method } of guards) expect(await tile.getAttribute('data-method')).toBe(method)

    cable.pull()
    for (const { page, tile, isBack } of guards) {
      await expect.poll(() => tile.getAttribute('data-state'), PATIENCE).toBe('reconnecting')
      await expect.poll(() => tile.innerText(), PATIENCE).toMatch(isBack)
      expect(await pictureSum(page, 0)).toBeDefined()
    }
    const tornMs = Date.now()
    cable.plugIn()
    await allSee(tornMs)
    for (const { tile } of guards)
      await expect.poll(() => tile.getAttribute('data-state'), PATIENCE).toBe('live')

    // Asleep: the pages stand still in the middle of whatever they did, until the platform has given them up.
    const pages = processesBelow(process.pid, '--type=renderer')
    for (const pid of pages) process.kill(pid, 'SIGSTOP')
    try {
      await expect.poll(livePages, PATIENCE).toBe(0)
    } finally {
      for (const pid of pages) process.kill(pid, 'SIGCONT')
    }
    await allSee(Date.now())
    for (const { page } of guards)
      await expect
        .poll(async () => ((await paintedStrip(page, 0))?.ageMs ?? Infinity) < 2000, PATIENCE)
        .toBe(true)

    for (const { end } of guards)
      await end(/ERR_(?:CONNECTION|EMPTY|SOCKET)|WebSocket|Failed to (?:load|fetch)/)
  },
  NIGHT_LIMIT_MS,
)

async function livePages(): Promise<number> {
  const text = await (await fetch(new URL('/metrics', platform.address))).text()
  return Number(/^vedette_live_pages (\d+)$/m.exec(text)?.[1])
}
