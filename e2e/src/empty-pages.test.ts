/** The first day: nothing is there yet, and each page says by a drawing and a sentence what comes there, and leads to the next step. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addAccount } from '@vedette/contract/calls/account'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { isSound } from './support/looks.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'

const consoleFolder = mkdtempSync(join(tmpdir(), 'vedette-console-'))
let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'community',
    VITE_COMMUNITY: '1',
    VEDETTE_CONSOLE: consoleFolder,
  })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  rmSync(consoleFolder, { recursive: true, force: true })
})

/** What stands where the page has nothing, and where its button leads: an address, or a dialog by its title. */
const ADD_DEVICE = { step: 'Add device', leadsTo: 'Add device' }
const PAGES: readonly [
  path: string,
  drawing: string,
  title: string,
  next?: { step: string; leadsTo: RegExp | string },
][] = [
  ['realTimeVideo', 'camera', 'No cameras yet', ADD_DEVICE],
  ['replay', 'footage', 'No cameras yet', ADD_DEVICE],
  ['exports', 'file', 'Nothing exported yet'],
  ['deviceMap', 'map', 'No cameras yet', ADD_DEVICE],
  ['deviceTransfer', 'transfer', 'No cameras yet', ADD_DEVICE],
  ['deviceManger', 'camera', 'No devices yet', ADD_DEVICE],
  ['floorPlans', 'plan', 'No floor plans yet', { step: 'Add floor plan', leadsTo: 'Add floor plan' }],
  ['alarmManger', 'alarm', 'No alarms yet', { step: 'Go to devices', leadsTo: /deviceManger$/ }],
  ['albumManager', 'pictures', 'No pictures yet', { step: 'Go to live video', leadsTo: /realTimeVideo/ }],
  ['residentialArea', 'building', 'No residential areas yet', { step: 'Add area', leadsTo: 'Add area' }],
  [
    'building',
    'building',
    'No residential areas yet',
    { step: 'Go to residential areas', leadsTo: /residentialArea$/ },
  ],
  ['resident', 'people', 'No residents yet', { step: 'Add resident', leadsTo: 'Add resident' }],
  ['vehicle', 'vehicle', 'No vehicles yet', { step: 'Add vehicle', leadsTo: 'Add vehicle' }],
]

const emptyOf = (page: Page, drawing: string): Locator =>
  page
    .locator('.empty-state')
    .filter({ has: page.locator(`[data-drawing="${drawing}"]`) })
    .first()

test('each page leads from nothing to the next step', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  for (const [path, drawing, title, next] of PAGES) {
    await page.goto(`${platform.address}#/${path}`)
    const empty = emptyOf(page, drawing)
    await empty.getByText(title, { exact: true }).waitFor()
    if (!next) continue
    // One step, not two of the same name.
    const named = { name: next.step, exact: true }
    const step = page.getByRole('link', named).or(page.getByRole('button', named))
    expect({ path, steps: await step.count() }).toEqual({ path, steps: 1 })
    await empty.getByText(next.step, { exact: true }).click()
    if (next.leadsTo instanceof RegExp) await page.waitForURL(next.leadsTo)
    else {
      await page.getByRole('dialog').getByRole('heading', { name: next.leadsTo }).waitFor()
      await page.keyboard.press('Escape')
    }
  }
  await page.goto(`${platform.address}#/nowhere`)
  await page.locator('[data-drawing="lost"]').waitFor()
  await page.getByRole('link', { name: 'Go to home page' }).click()
  await page.waitForURL(/#\/realTimeVideo/)
  await end()
})

test('what a search does not find is given back by clearing it', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  for (const path of ['accountManger', 'roleManger', 'audit', 'residentialArea', 'resident', 'vehicle']) {
    await page.goto(`${platform.address}#/${path}`)
    const search = page.getByRole('searchbox').first()
    await search.fill('nobody-is-called-so')
    const empty = emptyOf(page, 'search')
    await empty.getByRole('button', { name: 'Clear filters' }).click()
    await empty.waitFor({ state: 'detached' })
    expect(await search.inputValue()).toBe('')
  }
  await end()
})

test('who can see a camera of nobody is not answered by a hint to choose one', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await page.goto(`${platform.address}#/audit`)
  await page.getByRole('tab', { name: 'Who can see a camera' }).click()
  await emptyOf(page, 'camera').waitFor()
  await page.locator('.listing-tools').getByRole('combobox').fill('NOBODYS-CAMERA')
  await page.getByRole('option').filter({ hasText: 'NOBODYS-CAMERA' }).click()
  const failed = emptyOf(page, 'trouble')
  await failed.getByText('The accounts could not be loaded').waitFor()
  await failed.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await page.getByText('Search for a device to see who can watch it.').count()).toBe(0)
  await end()
})

test('somebody who may add nothing is told whom to ask, and offered no step that is refused', async () => {
  const token = await logIn(platform.address)
  const permissions = (['realTimeVideo', 'replay', 'deviceMap', 'alarmManger', 'building'] as const).map(
    (pageKey) => ({ pageKey }),
  )
  const { id: RoleID } = await replied(platform.address, token, newRole, { RoleName: 'Guard', permissions })
  const person = { Account: 'guard', Name: 'Guard', RoleID }
  const { Password } = await replied(platform.address, token, addAccount, person)
  await chooseOwn(platform.address, 'guard', Password)
  const { page, end } = await visit(browser)
  await page.goto(platform.address)
  await typeLogIn(page, 'guard', OWN_PASSWORD)
  await page.waitForURL(/#\/realTimeVideo/)
  for (const [path, drawing] of [
    ['realTimeVideo', 'camera'],
    ['replay', 'footage'],
    ['deviceMap', 'map'],
    ['alarmManger', 'alarm'],
    ['building', 'building'],
  ] as const) {
    await page.goto(`${platform.address}#/${path}`)
    const empty = emptyOf(page, drawing)
    await empty.waitFor()
    const steps = await empty.locator('a, button').count()
    expect({ path, steps }).toEqual({ path, steps: 0 })
  }
  await page.goto(`${platform.address}#/realTimeVideo`)
  await page.getByText(/^Ask your administrator/).waitFor()
  await end()
})

test('both themes, both languages, desk and phone', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  for (const path of ['realTimeVideo', 'replay', 'alarmManger', 'albumManager', 'resident']) {
    await page.goto(`${platform.address}#/${path}`)
    await page.locator('.empty-state .drawing').first().waitFor()
    expect({ path, drawings: await page.locator('.drawing:visible').count() }).toEqual({ path, drawings: 1 })
    await isSound(page, path)
  }
  await end()
})
