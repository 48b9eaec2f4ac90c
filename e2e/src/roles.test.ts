import type { BodyOf, Call } from '@vedette/contract/call'
import { accountList, addAccount, updateUserAccount } from '@vedette/contract/calls/account'
import { addByAddress } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { newRole, type RoleItem, roleList, updateRole } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { ADMIN_PASSWORD, foundCompany, type Platform, startPlatform } from './support/platform.ts'
import { ask, chooseOwn, logIn, OWN_PASSWORD, replied } from './support/session.ts'

let platform: Platform
let browser: Browser
let administrator: string
/** A camera of another company. */
let foreign: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  administrator = await logIn(platform.address)
  await foundCompany(platform, 'acme', 'Acme Ltd')
  const stranger = await logIn(platform.address, 'acme')
  const [theirs] = (await replied(platform.address, stranger, getGroupList, {})).List
  foreign = await addCamera(stranger, theirs?.GID ?? '')
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

let cameras = 0

async function addCamera(token: string, GID: string): Promise<string> {
  // An address is one device's.
  const camera = { GID, DevName: 'Gate', DevType: 1, Url: `rtsp://192.0.2.7/stream${++cameras}` }
  return (await replied(platform.address, token, addByAddress, camera)).DID
}

const LANGUAGES = [
  {
    locale: 'en-US',
    account: 'Account',
    password: 'Password',
    logIn: 'Log in',
    addRole: 'Add role',
    roleName: 'Role name',
    grants: ['PTZ control', 'Add region', 'Edit region'],
    gives: 'Adds',
    save: 'Save',
    preview: 'Preview',
    endPreview: 'End preview',
    ownAccount: 'Account info',
    ownPassword: 'Change password',
    menu: ['Live video', 'Devices'],
    has: ['Add sub-region', 'Edit region'],
    lacks: ['Delete region', 'Add device', 'Upgrades'],
    addAccount: 'Add account',
    name: 'Name',
    role: 'Role',
    allRegions: 'All regions of the company',
    done: 'Done',
    deed: 'Add a role',
    gained: 'Permissions added: Live video',
    log: 'Audit log',
    whyNot: 'Why was it denied?',
    action: 'Action',
    device: 'Device (optional)',
    loggedIn: 'Signed in as',
    byItself: 'The account itself',
    previewOf: 'Previewing',
    ask: 'Check',
    watch: 'Watch live video',
    addDevice: 'Add a device',
    addRegion: 'Add a region',
    exportLog: 'Export the audit log',
    why: {
      admitted: 'Allowed by role and regions',
      lacksAdd: 'The role lacks all of: Devices › Add',
      lacksVideo: 'The role lacks all of: Live video',
      administrators: 'Full administrators with all regions only',
      region: 'In a region that the account cannot see',
      unknown: 'Not found in this company',
      preview: 'A preview is read-only',
      mayNotPreview: 'The account cannot preview this role',
      disabled: 'The account is disabled',
    },
  },
  {
    locale: 'zh-CN',
    account: '账号',
    password: '密码',
    logIn: '登录',
    addRole: '添加角色',
    roleName: '角色名称',
    grants: ['云台控制', '添加区域', '编辑区域'],
    gives: '新增',
    save: '保存',
    preview: '预览',
    endPreview: '结束预览',
    ownAccount: '账号信息',
    ownPassword: '修改密码',
    menu: ['实时视频', '设备管理'],
    has: ['添加下级区域', '编辑区域'],
    lacks: ['删除区域', '添加设备', '升级管理'],
    addAccount: '添加账号',
    name: '姓名',
    role: '角色',
    allRegions: '企业全部区域',
    done: '完成',
    deed: '添加角色',
    gained: '新增权限: 实时视频',
    log: '审计日志',
    whyNot: '权限排查',
    action: '操作',
    device: '设备（选填）',
    loggedIn: '登录方式',
    byItself: '本账号登录',
    previewOf: '预览角色',
    ask: '查询',
    watch: '观看实时视频',
    addDevice: '添加设备',
    addRegion: '添加区域',
    exportLog: '导出审计日志',
    why: {
      admitted: '角色和区域均允许',
      lacksAdd: '角色缺少以下任一权限：设备管理 › 添加',
      lacksVideo: '角色缺少以下任一权限：实时视频',
      administrators: '仅限拥有全部区域的超级管理员',
      region: '位于该账号不可见的区域',
      unknown: '本企业中不存在该对象',
      preview: '预览仅供查看，不能修改任何内容',
      mayNotPreview: '该账号不能预览此角色',
      disabled: '账号已停用',
    },
  },
] as const

type Words = (typeof LANGUAGES)[number]

async function logInAs(
  page: Page,
  words: Words,
  account = 'admin',
  password = ADMIN_PASSWORD,
): Promise<void> {
  await page.goto(platform.address)
  await page.locator('[name="enterprise"]').fill('demo')
  await page.getByLabel(words.account, { exact: true }).fill(account)
  await page.getByLabel(words.password, { exact: true }).fill(password)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: words.logIn, exact: true }).click()
  await page.getByRole('tree').waitFor()
}

interface Guard {
  name: string
  role: string
  roleId: string
  /** The region that the account sees, and the one above it, which it does not. */
  region: string
  north: string
  root: string
  token: string
}

/** What the editor's three ticks stand for. */
const GUARDS = [
  { pageKey: 'realTimeVideo', feature: [{ key: 'PTZ' }] },
  { pageKey: 'deviceManger', feature: [{ key: 'addGroup' }, { key: 'editGroup' }] },
]

let made = 0

const demand = <C extends Call>(call: C, body: BodyOf<C>) =>
  replied(platform.address, administrator, call, body)

async function addRegion(): Promise<{ root: string; north: string; region: string }> {
  const region = `North <b>${++made}</b>`
  const root = (await demand(getGroupList, {})).List[0]?.GID ?? ''
  const { GID: north } = await demand(createGroup, { ParentGID: root, GroupName: region })
  return { root, north, region }
}

async function addRole(): Promise<{ role: string; roleId: string }> {
  const role = `Guards <img src=x onerror=alert(1)> ${++made}`
  const { id: roleId } = await demand(newRole, { RoleName: role, permissions: GUARDS })
  return { role, roleId }
}

/** An account with those three features in one region, which has chosen its own password. */
async function addGuard(): Promise<Guard> {
  const [{ root, north, region }, { role, roleId }] = [await addRegion(), await addRole()]
  const name = `guard-${++made}`
  const account = { Account: name, Name: name, RoleID: roleId, AllRegions: false, GIDs: [north] }
  const { Password } = await demand(addAccount, account)
  const token = await chooseOwn(platform.address, name, Password)
  return { name, role, roleId, region, north, root, token }
}

/** Asks the audit log's page why an account may or may not do something, and waits for the verdict. */
async function explain(
  page: Page,
  words: Words,
  asked: { account: string; action: string; device?: string; session?: string },
  verdict: string,
): Promise<void> {
  const choose = async (label: string, option: string): Promise<void> => {
    const field = page.getByRole('combobox', { name: label })
    if ((await field.inputValue()) === option) return
    await field.fill(option)
    if (option === '') await field.press('Tab')
    else await page.getByRole('option').filter({ hasText: option }).first().click()
  }
  await choose(words.account, `demo_${asked.account}`)
  await choose(words.action, asked.action)
  await choose(words.device, asked.device ?? '')
  await page
    .getByLabel(words.loggedIn, { exact: true })
    .selectOption({ label: asked.session ?? words.byItself })
  await page.getByRole('button', { name: words.ask, exact: true }).click()
  await page.locator('.audit-verdict p').filter({ hasText: verdict }).waitFor()
}

async function menuOf(page: Page): Promise<string[]> {
  const links = page.getByRole('navigation').first().getByRole('link')
  return (await links.allTextContents()).map((text) => text.trim())
}

test('an account is admitted to what its role and region give it, whatever it sends', async () => {
  const { token, north, root } = await addGuard()
  const elsewhere = { ParentGID: root, GroupName: 'x' }
  const forged = [
    await ask(platform.address, token, accountList, {}),
    await ask(platform.address, token, createGroup, elsewhere),
    await ask(platform.address, token, createGroup, { ...elsewhere, ParentGID: north }),
    await ask(platform.address, token, updateRole, {
      id: 'x',
      permissions: [{ pageKey: 'accountManger' }],
    }),
  ]
  expect(forged.map(({ CODE }) => CODE)).toEqual([
    CODES.noPermission.code,
    CODES.noDataAuthority.code,
    '200',
    CODES.noPermission.code,
  ])
})

test('a search for roles without hits offers to clear it', async () => {
  const { page, end } = await visit(browser)
  await logInAs(page, LANGUAGES[0])
  await page.goto(`${platform.address}#/roleManger`)
  const search = page.getByRole('searchbox', { name: 'Role name' })
  await search.fill('nobody has this')
  await page.getByText('No matching roles').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('table', { name: 'Roles' }).waitFor()
  expect(await search.inputValue()).toBe('')
  await end()
})

describe('in English and Chinese by turns', () => {
  let [words, turn]: [Words, number] = [LANGUAGES[0], 0]
  beforeEach(() => void (words = LANGUAGES[turn++ % 2] ?? words))

  test('a role is made of three features, and its preview shows what it has', async () => {
    const { page, end } = await visit(browser, { locale: words.locale })
    await logInAs(page, words)
    const role = `Watch <b>${words.locale}</b>`
    await page.goto(`${platform.address}#/roleManger`)
    await page.getByRole('button', { name: words.addRole }).click()
    const editor = page.getByRole('dialog')
    await editor.getByLabel(words.roleName).fill(role)
    for (const grant of words.grants) await editor.getByRole('treeitem', { name: grant, exact: true }).click()
    await editor.getByText(words.gives, { exact: true }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await editor.getByRole('button', { name: words.save }).click()
    await page.getByRole('cell', { name: role }).first().waitFor()

    await page.getByRole('button', { name: `${words.preview}: ${role}` }).click()
    await page.getByRole('button', { name: words.endPreview }).waitFor()
    await page.getByRole('tree').waitFor()
    expect(await menuOf(page)).toEqual([...words.menu])
    // A preview cannot change the password, and the attempt would end the person's own sessions.
    await page.locator('.user-button').click()
    await page.getByRole('button', { name: words.ownAccount }).waitFor()
    expect(await page.getByRole('button', { name: words.ownPassword }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(words.ownAccount)
    await page.getByRole('option', { name: words.ownAccount }).waitFor()
    await page.getByRole('combobox').fill(words.ownPassword)
    await page.getByRole('dialog').getByText(`“${words.ownPassword}”`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: words.endPreview }).click()
    await page.getByRole('button', { name: words.endPreview }).waitFor({ state: 'detached' })
    const { roleId: id } = await addRole()
    const { List } = await demand(roleList, { PageSize: 100 })
    const permissionsOf = (found: (it: RoleItem) => boolean) =>
      JSON.parse(List.find(found)?.permissions ?? '')
    expect(permissionsOf((it) => it.RoleName === role)).toEqual(permissionsOf((it) => it.id === id))

    await page.goto(`${platform.address}#/audit`)
    const log = page.getByRole('table', { name: words.log })
    await log.getByText(words.deed).first().waitFor()
    await log.getByRole('button', { name: words.deed }).first().click()
    await log.getByText(words.gained).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await end()
  })

  test('an account is given a role and a region, and logs in with the password on the screen', async () => {
    const [{ role }, { north, region }] = [await addRole(), await addRegion()]
    const name = `newcomer-${words.locale.toLowerCase()}`
    const { page, end } = await visit(browser, { locale: words.locale })
    await logInAs(page, words)
    await page.goto(`${platform.address}#/accountManger`)
    await page.getByRole('button', { name: words.addAccount }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(words.account).first().fill(name)
    await form.getByLabel(words.name).fill(`${role} & co`)
    await form.getByLabel(words.role).selectOption({ label: role })
    await form.getByRole('switch', { name: words.allRegions }).click()
    await form.getByRole('treeitem', { name: region }).click()
    await form.getByRole('button', { name: words.save }).click()
    const issued = (await page.locator('.issued code').textContent()) ?? ''
    expect(await axeViolations(page)).toEqual([])
    await page.getByRole('button', { name: words.done }).click()
    await page
      .getByRole('cell', { name: `demo_${name}` })
      .first()
      .waitFor()
    const token = await chooseOwn(platform.address, name, issued)
    const seen = await replied(platform.address, token, getGroupList, {})
    expect(seen.List.map((it) => it.GID)).toEqual([north])
    await end()
  })

  test('its account sees the pages and buttons of its role, and its region alone', async () => {
    const { name, region } = await addGuard()
    const { page, end } = await visit(browser, { locale: words.locale })
    await logInAs(page, words, name, OWN_PASSWORD)
    expect(await menuOf(page)).toEqual([...words.menu])
    await page.goto(`${platform.address}#/deviceManger`)
    await page.getByRole('treeitem', { name: region }).click()
    expect(await page.getByRole('treeitem', { name: 'Demo' }).count()).toBe(0)
    const button = (label: string) => page.getByRole('button', { name: label, exact: true }).count()
    for (const label of words.has) expect({ label, count: await button(label) }).toEqual({ label, count: 1 })
    for (const label of words.lacks)
      expect({ label, count: await button(label) }).toEqual({ label, count: 0 })
    // A page that the role does not have leads to the first one that it has.
    await page.goto(`${platform.address}#/accountManger`)
    await expect.poll(() => page.evaluate(() => location.hash)).toContain('#/realTimeVideo')
    await end()
  })

  test('why something is denied is told: by region, by role, in a preview, after a change', async () => {
    const { name: account, role, roleId, north, root } = await addGuard()
    const [inside, outside] = [await addCamera(administrator, north), await addCamera(administrator, root)]
    const { why } = words
    const { page, end } = await visit(browser, { locale: words.locale })
    await logInAs(page, words)
    await page.goto(`${platform.address}#/audit`)
    await page.getByRole('tab', { name: words.whyNot }).click()
    const watch = { account, action: words.watch, device: inside }
    await explain(page, words, watch, why.admitted)
    expect(await axeViolations(page)).toEqual([])
    await explain(page, words, { ...watch, device: outside }, why.region)
    await explain(page, words, { ...watch, device: foreign }, why.unknown)
    await explain(page, words, { account, action: words.addDevice }, why.lacksAdd)
    await explain(page, words, { account, action: words.exportLog }, why.administrators)
    const preview = page.locator('option').filter({ hasText: words.previewOf }).filter({ hasText: role })
    const session = (await preview.textContent()) ?? ''
    const addRegionThere = { action: words.addRegion, session }
    await explain(page, words, { account: 'admin', ...addRegionThere }, why.preview)
    await explain(page, words, { account, ...addRegionThere }, why.mayNotPreview)
    await demand(updateRole, { id: roleId, permissions: [{ pageKey: 'replay' }] })
    await explain(page, words, watch, why.lacksVideo)
    const { List: found } = await demand(accountList, { Keyword: account })
    await demand(updateUserAccount, { AccountID: found[0]?.AccountID ?? '', Disabled: true })
    await explain(page, words, watch, why.disabled)
    await end()
  })
})
