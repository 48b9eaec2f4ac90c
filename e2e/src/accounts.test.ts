/** What administrators do with accounts all day, and what a person of two companies does. */
import { addAccount } from '@vedette/contract/calls/account'
import { setPasswordRule } from '@vedette/contract/calls/company'
import { addByAddress } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { deleteRole, newRole } from '@vedette/contract/calls/role'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import type { Browser, Download, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { PAGER_PARTS, pagerOf } from './support/pager.ts'
import { ADMIN_PASSWORD, foundCompany, type Platform, startPlatform } from './support/platform.ts'
import { MORE_ABOUT, MORE_ABOUT_ZH, rowAction } from './support/row-action.ts'
import { ask, chooseOwn, logIn, logInOnPage, OWN_PASSWORD, typeLogIn } from './support/session.ts'
import { textsIn } from './support/workbook.ts'

const GIVEN = 'Given7-kites'
const GUARDS = 'Guards'

let platform: Platform
let browser: Browser
let token: string
/** The role `GUARDS`, which may watch. */
let guards: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  const regions = await ask(platform.address, token, getGroupList, {})
  const GID = getGroupList.reply.parse(regions.BODY).List[0]?.GID ?? ''
  const camera = { GID, DevName: 'Front gate', DevType: 1, Url: 'rtsp://192.0.2.7/stream' }
  await ask(platform.address, token, addByAddress, camera)
  guards = await addRole(GUARDS, ['realTimeVideo'])
  await foundCompany(platform, 'acme', 'Acme Ltd')
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    theme: 'dark',
    search: 'Account, name, phone or e-mail',
    accountHead: 'Account',
    deleteChosen: 'Delete selected',
    chooseSome: 'Select an account',
    rule: 'Password rule',
    simple: 'Simple',
    save: 'Save',
    edit: 'Edit',
    regions: 'Regions',
    allRegions: 'All regions of the company',
    oneRegion: '1 selected',
    rights: 'Permissions',
    mayWatch: '1 of 1 device',
    ruledBy: (role: string) => `Ticked permissions come from the role “${role}”.`,
    disable: 'Disable',
    enable: 'Enable',
    reset: 'Reset password',
    done: 'Done',
    export: 'Export',
    chosen: '2 selected',
    delete: 'Delete',
    deleteAsk: 'Delete 2 accounts',
    deleted: '2 accounts deleted',
    ownTitle: 'Choose your own password',
    newPassword: 'New password',
    again: 'Confirm new password',
    setPassword: 'Set password',
    whoSees: 'Who can see a camera',
    log: 'Audit log',
    outcome: 'Result',
    refused: 'Denied',
    deletedRole: 'Delete a role',
    roleInUse: 'cannot be deleted',
    roleDeleted: 'Role deleted',
    info: 'Account info',
    companies: 'Companies',
    ownPassword: 'Password of this account',
    otherEnterprise: 'Enterprise code of the other company',
    otherAccount: 'Account there',
    otherPassword: 'Password there',
    link: 'Link',
    more: MORE_ABOUT,
    linked: 'Linked',
    close: 'Close',
    logOut: 'Log out',
  },
  {
    locale: 'zh-CN',
    theme: 'light',
    search: '账号、姓名、手机号或邮箱',
    accountHead: '账号',
    deleteChosen: '批量删除',
    chooseSome: '请选择账号',
    rule: '密码规则',
    simple: '简单密码',
    save: '保存',
    edit: '编辑',
    regions: '区域管理',
    allRegions: '企业全部区域',
    oneRegion: '已选 1 个',
    rights: '权限',
    mayWatch: '1 台设备中的 1 台',
    ruledBy: (role: string) => `已勾选的权限来自角色“${role}”。`,
    disable: '停用',
    enable: '启用',
    reset: '重置密码',
    done: '完成',
    export: '导出',
    chosen: '已选 2 项',
    delete: '删除',
    deleteAsk: '删除 2 个账号',
    deleted: '已删除 2 个账号',
    ownTitle: '请设置新密码',
    newPassword: '新密码',
    again: '确认新密码',
    setPassword: '设置密码',
    whoSees: '设备可见人员',
    log: '审计日志',
    outcome: '结果',
    refused: '已拒绝',
    deletedRole: '删除角色',
    roleInUse: '无法删除',
    roleDeleted: '角色已删除',
    info: '账号信息',
    companies: '所属企业',
    ownPassword: '本账号密码',
    otherEnterprise: '另一企业代码',
    otherAccount: '另一企业账号',
    otherPassword: '另一企业密码',
    link: '关联',
    more: MORE_ABOUT_ZH,
    linked: '已关联',
    close: '关闭',
    logOut: '退出登录',
  },
] as const

type Words = (typeof LANGUAGES)[number]

async function addRole(RoleName: string, pages: readonly string[]): Promise<string> {
  const permissions = pages.map((pageKey) => ({ pageKey }))
  const { BODY } = await ask(platform.address, token, newRole, { RoleName, permissions })
  return newRole.reply.parse(BODY).id
}

async function addAccounts(RoleID: string, names: readonly string[]): Promise<void> {
  for (const Account of names) {
    const body = { Account, Name: `Name of ${Account}`, Password: GIVEN, RoleID }
    expect((await ask(platform.address, token, addAccount, body)).CODE).toBe('200')
  }
}

let made = 0

/** What the names of one test's accounts begin with. */
const newTeam = (): string => `team${++made}.`

const codeOfLogin = async (Account: string, Password: string): Promise<string> =>
  (await ask(platform.address, '', login, { EnterpriseCode: 'demo', Account, Password })).CODE

/** What the administrator does on a page of accounts or roles. */
function administratorOn(page: Page, words: Words) {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = page.getByRole('dialog')
  return {
    button,
    dialog,
    row: (name: string) => page.getByRole('row').filter({ hasText: `demo_${name}` }),
    /** The first action of a row is a button, the others are in its menu. */
    rowButton: (action: string, name: string): Promise<void> =>
      action === words.edit
        ? button(`${action}: demo_${name}`).click()
        : rowAction(page, words.more(`demo_${name}`), action),
    exported: async (): Promise<Download> => {
      await button(words.export).click()
      const item = page.getByRole('menuitem', { name: /xlsx/ })
      const [download] = await Promise.all([page.waitForEvent('download'), item.click()])
      return download
    },
    search: (text: string) => page.getByRole('searchbox', { name: words.search }).fill(text),
    isAccessible: async (): Promise<void> => expect(await axeViolations(page)).toEqual([]),
    shut: async (): Promise<void> => {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    },
  }
}

describe('in English and Chinese by turns', () => {
  let [words, turn]: [Words, number] = [LANGUAGES[0], 0]
  beforeEach(() => void (words = LANGUAGES[turn++ % 2] ?? words))

  async function openAs(path: string) {
    const { page, end } = await visit(browser, { locale: words.locale, theme: words.theme })
    await logInOnPage(page, platform.address)
    await page.goto(`${platform.address}${path}`)
    return { page, end, ...administratorOn(page, words) }
  }

  test('the list of accounts has its pager, and deletes nobody while none is chosen', async () => {
    const { page, end, button } = await openAs('#/accountManger')
    expect(await pagerOf(page)).toEqual({ parts: PAGER_PARTS, sizes: [10, 20, 30, 40, 50, 100] })
    await button(words.deleteChosen).click()
    await page.getByText(words.chooseSome).first().waitFor()
    await end()
  })

  test("the company's password rule is chosen", async () => {
    onTestFinished(async () => {
      await ask(platform.address, token, setPasswordRule, { PasswordRule: 'strong' })
    })
    const { end, button, dialog, isAccessible } = await openAs('#/accountManger')
    await button(words.rule).click()
    await dialog.getByText(words.simple, { exact: true }).click()
    await isAccessible()
    await dialog.getByRole('button', { name: words.save }).click()
    await dialog.waitFor({ state: 'detached' })
    const info = userInfo.reply.parse((await ask(platform.address, token, userInfo, {})).BODY)
    expect(info.PasswordRule).toBe('simple')
    await end()
  })

  test('an account is bound to a region, and its permissions are told with their role', async () => {
    const team = newTeam()
    const guard = `${team}guard`
    await addAccounts(guards, [guard])
    const { end, dialog, row, rowButton, search, isAccessible, shut } = await openAs('#/accountManger')
    await search(team)
    await rowButton(words.edit, guard)
    await isAccessible()
    await shut()
    await rowButton(words.regions, guard)
    await dialog.getByRole('switch', { name: words.allRegions }).click()
    await dialog.getByRole('treeitem').first().click()
    await isAccessible()
    await dialog.getByRole('button', { name: words.save }).click()
    await row(guard).getByText(words.oneRegion).waitFor()
    await rowButton(words.rights, guard)
    await dialog.getByText(words.mayWatch).waitFor()
    const ticks = dialog.getByRole('treeitem')
    const marks = await ticks.evaluateAll((all) =>
      all.slice(0, 3).map((it) => it.getAttribute('aria-checked')),
    )
    expect(marks).toEqual(['mixed', 'true', 'false'])
    await dialog.getByText(words.ruledBy(GUARDS)).waitFor()
    await isAccessible()
    await shut()
    await end()
  })

  test('an account that is disabled cannot log in until it is enabled again', async () => {
    const team = newTeam()
    const guard = `${team}guard`
    await addAccounts(guards, [guard])
    const { page, end, dialog, row, rowButton, search, isAccessible } = await openAs('#/accountManger')
    await search(team)
    const undo = () => page.getByRole('button', { name: /^(?:Undo|撤销)$/ }).click()
    for (const goBack of [undo, () => rowButton(words.enable, guard)]) {
      await rowButton(words.disable, guard)
      await isAccessible()
      await dialog.getByRole('button', { name: words.disable }).click()
      await row(guard).locator('.tag[data-kind="off"]').waitFor()
      expect(await codeOfLogin(guard, GIVEN)).toBe(CODES.accountDisabled.code)
      await goBack()
      await expect.poll(() => codeOfLogin(guard, GIVEN)).toBe('200')
    }
    await end()
  })

  test('a password that is reset ends the session, and its owner chooses another one', async () => {
    const team = newTeam()
    const keeper = `${team}keeper`
    await addAccounts(guards, [keeper])
    const before = await chooseOwn(platform.address, keeper, GIVEN)
    const { page, end, button, dialog, rowButton, search, isAccessible } = await openAs('#/accountManger')
    await search(team)
    await rowButton(words.reset, keeper)
    await isAccessible()
    await dialog.getByRole('button', { name: words.reset }).click()
    const issued = (await page.locator('.issued code').textContent()) ?? ''
    await isAccessible()
    await button(words.done).click()
    expect((await ask(platform.address, before, userInfo, {})).CODE).toBe(CODES.tokenExpired.code)
    await chooseOwnOnPage(words, keeper, issued)
    await end()
  })

  test('accounts that were searched for are exported, and deleted with their count', async () => {
    const team = newTeam()
    const [guard, keeper, gone1, gone2] = [`${team}guard`, `${team}keeper`, `${team}gone1`, `${team}gone2`]
    await addAccounts(guards, [guard, keeper, gone1, gone2])
    const { page, end, button, dialog, row, search, exported, isAccessible } = await openAs('#/accountManger')
    await row('admin').waitFor()
    await search(team)
    // At once: what was typed counts, whether the list has come by then or not.
    const [heads, ...rows] = await textsIn(await exported())
    expect(heads?.[0]).toBe(words.accountHead)
    expect(rows.map(([name = '']) => name).toSorted()).toEqual(
      [guard, keeper, gone1, gone2].map((name) => `demo_${name}`).toSorted(),
    )

    for (const name of [gone1, gone2]) await row(name).getByRole('checkbox').check()
    await page.getByText(words.chosen).waitFor()
    await button(words.deleteChosen).click()
    await dialog.getByText(words.deleteAsk).waitFor()
    for (const name of [gone1, gone2]) await dialog.getByText(`demo_${name}`).waitFor()
    await isAccessible()
    // Looked for beforehand, as whatever is shown for 3 s.
    const deleted = page.getByText(words.deleted).waitFor()
    await dialog.getByRole('button', { name: words.delete }).click()
    await deleted
    await row(gone1).waitFor({ state: 'detached' })
    await end()
  })

  test('a role is deleted where nobody has it', async () => {
    const [held, free] = [`Held ${++made}`, `Free ${made}`]
    await addAccounts(await addRole(held, ['realTimeVideo']), [`${newTeam()}guard`])
    await addRole(free, [])
    const { page, end, button, dialog, isAccessible } = await openAs('#/roleManger')
    expect(await pagerOf(page)).toEqual({ parts: PAGER_PARTS, sizes: [10, 20, 50, 100] })
    for (const [name, said] of [
      [held, words.roleInUse],
      [free, words.roleDeleted],
    ] as const) {
      await button(`${words.delete}: ${name}`).click()
      await isAccessible()
      const told = page.getByText(said).waitFor()
      await dialog.getByRole('button', { name: words.delete }).click()
      await told
      await dialog.waitFor({ state: 'detached' })
    }
    await end()
  })

  test('the audit log has what was refused, is exported, and says who can see a camera', async () => {
    await addAccounts(guards, [`${newTeam()}guard`])
    expect((await ask(platform.address, token, deleteRole, { id: guards })).CODE).toBe(CODES.roleInUse.code)
    const { page, end, row, exported, isAccessible } = await openAs('#/audit')
    const log = page.getByRole('table', { name: words.log })
    await log.waitFor()
    await page.getByRole('button', { name: new RegExp(`^${words.outcome}`) }).click()
    await page.getByRole('option', { name: words.refused, exact: true }).click()
    await page.keyboard.press('Escape')
    await log.getByText(words.deletedRole).first().waitFor()
    expect((await textsIn(await exported())).length).toBeGreaterThan(1)
    await page.getByRole('tab', { name: words.whoSees }).click()
    await page.locator('.listing-tools .camera-thumbnail').waitFor()
    await row('admin').waitFor()
    await isAccessible()
    await end()
  })

  test('a person links a second company, switches to it, and has each in a tab of its own', async () => {
    const person = `${newTeam()}person`
    await addAccounts(guards, [person])
    await chooseOwn(platform.address, person, GIVEN)
    const { page, context, end } = await visit(browser, { locale: words.locale, theme: words.theme })
    const field = (label: string) => page.getByLabel(label, { exact: true })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    await page.goto(platform.address)
    await logInAs(page, person, OWN_PASSWORD)
    await page.locator('.user-button').click()
    await button(words.info).click()
    await page.getByRole('tab', { name: words.companies }).click()
    await field(words.ownPassword).fill(OWN_PASSWORD)
    await field(words.otherEnterprise).fill('acme')
    await field(words.otherAccount).fill('admin')
    await field(words.otherPassword).fill(ADMIN_PASSWORD)
    expect(await axeViolations(page)).toEqual([])
    await button(words.link).click()
    await page.getByText(words.linked).first().waitFor()
    await page.getByRole('dialog').getByRole('button', { name: words.close, exact: true }).click()
    await page.locator('.user-button').click()
    // What is typed before the page is loaded anew is lost with it.
    await Promise.all([page.waitForEvent('load'), button(words.logOut).click()])

    await logInAs(page, person, OWN_PASSWORD)
    await page.locator('.user-button').click()
    await page.locator('#user select').selectOption({ label: 'Acme Ltd' })
    await page.locator('.user-button').filter({ hasText: 'Acme Ltd' }).waitFor()
    await page.getByRole('tree').getByText('Acme Ltd').waitFor()
    await page.locator('.user-button').click()
    await page.getByText('acme_admin').waitFor()

    // Another tab goes its own way, through reloads too; one log-out ends both.
    const other = await context.newPage()
    other.setDefaultTimeout(60_000)
    await other.goto(platform.address)
    const shows = (tab: Page, company: string) =>
      tab.getByRole('tree').getByText(company, { exact: true }).waitFor()
    await shows(other, 'Acme Ltd')
    await other.locator('.user-button').click()
    await Promise.all([
      other.waitForEvent('load'),
      other.locator('#user select').selectOption({ label: 'Demo' }),
    ])
    await shows(other, 'Demo')
    for (const [tab, company] of [
      [page, 'Acme Ltd'],
      [other, 'Demo'],
    ] as const) {
      await tab.reload()
      await shows(tab, company)
    }
    await other.locator('.user-button').click()
    await other.getByText(`demo_${person}`).waitFor()
    await other.getByRole('button', { name: words.logOut, exact: true }).click()
    for (const tab of [page, other]) await tab.locator('[name="account"]').waitFor()
    await end()
  })
})

/** Section 2's order: prev, pager, next, sizes, total, jumper. */
async function logInAs(page: Page, account: string, password: string): Promise<void> {
  await typeLogIn(page, account, password)
  await page.getByRole('tree').waitFor()
}

/** The owner of a password that was reset has to choose an own one, at the login page. */
async function chooseOwnOnPage(words: Words, account: string, issued: string) {
  const { page, end } = await visit(browser, { locale: words.locale, theme: words.theme })
  await page.goto(platform.address)
  await typeLogIn(page, account, issued)
  await page.getByRole('heading', { name: words.ownTitle }).waitFor()
  await page.getByLabel(words.newPassword, { exact: true }).fill(OWN_PASSWORD)
  await page.getByLabel(words.again, { exact: true }).fill(OWN_PASSWORD)
  await page.getByRole('button', { name: words.setPassword }).click()
  await page.getByRole('tree').waitFor()
  await end()
}
