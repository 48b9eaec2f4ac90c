/** What two guards in two languages see, each by another player, when things go wrong at night: the newest picture is back by itself. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Cable, layCable } from './support/cable.ts'
import { paintedStrip, pictureSum } from './support/painted.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { processesBelow } from './support/process-tree.ts'
import { logInOnPage } from './support/session.ts'

const PATIENCE = { timeout: 90_000, interval: 250 }
const LOST = /ERR_(?:CONNECTION|EMPTY|SOCKET)|WebSocket|Failed to (?:load|fetch)/

let platform: Platform
let cable: Cable
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
  cable = await layCable(platform.address)
  browser = await launchBrowser()
})

/** A failed test leaves its pages open and the cable pulled. */
afterEach(async () => {
  cable.plugIn()
  for (const context of browser.contexts()) await context.close()
})

afterAll(async () => {
  await browser?.close()
  await cable?.close()
  await platform?.stop()
})

const GUARDS = [
  {
    locale: 'en-US',
    method: 'mse',
    isBack: /Reconnecting \((?:[2-9]|\d\d)\)/,
    offline: 'No network connection',
    online: 'The network is back',
  },
  {
    locale: 'zh-CN',
    method: 'webcodecs',
    isBack: /正在重连（(?:[2-9]|\d\d)）/,
    offline: '网络异常',
    online: '网络已恢复',
  },
] as const

/** Two guards who both see a camera. */
async function watch() {
  const guards = await Promise.all(
    GUARDS.map(async ({ locale, method, ...words }) => {
      const guard = await visit(browser, { locale })
      await guard.page.addInitScript((chosen) => {
        localStorage.setItem('setting', JSON.stringify({ playback: { method: chosen, volume: 0 } }))
      }, method)
      await logInOnPage(guard.page, cable.address)
      await guard.page.locator('[role=treeitem][data-did]').first().dblclick()
      return { ...guard, tile: guard.page.locator('[data-window="0"]'), method, ...words }
    }),
  )
  const allSee = async (sinceMs: number): Promise<void> => {
    for (const { page } of guards)
      await expect
        .poll(async () => ((await paintedStrip(page, 0))?.timeMs ?? 0) > sinceMs, PATIENCE)
        .toBe(true)
  }
  const allAreAtTheEdge = async (): Promise<void> => {
    for (const { page } of guards)
      await expect
        .poll(async () => ((await paintedStrip(page, 0))?.ageMs ?? Infinity) < 2000, PATIENCE)
        .toBe(true)
  }
  const allEnd = async (expected?: RegExp): Promise<void> => {
    for (const { end } of guards) await end(expected)
  }
  await allSee(0)
  for (const { tile, method } of guards)
    await expect.poll(() => tile.getAttribute('data-method'), PATIENCE).toBe(method)
  return { guards, allSee, allAreAtTheEdge, allEnd }
}

test('a cable is torn: the last picture stays, the attempts are counted, and it is live again', async () => {
  const { guards, allSee, allEnd } = await watch()
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
  await allEnd(LOST)
})

test('a laptop is asleep until the platform has given it up, and wakes to the newest picture', async () => {
  const { allSee, allAreAtTheEdge, allEnd } = await watch()
  // The pages stand still in the middle of whatever they did.
  const pages = processesBelow(process.pid, '--type=renderer')
  for (const pid of pages) process.kill(pid, 'SIGSTOP')
  try {
    await expect.poll(() => live('pages'), PATIENCE).toBe(0)
  } finally {
    for (const pid of pages) process.kill(pid, 'SIGCONT')
  }
  await allSee(Date.now())
  await allAreAtTheEdge()
  await allEnd(LOST)
})

test('a tab is hidden: it is sent no pictures, and has the newest when somebody looks again', async () => {
  const { guards, allSee, allAreAtTheEdge, allEnd } = await watch()
  for (const { page } of guards) await page.evaluate(setHidden, true)
  await expect.poll(() => live('windows'), PATIENCE).toBe(0)
  await expect.poll(() => live('pages'), PATIENCE).toBe(guards.length)
  for (const { page } of guards) await page.evaluate(setHidden, false)
  await allSee(Date.now())
  await allAreAtTheEdge()
  await allEnd()
})

test('a network that is away and back is told, and the pictures go on', async () => {
  const { guards, allSee, allEnd } = await watch()
  // A message goes after three seconds, so it is looked for beforehand.
  for (const { context, page, offline, online } of guards) {
    const told = page.getByText(offline).first().waitFor({ timeout: PATIENCE.timeout })
    await context.setOffline(true)
    await told
    const toldAgain = page.getByText(online).first().waitFor({ timeout: PATIENCE.timeout })
    await context.setOffline(false)
    await toldAgain
  }
  await allSee(Date.now())
  for (const { tile } of guards)
    await expect.poll(() => tile.getAttribute('data-state'), PATIENCE).toBe('live')
  await allEnd(LOST)
})

/** Number of pages or windows, by the platform's own figures. */
async function live(what: 'pages' | 'windows'): Promise<number> {
  const text = await (await fetch(new URL('/metrics', platform.address))).text()
  return Number(new RegExp(`^vedette_live_${what} (\\d+)$`, 'm').exec(text)?.[1])
}

/** Runs in the page. A browser without a screen never hides a tab by itself. */
function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
  document.dispatchEvent(new Event('visibilitychange'))
}
