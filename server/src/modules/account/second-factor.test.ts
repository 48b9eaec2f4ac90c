import { accountList, endSecondFactor } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  PASSWORD,
  startTestApp,
  type TestAccount,
  type TestApp,
  type TestCompany,
} from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('a second factor whose owner has lost it, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const guarded = async (token: string): Promise<string[]> => {
    const { Secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, token)
    const code = authenticatorOf(Secret, app.clock)
    return (await app.ask(twoFactorConfirm, { Code: code() }, token)).RecoveryCodes
  }
  const loggedIn = (company: TestCompany, { name }: TestAccount) =>
    app.ask(login, { EnterpriseCode: company.code, Account: name, Password: PASSWORD })
  const hasFactor = async (company: TestCompany, accountId: string) =>
    (await app.ask(accountList, { PageSize: 100 }, company.token)).List.find(
      (it) => it.AccountID === accountId,
    )?.HasSecondFactor

  it('is taken away by who may manage the account: the password is enough again, and its sessions are over', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { replay: [] })
    const AccountID = clerk.accountId
    expect(await hasFactor(company, AccountID)).toBe(false)
    await app.ask(twoFactorBegin, { Password: PASSWORD }, clerk.token)
    // Begun alone, nobody is asked for it.
    expect(await hasFactor(company, AccountID)).toBe(false)
    const [recovery = ''] = await guarded(clerk.token)
    expect(await hasFactor(company, AccountID)).toBe(true)
    const { Challenge } = await loggedIn(company, clerk)
    expect(Challenge?.Kind).toBe('secondFactor')

    await app.ask(endSecondFactor, { AccountID }, company.token)
    expect(await hasFactor(company, AccountID)).toBe(false)
    expect((await app.send(userInfo, {}, clerk.token)).CODE).toBe(CODES.tokenExpired.code)
    // A log-in that waited for the factor begins anew.
    const late = { Ticket: Challenge?.Ticket ?? '', Code: recovery }
    expect((await app.send(loginSecondFactor, late)).CODE).toBe(CODES.loginInvalid.code)
    const { CompanyInfos } = await loggedIn(company, clerk)
    expect(CompanyInfos).toHaveLength(1)
    // Its owner begins with another authenticator.
    expect(await guarded(CompanyInfos[0]?.Utoken ?? '')).not.toContain(recovery)
    const { List } = await app.ask(auditList, { Paths: [endSecondFactor.path] }, company.token)
    expect(List).toMatchObject([
      {
        AccountID: company.accountId,
        Outcome: 'done',
        Targets: [{ Kind: 'account', ID: AccountID, Name: clerk.name }],
      },
    ])
  })

  it('stays on with anyone who may do more than the caller, and on the own account', async () => {
    const company = await app.company()
    const keeper = await app.account(company, { accountManger: ['resetPassword'] })
    const equal = await app.account(company, { accountManger: ['resetPassword'] })
    await guarded(company.token)
    await guarded(keeper.token)
    await guarded(equal.token)
    const end = async (AccountID: string, token: string) =>
      (await app.send(endSecondFactor, { AccountID }, token)).CODE
    expect(await end(company.accountId, keeper.token)).toBe(CODES.beyondOwnRights.code)
    expect(await end(keeper.accountId, keeper.token)).toBe(CODES.ownAccount.code)
    expect(await end(company.accountId, company.token)).toBe(CODES.ownAccount.code)
    for (const { accountId } of [company, keeper]) expect(await hasFactor(company, accountId)).toBe(true)
    expect(await end(equal.accountId, keeper.token)).toBe('200')
    expect(await hasFactor(company, equal.accountId)).toBe(false)
  })
})
