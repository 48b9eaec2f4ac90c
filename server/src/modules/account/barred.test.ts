import { updateAccountInfo, updateUserAccount } from '@vedette/contract/calls/account'
import { forgetPassword } from '@vedette/contract/calls/login-steps'
import { login, sendVerifyCode } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { engines } from '../../testing/storage.ts'

const NEW = 'Fresh%Kite42'
const MINUTE_MS = 60_000

describe.each(engines)('an account that is barred on %s', (engine) => {
  let app: TestApp
  let mails: MailServer
  let made = 0
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

  it('gets no code, and one that it has neither opens a session nor sets a password', async () => {
    const company = await app.company()
    const { accountId: AccountID, name } = await app.account(company, {})
    const Email = `barred${++made}@example.com`
    await app.ask(updateAccountInfo, { AccountID, Name: name, Phone: '', Email }, company.token)
    const names = { EnterpriseCode: company.code, Account: name }
    const ask = (Purpose: 'login' | 'reset') => app.ask(sendVerifyCode, { ...names, Purpose })
    await ask('login')
    const loginCode = await mails.code(Email)
    await ask('reset')
    const resetCode = await mails.code(Email)

    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    expect((await app.send(login, { ...names, VerifyCode: loginCode })).CODE).toBe(CODES.accountDisabled.code)
    expect(await app.send(forgetPassword, { ...names, VerifyCode: resetCode, Password: NEW })).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'VerifyCode', Word: 'verifyCode' },
    })
    app.clock.advance(MINUTE_MS)
    // The answer is that of any account.
    expect(await ask('login')).toEqual({})

    await app.ask(updateUserAccount, { AccountID, Disabled: false }, company.token)
    app.clock.advance(MINUTE_MS)
    await ask('login')
    const again = await mails.code(Email)
    expect(mails.count(Email)).toBe(3)
    expect((await app.send(login, { ...names, VerifyCode: again })).CODE).toBe('200')
    expect((await app.login(company.code, name, NEW)).CODE).toBe(CODES.wrongPassword.code)
    expect((await app.login(company.code, name, PASSWORD)).CODE).toBe('200')
  })
})
