/** What an account sees of what it may not do, and of what it does to itself. */
import { addAccount, accountList } from '@vedette/contract/calls/account'
import { addByAddress } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { getGroupList } from '@vedette/contract/calls/group'
import { newRole } from '@vedette/contract/calls/role'
import type { BodyOf } from '@vedette/contract/call'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, enterOnPage, logIn, OWN_PASSWORD, replied, typeLogIn } from './support/session.ts'

const NEXT_PASSWORD = 'Willow9-brook'
/** An address of the documentation's network: nobody answers there. */
const SOMEWHERE = 'rtsp://192.0.2.7/live'

let platform: Platform
let browser: Browser
let token: string
beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** A person who has chosen an own password. */
async function person(Account: string, permissions: BodyOf<typeof newRole>['permissions']): Promise<string> {
  const { id: RoleID } = await replied(platform.address, token, newRole, { RoleName: Account, permissions })
  const { Password } = await replied(platform.address, token, addAccount, { Account, Name: Account, RoleID })
  await chooseOwn(platform.address, Account, Password)
  return Account
}

async function enter(page: Page, account: string): Promise<void> {
  await page.goto(platform.address)
  await typeLogIn(page, account, OWN_PASSWORD)
  await page.locator('.user-button').waitFor()
}

it('who changes the own password is asked to log in again, and not told that the session was ended', async () => {
  const account = await person('own.change', [{ pageKey: 'replay' }])
  const { page, end } = await visit(browser)
  await enter(page, account)
  await page.evaluate(keepsWhatIsSaid)
  await page.locator('.user-button').click()
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByLabel('Old password', { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill(NEXT_PASSWORD)
  await page.getByLabel('Confirm new password', { exact: true }).fill(NEXT_PASSWORD)
  const told = page.getByText('Please log in again with your password').waitFor()
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await told
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).not.toContain('ended')
  await page.locator('[name="account"]').waitFor()
  await typeLogIn(page, account, NEXT_PASSWORD)
  await page.locator('.user-button').waitFor()
  await end()
})

it('the audit log opens neither from the menu nor by its address for who may not read it', async () => {
  const account = await person('no.log', [{ pageKey: 'accountManger' }])
  const { page, end } = await visit(browser)
  await enter(page, account)
  await page.getByRole('table').waitFor()
  expect(await page.locator('a[href="#/audit"]').count()).toBe(0)
  await page.goto(`${platform.address}#/audit`)
  await page.waitForURL(/#\/accountManger/)
  expect(await page.getByRole('table', { name: 'Audit log' }).count()).toBe(0)
  await end()
})

it('an account is found by the full name that the table shows', async () => {
  await person('found.person', [])
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/accountManger')
  const { Total } = await replied(platform.address, token, accountList, {})
  const rows = page.getByRole('table').locator('tbody tr')
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(Total)
  await page.getByRole('searchbox').fill('demo_found.person')
  await page.getByRole('searchbox').press('Enter')
  await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(1)
  expect(await rows.textContent()).toContain('demo_found.person')
  await end()
})

it('all accounts that match are chosen and counted; a double press opens one, a right press has its menu', async () => {
  const team = 'team.'
  const names = Array.from({ length: 12 }, (_, at) => `${team}${String.fromCharCode(97 + at)}x`)
  const { id: RoleID } = await replied(platform.address, token, newRole, {
    RoleName: 'Team',
    permissions: [],
  })
  for (const Account of names)
    await replied(platform.address, token, addAccount, { Account, Name: `Name of ${Account}`, RoleID })
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/accountManger')
  const row = (name: string) => page.getByRole('row').filter({ hasText: `demo_${name}` })
  const dialog = page.getByRole('dialog')
  // One's own account can't be deleted, so it has no tick.
  await page.getByRole('searchbox').fill('demo_admin')
  await row('admin').waitFor()
  expect(await row('admin').getByRole('checkbox').count()).toBe(0)
  await page.getByRole('searchbox').fill(team)
  await row(names[11] ?? '').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByText('10 selected').waitFor()
  const remove = page.locator('.bulk-bar').getByRole('button', { name: 'Delete' })
  expect(await remove.isEnabled()).toBe(true)
  const { promise: isLetThrough, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(`**${accountList.path}`, (route) => isLetThrough.then(() => route.continue()))
  await page.getByRole('button', { name: 'Select all 12' }).click()
  await expect.poll(() => remove.isDisabled()).toBe(true)
  letThrough()
  await page.getByText('12 selected').waitFor()
  await remove.click()
  await dialog.getByText('Delete 12 accounts').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  const [first = '', second = ''] = names.slice(10)
  await row(second)
    .getByRole('cell', { name: `Name of ${second}` })
    .dblclick()
  expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(`Name of ${second}`)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await row(first)
    .getByRole('cell', { name: `Name of ${first}` })
    .click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByRole('button', { name: 'Status: All statuses' }).click()
  await page.getByRole('option', { name: 'Disabled' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.locator('tbody tr').count(), { timeout: 60_000 }).toBe(1)
  await row(first).waitFor()
  await page.getByRole('searchbox').fill('nobody at all')
  await page.locator('.empty-state').getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => page.locator('tbody tr').count(), { timeout: 60_000 }).toBe(10)
  await page.getByRole('columnheader', { name: 'Status' }).getByRole('button').click()
  await page.locator('th[aria-sort="ascending"]').getByText('Status').waitFor()
  await end()
})

it('who sees the map and may not edit devices finds no way to move or place one', async () => {
  const { List } = await replied(platform.address, token, getGroupList, {})
  const [GID = ''] = List.map((it) => it.GID)
  const place = { GID, DevName: 'Yard', DevType: 1, Url: SOMEWHERE }
  const { DID } = await replied(platform.address, token, addByAddress, place)
  await replied(platform.address, token, modifiedDeviceLatAndLng, { DID, Lng: 116.34, Lat: 39.9 })
  const account = await person('map.only', [{ pageKey: 'deviceMap' }])
  for (const [who, ways] of [
    [account, 0],
    ['admin', 1],
  ] as const) {
    const { page, end } = await visit(browser)
    if (who === 'admin') await enterOnPage(page, platform.address)
    else await enter(page, who)
    await page.goto(`${platform.address}#/deviceMap`)
    await page.locator(`.map-marker[data-did="${DID}"]`).click()
    const card = page.getByRole('dialog', { name: 'Yard' })
    await card.getByText(DID).waitFor()
    expect(await card.getByRole('button', { name: 'Update location' }).count()).toBe(ways)
    expect(await axeViolations(page)).toEqual([])
    await end()
  }
})

/** Runs in the page, which is loaded anew afterwards. */
function keepsWhatIsSaid(): void {
  sessionStorage.setItem('said', '')
  new MutationObserver(() => {
    const said = document.querySelector('.toasts')?.textContent ?? ''
    sessionStorage.setItem('said', `${sessionStorage.getItem('said') ?? ''}\n${said}`)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}
