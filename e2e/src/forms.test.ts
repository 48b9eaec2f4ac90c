/** What forms have in common: nothing that was changed is lost by a slip, and what is wrong is said at once. */
import { deviceList } from '@vedette/contract/calls/device'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, rowAction } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

let platform: Platform
let browser: Browser
let did: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_SIM_DEVICES: '1' })
  browser = await launchBrowser()
  const { List } = await replied(platform.address, await logIn(platform.address), deviceList, {})
  did = List[0]?.DID ?? ''
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, path)
  return { page, end }
}

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' })

async function isAskedAt(page: Page, leave: () => Promise<unknown>): Promise<void> {
  await leave()
  await question(page).getByRole('button', { name: 'Keep editing' }).click()
  await question(page).waitFor({ state: 'detached' })
}

test('ticks are asked about before they are lost, in a role and in the regions of an account', async () => {
  const { page, end } = await open('#/roleManger')
  const dialog = page.getByRole('dialog').first()
  await page.getByRole('button', { name: 'Add role' }).click()
  await dialog.getByRole('treeitem', { name: 'PTZ control', exact: true }).click()
  await isAskedAt(page, () => page.keyboard.press('Escape'))
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.goto(`${platform.address}#/accountManger`)
  await rowAction(page, MORE_ABOUT('demo_admin'), 'Regions')
  await dialog.getByRole('switch', { name: 'All regions of the company' }).click()
  await dialog.getByRole('treeitem', { name: 'Main gate' }).click()
  await isAskedAt(page, () => page.mouse.click(5, 300))
  expect(await dialog.getByRole('treeitem', { name: 'Main gate' }).getAttribute('aria-checked')).toBe('true')
  await end()
})

test('changed alarm settings and days of recording outlast another tab, and are asked about before another page', async () => {
  const { page, end } = await open(`#/deviceConf/${did}`)
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
  await tab('Alarm settings')
  await page.getByRole('button', { name: 'Add zone' }).click()
  await page.getByText('Zone 1').waitFor()
  await tab('Recording')
  await page.getByLabel('Keep for (days)').fill('7')
  await tab('Alarm settings')
  await page.getByText('Zone 1').waitFor()
  await isAskedAt(page, () => page.getByRole('link', { name: 'Alarms', exact: true }).click())
  await tab('Recording')
  expect(await page.getByLabel('Keep for (days)').inputValue()).toBe('7')
  await page.getByRole('link', { name: 'Alarms', exact: true }).click()
  await question(page).getByRole('button', { name: 'Discard' }).click()
  await page.waitForURL(/alarmManger/)
  await end()
})

test('a time added to the recording of a region is asked about before it is lost', async () => {
  const { page, end } = await open('#/deviceManger')
  await page.getByRole('treeitem').first().click()
  await page.getByRole('button', { name: 'Recording settings of the region' }).click()
  const dialog = page.getByRole('dialog').first()
  await dialog.getByLabel('Main stream').selectOption('schedule')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Recording settings of the region' }).click()
  await dialog.getByRole('button', { name: 'Add time range' }).click()
  await isAskedAt(page, () => page.keyboard.press('Escape'))
  expect(await dialog.getByLabel('Day', { exact: true }).count()).toBe(1)
  // What is wrong is gone to instead of a button that says nothing.
  const days = dialog.getByLabel('Keep for (days)')
  await days.fill('0')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('From 1 to 3650 days').waitFor()
  await expect.poll(() => days.evaluate((it) => it === document.activeElement)).toBe(true)
  await days.fill('30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await end()
})

test('all that is wrong is said at once, and the focus is on the first of it, also where the server says so', async () => {
  const { page, end } = await open('#/accountManger')
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const focused = () => page.evaluate(() => document.activeElement?.closest('.field')?.textContent ?? '')
  const faults = async () => (await dialog.locator('.fault').allTextContents()).filter((text) => text !== '')
  await field('Phone').fill('none')
  await field('E-mail').fill('nobody')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(faults)
    .toEqual(['Enter an account', 'Enter a name', 'Not a phone number', 'Wrong format', 'Select a role'])
  await expect.poll(focused).toMatch(/^Account/)

  await field('Account').fill('admin')
  await field('Name').fill('Second')
  await field('Phone').fill('')
  await field('E-mail').fill('')
  await field('Role').selectOption({ label: 'Administrator' })
  await field('Role').press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(faults).toHaveLength(1)
  await expect.poll(focused).toMatch(/^Account/)
  await end()

  const other = await open('#/roleManger')
  await other.page.getByRole('button', { name: 'Add role' }).click()
  await other.page.getByRole('dialog').getByRole('treeitem').first().click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => other.page.evaluate(() => document.activeElement?.closest('.field')?.textContent))
    .toMatch(/^Role name/)
  await other.end()
})
