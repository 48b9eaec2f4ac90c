import { createHmac } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { addAccount } from '@vedette/contract/calls/account'
import { twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { roleList } from '@vedette/contract/calls/role'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { axeViolations } from './support/axe.ts'
import { launchBrowser, visit } from './support/browser.ts'
import { type Platform, startPlatform } from './support/platform.ts'
import { chooseOwn, logIn, OWN_PASSWORD, replied } from './support/session.ts'

const FORGOTTEN = 'Cedar8-kites'

let platform: Platform
let browser: Browser
let roleId: string
let token: string

beforeAll(async () => {
  platform = await startPlatform({ VEDETTE_DEMO: '0' })
  browser = await launchBrowser()
  token = await logIn(platform.address)
  roleId = (await replied(platform.address, token, roleList, {})).List[0]?.id ?? ''
})

afterAll(async () => {
  await browser?.close()
  await platform?.stop()
})

/** What nothing could carry waits there for the operator. */
async function codeFor(account: string): Promise<string> {
  const outbox = join(platform.dataFolder, 'outbox')
  await expect.poll(() => mailsTo(outbox, account).length).toBe(1)
  return /"subject":"(\d{6})/.exec(mailsTo(outbox, account).at(0) ?? '')?.[1] ?? ''
}

function mailsTo(outbox: string, account: string): string[] {
  try {
    return readdirSync(outbox)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => readFileSync(join(outbox, name), 'utf8'))
      .filter((text) => text.includes(`"demo_${account}"`))
  } catch {
    // Nothing was put there yet.
    return []
  }
}

/** What an authenticator shows for this key now (RFC 6238). */
function authenticatorCode(key: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = Array.from(key, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
  const counter = Math.floor(Date.now() / 30_000)
    .toString(16)
    .padStart(16, '0')
  const mac = createHmac('sha1', bytes).update(counter, 'hex').digest()
  const number = mac.readUInt32BE(mac.readUInt8(19) & 15) & 0x7fff_ffff
  return String(number).padStart(6, '0').slice(-6)
}

const LANGUAGES = [
  {
    locale: 'en-US',
    theme: 'dark',
    account: 'Account',
    password: 'Password',
    logIn: 'Log in',
    ownTitle: 'Choose your own password',
    newPassword: 'New password',
    again: 'Confirm new password',
    set: 'Set password',
    tooWeak: 'needs at least 3 of',
    differ: 'The passwords do not match',
    info: 'Account info',
    userName: 'User name',
    saved: 'Saved',
    onlyImages: 'Only JPEG, PNG, WebP, GIF and BMP images can be uploaded',
    twoStep: 'Two-step verification',
    on: 'Turn on',
    key: 'Key',
    code: 'Authenticator code',
    confirm: 'Confirm',
    kept: 'I have saved them',
    left: 'Recovery codes left: 10',
    sessions: 'Sessions',
    thisSession: 'This session',
    close: 'Close',
    logOut: 'Log out',
    byCode: 'Code login',
    send: 'Send code',
    sent: 'a code is on its way',
    verifyCode: 'Verification code',
    secondStep: 'Two-step verification',
    goOn: 'Continue',
    change: 'Change password',
    oldPassword: 'Old password',
    oldWrong: 'The old password is wrong',
    relogin: 'Please log in again with your password',
    forgot: 'Forgot password?',
    changed: 'Password changed. Please log in.',
  },
  {
    locale: 'zh-CN',
    theme: 'light',
    account: '账号',
    password: '密码',
    logIn: '登录',
    ownTitle: '请设置新密码',
    newPassword: '新密码',
    again: '确认新密码',
    set: '设置密码',
    tooWeak: '至少三种',
    differ: '两次输入的密码不一致',
    info: '账号信息',
    userName: '用户名称',
    saved: '已保存',
    onlyImages: '仅支持上传 JPEG、PNG、WebP、GIF、BMP 格式的图片',
    twoStep: '两步验证',
    on: '开启',
    key: '密钥',
    code: '动态码',
    confirm: '确定',
    kept: '我已保存',
    left: '剩余恢复码：10 个',
    sessions: '登录会话',
    thisSession: '当前会话',
    close: '关闭',
    logOut: '退出登录',
    byCode: '验证码登录',
    send: '获取验证码',
    sent: '验证码已发送',
    verifyCode: '验证码',
    secondStep: '两步验证',
    goOn: '继续',
    change: '修改密码',
    oldPassword: '旧密码',
    oldWrong: '旧密码错误',
    relogin: '请使用密码重新登录',
    forgot: '忘记密码',
    changed: '密码已修改，请登录。',
  },
] as const

type Words = (typeof LANGUAGES)[number]

let made = 0

/** An account with the password that it was given. */
async function issued(): Promise<{ name: string; password: string }> {
  const name = `person-${++made}`
  const body = { Account: name, Name: name, RoleID: roleId }
  return { name, password: (await replied(platform.address, token, addAccount, body)).Password }
}

/** An account that has chosen its own password, `OWN_PASSWORD`. */
async function settled(): Promise<{ name: string; token: string }> {
  const { name, password } = await issued()
  return { name, token: await chooseOwn(platform.address, name, password) }
}

/** The same with a second step, and its recovery codes. */
async function guarded(): Promise<{ name: string; recoveryCodes: string[] }> {
  const { name, token: own } = await settled()
  const { Secret } = await replied(platform.address, own, twoFactorBegin, { Password: OWN_PASSWORD })
  const { RecoveryCodes } = await replied(platform.address, own, twoFactorConfirm, {
    Code: authenticatorCode(Secret),
  })
  return { name, recoveryCodes: RecoveryCodes }
}

/** What a person does at the login page and in the user's menu. */
function personOn(page: Page, words: Words, name: string) {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  const button = (label: string) => page.getByRole('button', { name: label, exact: true })
  const fillLogin = async (): Promise<void> => {
    await field(words.account).fill(name)
    const agreement = page.getByRole('checkbox')
    if (!(await agreement.isChecked())) await agreement.check()
  }
  return {
    field,
    button,
    fillLogin,
    isIn: () => page.getByRole('tree').waitFor(),
    menu: async (entry: string): Promise<void> => {
      await page.locator('.user-button').click()
      await button(entry).click()
    },
    byPassword: async (password: string): Promise<void> => {
      await fillLogin()
      await field(words.password).fill(password)
      await button(words.logIn).click()
    },
    secondStep: async (code: string): Promise<void> => {
      await page.getByRole('heading', { name: words.secondStep }).waitFor()
      expect(await axeViolations(page)).toEqual([])
      await field(words.code).fill(code)
      await button(words.goOn).click()
    },
  }
}

describe('in English and Chinese by turns', () => {
  let [words, turn]: [Words, number] = [LANGUAGES[0], 0]
  beforeEach(() => void (words = LANGUAGES[turn++ % 2] ?? words))

  async function visitAs(name: string) {
    const { page, end } = await visit(browser, { locale: words.locale, theme: words.theme })
    await page.goto(platform.address)
    // The only enterprise is filled in a moment after the form is there.
    await expect.poll(() => page.locator('[name="enterprise"]').inputValue()).toBe('demo')
    return { page, end, ...personOn(page, words, name) }
  }

  test("the first log-in asks for a password of one's own", async () => {
    const { name, password } = await issued()
    const { page, end, field, button, byPassword, isIn } = await visitAs(name)
    await byPassword(password)
    await page.getByRole('heading', { name: words.ownTitle }).waitFor()
    await field(words.newPassword).fill('lowercase1')
    await button(words.set).click()
    await page.getByText(words.tooWeak).waitFor()
    await page.getByText(words.differ).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await field(words.newPassword).fill(OWN_PASSWORD)
    await field(words.again).fill(OWN_PASSWORD)
    await button(words.set).click()
    await isIn()
    await end()
  })

  test('name and picture are changed, and what is no picture is refused', async () => {
    const { name } = await settled()
    const { page, end, field, byPassword, menu } = await visitAs(name)
    await byPassword(OWN_PASSWORD)
    await menu(words.info)
    const dialog = page.getByRole('dialog')
    await field(words.userName).fill('<img src=x onerror=alert(1)>')
    // Looked for beforehand, as whatever is shown for 3 s.
    const saved = page.getByText(words.saved, { exact: true }).waitFor()
    // What is said while a dialog is open lies above it, not dimmed beneath.
    const raised = await page.locator('.toasts').evaluateHandle(nextOpening)
    await field(words.userName).blur()
    await saved
    expect(await raised.evaluate(({ state }) => state)).toBe('open')
    expect(await axeViolations(page)).toEqual([])
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'me.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    })
    await page.getByText(words.onlyImages).waitFor()
    const picture = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await dialog.locator('input[type=file]').setInputFiles(picture)
    await page.locator('.user-button img').waitFor()
    await end()
  })

  test('a second step is switched on, and the next log-in asks for it', async () => {
    const { name } = await settled()
    const { page, end, field, button, byPassword, menu, secondStep, isIn } = await visitAs(name)
    await byPassword(OWN_PASSWORD)
    await menu(words.info)
    const dialog = page.getByRole('dialog')
    await page.getByRole('tab', { name: words.twoStep }).click()
    await field(words.password).fill(OWN_PASSWORD)
    await button(words.on).click()
    const key = await dialog.locator('code').textContent()
    await field(words.code).fill(authenticatorCode(key ?? ''))
    expect(await axeViolations(page)).toEqual([])
    await button(words.confirm).click()
    await button(words.kept).waitFor()
    const [recovery = ''] = await dialog.locator('code').allTextContents()
    await button(words.kept).click()
    await page.getByText(words.left).waitFor()
    await page.getByRole('tab', { name: words.sessions }).click()
    await page.getByText(words.thisSession).waitFor()
    expect(await axeViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    await menu(words.logOut)
    await field(words.account).waitFor()
    await byPassword(OWN_PASSWORD)
    await secondStep(recovery)
    await isIn()
    await end()
  })

  test('a code that was sent logs in, with the second step, and another one has to be waited for', async () => {
    const { name, recoveryCodes } = await guarded()
    const { page, end, field, button, fillLogin, secondStep, isIn } = await visitAs(name)
    await fillLogin()
    await page.getByRole('tab', { name: words.byCode }).click()
    await button(words.send).click()
    await page.getByText(words.sent).waitFor()
    // Anyone who asks again too early waits for another code, not to log in with the one that came.
    await page.reload()
    await fillLogin()
    await page.getByRole('tab', { name: words.byCode }).click()
    await button(words.send).click()
    await page.locator('.form-fault').filter({ hasText: /./ }).waitFor()
    expect(await page.locator('.code-row .button').getAttribute('aria-disabled')).toBe('true')
    await field(words.verifyCode).fill(await codeFor(name))
    expect(await axeViolations(page)).toEqual([])
    await button(words.logIn).click()
    await secondStep(recoveryCodes[0] ?? '')
    await isIn()
    await end()
  })

  test('a change with a wrong old password ends the session', async () => {
    const { name } = await settled()
    const { page, end, field, button, byPassword, menu } = await visitAs(name)
    await byPassword(OWN_PASSWORD)
    await menu(words.change)
    await field(words.oldPassword).fill('Wrong7-kites')
    await field(words.newPassword).fill(FORGOTTEN)
    await field(words.again).fill(FORGOTTEN)
    expect(await axeViolations(page)).toEqual([])
    const told = [words.oldWrong, words.relogin].map((text) => page.getByText(text).waitFor())
    await button(words.confirm).click()
    await Promise.all(told)
    await field(words.account).waitFor()
    await expect.poll(() => storedKeys(page)).not.toContain('loginProof')
    await end()
  })

  test('a forgotten password is set anew with a code that was sent', async () => {
    const { name, recoveryCodes } = await guarded()
    const { page, end, field, button, byPassword, secondStep, isIn } = await visitAs(name)
    await button(words.forgot).click()
    await field(words.account).fill(name)
    // Looked for beforehand: it is shown for 3 s.
    const sent = page.getByText(words.sent).waitFor()
    await button(words.send).click()
    await sent
    await field(words.verifyCode).fill(await codeFor(name))
    await field(words.newPassword).fill(FORGOTTEN)
    await field(words.again).fill(FORGOTTEN)
    expect(await axeViolations(page)).toEqual([])
    const changed = page.getByText(words.changed).waitFor()
    await button(words.set).click()
    await changed
    await byPassword(FORGOTTEN)
    await secondStep(recoveryCodes[0] ?? '')
    await isIn()
    await end()
  })
})

/** Runs in the page: what it becomes when it is opened anew. It listens once this has answered. */
function nextOpening(layer: Element): { state: Promise<string> } {
  return {
    state: new Promise((resolve) =>
      layer.addEventListener('beforetoggle', (event) => {
        if (event instanceof ToggleEvent && event.newState === 'open') resolve(event.newState)
      }),
    ),
  }
}

function storedKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage))
}
