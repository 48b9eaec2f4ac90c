import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { logout } from '@vedette/contract/calls/user'

import { launchBrowser, visit } from './support/browser.ts'
import { axeViolations } from './support/axe.ts'
import { ADMIN_PASSWORD, type Platform, startPlatform } from './support/platform.ts'
import { ask, logInOnPage } from './support/session.ts'

let platform: Platform
let browser: Browser

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

const LANGUAGES = [
  {
    locale: 'en-US',
    account: 'Account',
    password: 'Password',
    logIn: 'Log in',
    accept: 'I have read and accept the User Agreement and the Privacy Agreement',
    agree: 'Please accept both agreements to continue',
    wrong: 'Wrong account or password',
    live: 'Live video',
  },
  {
    locale: 'zh-CN',
    account: '账号',
    password: '密码',
    logIn: '登录',
    accept: '我已阅读并同意《用户协议》和《隐私政策》',
    agree: '请先阅读并同意协议',
    wrong: '账号或密码错误',
    live: '实时视频',
  },
] as const

for (const words of LANGUAGES) {
  test(`${words.locale}: a wrong password is told in place, the right one opens the first page`, async () => {
    const { page, end } = await visit(browser, { locale: words.locale })
    await page.goto(platform.address)
    await page.getByLabel(words.account).fill('admin')
    const password = page.getByLabel(words.password, { exact: true })
    await password.fill('Wrong7-kites')
    // Until the server has offered the enterprise, it is what is missing.
    await expect
      .poll(() => page.locator('[name="enterprise"]').inputValue(), { timeout: 60_000 })
      .toBe('demo')
    await page.getByRole('button', { name: words.logIn }).click()
    await page.getByText(words.agree).waitFor()
    expect(await page.locator('.agreement-field label').textContent()).toBe(words.accept)
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: words.logIn }).click()
    await page.getByText(words.wrong).waitFor()
    expect(await page.evaluate(() => location.hash)).toBe('#/login')
    await password.fill(ADMIN_PASSWORD)
    await password.press('Enter')
    await page.getByRole('link', { name: words.live }).waitFor()
    expect(await page.evaluate(() => location.hash)).toContain('#/realTimeVideo')
    await end()
  })
}

test('the enterprise that the server offers late is never drawn into a field that somebody types in', async () => {
  const { page, end } = await visit(browser)
  const typing = Promise.withResolvers<void>()
  await page.route('**/vms/user/loginOptions', async (route) => {
    await typing.promise
    await route.continue()
  })
  await page.goto(platform.address)
  const enterprise = page.getByLabel('Enterprise code')
  await enterprise.focus()
  typing.resolve()
  await page.locator('datalist option[value="demo"]').waitFor({ state: 'attached' })
  await page.keyboard.type('demo')
  expect(await enterprise.inputValue()).toBe('demo')
  // Left empty, it takes the offer.
  await enterprise.fill('')
  await page.getByLabel('Account').focus()
  expect(await enterprise.inputValue()).toBe('demo')
  await end()
})

test('the login page weighs at most 100 KB, and with the first wall 350 KB', async () => {
  const { page, end } = await visit(browser)
  const weight = () =>
    page.evaluate(() =>
      [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((it): it is PerformanceResourceTiming => it instanceof PerformanceResourceTiming)
        // What comes out of the browser's memory (an icon shown twice) was fetched once.
        .filter(({ name }, at, all) => all.findIndex((it) => it.name === name) === at)
        .filter(({ name }) => !new URL(name).pathname.startsWith('/vms/'))
        .reduce((sum, it) => sum + it.encodedBodySize, 0),
    )
  await page.goto(platform.address, { waitUntil: 'networkidle' })
  // The network may rest on a busy machine before the page has begun to load.
  await page.locator('[name="account"]').waitFor({ timeout: 60_000 })
  await page.waitForLoadState('networkidle')
  await expect.poll(weight, { timeout: 60_000 }).toBeGreaterThan(20_000)
  expect(await weight()).toBeLessThanOrEqual(100_000)
  await logInOnPage(page, platform.address)
  await page.waitForLoadState('networkidle')
  expect(await weight()).toBeLessThanOrEqual(350_000)
  await end()
})

test('without a session every route but the public ones leads to the login, and a deep link is kept', async () => {
  const { page, end } = await visit(browser)
  await page.goto(`${platform.address}#/realTimeVideo?layout=1`)
  await page.getByLabel('Account').waitFor()
  await page.goto(`${platform.address}#/PrivacyAgreement`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe('#/PrivacyAgreement')
  await end()
})

test('a session that is ended elsewhere says so, and the log-in leads back to the page', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.keyboard.press('Alt+8')
  await expect
    .poll(() => page.evaluate(() => location.hash), { timeout: 60_000 })
    .toContain('#/realTimeVideo?layout=8')
  const token = await page.evaluate(
    (): unknown => JSON.parse(localStorage.getItem('currentCompany') ?? '{}').Utoken,
  )
  // Looked for beforehand: it is gone with the page after 1.1 s.
  const told = page.getByText('Your session was ended. Please log in again.').waitFor({ timeout: 60_000 })
  await ask(platform.address, z.string().parse(token), logout, {})
  await told
  await page.locator('[name="account"]').waitFor({ timeout: 60_000 })
  expect(await page.evaluate(() => localStorage.getItem('currentCompany'))).toBeNull()
  await page.locator('[name="password"]').fill(ADMIN_PASSWORD)
  await page.locator('form [type="submit"]').click()
  await page.getByRole('tree').waitFor({ timeout: 60_000 })
  expect(await page.evaluate(() => location.hash)).toContain('#/realTimeVideo?layout=8')
  await end()
})

test('two tabs: both agreements in both languages, which go with both tabs; a log-out in one ends the other', async () => {
  const { page, context, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  const other = await context.newPage()
  const languageOf = (tab: Page) => tab.evaluate(() => document.documentElement.lang)
  for (const [path, english, chinese] of [
    ['UserAgreement', 'User Agreement', '用户协议'],
    ['PrivacyAgreement', 'Privacy Agreement', '隐私政策'],
  ] as const) {
    await other.goto(`${platform.address}#/${path}`)
    await other.getByRole('heading', { level: 1, name: english }).waitFor()
    await other.getByText('中文', { exact: true }).click()
    await other.getByRole('heading', { level: 1, name: chinese }).waitFor()
    expect(await other.locator('h2').allTextContents()).toEqual(
      expect.not.arrayContaining([expect.stringMatching(/^[\x20-\x7e]+$/)]),
    )
    await expect.poll(() => languageOf(page), { timeout: 60_000 }).toBe('zh-CN')
    await other.getByText('English', { exact: true }).click()
    await expect.poll(() => languageOf(page), { timeout: 60_000 }).toBe('en')
  }
  await other.goto(`${platform.address}#/realTimeVideo`)
  await other.getByRole('tree').waitFor()
  // Looked for beforehand: it is gone with the page after 1.1 s.
  const told = other
    .getByText('Your session was ended. Please log in again.')
    .first()
    .waitFor({ timeout: 60_000 })
  await page.locator('.user-button').click()
  await page.locator('#user .button').last().click()
  await told
  for (const tab of [page, other]) await tab.locator('[name="account"]').waitFor({ timeout: 60_000 })
  await end()
})

test('an unknown path is not found, and the way back is offered', async () => {
  const { page, end } = await visit(browser)
  await logInOnPage(page, platform.address)
  await page.goto(`${platform.address}#/nowhere`)
  await page.getByText('404').waitFor()
  await page.getByRole('link', { name: /home page/i }).click()
  await page.getByRole('link', { name: 'Live video' }).waitFor()
  expect(await page.evaluate(() => location.hash)).toContain('#/realTimeVideo')
  await end()
})

for (const theme of ['dark', 'light'] as const) {
  test(`nobody is kept out: the ${theme} login, agreement and live pages have no axe violation`, async () => {
    const { page, end } = await visit(browser, { theme })
    await page.goto(platform.address)
    await page.getByLabel('Account').fill('admin')
    expect(await axeViolations(page)).toEqual([])
    await page.goto(`${platform.address}#/UserAgreement`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await logInOnPage(page, `${platform.address}#/login`)
    expect(await axeViolations(page)).toEqual([])
    await end()
  })
}
