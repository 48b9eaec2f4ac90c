/** The palette leads from everywhere to a page, an action or a device, and to the filters of the device list that a person keeps. */
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { enterOnPage, logIn, logInOnPage, replied } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }
const NAMES = ['Lobby', ...Array.from({ length: 7 }, (_, at) => `Side gate ${at + 1}`), 'Gate']

let platform: Platform
let browser: Browser
const dids = new Map<string, string>()

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const { address } = platform
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  for (const [at, DevName] of NAMES.entries()) {
    const camera = { GID, DevName, DevType: 1, Url: `rtsp://192.0.2.7/${at}` }
    dids.set(DevName, (await replied(address, token, addByAddress, camera)).DID)
  }
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

test('by keys alone: a device into the chosen window, a page, an action, and its settings; from a field as well', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const hash = () => page.evaluate(() => location.hash)
  const dialog = page.getByRole('dialog', { name: 'Search or run a command' })
  const find = dialog.getByRole('combobox')
  const active = dialog.getByRole('option', { selected: true })
  // A closed dialog hears its end with the next frame, which a hand does not outrun: until then keys are still its own.
  const gone = () => page.locator('dialog').waitFor({ state: 'detached' })
  const open = async (text = ''): Promise<void> => {
    await gone()
    await page.keyboard.press('Control+k')
    await find.waitFor()
    await page.keyboard.insertText(text)
  }
  await page.getByRole('searchbox').focus()
  await open('gate')
  // The one of that very name before those that hold it.
  await active.filter({ hasText: dids.get('Gate') ?? '?' }).waitFor()
  expect(await dialog.getByRole('option').count()).toBe(11)
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('searchbox').evaluate((it) => it === document.activeElement)).toBe(true)
  await expect.poll(hash, PATIENCE).toContain(`chosen=1&show=${dids.get('Gate')}`)

  await open('nothing at all')
  await dialog.getByText('No match for').waitFor()
  await page.keyboard.press('Escape')
  await open('windows 9')
  await page.keyboard.press('Enter')
  await expect.poll(hash, PATIENCE).toContain('layout=9')

  await open('lobby')
  await active.waitFor()
  await page.keyboard.press('End')
  expect(await active.textContent()).toContain('Lobby')
  await page.keyboard.press('Enter')
  await expect.poll(hash, PATIENCE).toBe(`#/deviceConf/${dids.get('Lobby')}`)

  // From another page a device is looked at beside the wall, which stays as it was.
  await open('lobby')
  await active.filter({ hasText: 'Lobby' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator(`.tile[data-did="${dids.get('Lobby')}"]`).waitFor(PATIENCE)
  await expect.poll(hash, PATIENCE).toContain(`layout=9&chosen=1&show=${dids.get('Gate')}`)

  await open('devices')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Columns' }).waitFor()
  await open()
  expect(await active.textContent()).toBe('Devices')
  await page.keyboard.press('ArrowDown')
  expect(await active.textContent()).toContain('Lobby')
  await page.keyboard.press('Escape')

  await page.route('**/vms/device/deviceList', (route) => route.abort(), { times: 1 })
  await open('side')
  await dialog.getByRole('alert').getByRole('button').press('Enter')
  await active.waitFor()
  await find.press('End')
  expect(await active.textContent()).toBe('Show all 7 devices')
  await find.press('Enter')
  await expect.poll(hash, PATIENCE).toBe('#/deviceManger?text=side')
  await gone()
  await page.keyboard.press('?')
  const key = page.getByRole('dialog').locator('dt', { has: page.locator('kbd', { hasText: 'Ctrl' }) })
  expect(await key.textContent()).toBe('CtrlK')
  // Back within the page leaves the dialog as it is, back to another page does not take it along.
  await page.evaluate(() => history.back())
  await expect.poll(hash, PATIENCE).not.toContain('text=side')
  expect(await key.isVisible()).toBe(true)
  await page.evaluate(() => history.back())
  await expect.poll(hash, PATIENCE).toContain('#/realTimeVideo')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await end(/Failed to load resource/)
})

test('behind the logo stands what is wrong and who is on; the log is the last of the system folder', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address)
  await page.getByTitle('Overview').click()
  await page.getByRole('heading', { name: '9 things need your attention' }).waitFor()
  await page.getByRole('region', { name: 'Logged in now' }).getByText('you').waitFor()
  await page.getByRole('checkbox', { name: 'Open this page after login' }).check()
  await page.evaluate(() => (location.hash = '#/'))
  await expect.poll(() => page.evaluate(() => location.hash), PATIENCE).toBe('#/home')
  expect(await axeViolations(page)).toEqual([])
  const link = page.getByRole('link', { name: 'View Lobby' })
  await link.click()
  await expect
    .poll(() => page.evaluate(() => location.hash), PATIENCE)
    .toBe(`#/deviceConf/${dids.get('Lobby')}`)

  await page.getByRole('button', { name: 'System', exact: true }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  const log = page.getByRole('table', { name: 'Audit log' })
  await page.getByRole('combobox', { name: 'Who' }).fill('admin')
  await page.getByRole('option', { name: /^demo_admin/ }).click()
  await log.getByText('Log in', { exact: true }).first().waitFor()
  await page.getByRole('combobox', { name: 'Device' }).fill('Lobby')
  await page.getByRole('option', { name: /^Lobby/ }).click()
  await log.getByText('Log in', { exact: true }).first().waitFor({ state: 'detached' })
  await end()
})

test('in Chinese on a phone: a search, another appearance, a device to add', async () => {
  const { page, end } = await visit(browser, {
    locale: 'zh-CN',
    theme: 'light',
    viewport: { width: 390, height: 844 },
  })
  await enterOnPage(page, platform.address)
  const dialog = page.getByRole('dialog', { name: '搜索或执行命令' })
  const open = async (text: string): Promise<void> => {
    await page.getByRole('button', { name: /搜索或执行命令/ }).click()
    await dialog.getByRole('combobox').fill(text)
  }
  await open('gate')
  await dialog.getByRole('option').nth(5).waitFor()
  expect(await axeViolations(page)).toEqual([])
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(widths).toEqual([390, 390])
  await dialog.getByRole('combobox').fill('深色')
  await dialog.getByRole('option', { name: '深色' }).click()
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['theme']), PATIENCE)
    .toBe('dark')
  await open('添加设备')
  await dialog.getByRole('option', { name: '添加设备' }).click()
  await page.getByRole('dialog', { name: '添加设备' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })

  // The pages of every day are at the bottom, all others and the switches behind the last button.
  const bottom = page.getByRole('navigation', { name: '主菜单' })
  await bottom.getByRole('link', { name: '报警', exact: true }).click()
  await page.getByText('暂无报警').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await bottom.getByRole('button', { name: '更多' }).click()
  const more = page.getByRole('group', { name: '更多' })
  await more.getByRole('button', { name: '报警声音', pressed: true }).click()
  await more.getByRole('button', { name: '报警声音', pressed: false }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await more.getByRole('link', { name: '账号管理' }).click()
  await page.getByRole('table').waitFor()
  expect(await more.isVisible()).toBe(false)
  await end()
})

test('filters are kept by keys on one computer, and are there in Chinese on another', async () => {
  const hashOf = (page: Page) => page.evaluate(() => location.hash)
  const desk = await visit(browser)
  desk.page.setDefaultTimeout(60_000)
  await logInOnPage(desk.page, platform.address)
  const link = '#/deviceManger?text=gate&status=offline&sort=DID&desc=1'
  await desk.page.goto(`${platform.address}${link}`)
  await desk.page.getByRole('button', { name: 'Columns' }).click()
  await desk.page.getByRole('checkbox', { name: 'SDK version' }).check()
  await desk.page.keyboard.press('Escape')
  const saved = desk.page.getByRole('button', { name: 'Saved filters' })
  const save = async (name: string): Promise<void> => {
    await saved.press('Enter')
    await desk.page.getByRole('button', { name: 'Save current filters' }).press('Enter')
    await desk.page.getByRole('dialog').getByRole('textbox').waitFor()
    await desk.page.keyboard.insertText(name)
    await desk.page.keyboard.press('Enter')
    await desk.page.locator('dialog').waitFor({ state: 'detached' })
  }
  await save('Gates, offline')
  expect(await saved.evaluate((it) => it === document.activeElement)).toBe(true)
  // Where nothing is found it is offered in the place of rows too.
  await desk.page.getByRole('search').getByRole('button', { name: 'Clear filters' }).click()
  await save('All')
  // The palette does the same.
  await desk.page.keyboard.press('Control+k')
  await desk.page.getByRole('dialog').getByRole('combobox').waitFor()
  await desk.page.keyboard.type('gates')
  await desk.page.getByRole('option', { name: 'Gates, offline' }).waitFor()
  await desk.page.keyboard.press('Enter')
  await expect.poll(() => hashOf(desk.page), PATIENCE).toBe(link)
  await desk.end()

  const other = await visit(browser, { locale: 'zh-CN', theme: 'light' })
  const { page } = other
  page.setDefaultTimeout(60_000)
  await logInOnPage(page, platform.address)
  await page.goto(`${platform.address}#/deviceManger?text=lobby`)
  await page.getByRole('cell', { name: 'Lobby', exact: true }).waitFor()
  await page.getByRole('button', { name: '筛选方案' }).click()
  const drop = page.getByRole('group', { name: '筛选方案' })
  await drop.getByRole('button', { name: '删除 All' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await drop.getByRole('button', { name: 'Gates, offline', exact: true }).click()
  await expect.poll(() => hashOf(page), PATIENCE).toBe(link)
  await page.getByRole('columnheader', { name: 'SDK 版本' }).waitFor()
  await page.getByRole('button', { name: '筛选方案' }).click()
  await drop.getByRole('button', { name: '重命名 Gates, offline' }).click()
  const name = page.getByRole('dialog').getByRole('textbox')
  await name.fill('All')
  await name.press('Enter')
  await page.getByText('您已有同名的筛选方案').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await name.fill('离线大门')
  await name.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '筛选方案' }).click()
  await drop.getByRole('button', { name: '删除 All' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '筛选方案' }).click()
  expect(await drop.getByRole('listitem').allTextContents()).toEqual(['离线大门✎×'])
  await other.end()
})

test('details stand beside the list; Shift takes a range, and all pages are chosen at once', async () => {
  const { address } = platform
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  for (const at of [1, 2])
    await replied(address, token, addByAddress, {
      GID,
      DevName: `Yard ${at}`,
      DevType: 1,
      Url: `rtsp://192.0.2.8/${at}`,
    })
  const { page, end } = await visit(browser)
  await enterOnPage(page, address, '#/deviceManger?text=gate')
  await page.getByRole('button', { name: 'Gate', exact: true }).click()
  const panel = page.getByRole('complementary', { name: 'Details of Gate' })
  await panel.getByText(dids.get('Gate') ?? '?').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Next device' }).click()
  await page.getByRole('complementary', { name: 'Details of Side gate 1' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('complementary', { name: 'Details of Side gate 1' }).waitFor({ state: 'detached' })

  await page.goto(`${address}#/deviceManger`)
  await page.getByRole('checkbox', { name: 'Select Gate' }).click()
  await page.getByRole('checkbox', { name: 'Select Side gate 1' }).click({ modifiers: ['Shift'] })
  await page.getByText('3 selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Select all 11' }).click()
  await page.getByText('11 selected').waitFor()
  await end()
})

test('what was typed is asked about before Escape, a press beside and Back take it away', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/deviceManger')
  await page.getByRole('button', { name: 'Columns' }).waitFor()
  await page.goto(`${platform.address}#/roleManger`)
  await page.getByRole('button', { name: 'Add role' }).click()
  const name = page.getByRole('dialog').getByLabel('Role name')
  await name.fill('Night guard')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await page.keyboard.press('Escape')
  await question.waitFor()
  expect(await axeViolations(page)).toEqual([])
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await page.mouse.click(5, 300)
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await page.evaluate(() => history.back())
  await question.waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#/roleManger')
  expect(await name.inputValue()).toBe('Night guard')
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => page.evaluate(() => location.hash), PATIENCE).toBe('#/deviceManger')
  expect(await page.locator('dialog').count()).toBe(0)
  await end()
})

test('what could not be saved is asked about too, and a reload asks', async () => {
  const { page, end } = await visit(browser)
  await enterOnPage(page, platform.address, '#/accountManger')
  await page.getByRole('button', { name: 'Add account' }).click()
  const form = page.getByRole('dialog')
  // Nothing was typed yet, so nothing would be lost.
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter an account').waitFor()
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Add account' }).click()
  await form.getByLabel('Name', { exact: true }).fill('Night guard')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByText('Enter an account').waitFor()
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  const asked = page.waitForEvent('dialog')
  // Later, for the page stands still until it is answered.
  await page.evaluate(() => void setTimeout(() => location.reload()))
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Night guard')
  await end()
})
