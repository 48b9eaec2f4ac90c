/** A guard with a phone: fingers go from camera to camera, and the console is an app that says when it has no connection. */
import { addAccount } from '@vedette/contract/calls/account'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Cable, layCable } from './support/cable.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }
const UPRIGHT = { width: 390, height: 844 }
const SIDEWAYS = { width: 844, height: 390 }

const WORDS = [
  { locale: 'en-US', offline: 'No connection', again: 'Try again' },
  { locale: 'zh-CN', offline: '无法连接', again: '重试' },
] as const

const Manifest = z.object({
  start_url: z.literal('/'),
  display: z.literal('standalone'),
  icons: z.array(z.object({ src: z.string(), type: z.string(), sizes: z.string(), purpose: z.string() })),
})

let platform: Platform
let cable: Cable
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform()
  cable = await layCable(platform.address)
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await cable?.close()
  await platform?.stop()
})

type Fingers = readonly { x: number; y: number }[]

/** Fingers that touch, move and are lifted. */
async function touch(page: Page, ...moves: readonly Fingers[]): Promise<void> {
  const session = await page.context().newCDPSession(page)
  for (const [step, touchPoints] of moves.entries()) {
    const type = step === 0 ? 'touchStart' : 'touchMove'
    await session.send('Input.dispatchTouchEvent', { type, touchPoints: [...touchPoints] })
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}

const cameraAlone = (page: Page) => page.locator('.live-wall[data-windows="1"] > .tile[data-did]')

test('a finger goes from camera to camera, two look closer, and sideways the picture has the screen', async () => {
  const { page, end } = await visit(browser, { viewport: UPRIGHT, isPhone: true })
  await enterOnPage(page, platform.address)
  const column = page.locator('.live-wall > .tile[data-did]')
  await expect.poll(() => column.count(), PATIENCE).toBeGreaterThan(2)
  const dids = await column.evaluateAll((tiles) =>
    tiles.map((tile) => `${tile.getAttribute('data-did')}~${tile.getAttribute('data-channel')}`),
  )
  const widths = await column.evaluateAll((tiles) => tiles.map((tile) => tile.getBoundingClientRect().width))
  expect(new Set(widths)).toEqual(new Set([UPRIGHT.width]))
  const buttons = await page
    .locator('.bottom-navigation > :is(a, button), .tile-actions button:visible')
    .evaluateAll((all) =>
      all.map((it) => it.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height)),
    )
  expect(Math.min(...buttons)).toBeGreaterThanOrEqual(44)

  const more = page.getByRole('button', { name: 'More tools' })
  await more.waitFor()
  const tools = page.locator('.live-toolbar .live-tool:visible')
  const ends = await tools.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().right))
  expect(Math.max(...ends)).toBeLessThanOrEqual(UPRIGHT.width)
  await more.tap()
  await page.getByRole('menuitem', { name: 'Full screen' }).waitFor()
  await page.keyboard.press('Escape')

  await page.locator('[data-tool="layout-1"]').tap()
  const shown = () =>
    cameraAlone(page).evaluate(
      (tile) => `${tile.getAttribute('data-did')}~${tile.getAttribute('data-channel')}`,
    )
  await expect.poll(shown, PATIENCE).toBe(dids[0])
  const [left, right] = [
    { x: 80, y: 400 },
    { x: 300, y: 410 },
  ] as const
  const middle = { x: 190, y: 405 }
  // On a busy machine the browser gives up a touch that the page answers late: then once more.
  const swipe = async (from: Fingers[number], to: Fingers[number], did: string | undefined) => {
    const tried = async (): Promise<string> => {
      if ((await shown()) !== did) await touch(page, [from], [middle], [to])
      return shown()
    }
    await expect.poll(tried, { ...PATIENCE, interval: 1000 }).toBe(did)
  }
  await swipe(right, left, dids[1])
  await swipe(left, right, dids[0])

  const zoomed = async () => Number(await cameraAlone(page).getAttribute('data-zoom'))
  const pinch = async () => {
    const apart = [
      { x: 150, y: 405 },
      { x: 240, y: 405 },
    ]
    if ((await zoomed()) <= 2) await touch(page, [middle, { x: 200, y: 405 }], apart, [left, right])
    return zoomed()
  }
  await expect.poll(pinch, { ...PATIENCE, interval: 1000 }).toBeGreaterThan(2)
  // What is looked at closely is moved by a finger, not left.
  await touch(page, [right], [middle], [left])
  expect(await shown()).toBe(dids[0])

  await page.setViewportSize(SIDEWAYS)
  await expect
    .poll(async () => (await cameraAlone(page).boundingBox())?.height, PATIENCE)
    .toBeGreaterThan(SIDEWAYS.height - 16)
  await page.setViewportSize(UPRIGHT)
  await page.locator('.bottom-navigation').waitFor()
  await end()
})

test('alarms stand two beside each other, and neither their kind nor their time is cut off', async () => {
  const { page, end } = await visit(browser, { viewport: UPRIGHT, isPhone: true, locale: 'zh-CN' })
  await enterOnPage(page, platform.address, '#/alarmManger')
  const cards = page.locator('.alarm-card')
  await expect.poll(() => cards.count(), { timeout: 120_000 }).toBeGreaterThan(1)
  const cut = await cards.evaluateAll((all) =>
    all
      .slice(0, 2)
      .flatMap((card) =>
        [card, ...card.querySelectorAll('.alarm-card-text > b, .alarm-card-time')]
          .filter(
            (it) => it.getBoundingClientRect().right > innerWidth || it.scrollWidth > it.clientWidth + 1,
          )
          .map((it) => it.textContent),
      ),
  )
  expect(cut).toEqual([])
  const [first, second] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  expect(first?.y).toBe(second?.y)
  await end()
})

test('what is pressed on the pages is met by a finger: 44 px high and wide', async () => {
  const { page, end } = await visit(browser, { viewport: UPRIGHT, isPhone: true })
  await enterOnPage(page, platform.address)
  const did = await page.locator('.tile[data-did]').first().getAttribute('data-did')
  const paths = [
    'deviceManger',
    `deviceConf/${did}`,
    'accountManger',
    'roleManger',
    'audit',
    'alarmManger',
    'albumManager',
    'home',
  ]
  const oneLine = expect.toSatisfy((height: number) => height < 60)
  const [small, filtered]: [string[], string[]] = [[], []]
  for (const path of paths) {
    await page.goto(`${platform.address}#/${path}`)
    await page.locator('.progress[data-running="false"]').waitFor({ state: 'attached' })
    await page
      .locator('main :is(.table tbody tr, .conf-save, .home-alarms, .alarm-card, .empty-state)')
      .first()
      .waitFor()
    const filter = page.getByRole('button', { name: /^Filter/ })
    if ((await filter.count()) > 0) {
      // Beside the search or the kinds of alarms, in one line with them.
      const tools = page.locator('.listing-tools, .device-filters, .alarm-tools')
      expect({ path, height: (await tools.boundingBox())?.height }).toEqual({ path, height: oneLine })
      await filter.tap()
      await page.getByRole('group', { name: 'Filter' }).waitFor()
      filtered.push(path)
    }
    small.push(...(await page.evaluate(smallTargets)).map((target) => `${path}: ${target}`))
  }
  expect(small).toEqual([])
  expect(filtered).toEqual(['deviceManger', 'accountManger', 'audit', 'alarmManger', 'albumManager'])
  await end()
})

test('a filter that is folded away is counted, and a list is turned in one line', async () => {
  const token = await logIn(platform.address)
  const { id: RoleID } = await replied(platform.address, token, newRole, {
    RoleName: 'Watch',
    permissions: [],
  })
  for (let n = 0; n < 10; n++)
    await replied(platform.address, token, addAccount, { Account: `guard${n}`, Name: `Guard ${n}`, RoleID })
  const { page, end } = await visit(browser, { viewport: UPRIGHT, isPhone: true })
  await enterOnPage(page, platform.address)
  await page.goto(`${platform.address}#/accountManger`)
  const pager = page.getByRole('navigation', { name: 'Pages', exact: true })
  await pager.getByText('1 / 2', { exact: true }).waitFor()
  const tops = await pager
    .locator('> *')
    .evaluateAll((parts) =>
      parts.map((it) => it.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
    )
  expect(new Set(tops.map(Math.round)).size).toBe(1)
  await pager.getByRole('button', { name: 'Next page' }).tap()
  await pager.getByText('2 / 2', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Filter', exact: true }).tap()
  await page.getByRole('button', { name: 'Role: All roles' }).tap()
  await page.getByRole('option', { name: 'Watch' }).tap()
  await page.keyboard.press('Escape')
  const counted = page.getByRole('button', { name: 'Filter 1', exact: true })
  await counted.tap()
  await page.getByRole('button', { name: 'Role: Watch' }).waitFor({ state: 'detached' })
  expect(await counted.getAttribute('aria-expanded')).toBe('false')
  await end()
})

/** Runs in the page. A tick is met by its label, what a field holds by the field; links within a text are as high as it is. */
function smallTargets(): string[] {
  // Not drawn; and the bars of a day's hours, which are one strip to press or draw along.
  const LEFT_OUT = '.unseen, thead, [inert], .alarm-hours'
  const targets = document.querySelectorAll('main :is(button, select, input, [role="tab"])')
  return [...targets].flatMap((it) => {
    const met = it.closest('label, .input') ?? it
    const { width, height } = met.getBoundingClientRect()
    const isThere = it.checkVisibility({ visibilityProperty: true }) && !it.closest(LEFT_OUT)
    if (!isThere || (width >= 43.5 && height >= 43.5)) return []
    return [`${it.className} ${it.getAttribute('aria-label') ?? it.textContent}: ${width} × ${height}`]
  })
}

for (const { locale, offline, again } of WORDS) {
  test(`${locale}: it can be installed, and without a connection says so and comes back to the same place`, async () => {
    const { page, end } = await visit(browser, {
      locale,
      viewport: UPRIGHT,
      isPhone: true,
      hasServiceWorker: true,
    })
    await enterOnPage(page, cable.address)
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const fetched = (path: string) => fetch(new URL(path, cable.address))
    const { icons } = Manifest.parse(await (await fetched(href ?? '')).json())
    expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']))
    for (const { src, type } of icons) {
      const { status, headers } = await fetched(src)
      expect({ src, status, type: headers.get('content-type') }).toEqual({ src, status: 200, type })
    }
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await page.evaluate(() => void (location.hash = '#/deviceManger'))
    // Its code is there.
    await page.locator('main [role="row"]').first().waitFor()
    cable.pull()
    await page.reload()
    await page.getByRole('heading', { name: offline }).waitFor()
    await page.getByRole('button', { name: again }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    cable.plugIn()
    await page.locator('.bottom-navigation').waitFor()
    expect(await page.evaluate(() => location.hash)).toMatch(/^#\/deviceManger/)
    await end(/ERR_|WebSocket/)
  })
}
