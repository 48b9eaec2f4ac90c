import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { deviceList } from '@vedette/contract/calls/device'
import { accountList } from '@vedette/contract/calls/account'
import { newRole } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { type Started, startProcess } from './support/process.ts'
import { ask, logIn, logInOnPage } from './support/session.ts'

const PATIENCE = { timeout: 60_000 }

let platform: Platform
let browser: Browser
let directory: Started
let client: { issuer: string; id: string; secret: string }

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  const main = resolve(import.meta.dirname, '../../server/src/testing/identity-provider-main.ts')
  directory = startProcess(process.execPath, [main, platform.address])
  const [, issuer = '', id = '', secret = ''] = await directory.line(
    /^issuer (\S+) client (\S+) secret (\S+)/,
  )
  client = { issuer, id, secret }
})

afterAll(async () => {
  await browser?.close()
  await directory?.stop()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    go: 'Log in with Directory',
    live: 'Live video',
    noRole: 'None of your groups at Directory has a role here',
    logOut: 'Log out',
  },
  {
    locale: 'zh-CN',
    go: '使用 Directory 登录',
    live: '实时视频',
    noRole: '您在 Directory 的用户组没有对应的角色',
    logOut: '退出登录',
  },
] as const

test('an administrator sets single sign-on up, and people log in at the provider in their language', async () => {
  const token = await logIn(platform.address)
  const permissions = [{ pageKey: 'realTimeVideo', feature: [] }]
  await ask(platform.address, token, newRole, { RoleName: 'Guards', permissions })

  const office = await visit(browser)
  await logInOnPage(office.page, platform.address)
  await office.page.goto(`${platform.address}#/accountManger`)
  await office.page.getByRole('button', { name: 'Single sign-on' }).click()
  const dialog = office.page.getByRole('dialog')
  await dialog.getByLabel('Name on the button').fill('Directory')
  await dialog.getByLabel('Issuer').fill('http://127.0.0.1:9')
  await dialog.getByLabel('Client ID').fill(client.id)
  await dialog.getByLabel('Client secret').fill(client.secret)
  await dialog.getByLabel('Scopes').fill('openid profile email groups')
  await dialog.getByRole('button', { name: 'Add group' }).click()
  await dialog.getByLabel('Group 1', { exact: true }).fill('guards')
  await dialog.getByLabel('Role of group 1').selectOption({ label: 'Guards' })
  expect(await axeViolations(office.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('No identity provider answers at this address').waitFor(PATIENCE)
  await dialog.getByLabel('Issuer').fill(client.issuer)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached', ...PATIENCE })
  await office.end()

  for (const words of LANGUAGES) {
    const { page, end } = await visit(browser, { locale: words.locale })
    await page.goto(`${platform.address}#/login`)
    const go = page.getByRole('button', { name: words.go })
    await go.waitFor(PATIENCE)
    expect(await axeViolations(page)).toEqual([])
    // Without the agreements nobody gets further.
    await go.click()
    expect(new URL(page.url()).origin).toBe(new URL(platform.address).origin)
    await page.getByRole('checkbox').check()
    await go.click()
    await page.getByRole('button', { name: 'grace' }).click(PATIENCE)
    await page.getByText(words.noRole).waitFor(PATIENCE)
    expect(new URL(page.url()).search).toBe('')
    await page.context().clearCookies()

    await go.click()
    await page.getByRole('button', { name: 'ada' }).click(PATIENCE)
    const links = page.getByRole('navigation').first().getByRole('link')
    await links.first().waitFor(PATIENCE)
    expect((await links.allTextContents()).map((text) => text.trim())).toEqual([words.live])
    expect(new URL(page.url()).search).toBe('')
    const kept = await page.evaluate(
      (): unknown => JSON.parse(localStorage.getItem('currentCompany') ?? '{}').Utoken,
    )
    const own = z.string().parse(kept)
    expect((await ask(platform.address, own, deviceList, {})).CODE).toBe('200')
    expect((await ask(platform.address, own, accountList, {})).CODE).toBe(CODES.noPermission.code)

    // Who leaves a shared desk leaves the provider's session as well: the next one is asked who he is.
    await page.locator('.user-button').click()
    await page.getByRole('button', { name: words.logOut }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click(PATIENCE)
    await go.waitFor(PATIENCE)
    await go.click()
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor(PATIENCE)

    const names = (await page.context().cookies()).map(({ name }) => name)
    const named = names.filter((name) => name.includes('vedette'))
    await page.goto(`${platform.address}#/PrivacyAgreement`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    const agreement = await page.getByRole('main').textContent()
    expect(named).toEqual(['vedette-login'])
    for (const name of named) expect(agreement).toContain(name)
    await end()
  }
})

/** The link that waits for the machine's operator, since nothing can carry it here. */
function linkFor(account: string): string {
  const outbox = join(platform.dataFolder, 'outbox')
  const texts = readdirSync(outbox)
    .toSorted()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  const mail = texts.findLast((text) => text.includes(`"demo_${account}"`)) ?? ''
  return /http:\S+?#\/invitation\?token=[\w-]{43}/.exec(mail)?.[0] ?? ''
}

const GUESTS = [
  {
    locale: 'en-US',
    name: 'ines',
    text: 'invites you as demo_ines',
    newPassword: 'New password',
    again: 'Confirm new password',
    set: 'Set password',
    missing: 'Please accept both agreements to continue',
    live: 'Live video',
    headOfEnded: 'Invitation not available',
    ended: 'This invitation was used, withdrawn or has ended',
  },
  {
    locale: 'zh-CN',
    name: 'mei',
    text: '邀请您使用账号 demo_mei',
    newPassword: '新密码',
    again: '确认新密码',
    set: '设置密码',
    missing: '请先阅读并同意协议',
    live: '实时视频',
    headOfEnded: '邀请无法使用',
    ended: '邀请已被使用、撤回或已过期',
  },
] as const

test('who is invited opens the link, chooses a password and is in', async () => {
  const token = await logIn(platform.address)
  const permissions = [{ pageKey: 'realTimeVideo', feature: [] }]
  await ask(platform.address, token, newRole, { RoleName: 'Guests', permissions })
  const office = await visit(browser)
  await logInOnPage(office.page, platform.address)
  await office.page.goto(`${platform.address}#/accountManger`)
  for (const guest of GUESTS) {
    await office.page.getByRole('button', { name: 'Add account' }).click()
    const form = office.page.getByRole('dialog')
    await form.getByLabel('Account').first().fill(guest.name)
    await form.getByLabel('Name').fill(`Guest ${guest.name}`)
    await form.getByLabel('Role').selectOption({ label: 'Guests' })
    await form.getByRole('switch', { name: 'Invite' }).click()
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await form.getByText('Enter a phone number or an e-mail address').waitFor(PATIENCE)
    await form.getByLabel('E-mail').fill(`${guest.name}@example.com`)
    if (guest.locale === 'zh-CN') expect(await axeViolations(office.page)).toEqual([])
    await form.getByRole('button', { name: 'Send invitation' }).click()
    await form.waitFor({ state: 'detached', ...PATIENCE })
    const row = office.page.getByRole('row', { name: `demo_${guest.name}` })
    await row.getByText('Invited until').waitFor(PATIENCE)
  }
  await office.end()

  for (const guest of GUESTS) {
    const link = linkFor(guest.name)
    const { page, end } = await visit(browser, { locale: guest.locale })
    await page.goto(link)
    await page.getByText(guest.text).waitFor(PATIENCE)
    expect(await axeViolations(page)).toEqual([])
    await page.getByLabel(guest.newPassword, { exact: true }).fill('Lantern4-mill')
    await page.getByLabel(guest.again, { exact: true }).fill('Lantern4-mill')
    await page.getByRole('button', { name: guest.set }).click()
    await page.getByText(guest.missing).waitFor(PATIENCE)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: guest.set }).click()
    const links = page.getByRole('navigation').first().getByRole('link')
    await links.first().waitFor(PATIENCE)
    expect((await links.allTextContents()).map((text) => text.trim())).toEqual([guest.live])
    await end()

    const again = await visit(browser, { locale: guest.locale })
    await again.page.goto(link)
    await again.page.getByText(guest.ended).waitFor(PATIENCE)
    expect(await again.page.getByRole('heading').allTextContents()).toEqual([guest.headOfEnded])
    await again.end()
  }
})
