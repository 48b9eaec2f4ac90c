import { accountList } from '@vedette/contract/calls/account'
import { peopleOn } from '@vedette/contract/calls/company'
import {
  endOtherSessions,
  endSession,
  resetPassword,
  sessionList,
  twoFactor,
  twoFactorBegin,
  twoFactorConfirm,
  twoFactorEnd,
  uploadImage,
  uploadInfo,
} from '@vedette/contract/calls/own-account'
import { loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { IDLE_MS } from '../../authority/token.ts'
import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'

const NEW = 'Fresh%Kite42'
const STEP_MS = 30_000
const WINDOW_MS = 15 * 60 * 1000

describe.each(engines)('the own account on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const says = (Field: string, Word: string) => ({ CODE: CODES.badInput.code, BODY: { Field, Word } })

  it('has a name that its owner changes, of 1 to 50 characters that can be shown', async () => {
    const { token } = await app.company()
    const name = "<img src=x onerror='1'> Ä王小明"
    await app.ask(uploadInfo, { Name: `  ${name} ` }, token)
    expect((await app.ask(userInfo, {}, token)).Name).toBe(name)
    expect((await app.ask(accountList, { Keyword: 'ä王' }, token)).Total).toBe(1)
    await app.ask(uploadInfo, {}, token)
    expect((await app.ask(userInfo, {}, token)).Name).toBe(name)
    expect(await app.send(uploadInfo, { Name: ' ' }, token)).toMatchObject(says('Name', 'missing'))
    expect(await app.send(uploadInfo, { Name: 'x'.repeat(51) }, token)).toMatchObject(says('Name', 'tooLong'))
    for (const bad of ['a\u001bb', 'a\nb', 'a\u0085b'])
      expect(await app.send(uploadInfo, { Name: bad }, token)).toMatchObject(says('Name', 'controlCharacter'))
  })

  it('has a picture that is encoded anew, shown by a signed address that ends, and of this company alone', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const put = (files: readonly Uint8Array[], token = company.token) =>
      upload(app, uploadImage, files, token)
    const png = pngOf(64, 64)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    expect(await put([])).toMatchObject(says('file', 'chooseImage'))
    expect(await put([png, png])).toMatchObject(says('file', 'oneImage'))
    expect(await put([svg])).toMatchObject(says('file', 'onlyImages'))
    expect(await put([new Uint8Array(5 * 1024 * 1024 + 1)])).toMatchObject(says('file', 'imageTooLarge'))
    expect((await put([png], 'A'.repeat(43))).CODE).toBe(CODES.notLoggedIn.code)
    expect((await put([new Uint8Array(7 * 1024 * 1024)])).CODE).toBe(CODES.tooLarge.code)
    expect((await app.send(uploadImage, {}, company.token)).BODY).toMatchObject({ Word: 'chooseImage' })

    const { Url } = uploadImage.reply.parse((await put([png])).BODY)
    await app.ask(uploadInfo, { Icon: Url }, company.token)
    const { Icon } = await app.ask(userInfo, {}, company.token)
    const shown = await app.fetch(Icon)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(Buffer.from(await shown.arrayBuffer()).toString('latin1', 8, 12)).toBe('WEBP')
    for (const bad of [Icon.replace(/.$/, '!'), Icon.replace(/e=\d/, 'e=9'), Icon.replace(/[?].*/, '')])
      expect((await app.fetch(bad)).status).toBe(404)
    for (const [icon, token] of [
      [Icon, other.token],
      ['https://example.com/x.png', company.token],
      [`${Icon}0`, company.token],
    ] as const)
      expect(await app.send(uploadInfo, { Icon: icon }, token)).toMatchObject(says('Icon', 'imageNotHere'))

    // The fields may be small, and no picture is an empty address.
    const { Url: small } = uploadImage.reply.parse((await put([png])).BODY)
    await app.ask(uploadInfo, { name: 'Small', icon: small }, company.token)
    expect(await app.ask(userInfo, {}, company.token)).toMatchObject({
      Name: 'Small',
      Icon: expect.stringContaining(small.split('?')[0] ?? ''),
    })
    await app.ask(uploadInfo, { Icon: '' }, company.token)
    expect((await app.ask(userInfo, {}, company.token)).Icon).toBe('')
    expect((await app.fetch(small)).status).toBe(404)

    // A new picture takes the old one away.
    const next = uploadImage.reply.parse((await put([png])).BODY)
    await app.ask(uploadInfo, { Icon: next.Url }, company.token)
    expect((await app.fetch(Icon)).status).toBe(404)
    app.clock.advance(24 * 60 * 60 * 1000)
    expect((await app.fetch(next.Url)).status).toBe(404)
  })

  it('changes its password, and every session of it ends', async () => {
    const company = await app.company()
    const second = await app.tokenOf(company.code, ADMINISTRATOR)
    const change = (oldPassword: string, password: string) =>
      app.send(resetPassword, { oldPassword, password, accountType: 0, account: 'boss' }, company.token)
    for (const [password, word] of [
      ['', 'passwordRequired'],
      ['Ab1!', 'passwordLength'],
      ['Qwerty19!', 'passwordSequence'],
      ['Xboss77!', 'passwordUserName'],
      ['Xssob77!', 'passwordUserName'],
      ['lowercase1', 'passwordClasses'],
    ] as const)
      expect(await change(PASSWORD, password)).toMatchObject(says('password', word))
    expect(await change('Wrong#Horse9', NEW)).toMatchObject(says('oldPassword', 'oldPassword'))
    expect(await change(PASSWORD, PASSWORD)).toMatchObject(says('password', 'passwordUnchanged'))
    expect((await change(PASSWORD, NEW)).CODE).toBe('200')
    for (const token of [company.token, second])
      expect((await app.send(userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.login(company.code, ADMINISTRATOR, PASSWORD)).CODE).toBe(CODES.wrongPassword.code)
    expect((await app.login(company.code, ADMINISTRATOR, NEW)).CODE).toBe('200')
  })

  it('is not changed by a name that is not its own', async () => {
    const company = await app.company()
    await app.account(company, {})
    const change = (account: string) =>
      app.send(resetPassword, { oldPassword: PASSWORD, password: NEW, account }, company.token)
    for (const name of ['nobody', `${company.code}_nobody`, `other_${ADMINISTRATOR}`])
      expect((await change(name)).CODE).toBe(CODES.noPermission.code)
    expect((await app.login(company.code, ADMINISTRATOR, PASSWORD)).CODE).toBe('200')
    expect((await change(`${company.code}_${ADMINISTRATOR}`)).CODE).toBe('200')
  })

  it('follows the simple rule where the company has it', async () => {
    const company = await app.company()
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('company').set({ password_rule: 'simple' }).where('id', '=', company.companyId),
    ])
    expect((await app.ask(userInfo, {}, company.token)).PasswordRule).toBe('simple')
    const change = (password: string) =>
      app.send(resetPassword, { oldPassword: PASSWORD, password }, company.token)
    for (const password of ['short', 'has#special', 'fifteenletters1'])
      expect(await change(password)).toMatchObject(says('password', 'passwordSimple'))
    expect((await change('simple6')).CODE).toBe('200')
  })

  it('has five wrong old passwords in a quarter of an hour, even all at once', async () => {
    const company = await app.company()
    const change = (oldPassword: string) =>
      app.send(resetPassword, { oldPassword, password: NEW }, company.token)
    const burst = await Promise.all(Array.from({ length: 12 }, () => change('Wrong#Horse9')))
    expect(burst.filter((it) => it.CODE === CODES.badInput.code)).toHaveLength(5)
    expect(burst.filter((it) => it.CODE === CODES.tooManyTries.code)).toHaveLength(7)
    expect(await change(PASSWORD)).toMatchObject({ BODY: { RetryAfter: WINDOW_MS / 1000 } })
    app.clock.advance(WINDOW_MS)
    expect((await change(PASSWORD)).CODE).toBe('200')
  })

  it('lists where it is logged in, and ends any of these sessions but nobody else’s', async () => {
    const company = await app.company()
    const stale = await app.tokenOf(company.code, ADMINISTRATOR)
    app.clock.advance(IDLE_MS)
    const token = await app.tokenOf(company.code, ADMINISTRATOR)
    const other = await app.tokenOf(company.code, ADMINISTRATOR)
    const { Total, List } = await app.ask(sessionList, {}, token)
    expect(Total).toBe(2)
    expect(List.filter((it) => it.IsCurrent)).toHaveLength(1)
    expect(List.every((it) => it.Address !== '' && it.CreatedAt === app.clock.now())).toBe(true)
    expect(JSON.stringify(List)).not.toContain(token)
    const SessionID = List.find((it) => !it.IsCurrent)?.SessionID ?? ''
    const stranger = await app.account(company, {})
    expect((await app.send(endSession, { SessionID }, stranger.token)).CODE).toBe(CODES.noDataAuthority.code)
    await app.ask(endSession, { SessionID }, token)
    expect((await app.send(endSession, { SessionID }, token)).CODE).toBe(CODES.noDataAuthority.code)
    for (const ended of [other, stale])
      expect((await app.send(userInfo, {}, ended)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.send(userInfo, {}, token)).CODE).toBe('200')
  })

  it('ends all its other sessions at once, and tells an administrator who is on', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    const [first, second] = [
      await app.tokenOf(company.code, ADMINISTRATOR),
      await app.tokenOf(company.code, ADMINISTRATOR),
    ]
    const on = async () => (await app.ask(peopleOn, {}, company.token)).List
    expect(await on()).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ AccountID: company.accountId, Sessions: 3 }),
        expect.objectContaining({
          AccountID: clerk.accountId,
          Account: `${company.code}_${clerk.name}`,
          Sessions: 1,
        }),
      ]),
    )
    expect((await app.send(peopleOn, {}, clerk.token)).CODE).toBe(CODES.noPermission.code)
    expect(await app.ask(endOtherSessions, {}, company.token)).toEqual({ Ended: 2 })
    for (const ended of [first, second])
      expect((await app.send(userInfo, {}, ended)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.send(userInfo, {}, clerk.token)).CODE).toBe('200')
    expect(await on()).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ AccountID: company.accountId, Sessions: 1 })]),
    )
    app.clock.advance(16 * 60_000)
    expect((await on()).map(({ AccountID }) => AccountID)).not.toContain(clerk.accountId)
  })

  it('asks for a second factor once it is on, and takes each code once', async () => {
    const company = await app.company()
    const { token } = company
    expect(await app.send(twoFactorBegin, { Password: 'Wrong#Horse9' }, token)).toMatchObject(
      says('Password', 'ownPassword'),
    )
    expect((await app.send(twoFactorConfirm, { Code: '000000' }, token)).CODE).toBe(
      CODES.noDataAuthority.code,
    )
    await app.ask(twoFactorBegin, { Password: PASSWORD }, token)
    const { Secret, Uri } = await app.ask(twoFactorBegin, { Password: PASSWORD }, token)
    expect(Uri).toContain(Secret)
    const code = authenticatorOf(Secret, app.clock)
    // Until it is confirmed, nobody is kept out by it.
    expect((await app.ask(login, credentials(company.code))).CompanyInfos).toHaveLength(1)
    expect(await app.send(twoFactorConfirm, { Code: '000000' }, token)).toMatchObject(
      says('Code', 'secondFactor'),
    )
    const { RecoveryCodes } = await app.ask(twoFactorConfirm, { Code: code() }, token)
    expect(new Set(RecoveryCodes).size).toBe(10)
    expect(await app.ask(twoFactor, {}, token)).toEqual({ IsOn: true, RecoveryCodesLeft: 10 })
    expect((await app.send(twoFactorBegin, { Password: PASSWORD }, token)).CODE).toBe(
      CODES.noDataAuthority.code,
    )

    const step = async (Code: string) => {
      const { Challenge } = await app.ask(login, credentials(company.code))
      return app.send(loginSecondFactor, { Ticket: Challenge?.Ticket ?? '', Code })
    }
    // The code that confirmed it has been used.
    expect(await step(code())).toMatchObject(says('Code', 'secondFactor'))
    app.clock.advance(STEP_MS)
    const both = await Promise.all([step(code()), step(code())])
    expect(both.map((it) => it.CODE).toSorted()).toEqual(['200', CODES.badInput.code])
    const [recovery = ''] = RecoveryCodes
    expect((await step(recovery.toLowerCase())).CODE).toBe('200')
    expect(await step(recovery)).toMatchObject(says('Code', 'secondFactor'))
    expect((await app.ask(twoFactor, {}, token)).RecoveryCodesLeft).toBe(9)

    app.clock.advance(STEP_MS)
    expect(await app.send(twoFactorEnd, { Password: PASSWORD, Code: '000000' }, token)).toMatchObject(
      says('Code', 'secondFactor'),
    )
    await app.ask(twoFactorEnd, { Password: PASSWORD, Code: code() }, token)
    expect(await app.ask(twoFactor, {}, token)).toEqual({ IsOn: false, RecoveryCodesLeft: 0 })
    expect((await app.ask(login, credentials(company.code))).CompanyInfos).toHaveLength(1)
  })

  it('lets nobody guess the second factor, and waits no longer than a quarter of an hour', async () => {
    const company = await app.company()
    const { Secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, company.token)
    const code = authenticatorOf(Secret, app.clock)
    await app.ask(twoFactorConfirm, { Code: code() }, company.token)
    const { Challenge } = await app.ask(login, credentials(company.code))
    const Ticket = Challenge?.Ticket ?? ''
    const burst = await Promise.all(
      Array.from({ length: 12 }, () => app.send(loginSecondFactor, { Ticket, Code: '000000' })),
    )
    expect(burst.filter((it) => it.CODE === CODES.badInput.code)).toHaveLength(5)
    expect((await app.send(loginSecondFactor, { Ticket, Code: code() })).CODE).toBe(CODES.tooManyTries.code)
    app.clock.advance(WINDOW_MS)
    // By then the ticket has ended too.
    expect(await app.send(loginSecondFactor, { Ticket, Code: code() })).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Word: 'loginTicket' },
    })
    const again = await app.ask(login, credentials(company.code))
    const done = await app.ask(loginSecondFactor, {
      Ticket: again.Challenge?.Ticket ?? '',
      Code: code(),
    })
    expect(done.CompanyInfos).toHaveLength(1)
  })

  const credentials = (EnterpriseCode: string) => ({
    EnterpriseCode,
    Account: ADMINISTRATOR,
    Password: PASSWORD,
  })
})
