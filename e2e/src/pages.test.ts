/**
 * What holds for every page that exists and every dialog of it: it keeps the page's policies, everybody can use it in either language and
 * colour, and a phone shows it.
 */
import { addAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { addGateway } from '@vedette/contract/calls/gateway'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { invite } from '@vedette/contract/calls/invitation'
import { newRole, updateRole } from '@vedette/contract/calls/role'
import { offerDevices } from '@vedette/contract/calls/transfer'
import { beginFirmware } from '@vedette/contract/calls/upgrade'
import { SOCKET_PATH } from '@vedette/contract/push'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { DESK, isSound, PHONE, wear } from './support/looks.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'
import { MORE_ABOUT, openRowMenu, rowAction } from './support/row-action.ts'

const GATEWAY = 'GATEWAY-OF-PAGES'
const GUN = 'GUN-OF-PAGES'
/** Some 70 pages and dialogs in two looks each, on a machine that has much else to do. */
const WALK_LIMIT_MS = 600_000

let platform: Platform
let browser: Browser
let token: string
let camera: { DID: string; DevName: string }

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '2' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  camera = await plant()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** Something of each kind, so that every list has a row. Returns a camera. */
async function plant(): Promise<typeof camera> {
  const { address } = platform
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  await replied(address, token, createGroup, { ParentGID: GID, GroupName: 'Yard' })
  await replied(address, token, addGateway, { DID: GATEWAY, GID, DevName: 'Gateway', DevType: 7 })
  await replied(address, token, addGateway, { DID: GUN, GID, DevName: 'Gun', DevType: 8 })
  const permissions = [{ pageKey: 'realTimeVideo' }]
  const { id: RoleID } = await replied(address, token, newRole, { RoleName: 'Watch', permissions })
  await replied(address, token, addAccount, { Account: 'guard', Name: 'Guard', RoleID })
  await replied(address, token, invite, { Account: 'guest', Name: 'Guest', Email: 'g@example.com', RoleID })
  await replied(address, token, beginFirmware, {
    Model: 'VC-210',
    Version: '2.0.0',
    FileName: 'vc.bin',
    Bytes: 9,
    Sha256: '0'.repeat(64),
  })
  const { List } = await replied(address, token, deviceList, {})
  const [first, second] = List.filter(({ HasSub }) => HasSub)
  await replied(address, token, offerDevices, { DIDs: [second?.DID ?? ''] })
  return { DID: first?.DID ?? '', DevName: first?.DevName ?? '' }
}

type Step = (page: Page) => Promise<void>

const inOrder =
  (...steps: Step[]): Step =>
  async (page) => {
    for (const step of steps) await step(page)
  }
/** A button by its name, of the dialog on top where there is one. */
const press =
  (name: string): Step =>
  async (page) => {
    const dialog = page.locator('dialog[open]')
    const within = (await dialog.count()) > 0 ? dialog.last() : page
    await within.getByRole('button', { name, exact: true }).first().click()
  }
const tab =
  (name: string): Step =>
  (page) =>
    page.getByRole('tab', { name, exact: true }).click()
const node =
  (name: string): Step =>
  (page) =>
    page.getByRole('treeitem', { name }).first().click()
const inMenuOf =
  (name: string, action: string): Step =>
  (page) =>
    rowAction(page, MORE_ABOUT(name), action)
const inUserMenu = (name: string): Step =>
  inOrder((page) => page.locator('.user-button').click(), press(name))
const ofChosen = (name: string): Step =>
  inOrder(
    (page) => page.getByRole('checkbox', { name: `Select ${camera.DevName}` }).check(),
    (page) => page.locator('.bulk-bar').getByRole('button', { name, exact: true }).click(),
  )

/** Whether a dialog or a list that drops down lies above the page; some come late, for they are fetched. */
const hasLayer = (): boolean =>
  document.querySelector('dialog:modal, [popover=auto]:popover-open, [role="menu"]') !== null

/** What each page can be made to show, by the names it has in English; `Escape` takes it away again. */
function showsOf({ DID, DevName }: typeof camera): Readonly<Record<string, readonly Step[]>> {
  return {
    '#/realTimeVideo': [
      ...['System settings', 'Language and appearance', 'Video and sound'].map(press),
      (page) => page.keyboard.press('?'),
      (page) => page.keyboard.press('Control+k'),
      (page) => page.locator('.user-button').click(),
      inUserMenu('Change password'),
      inUserMenu('Account info'),
      inOrder(inUserMenu('Account info'), tab('Two-step verification')),
      inOrder(inUserMenu('Account info'), tab('Companies')),
      inOrder(inUserMenu('Account info'), tab('Sessions'), (page) =>
        page.locator('dialog tbody .button').first().click(),
      ),
    ],
    '#/deviceMap': [
      (page) => page.locator('[data-chip="unplaced"]').click(),
      inOrder(
        (page) => page.locator('[data-chip="unplaced"]').click(),
        (page) => page.getByTitle('Set location: Gateway').click(),
      ),
    ],
    '#/deviceManger': [
      press('Columns'),
      press('Add device'),
      inOrder(press('Add device'), press('Test connection')),
      inOrder(press('Add device'), tab('Scan network')),
      inOrder(press('Add device'), tab('By device ID')),
      inOrder(press('Add device'), tab('Import from Excel')),
      press('Add gateway or scanner'),
      (page) => openRowMenu(page, MORE_ABOUT(DevName)),
      ...['Edit', 'Delete', 'Upgrade'].map(
        (action): Step =>
          (page) =>
            rowAction(page, MORE_ABOUT(DevName), action),
      ),
      (page) => rowAction(page, MORE_ABOUT(DevName), 'Online history'),
      press('Upgrades'),
      inOrder(press('Upgrades'), tab('Firmware')),
      inOrder(press('Upgrades'), tab('Firmware'), press('Delete')),
      ofChosen('Move to region'),
      ofChosen('Upgrade'),
      ofChosen('Delete'),
      ...['Add sub-region', 'Edit region', 'Move region', 'Delete region'].map((name) =>
        inOrder(node('Yard'), press(name)),
      ),
    ],
    [`#/deviceConf/${DID}`]: [press('Copy to other devices')],
    [`#/deviceConf/${GATEWAY}`]: [
      press('Issue new secret'),
      inOrder(press('Issue new secret'), press('Issue new secret')),
    ],
    '#/deviceTransfer': [
      press('Accept by code'),
      press('Withdraw'),
      inOrder(node('Yard'), node(DevName), press('Move to region →')),
      press('Transfer to another company'),
      inOrder(press('Transfer to another company'), press('Transfer to another company')),
    ],
    '#/accountManger': [
      ...['Add account', 'Password rule', 'Single sign-on'].map(press),
      press('Edit: demo_guard'),
      ...['Permissions', 'Regions', 'Disable', 'Delete', 'Reset password'].map((action) =>
        inMenuOf('demo_guard', action),
      ),
      inMenuOf('demo_guest', 'Withdraw invitation'),
      inOrder(inMenuOf('demo_guard', 'Reset password'), press('Reset password')),
    ],
    '#/albumManager': [],
    '#/alarmManger': [],
    '#/replay': [],
    '#/exports': [],
    '#/audit': [],
    '#/home': [],
    '#/roleManger': ['Add role', 'Edit: Watch', 'Delete: Watch'].map(press),
    '#/nowhere': [],
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to
  }, path)
  await page.locator('.progress[data-running="false"]').waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelectorAll('main h1').length === 1)
}

/** Checks the page as it is, and at each of its further tabs; back at the first one. */
async function withTabs(page: Page, where: string): Promise<void> {
  await isSound(page, where)
  const tabs = page.locator('main [role="tab"]')
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click()
    await isSound(page, `${where}, tab ${at + 1}`)
  }
  if ((await tabs.count()) > 0) await tabs.first().click()
}

/** Headings, labels and buttons that speak English to somebody who reads Chinese. */
function englishTexts(page: Page): Promise<string[]> {
  return page
    .locator('h1, h2, th, label, legend, .button, [role="tab"], .empty-state')
    .evaluateAll((found) =>
      found
        .map((it) => it.textContent ?? '')
        .filter((text) => /[a-z]{2,} [a-z]{2,}/.test(text) && !/\p{Script=Han}/u.test(text)),
    )
}

test(
  'every page and every dialog, in English and dark on a desk, in Chinese and light on a phone',
  { timeout: WALK_LIMIT_MS },
  async () => {
    const { page, end } = await visit(browser, { theme: DESK.theme, viewport: DESK.viewport })
    page.setDefaultTimeout(60_000)
    await page.goto(platform.address)
    await withTabs(page, 'log-in')
    await press('Forgot password?')(page)
    await page.getByRole('heading', { name: 'Reset password' }).waitFor()
    await isSound(page, 'forgotten password')
    for (const path of ['#/UserAgreement', '#/PrivacyAgreement', '#/invitation?token=gone']) {
      await open(page, path)
      await isSound(page, path)
    }
    await open(page, '#/login')
    await typeLogIn(page, 'admin', ADMIN_PASSWORD)
    await page.getByRole('tree').waitFor()

    const shows = showsOf(camera)
    const links = page.locator('.menu-row a')
    const inMenu = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')))
    expect(inMenu).toContain('#/realTimeVideo')
    expect(Object.keys(shows)).toEqual(expect.arrayContaining(inMenu))
    for (const [path, steps] of Object.entries(shows)) {
      await open(page, path)
      await withTabs(page, path)
      if (inMenu.includes(path)) {
        await wear(page, PHONE)
        const english = (await englishTexts(page)).filter((text) => text !== camera.DevName)
        expect({ path, english }).toEqual({ path, english: [] })
        await wear(page, DESK)
      }
      for (const [at, step] of steps.entries()) {
        const where = `${path}, ${at + 1}`
        await step(page)
        await expect.poll(() => page.evaluate(hasLayer), { timeout: 30_000, message: where }).toBe(true)
        await isSound(page, where)
        while (await page.evaluate(hasLayer)) await page.keyboard.press('Escape')
      }
    }
    // What a device cannot have is not shown as missing.
    for (const [did, count] of [
      [GATEWAY, 1],
      [GUN, 0],
    ] as const) {
      await open(page, `#/deviceConf/${did}`)
      await page.getByRole('heading', { name: 'Events' }).waitFor()
      expect({ did, count: await page.getByRole('heading', { name: 'Sensors' }).count() }).toEqual({
        did,
        count,
      })
    }
    await open(page, '#/roleManger')
    await press('Preview: Watch')(page)
    await page.getByRole('button', { name: 'End preview' }).waitFor()
    await isSound(page, 'preview of a role')
    // Nothing of the page lies beneath the strip that says so.
    const edges = await page.evaluate(() => {
      const boxOf = (found: string) => document.querySelector(found)?.getBoundingClientRect()
      return { main: boxOf('main')?.bottom, strip: boxOf('.preview-banner')?.top }
    })
    expect(edges.main).toBe(edges.strip)
    await end()
  },
)

test('who has no right at all is told so, may log out, and comes in when he is given one', async () => {
  const { address } = platform
  const { id } = await replied(address, token, newRole, { RoleName: 'Nothing', permissions: [] })
  const account = { Account: 'nobody', Name: 'Nobody', RoleID: id, Password: 'Given7-kites' }
  await replied(address, token, addAccount, account)
  await chooseOwn(address, 'nobody', 'Given7-kites')
  const { page, end } = await visit(browser)
  page.setDefaultTimeout(60_000)
  await page.goto(address)
  await typeLogIn(page, 'nobody', OWN_PASSWORD)
  await page.getByText('401', { exact: true }).waitFor()
  await isSound(page, 'no right at all')
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  expect(await page.getByRole('navigation').count()).toBe(0)
  await page.locator('.user-button').click()
  await Promise.all([page.waitForEvent('load'), press('Log out')(page)])
  await typeLogIn(page, 'nobody', OWN_PASSWORD)
  await page.getByText('401', { exact: true }).waitFor()

  const permissions = JSON.stringify([{ pageKey: 'realTimeVideo' }])
  await replied(address, token, updateRole, { id, permissions })
  await page.getByRole('tree').waitFor()
  await replied(address, token, updateRole, { id, permissions: '[]' })
  await page.getByText('401', { exact: true }).waitFor()

  // What changes while nobody looks is told by no message.
  await page.goto('about:blank')
  await replied(address, token, updateRole, { id, permissions })
  await page.goto(address)
  await page.getByRole('tree').waitFor()
  await end()
})

test('markup and scripts that are not the console’s own do not get into the page, and fail a story', async () => {
  const { page, end } = await visit(browser)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.goto(platform.address)
  const outcomes = await page.evaluate(() => {
    const outcomeOf = (run: () => void): string => {
      try {
        run()
        return 'done'
      } catch (cause) {
        return cause instanceof TypeError ? 'refused' : String(cause)
      }
    }
    const [paragraph, script] = [document.createElement('p'), document.createElement('script')]
    return {
      text: outcomeOf(() => Object.assign(paragraph, { innerHTML: 'plain' })),
      markup: outcomeOf(() => Object.assign(paragraph, { innerHTML: '<b>bold</b>' })),
      foreign: outcomeOf(() => Object.assign(script, { src: 'https://elsewhere.example/a.js' })),
      inline: outcomeOf(() => Object.assign(script, { textContent: 'alert(1)' })),
    }
  })
  expect(outcomes).toEqual({ text: 'done', markup: 'refused', foreign: 'refused', inline: 'refused' })
  const policy = expect.stringMatching(/^refused by the page's policy: require-trusted-types-for/)
  await expect.poll(() => said, { timeout: 60_000 }).toContainEqual(policy)
  await expect(end()).rejects.toThrow('to deeply equal []')
})

test('a page that can’t be fetched is told, and a platform that doesn’t answer until it does', async () => {
  const { page, end } = await visit(browser)
  let isCut = false
  let cut = (): unknown => undefined
  await page.routeWebSocket(
    (url) => url.pathname === SOCKET_PATH,
    (socket) => {
      if (isCut) return void socket.close()
      socket.connectToServer()
      cut = () => socket.close()
    },
  )
  await enterOnPage(page, platform.address, '#/deviceManger')
  const toasts = page.locator('.toast')
  await page.locator('.device-open').first().waitFor()
  isCut = true
  cut()
  await toasts.getByText('Network error', { exact: true }).waitFor()
  isCut = false
  await toasts.getByText('The network is back', { exact: true }).waitFor()
  await toasts.getByText('Network error', { exact: true }).waitFor({ state: 'detached' })

  await page.route('**/assets/albumManager*.js', (route) => route.abort())
  await page.goto(`${platform.address}#/albumManager`)
  await toasts.getByText('Load failed', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reload' }).waitFor()
  await page.unroute('**/assets/albumManager*.js')
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Album' }).first().waitFor({ state: 'attached' })
  expect(await toasts.count()).toBe(0)
  await end(/Failed to (?:load resource|fetch dynamically imported module)/)
})
