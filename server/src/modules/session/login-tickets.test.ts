import { resetDefaultPassword } from '@vedette/contract/calls/account'
import { linkCompany, twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { loginNewPassword, loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { engines } from '../../testing/storage.ts'
import { sessionStore } from './store.ts'

const NEW = 'Fresh%Kite42'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

describe.each(engines)('the ticket between two steps of a log-in on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const ended = { CODE: CODES.loginInvalid.code, BODY: { Field: 'Ticket', Word: 'loginTicket' } }

  /** Somebody whose password an administrator has just reset. */
  async function issued(company: TestCompany) {
    const account = await app.account(company, {})
    const AccountID = account.accountId
    const { Password } = await app.ask(resetDefaultPassword, { AccountID }, company.token)
    const body = { EnterpriseCode: company.code, Account: account.name, Password }
    const ticket = async () => (await app.ask(login, body)).Challenge?.Ticket ?? ''
    return { ...account, body, ticket }
  }

  it('is good for ten minutes', async () => {
    const { ticket } = await issued(await app.company())
    const Ticket = await ticket()
    app.clock.advance(10 * MINUTE_MS - 1)
    expect(await app.send(loginNewPassword, { Ticket, Password: 'short' })).toMatchObject({
      BODY: { Field: 'Password', Word: 'passwordLength' },
    })
    app.clock.advance(1)
    expect(await app.send(loginNewPassword, { Ticket, Password: NEW })).toMatchObject(ended)
  })

  it('opens one session when it is used by several at once', async () => {
    const { ticket } = await issued(await app.company())
    const Ticket = await ticket()
    const choose = () => app.send(loginNewPassword, { Ticket, Password: NEW })
    const answers = await Promise.all([choose(), choose(), choose()])
    expect(answers.map(({ CODE }) => CODE).toSorted()).toEqual(['200', ended.CODE, ended.CODE])
  })

  it('is good for its own step, and what is no ticket for none', async () => {
    const { ticket } = await issued(await app.company())
    for (const Ticket of [await ticket(), 'A'.repeat(43), 'none'])
      expect(await app.send(loginSecondFactor, { Ticket, Code: '000000' })).toMatchObject(ended)
  })

  it('remembers that the second factor was shown: who also has a password to choose is asked for it once', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const clerk = await app.account(company, {})
    const { Secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, clerk.token)
    const code = authenticatorOf(Secret, app.clock)
    await app.ask(twoFactorConfirm, { Code: code() }, clerk.token)
    const link = {
      OwnPassword: PASSWORD,
      EnterpriseCode: other.code,
      Account: ADMINISTRATOR,
      Password: PASSWORD,
    }
    await app.ask(linkCompany, link, clerk.token)
    const AccountID = clerk.accountId
    const { Password } = await app.ask(resetDefaultPassword, { AccountID }, company.token)
    const names = { EnterpriseCode: company.code, Account: clerk.name }
    const first = await app.ask(login, { ...names, Password })
    expect(first.Challenge?.Kind).toBe('secondFactor')
    const wrong = { Ticket: first.Challenge?.Ticket ?? '', Code: '000000' }
    expect(await app.send(loginSecondFactor, wrong)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Code', Word: 'secondFactor' },
    })
    app.clock.advance(30_000)
    const second = await app.ask(loginSecondFactor, { ...wrong, Code: code() })
    expect(second).toMatchObject({ CompanyInfos: [], Challenge: { Kind: 'newPassword' } })
    expect(await app.send(loginSecondFactor, { ...wrong, Code: code() })).toMatchObject(ended)
    const chosen = { Ticket: second.Challenge?.Ticket ?? '', Password: NEW }
    const { CompanyInfos } = await app.ask(loginNewPassword, chosen)
    // The links went with the password that was not shown.
    expect(CompanyInfos.map((it) => it.CompanyID)).toEqual([company.companyId])
    expect((await app.ask(userInfo, {}, CompanyInfos[0]?.Utoken)).Name).toBe(clerk.name)
  })

  it('is given for an issued password within 72 hours, and for none afterwards', async () => {
    const { body, ticket } = await issued(await app.company())
    app.clock.advance(72 * HOUR_MS - 1)
    expect(await ticket()).not.toBe('')
    app.clock.advance(1)
    expect(await app.send(login, body)).toMatchObject({
      CODE: CODES.loginInvalid.code,
      BODY: { Field: 'Password', Word: 'issuedPasswordEnded' },
    })
    // A guess learns nothing of that.
    expect((await app.send(login, { ...body, Password: NEW })).CODE).toBe(CODES.wrongPassword.code)
  })

  it('opens a session that can be renewed until it ends', async () => {
    const company = await app.company()
    const { authority, storage } = app.platform
    const { sessionId } = await authority.authenticate(company.token)
    const store = sessionStore(storage)
    expect(await store.renewSession(company.companyId, sessionId, app.clock.now() + HOUR_MS)).toBe(true)
    await authority.revokeSession(company.companyId, sessionId)
    expect(await store.renewSession(company.companyId, sessionId, app.clock.now() + HOUR_MS)).toBe(false)
    expect(await store.renewSession(company.companyId, 'none', app.clock.now() + HOUR_MS)).toBe(false)
  })
})
