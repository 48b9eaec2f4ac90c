import { auditList } from '@vedette/contract/calls/audit'
import { resetDefaultPassword } from '@vedette/contract/calls/account'
import { forgetPassword, loginNewPassword, loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { login, userInfo, sendVerifyCode } from '@vedette/contract/calls/user'
import { linkCompany, twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { engines } from '../../testing/storage.ts'
import { FAILURES_OF_ADDRESS } from './attempts.ts'
import { ISSUED_MS } from './passwords.ts'

const NEW = 'Fresh%Kite42'
const MINUTE_MS = 60_000

describe.each(engines)('verification codes on %s', (engine) => {
  let app: TestApp
  let mails: MailServer
  beforeAll(async () => {
    mails = await mailServer()
    app = await startTestApp({
      engine,
      config: { smtpUrl: new Secret(`smtp://127.0.0.1:${mails.port}`), mailFrom: 'vedette@example.com' },
    })
  })
  afterAll(async () => {
    await app.close()
    await mails.close()
  })

  let made = 0
  let addresses = 0

  /** An account with a mail address of its own. */
  async function person(company: TestCompany) {
    const account = await app.account(company, {})
    const email = `person${++made}@example.com`
    const { storage } = app.platform
    await storage.write([
      storage.db
        .updateTable('account')
        .set({ email })
        .where('company_id', '=', company.companyId)
        .where('id', '=', account.accountId),
    ])
    const names = { EnterpriseCode: company.code, Account: account.name }
    return {
      ...account,
      email,
      names,
      code: async (Purpose: 'login' | 'reset'): Promise<string> => {
        app.clock.advance(MINUTE_MS)
        await app.ask(sendVerifyCode, { ...names, Purpose })
        return mails.code(email)
      },
    }
  }

  const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const wrongCode = { CODE: CODES.badInput.code, BODY: { Field: 'VerifyCode', Word: 'verifyCode' } }

  it('log in once, with the full name as with the bare one', async () => {
    const company = await app.company()
    const { names, code } = await person(company)
    const VerifyCode = await code('login')
    const full = { EnterpriseCode: company.code, Account: `${company.code}_${names.Account}` }
    const { CompanyInfos } = await app.ask(login, { ...full, VerifyCode })
    expect((await app.ask(userInfo, {}, CompanyInfos[0]?.Utoken)).Name).toBe(names.Account)
    expect(await app.send(login, { ...names, VerifyCode })).toMatchObject(wrongCode)
  })

  it('give one session when two use the same code at once', async () => {
    const { names, code } = await person(await app.company())
    const VerifyCode = await code('login')
    const answers = await Promise.all([1, 2, 3].map(() => app.send(login, { ...names, VerifyCode })))
    expect(answers.map((it) => it.CODE).toSorted()).toEqual(['200', '6100', '6100'])
  })

  it('are good for five tries and five minutes, for their purpose and their account', async () => {
    const company = await app.company()
    const { names, code } = await person(company)
    const other = await person(company)
    const first = await code('login')
    expect(await app.send(login, { ...other.names, VerifyCode: first })).toMatchObject(wrongCode)
    expect(await app.send(forgetPassword, { ...names, VerifyCode: first, Password: NEW })).toMatchObject(
      wrongCode,
    )
    for (let i = 0; i < 5; i++)
      expect(await app.send(login, { ...names, VerifyCode: wrong(first) })).toMatchObject(wrongCode)
    expect(await app.send(login, { ...names, VerifyCode: first })).toMatchObject(wrongCode)

    const second = await code('login')
    app.clock.advance(5 * MINUTE_MS)
    expect(await app.send(login, { ...names, VerifyCode: second })).toMatchObject(wrongCode)

    const third = await code('login')
    const fourth = await code('login')
    expect(await app.send(login, { ...names, VerifyCode: third })).toMatchObject(wrongCode)
    expect((await app.send(login, { ...names, VerifyCode: fourth })).CODE).toBe('200')
  })

  it('are sent once a minute, and the answer is the same for an account that does not exist', async () => {
    const company = await app.company()
    const { names, email, code } = await person(company)
    await code('login')
    const again = await app.send(sendVerifyCode, { ...names, Purpose: 'login' })
    expect(again).toEqual({ CODE: CODES.tooManyTries.code, BODY: { RetryAfter: 60 } })
    const nobody = { EnterpriseCode: company.code, Account: 'nobody', Purpose: 'login' }
    expect(await app.send(sendVerifyCode, nobody)).toEqual({ CODE: '200', BODY: {} })
    expect(await app.send(sendVerifyCode, nobody)).toEqual(again)
    expect(await app.send(sendVerifyCode, { ...nobody, EnterpriseCode: 'nowhere' })).toEqual({
      CODE: '200',
      BODY: {},
    })
    expect(await app.send(login, { ...nobody, VerifyCode: '123456' })).toMatchObject(wrongCode)
    expect(mails.count(email)).toBe(1)
  })

  it('are ten a day for each purpose, the owner hears of it, and a right one begins anew', async () => {
    const company = await app.company()
    const { names, email, code } = await person(company)
    const ask = () => app.send(sendVerifyCode, { ...names, Purpose: 'login' })
    for (let sent = 0; sent < 9; sent++) await code('login')
    expect(mails.texts(email).at(-1)).not.toContain('the last one for 24 hours')
    const last = await code('login')
    expect(mails.texts(email).at(-1)).toContain('the last one for 24 hours')
    app.clock.advance(MINUTE_MS)
    expect(await ask()).toMatchObject({ CODE: CODES.tooManyTries.code })
    // Another's log-in fails meanwhile, which sweeps the counters that are over.
    app.clock.advance(16 * MINUTE_MS)
    await app.login(company.code, 'nobody', 'Wrong#Horse9')
    expect(await ask()).toMatchObject({ CODE: CODES.tooManyTries.code })
    expect((await app.send(login, { ...names, VerifyCode: last })).CODE).not.toBe('200')
    app.clock.advance(24 * 60 * MINUTE_MS)
    for (let sent = 0; sent < 9; sent++) await code('login')
    await app.ask(login, { ...names, VerifyCode: await code('login') })
    expect((await app.send(login, { ...names, VerifyCode: await code('login') })).CODE).toBe('200')
  })

  it('and what is done with them stands in the log of the company', async () => {
    const company = await app.company()
    const { names, accountId, code } = await person(company)
    const VerifyCode = await code('reset')
    await app.ask(forgetPassword, { ...names, VerifyCode, Password: NEW })
    const { List: rows } = await app.ask(auditList, { AccountID: accountId, PageSize: 100 }, company.token)
    expect(rows.map(({ Path, Outcome }) => [Path, Outcome])).toEqual([
      [forgetPassword.path, 'done'],
      [sendVerifyCode.path, 'done'],
      [login.path, 'done'],
    ])
  })

  it('choose a new password, which ends the sessions and opens no linked company', async () => {
    const company = await app.company()
    const { names, token, code } = await person(company)
    const VerifyCode = await code('reset')
    // A password that breaks the rule says why and costs no code.
    expect(await app.send(forgetPassword, { ...names, VerifyCode, Password: 'aaaa1111' })).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Password', Word: 'passwordClasses' },
    })
    await app.ask(forgetPassword, { ...names, VerifyCode, Password: NEW })
    expect((await app.send(userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.login(company.code, names.Account, PASSWORD)).CODE).toBe(CODES.wrongPassword.code)
    expect((await app.login(company.code, names.Account, NEW)).CODE).toBe('200')
    expect(await app.send(forgetPassword, { ...names, VerifyCode, Password: PASSWORD })).toMatchObject(
      wrongCode,
    )
  })

  it('choose one password when two use the same code at once', async () => {
    const company = await app.company()
    const { names, code } = await person(company)
    const VerifyCode = await code('reset')
    const passwords = [NEW, 'Other%Kite42']
    const answers = await Promise.all(
      passwords.map((Password) => app.send(forgetPassword, { ...names, VerifyCode, Password })),
    )
    expect(answers.filter(({ CODE }) => CODE === '200')).toHaveLength(1)
    expect(answers.find(({ CODE }) => CODE !== '200')).toMatchObject(wrongCode)
    const winner = passwords[answers.findIndex(({ CODE }) => CODE === '200')]
    expect((await app.login(company.code, names.Account, winner)).CODE).toBe('200')
  })

  it('part the companies of a person who shows no more than one of them: the others gave no password', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const { names, token, code } = await person(company)
    const link = { OwnPassword: PASSWORD, EnterpriseCode: other.code, Account: 'boss', Password: PASSWORD }
    await app.ask(linkCompany, link, token)
    await app.ask(forgetPassword, { ...names, VerifyCode: await code('reset'), Password: NEW })
    const { CompanyInfos } = await app.ask(login, { ...names, Password: NEW })
    expect(CompanyInfos.map(({ CompanyID }) => CompanyID)).toEqual([company.companyId])
  })

  it('change no password of nobody, which is answered like a wrong code', async () => {
    const company = await app.company()
    const reset = { VerifyCode: '123456', Password: NEW }
    for (const names of [
      { EnterpriseCode: company.code, Account: 'nobody' },
      { EnterpriseCode: 'nowhere', Account: 'boss' },
    ])
      expect(await app.send(forgetPassword, { ...names, ...reset })).toMatchObject(wrongCode)
  })

  it('go to nobody who logs in elsewhere, and has no password here', async () => {
    const company = await app.company()
    const { names, accountId, email } = await person(company)
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('account').set({ password_hash: null }).where('id', '=', accountId),
    ])
    expect(await app.send(sendVerifyCode, { ...names, Purpose: 'reset' })).toEqual({ CODE: '200', BODY: {} })
    // What was asked for later has come.
    await (await person(company)).code('reset')
    expect(mails.count(email)).toBe(0)
  })

  it('stay good until the second factor is right', async () => {
    const { names, token, code } = await person(await app.company())
    const { Secret: secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, token)
    const authenticator = authenticatorOf(secret, app.clock)
    await app.ask(twoFactorConfirm, { Code: authenticator() }, token)
    const VerifyCode = await code('login')
    const first = await app.ask(login, { ...names, VerifyCode })
    expect(first).toMatchObject({ CompanyInfos: [], Challenge: { Kind: 'secondFactor' } })
    const Ticket = first.Challenge?.Ticket ?? ''
    expect(await app.send(loginSecondFactor, { Ticket, Code: '000000' })).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Word: 'secondFactor' },
    })
    const second = await app.ask(login, { ...names, VerifyCode })
    const done = await app.ask(loginSecondFactor, {
      Ticket: second.Challenge?.Ticket ?? '',
      Code: authenticator(),
    })
    expect(done.CompanyInfos).toHaveLength(1)
    // The other log-in with the same code has come to its end.
    app.clock.advance(30_000)
    expect(await app.send(loginSecondFactor, { Ticket, Code: authenticator() })).toMatchObject(wrongCode)
  })

  it('are refused together with a password, and a log-in needs one of them', async () => {
    const { names } = await person(await app.company())
    const said = { CODE: CODES.badInput.code, BODY: { Word: 'passwordOrCode' } }
    expect(await app.send(login, names)).toMatchObject(said)
    expect(await app.send(login, { ...names, Password: PASSWORD, VerifyCode: '123456' })).toMatchObject(said)
  })

  it('cannot be guessed from one address, whatever the accounts', async () => {
    const company = await app.company()
    const address = `2001:db8:${(++addresses).toString(16)}::1`
    const guess = (i: number) =>
      app.send(
        login,
        { EnterpriseCode: company.code, Account: `guess${i}`, VerifyCode: '123456' },
        undefined,
        address,
      )
    for (let i = 0; i < FAILURES_OF_ADDRESS; i++) expect(await guess(i)).toMatchObject(wrongCode)
    expect((await guess(99)).CODE).toBe(CODES.tooManyTries.code)
  })

  it('let an issued password be replaced: it admits to nothing else, and for 72 hours', async () => {
    const company = await app.company()
    const { names, accountId, token } = await person(company)
    const issue = async () =>
      (await app.ask(resetDefaultPassword, { AccountID: accountId }, company.token)).Password
    const issued = await issue()
    expect((await app.send(userInfo, {}, token)).CODE).toBe(CODES.tokenExpired.code)
    const reply = await app.ask(login, { ...names, Password: issued })
    expect(reply).toMatchObject({
      CompanyInfos: [],
      Challenge: { Kind: 'newPassword', PasswordRule: 'strong' },
    })
    const Ticket = reply.Challenge?.Ticket ?? ''
    expect((await app.send(userInfo, {}, Ticket)).CODE).toBe(CODES.notLoggedIn.code)
    expect((await app.send(loginSecondFactor, { Ticket, Code: '000000' })).CODE).toBe(CODES.loginInvalid.code)
    for (const [Password, Word] of [
      ['short', 'passwordLength'],
      [issued, 'passwordUnchanged'],
    ])
      expect(await app.send(loginNewPassword, { Ticket, Password })).toMatchObject({ BODY: { Word } })
    const done = await app.ask(loginNewPassword, { Ticket, Password: NEW })
    expect((await app.ask(userInfo, {}, done.CompanyInfos[0]?.Utoken)).Name).toBe(names.Account)
    expect(await app.send(loginNewPassword, { Ticket, Password: PASSWORD })).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Word: 'loginTicket' },
    })
    expect((await app.login(company.code, names.Account, issued)).CODE).toBe(CODES.wrongPassword.code)

    const late = await issue()
    // In parts, since connections that lie idle meanwhile are closed in real time.
    for (let part = 0; part < 24; part++) {
      app.clock.advance(ISSUED_MS / 24)
      await app.fetch('/healthz')
    }
    expect(await app.send(login, { ...names, Password: late })).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Word: 'issuedPasswordEnded' },
    })
    expect(app.logged()).not.toContain(late)
  })
})
