/** How often a password and a code may be tried or asked for, and by whom. */
import { join } from 'node:path'

import { resetPassword, twoFactorBegin } from '@vedette/contract/calls/own-account'
import { forgetPassword } from '@vedette/contract/calls/login-steps'
import { login, userInfo, sendVerifyCode } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { readOutbox } from '../../engines/senders/outbox.ts'
import {
  PASSWORD,
  startTestApp,
  type TestAccount,
  type TestApp,
  type TestCompany,
} from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const QUARTER_MS = 15 * 60_000
const NEW = 'Fresh%Kite42'

describe.each(engines)('an own password on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let clerk: TestAccount
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    company = await app.company()
    clerk = await app.account(company, {})
  })

  const change = (oldPassword: string, password = NEW, { token } = clerk) =>
    app.send(resetPassword, { oldPassword, password }, token)
  const tooMany = { CODE: CODES.tooManyTries.code }
  const wrong = { CODE: CODES.badInput.code, BODY: { Field: 'oldPassword', Word: 'oldPassword' } }

  it('is the own one: with the name of another account nothing is changed', async () => {
    const named = (account: string) =>
      app.send(resetPassword, { oldPassword: PASSWORD, password: NEW, account }, clerk.token)
    expect((await named('boss')).CODE).toBe(CODES.noPermission.code)
    expect((await named(`other_${clerk.name}`)).CODE).toBe(CODES.noPermission.code)
    expect((await app.login(company.code, clerk.name, PASSWORD)).CODE).toBe('200')
    expect((await named(`${company.code}_${clerk.name}`)).CODE).toBe('200')
  })

  it('is tried five times in a quarter of an hour, for each account by itself', async () => {
    const colleague = await app.account(company, {})
    for (let time = 0; time < 5; time++) expect(await change('Wrong#Horse9')).toMatchObject(wrong)
    expect(await change(PASSWORD)).toMatchObject(tooMany)
    // The dialogs that ask for it count together.
    expect(await app.send(twoFactorBegin, { Password: PASSWORD }, clerk.token)).toMatchObject(tooMany)
    expect(await change('Wrong#Horse9', NEW, colleague)).toMatchObject(wrong)
    app.clock.advance(QUARTER_MS - 1)
    expect(await change(PASSWORD)).toMatchObject(tooMany)
    app.clock.advance(1)
    expect((await change(PASSWORD)).CODE).toBe('200')
    expect((await app.send(userInfo, {}, clerk.token)).CODE).toBe(CODES.tokenExpired.code)
  })

  it('that was right makes the tries before it good', async () => {
    for (let round = 0; round < 3; round++) {
      for (let time = 0; time < 4; time++) expect(await change('Wrong#Horse9')).toMatchObject(wrong)
      expect((await app.send(twoFactorBegin, { Password: PASSWORD }, clerk.token)).CODE).toBe('200')
    }
  })

  it('has to obey the rule and to be another one, or costs no try', async () => {
    for (let time = 0; time < 6; time++)
      expect(await change('Wrong#Horse9', 'short')).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Field: 'password', Word: 'passwordLength' },
      })
    expect(await change(PASSWORD, `${clerk.name}#Aa12345`)).toMatchObject({ BODY: { Field: 'password' } })
    expect(await change(PASSWORD, `${company.code}_${clerk.name}#A1`)).toMatchObject({
      BODY: { Field: 'password' },
    })
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'password', Word: 'passwordUnchanged' },
    })
    expect((await app.send(userInfo, {}, clerk.token)).CODE).toBe('200')
  })

  it('is none of who logs in elsewhere', async () => {
    const { storage } = app.platform
    const none = { password_hash: null, admin_role: 1 }
    await storage.write([storage.db.updateTable('account').set(none).where('id', '=', clerk.accountId)])
    const elsewhere = { Word: 'outerAccount', Values: { Name: 'OpenID Connect' } }
    expect(await change(PASSWORD)).toMatchObject({
      CODE: CODES.unavailable.code,
      BODY: { ...elsewhere, Field: 'oldPassword' },
    })
    const body = { EnterpriseCode: company.code, Account: clerk.name, Password: PASSWORD }
    expect((await app.send(login, body)).CODE).toBe(CODES.wrongPassword.code)
  })

  describe('forgotten', () => {
    let addresses = 0
    const address = () => `2001:db8:${(++addresses).toString(16)}::1`
    const asked = async (Account: string, from: string, Purpose: 'login' | 'reset' = 'reset') =>
      (await app.send(sendVerifyCode, { EnterpriseCode: company.code, Account, Purpose }, undefined, from))
        .CODE

    it('is helped by one code a minute, for each name and purpose', async () => {
      const from = address()
      expect(await asked(clerk.name, from)).toBe('200')
      expect(await asked(clerk.name, address())).toBe(CODES.tooManyTries.code)
      expect(await asked(`${company.code}_${clerk.name}`.toUpperCase(), from)).toBe(CODES.tooManyTries.code)
      expect(await asked(clerk.name, from, 'login')).toBe('200')
      expect(await asked('nobody', from)).toBe('200')
      expect(await asked('nobody', from)).toBe(CODES.tooManyTries.code)
      app.clock.advance(59_999)
      expect(await asked(clerk.name, from)).toBe(CODES.tooManyTries.code)
      app.clock.advance(1)
      expect(await asked(clerk.name, from)).toBe('200')
    })

    it('is helped by the operator where nothing carries messages: the code waits under the full name', async () => {
      expect(await asked(clerk.name, address())).toBe('200')
      const full = `${company.code}_${clerk.name}`
      const messages = async () =>
        (await readOutbox(join(app.archiveFolder, '../outbox'))).filter(({ account }) => account === full)
      await expect.poll(messages, { timeout: 60_000 }).toHaveLength(1)
      const VerifyCode = /\d{6}/.exec((await messages())[0]?.text ?? '')?.[0] ?? ''
      const body = { EnterpriseCode: company.code, Account: clerk.name, VerifyCode, Password: NEW }
      await app.ask(forgetPassword, body)
      expect((await app.login(company.code, clerk.name, NEW)).CODE).toBe('200')
    })

    it('is helped by thirty codes in a quarter of an hour that one address asks for, whatever the names', async () => {
      const from = address()
      for (let time = 0; time < 30; time++) expect(await asked(`nobody${time}`, from)).toBe('200')
      expect(await asked('nobody30', from)).toBe(CODES.tooManyTries.code)
      // A customer has a whole /64.
      expect(await asked('nobody30', `${from}:2`)).toBe(CODES.tooManyTries.code)
      expect(await asked('nobody30', address())).toBe('200')
      app.clock.advance(QUARTER_MS - 1)
      expect(await asked('nobody31', from)).toBe(CODES.tooManyTries.code)
      app.clock.advance(1)
      expect(await asked('nobody32', from)).toBe('200')
    })
  })
})
