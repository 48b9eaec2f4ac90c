/** The telecom variant, built for itself: devices are known by their CTEI, and a role may hold the mini-program. */
import { addByAddress } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { addGateway } from '@vedette/contract/calls/gateway'
import { getGroupList } from '@vedette/contract/calls/group'
import { roleList } from '@vedette/contract/calls/role'
import { offerDevices } from '@vedette/contract/calls/transfer'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { launchBrowser, visit } from './support/browser.ts'
import { isSound } from './support/looks.ts'
import { foundCompany, type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, rowAction } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'
import { buildVariant, type VariantConsole } from './support/variant-console.ts'

const CTEI = '181234560000001'
const OTHER_CTEI = '181234560000002'
const WITHOUT = 'GATEWAY-WITHOUT-CTEI'

let built: VariantConsole | undefined
let platform: Platform
let browser: Browser
let token: string
let did: string
/** What another company offers. */
let code: string

beforeAll(async () => {
  built = await buildVariant({ VITE_TELECOM: '1' })
  platform = await startPlatform({
    VEDETTE_DEMO: '0',
    VEDETTE_VARIANTS: 'telecom',
    VEDETTE_CONSOLE: built.folder,
  })
  browser = await launchBrowser()
  await foundCompany(platform, 'giver', 'Giver Ltd')
  const deviceOf = async (owner: string, DevName: string, License: string): Promise<string> => {
    const GID = (await replied(platform.address, owner, getGroupList, {})).List[0]?.GID ?? ''
    const body = { GID, DevName, DevType: 1, Url: 'rtsp://192.0.2.10/main', Username: '', Password: '' }
    const { DID } = await replied(platform.address, owner, addByAddress, { ...body, License })
    return DID
  }
  token = await logIn(platform.address)
  did = await deviceOf(token, 'East gate', CTEI)
  await replied(platform.address, token, modifiedDeviceLatAndLng, { DID: did, Lng: 116.33, Lat: 39.9 })
  const GID = (await replied(platform.address, token, getGroupList, {})).List[0]?.GID ?? ''
  await replied(platform.address, token, addGateway, { DID: WITHOUT, GID, DevName: 'Hall', DevType: 7 })
  const giver = await logIn(platform.address, 'giver')
  const given = await deviceOf(giver, 'Depot', OTHER_CTEI)
  code = (await replied(platform.address, giver, offerDevices, { DIDs: [given] })).Code
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  built?.remove()
})

async function open(path: string): Promise<{ page: Page; end: () => Promise<void> }> {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, `#/${path}`)
  return { page, end }
}

it('a role is given the mini-program on a tab of its own', async () => {
  const { page, end } = await open('roleManger')
  await page.getByRole('button', { name: 'Add role' }).click()
  const editor = page.locator('dialog[open]')
  await editor.getByLabel('Role name').fill('Fitters')
  await editor.getByRole('tab', { name: 'Mini-program' }).click()
  await editor.getByRole('treeitem').first().click()
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.waitFor({ state: 'detached' })
  const { List } = await replied(platform.address, token, roleList, {})
  const role = List.find(({ RoleName }) => RoleName === 'Fitters')
  expect(JSON.stringify(role)).toContain('AIOT_Mini')
  await end()
})

it('a device is found by its CTEI and shown by it, by its id where it has none; its own page has both', async () => {
  const { page, end } = await open('deviceManger')
  await page.getByRole('columnheader', { name: 'CTEI' }).waitFor()
  await page.getByRole('cell', { name: WITHOUT, exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search name, alias, CTEI or ID' }).fill(CTEI.slice(-6))
  await page.getByRole('cell', { name: CTEI, exact: true }).waitFor()
  await page.getByRole('cell', { name: WITHOUT, exact: true }).waitFor({ state: 'detached' })
  await isSound(page, 'the devices of telecom')

  await page.goto(`${platform.address}#/deviceMap?at=116.33,39.9,14`)
  await page.locator(`.map-marker[data-did="${did}"]`).click()
  const card = page.getByRole('dialog')
  await expect.poll(() => card.locator('dt, dd').allTextContents()).toContain(CTEI)
  expect(await card.locator('dt, dd').allTextContents()).not.toContain(did)

  await page.goto(`${platform.address}#/deviceConf/${did}`)
  await page.getByText(CTEI).first().waitFor()
  await page.getByText(did).first().waitFor()

  // A CTEI is known where a device is asked for by its id.
  await page.goto(`${platform.address}#/audit`)
  await page.getByRole('tab', { name: 'Why was it denied?' }).click()
  await page.getByRole('combobox', { name: 'Account' }).fill('admin')
  await page.getByRole('option').first().click()
  const known = page.getByText('is allowed to do this')
  const asked = page.getByRole('combobox', { name: 'Device (optional)' })
  for (const [typed, answer] of [
    [CTEI, known],
    ['189999999999999', page.getByText('Not found in this company')],
    [did, known],
  ] as const) {
    await asked.fill(typed)
    await page.getByRole('option').first().click()
    await page.getByRole('button', { name: 'Check' }).click()
    await answer.waitFor()
  }

  await page.goto(`${platform.address}#/realTimeVideo`)
  await page.getByRole('tree').getByRole('treeitem').first().press('*')
  await page.getByRole('treeitem', { name: /East gate/ }).hover()
  await page.locator('.camera-card').getByText(CTEI, { exact: true }).waitFor()
  await end()
})

it('another company’s devices are offered by their CTEI, and have it when they are taken over', async () => {
  const { page, end } = await open('deviceTransfer')
  await page.getByRole('button', { name: 'Accept by code' }).click()
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('textbox').fill(code)
  await dialog.locator('[type="submit"]').click()
  await dialog.getByText(`Depot · ${OTHER_CTEI}`).waitFor()
  await isSound(page, 'a transfer of telecom')
  await dialog.getByRole('button', { name: 'Target region' }).click()
  await dialog.getByRole('treeitem', { name: 'Demo' }).click()
  await dialog.locator('[type="submit"]').click()
  await dialog.waitFor({ state: 'detached' })
  await page.goto(`${platform.address}#/deviceManger`)
  await expect.poll(() => page.getByRole('cell', { name: OTHER_CTEI, exact: true }).count()).toBe(1)
  await end()
})

it('a gateway is added with its CTEI, which can be corrected', async () => {
  const { page, end } = await open('deviceManger')
  const shown = (ctei: string) => page.getByRole('cell', { name: ctei, exact: true }).count()
  const dialog = page.locator('dialog[open]')
  await page.getByRole('button', { name: 'Add gateway or scanner' }).click()
  await dialog.getByLabel('Device ID on the box').fill('GATEWAY-WITH-CTEI')
  await dialog.getByLabel('CTEI').fill('181234560000003')
  await dialog.getByLabel('Name', { exact: true }).fill('Shed')
  await dialog.locator('[type="submit"]').click()
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.poll(() => shown('181234560000003')).toBe(1)
  await rowAction(page, MORE_ABOUT('Shed'), 'Edit')
  await dialog.getByLabel('CTEI').fill('181234560000004')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => shown('181234560000004')).toBe(1)
  await end()
})
