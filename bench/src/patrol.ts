/**
 * A night's patrol in fast motion: 40 cameras over 4 windows of a guard who sees one region. Some cameras are offline, some asleep;
 * one is removed while it is shown, one goes to a region that the guard doesn't see. Told are turns without a picture, and what grows.
 */
import { addAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { batchChangeGroup, batchExitGroup } from '@vedette/contract/calls/device-edit'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { newRole } from '@vedette/contract/calls/role'
import type { CDPSession, Page } from 'playwright-core'

import { launchBrowser } from '../../e2e/src/support/browser.ts'
import { freePort } from '../../e2e/src/support/free-port.ts'
import { type Platform, startPlatform } from '../../e2e/src/support/platform.ts'
import {
  chooseOwn,
  emptyWall,
  logIn,
  OWN_PASSWORD,
  replied,
  typeLogIn,
} from '../../e2e/src/support/session.ts'
import { flag } from './flags.ts'
import { pause } from './statistics.ts'

const TURNS = flag('turns', 500)
const DEVICES = flag('devices', 40)
const WINDOWS = 4
const OFFLINE = [6, 13, 20, 27, 34]
const ASLEEP = [8, 16, 24]
const EACH = 50
/** Waits of a second to five are so much shorter: the shortest interval is 5 s. */
const FASTER = 10
const STUCK_MS = 15_000
const CONTROL_TOKEN = 'patrol'
const UNDER_PATROL = '.tile[data-patrol="true"][data-warming="false"]'

interface Site {
  token: string
  near: string
  far: string
  dids: string[]
}

/** `--turns N`, `--devices N`. */
export async function benchPatrol(): Promise<void> {
  const controlPort = await freePort()
  const platform = await startPlatform({
    VEDETTE_SIM_DEVICES: String(DEVICES),
    VEDETTE_SIM_ROSTER: 'cameras',
    VEDETTE_SIM_CONTROL_PORT: String(controlPort),
    VEDETTE_SIM_CONTROL_TOKEN: CONTROL_TOKEN,
  })
  const browser = await launchBrowser()
  try {
    const site = await siteOf(platform)
    for (const [state, cameras] of [
      ['offline', OFFLINE],
      ['asleep', ASLEEP],
    ] as const)
      for (const device of cameras) await control(controlPort, { type: 'state', device, state })
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1366, height: 768 } })
    await page.addInitScript(hurry, FASTER)
    await page.goto(platform.address)
    await typeLogIn(page, 'guard', OWN_PASSWORD)
    await page.waitForURL(/#\/realTimeVideo/)
    await page.getByRole('tree').waitFor()
    await emptyWall(page)
    await begin(page)
    console.log(`\na patrol of ${DEVICES} cameras over ${WINDOWS} windows, ${TURNS} turns`)
    console.table(await patrol(page, platform, site))
  } finally {
    await browser.close()
    await platform.stop()
  }
}

/** All cameras in one region, and a guard who sees that one alone. */
async function siteOf({ address }: Platform): Promise<Site> {
  const token = await logIn(address)
  const [root] = (await replied(address, token, getGroupList, {})).List
  const made = async (GroupName: string): Promise<string> =>
    (await replied(address, token, createGroup, { GroupName, ParentGID: root?.GID ?? '' })).GID
  const [near, far] = [await made('Patrolled'), await made('Elsewhere')]
  const { List } = await replied(address, token, deviceList, { PageSize: DEVICES })
  const dids = List.map(({ DID }) => DID)
  await replied(address, token, batchChangeGroup, { DIDs: dids, GID: near })
  const { id: RoleID } = await replied(address, token, newRole, {
    RoleName: 'Guard',
    permissions: [{ pageKey: 'realTimeVideo' }],
  })
  const Password = 'Given7-kites'
  const guard = { Account: 'guard', Name: 'Guard', Password, RoleID, AllRegions: false, GIDs: [near] }
  await replied(address, token, addAccount, guard)
  await chooseOwn(address, 'guard', Password)
  return { token, near, far, dids }
}

async function begin(page: Page): Promise<void> {
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('treeitem').first().click()
  await dialog.locator('[name="interval"]').fill('5')
  await dialog.locator('[name="position"]').press('Enter')
  await page
    .locator(`${UNDER_PATROL}[data-state="live"]`)
    .nth(WINDOWS - 1)
    .waitFor({ timeout: 60_000 })
}

async function patrol(page: Page, platform: Platform, { token, far }: Site): Promise<object[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  await page.evaluate(watchTurns, UNDER_PATROL)
  const rows: object[] = []
  let [turns, black, longestMs] = [0, 0, 0]
  let turnedMs = performance.now()
  let next = 0
  while (turns < TURNS) {
    await pause(0.2)
    const seen = await page.evaluate(takeTurns)
    if (seen.turns > 0) {
      longestMs = Math.max(longestMs, performance.now() - turnedMs)
      turnedMs = performance.now()
    }
    turns += seen.turns
    black += seen.black
    if (performance.now() - turnedMs > STUCK_MS * 4)
      throw new Error(`the patrol stands still after ${turns} turns`)
    if (turns >= TURNS / 4 && next === 0) {
      next = 1
      await replied(platform.address, token, batchExitGroup, { DIDs: [await shownNow(page)] })
    }
    if (turns >= TURNS / 2 && next === 1) {
      next = 2
      await replied(platform.address, token, batchChangeGroup, { DIDs: [await shownNow(page)], GID: far })
    }
    if (turns < rows.length * EACH) continue
    rows.push({
      turns,
      black,
      stuck: await stuck(page),
      'longest turn, s': seconds(longestMs),
      ...(await sizes(session, platform)),
    })
    longestMs = 0
  }
  return rows
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10

async function shownNow(page: Page): Promise<string> {
  return (await page.locator(`${UNDER_PATROL}[data-did]`).first().getAttribute('data-did')) ?? ''
}

/** Windows in sight that have no picture for longer than anything may take. */
async function stuck(page: Page): Promise<number> {
  return page.evaluate(
    ([selector, longest]) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((tile) => {
        const since = Number(tile.dataset['seenAt'] ?? performance.now())
        return (
          tile.dataset['did'] !== undefined &&
          tile.dataset['state'] !== 'live' &&
          performance.now() - since > longest
        )
      }).length,
    [UNDER_PATROL, STUCK_MS] as const,
  )
}

/** What must not grow; the heap without its garbage. */
async function sizes(session: CDPSession, { address }: Platform): Promise<object> {
  await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (name: string): number => metrics.find((it) => it.name === name)?.value ?? 0
  const figures = await (await fetch(new URL('/metrics', address))).text()
  const live = (what: string): number =>
    Number(new RegExp(`^vedette_live_${what} (\\d+)$`, 'm').exec(figures)?.[1] ?? 0)
  return {
    'heap, MB': Math.round((metric('JSHeapUsedSize') / 2 ** 20) * 10) / 10,
    'DOM nodes': metric('Nodes'),
    listeners: metric('JSEventListeners'),
    'live sockets': live('pages'),
    'gate windows': live('windows'),
  }
}

async function control(port: number, command: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CONTROL_TOKEN}` },
    body: JSON.stringify(command),
  })
  if (!response.ok) throw new Error(`the simulator refused: ${await response.text()}`)
}

/** Runs in the page before all else. */
function hurry(faster: number): void {
  const real = globalThis.setTimeout
  const hurried = (act: TimerHandler, ms = 0, ...rest: unknown[]): number =>
    real(act, ms >= 700 && ms <= 5000 ? ms / faster : ms, ...rest)
  Object.assign(globalThis, { setTimeout: hurried })
}

/** Runs in the page: counts the turns, and the windows that came into sight without a picture. */
function watchTurns(selector: string): void {
  const known = new Set<Element>(document.querySelectorAll(selector))
  const seen = { turns: 0, black: 0 }
  Object.assign(globalThis, { turnsSeen: seen })
  new MutationObserver(() => {
    const inSight = new Set(document.querySelectorAll<HTMLElement>(selector))
    const fresh = [...inSight].filter((tile) => !known.has(tile))
    if (fresh.length > 0) seen.turns++
    for (const tile of fresh) {
      tile.dataset['seenAt'] = String(performance.now())
      if (tile.dataset['did'] !== undefined && tile.dataset['state'] !== 'live') seen.black++
    }
    known.clear()
    for (const tile of inSight) known.add(tile)
  }).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-warming'],
  })
}

/** Runs in the page. */
function takeTurns(): { turns: number; black: number } {
  const seen = Reflect.get(globalThis, 'turnsSeen') as { turns: number; black: number }
  const taken = { ...seen }
  Object.assign(seen, { turns: 0, black: 0 })
  return taken
}
