/** What the pages of the system folder are for, done without a mouse and in both languages; the focus is always seen. */
import { addAccount } from '@vedette/contract/calls/account'
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { newRole } from '@vedette/contract/calls/role'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser } from './support/browser.ts'
import { type ByKeys, mostSteps, visitByKeys, wordsOf } from './support/keys.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH } from './support/row-action.ts'
import { enterOnPage, logIn, replied } from './support/session.ts'

let platform: Platform
let browser: Browser
let page: ByKeys['page']
let hands: ByKeys['hands']
let its: ByKeys
let RoleID: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const { address } = platform
  const token = await logIn(address)
  const GID = (await replied(address, token, getGroupList, {})).List[0]?.GID ?? ''
  const camera = { GID, DevName: 'Lobby', DevType: 1, Url: 'rtsp://192.0.2.7/' }
  await replied(address, token, addByAddress, camera)
  const permissions = [{ pageKey: 'replay' }]
  ;({ id: RoleID } = await replied(address, token, newRole, { RoleName: 'Watch', permissions }))
  await replied(address, token, addAccount, { Account: 'guard', Name: 'Guard', RoleID })
  its = await visitByKeys(browser)
  ;({ page, hands } = its)
  await enterOnPage(page, address)
  await page.getByRole('tree').waitFor()
})

afterAll(async () => {
  try {
    await its?.end()
  } finally {
    await browser?.close()
    await platform?.stop()
  }
})

describe.each(['en', 'zh-cn'] as const)('%s', (language) => {
  const say = wordsOf(language)
  const [save, remove] = say(['Save', 'Delete'], ['保存', '删除'])
  const [audit, addOne] = say(['Audit log', 'Add account'], ['审计日志', '添加账号'])
  const more = (account: string): string => say(MORE_ABOUT, MORE_ABOUT_ZH)(`demo_${account}`)
  /** Opens a dialog from the menu of an account. */
  const inMenu = async (account: string, action: string): Promise<void> => {
    await hands.tab('button', more(account))
    await hands.press('Enter')
    await hands.go('ArrowDown', 'menuitem', action)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
  }

  beforeAll(() => its.speak(language))
  // What it has left open is not in the way of the next.
  beforeEach(({ onTestFailed }) => onTestFailed(its.anew))

  it('audit log: what one person did', async () => {
    await its.call(audit)
    const who = say('Who', '操作人')
    await hands.tab('combobox', who)
    await hands.type('admin')
    await hands.go('ArrowDown', 'option', /^demo_admin/)
    await hands.press('Enter')
    const log = page.getByRole('table', { name: audit })
    await log.getByText(say('Log in', '登录'), { exact: true }).first().waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('audit log', 'see what one person did'))
    await hands.holds('combobox', who)
  })

  it('audit log: who can see a camera, and why somebody may not watch it', async () => {
    await hands.go('Shift+Tab', 'tab', audit)
    await hands.press('ArrowRight')
    await hands.holds('tab', say('Who can see a camera', '设备可见人员'))
    await hands.tab('combobox', say('Device', '设备'))
    await hands.choose('lob', /^Lobby/)
    await page.getByRole('row', { name: 'demo_guard' }).waitFor()

    const why = say('Why was it denied?', '权限排查')
    await hands.go('Shift+Tab', 'tab', say('Who can see a camera', '设备可见人员'))
    hands.steps()
    await hands.press('ArrowRight')
    await hands.holds('tab', why)
    await hands.tab('combobox', say(/^Account/, /^账号/))
    await hands.choose('guard', /^demo_guard/)
    await hands.tab('combobox', say(/^Action/, /^操作/))
    await hands.choose(say('watch live', '观看实时'), say('Watch live video', '观看实时视频'))
    await hands.tab('button', say('Check', '查询'))
    await hands.press('Enter')
    const lacks = say('The role lacks all of: Live video', '角色缺少以下任一权限：实时视频')
    await page.getByText(lacks).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('audit log', 'why somebody may not do something'))
    await hands.holds('button', say('Check', '查询'))
  })

  it('own account: the name is changed, and the system settings are left as they were', async () => {
    const open = async (name: string): Promise<void> => {
      await hands.press('Control+k')
      await hands.holds('combobox', /^(Search pages|搜索页面)/)
      await hands.type(name)
      await hands.go('ArrowDown', 'option', new RegExp(`^${name}`))
      await hands.press('Enter')
      await page.getByRole('dialog', { name }).waitFor()
    }
    const dialog = page.locator('dialog[open]')
    await open(say('Account info', '账号信息'))
    await hands.tab('textbox', say('User name', '用户名称'))
    await hands.type(say('Ada', '小艾'))
    await hands.press('Tab')
    await page.getByText(say('Saved', '已保存'), { exact: true }).first().waitFor()
    await hands.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await open(say('System settings', '系统设置'))
    expect(await axeViolations(page)).toEqual([])
    await hands.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  it('devices: a region is added, and the focus is back at the button', async () => {
    await its.call(say('Devices', '设备管理'))
    const [add, region] = say(['Add sub-region', 'North yard'], ['添加下级区域', '北院'])
    await hands.tab('button', add)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Region name/, /^区域名称/))
    await hands.type(region)
    await hands.tab('button', save)
    await hands.press('Enter')
    await page.getByRole('treeitem', { name: region }).waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('devices', 'add a region'))
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await hands.holds('button', add)
  })

  it('accounts: one is added, bound to a region and deleted, and the focus goes on in the list', async () => {
    await its.call(say('Accounts', '账号管理'))
    const name = say('night', 'tag')
    await hands.tab('button', addOne)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Account/, /^账号/))
    await hands.type(name)
    await hands.tab('textbox', say(/^Name/, /^姓名/))
    await hands.type('Night')
    await hands.tab('combobox', say(/^Role/, /^角色/))
    await hands.type('Watch')
    await hands.tab('button', save)
    await hands.press('Enter')
    await page.locator('.issued code').waitFor()
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('accounts', 'add one'))
    await hands.tab('button', say('Done', '完成'))
    await hands.press('Enter')
    await hands.holds('button', addOne)

    await inMenu(name, say('Regions', '区域管理'))
    await hands.tab('switch', say('All regions of the company', '企业全部区域'))
    await hands.press('Space')
    await hands.tab('treeitem', /^Demo/)
    await hands.press('Space')
    await hands.tab('button', save)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await hands.holds('button', more(name))
    await page
      .getByRole('row', { name: `demo_${name}` })
      .getByText(say('1 selected', '已选 1 个'))
      .waitFor()

    await inMenu(name, remove)
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.getByRole('row', { name: `demo_${name}` }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tbody tr:focus-within').count()).toBe(1)
  })

  it('accounts: all that match are deleted, also those of the next page', async () => {
    const token = await logIn(platform.address)
    const prefix = say('help', 'bang')
    for (let n = 10; n < 21; n++) {
      const account = { Account: `${prefix}${n}`, Name: `${prefix} ${n}`, RoleID }
      await replied(platform.address, token, addAccount, account)
    }
    await its.call(say('Accounts', '账号管理'))
    await hands.tab('searchbox', /./)
    await hands.type(prefix)
    const found = page.getByRole('row').filter({ hasText: `demo_${prefix}` })
    await expect.poll(() => found.count()).toBe(10)
    await hands.tab('checkbox', say('Select all on this page', '全选本页'))
    await hands.press('Space')
    await hands.tab('button', say('Select all 11', '选择全部 11 项'))
    await hands.press('Enter')
    await page.getByText(say('11 selected', '已选 11 项')).waitFor()
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await hands.tab('button', remove)
    await hands.press('Enter')
    await expect.poll(() => found.count()).toBe(0)
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('accounts', 'delete all that match'))
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await hands.holds('button', say('Clear filters', '清除筛选'))
    await hands.press('Enter')
    await page.getByRole('row', { name: 'demo_guard' }).waitFor()
  })

  it('accounts: somebody is invited, and the invitation withdrawn', async () => {
    await its.call(say('Accounts', '账号管理'))
    const name = say('guest', 'fangke')
    await hands.tab('button', addOne)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Account/, /^账号/))
    await hands.type(name)
    await hands.tab('textbox', say(/^Name/, /^姓名/))
    await hands.type('Guest')
    await hands.tab('textbox', say(/^E-mail/, /^邮箱/))
    await hands.type(`${name}@example.com`)
    await hands.tab('combobox', say(/^Role/, /^角色/))
    await hands.type('Watch')
    await hands.tab('switch', say('Invite the user to set the password', '发送邀请，由本人设置密码'))
    await hands.press('Space')
    expect(await axeViolations(page)).toEqual([])
    await hands.tab('button', say('Send invitation', '发送邀请'))
    await hands.press('Enter')
    const row = page.getByRole('row', { name: `demo_${name}` })
    await row.getByText(say(/^Invited until/, /^已邀请/)).waitFor()
    await hands.holds('button', addOne)

    const withdraw = say('Withdraw invitation', '撤回邀请')
    await inMenu(name, withdraw)
    expect(await axeViolations(page)).toEqual([])
    await hands.tab('button', withdraw)
    await hands.press('Enter')
    await row.waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tbody tr:focus-within').count()).toBe(1)
  })

  it('roles: one is added with a page, given a feature and deleted', async () => {
    await its.call(say('Roles', '角色管理'))
    const name = say('Night', '夜班')
    const add = say('Add role', '添加角色')
    await hands.tab('button', add)
    await hands.press('Enter')
    await hands.holds('textbox', say(/^Role name/, /^角色名称/))
    await hands.type(name)
    const rights = page.getByRole('tree', { name: say('Pages and features', '页面与功能') })
    const tick = async (grant: string): Promise<void> => {
      await hands.tab('tree', say('Pages and features', '页面与功能'))
      await hands.go('ArrowDown', 'treeitem', grant)
      await hands.press('Space')
      await rights.getByRole('treeitem', { name: grant, exact: true, checked: true }).waitFor()
      await hands.tab('button', save)
      await hands.press('Enter')
      await page.locator('dialog[open]').waitFor({ state: 'detached' })
    }
    await tick(say('Replay', '录像回放'))
    expect(hands.steps()).toBeLessThanOrEqual(mostSteps('roles', 'add one with a page'))
    await hands.holds('button', add)

    const edit = say(`Edit: ${name}`, `编辑: ${name}`)
    await hands.tab('button', edit)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await tick(say('Album', '相册管理'))
    await hands.holds('button', edit)

    await hands.tab('button', `${remove}: ${name}`)
    await hands.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await hands.tab('button', remove)
    await hands.press('Enter')
    await page.getByRole('row', { name }).waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('tbody tr:focus-within').count()).toBe(1)
  })
})
