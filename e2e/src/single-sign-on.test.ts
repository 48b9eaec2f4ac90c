import { resolve } from 'node:path'

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
    go: 'Sign in with Directory',
    live: 'Live video',
    noRole: 'None of your groups at Directory has a role here',
  },
  {
    locale: 'zh-CN',
    go: '使用 Directory 登录',
    live: '实时视频',
    noRole: '您在 Directory 的用户组没有对应的角色',
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
    await end()
  }
})
