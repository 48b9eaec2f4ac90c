import {
  linkCompany,
  linkedCompanies,
  resetPassword,
  twoFactorBegin,
  twoFactorConfirm,
  unlinkCompany,
} from '@vedette/contract/calls/own-account'
import { resetDefaultPassword, updateUserAccount } from '@vedette/contract/calls/account'
import { loginNewPassword } from '@vedette/contract/calls/login-steps'
import { login, userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('companies of one person on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const bodyFor = (company: TestCompany, Account = ADMINISTRATOR) => ({
    OwnPassword: PASSWORD,
    EnterpriseCode: company.code,
    Account,
    Password: PASSWORD,
  })
  const companiesAt = async (company: TestCompany, Account = ADMINISTRATOR): Promise<string[]> => {
    const body = { EnterpriseCode: company.code, Account, Password: PASSWORD }
    return (await app.ask(login, body)).CompanyInfos.map((it) => it.CompanyID)
  }

  it('are offered at each log-in, the chosen one first, each with a token of its own', async () => {
    const [one, two, three] = [await app.company(), await app.company(), await app.company()]
    await app.ask(linkCompany, bodyFor(two), one.token)
    await app.ask(linkCompany, bodyFor(three), two.token)
    expect((await companiesAt(two))[0]).toBe(two.companyId)
    for (const company of [one, two, three])
      expect((await companiesAt(company)).toSorted()).toEqual(
        [one.companyId, two.companyId, three.companyId].toSorted(),
      )
    const body = { EnterpriseCode: one.code, Account: ADMINISTRATOR, Password: PASSWORD }
    const { CompanyInfos } = await app.ask(login, body)
    for (const { Utoken, CompanyID } of CompanyInfos) {
      const code = [one, two, three].find((it) => it.companyId === CompanyID)?.code ?? ''
      expect((await app.ask(userInfo, {}, Utoken)).Account).toBe(`${code}_${ADMINISTRATOR}`)
    }
    expect((await app.ask(linkedCompanies, {}, one.token)).List.map((it) => it.CompanyID).toSorted()).toEqual(
      [two.companyId, three.companyId].toSorted(),
    )
    await app.ask(unlinkCompany, {}, two.token)
    expect(await companiesAt(two)).toEqual([two.companyId])
    expect(await companiesAt(one)).toEqual([one.companyId, three.companyId])
  })

  it('are linked by the passwords of both alone, never by equal names', async () => {
    const [one, two] = [await app.company(), await app.company()]
    expect(await companiesAt(one)).toEqual([one.companyId])
    const link = (change: object) => app.send(linkCompany, { ...bodyFor(two), ...change }, one.token)
    expect(await link({ OwnPassword: 'Wrong#Horse9' })).toMatchObject({
      BODY: { Field: 'OwnPassword', Word: 'ownPassword' },
    })
    expect((await link({ Password: 'Wrong#Horse9' })).CODE).toBe(CODES.wrongPassword.code)
    const clerk = await app.account(one, {})
    const same = { EnterpriseCode: one.code, Account: clerk.name }
    expect(await link(same)).toMatchObject({ BODY: { Word: 'sameCompany' } })
    expect(await companiesAt(one)).toEqual([one.companyId])
  })

  it('are linked to nobody who is barred, nor by a password that somebody handed out', async () => {
    const [one, two] = [await app.company(), await app.company()]
    const clerk = await app.account(two, {})
    const AccountID = clerk.accountId
    const link = (Password = PASSWORD) =>
      app.send(linkCompany, { ...bodyFor(two, clerk.name), Password }, one.token)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, two.token)
    expect((await link()).CODE).toBe(CODES.accountDisabled.code)
    await app.ask(updateUserAccount, { AccountID, Disabled: false }, two.token)
    const { Password } = await app.ask(resetDefaultPassword, { AccountID }, two.token)
    expect(await link(Password)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Password', Word: 'issuedPassword' },
    })
    expect(await companiesAt(one)).toEqual([one.companyId])
  })

  it('are not opened while the other account is barred, or its owner has a password to choose', async () => {
    const [one, two] = [await app.company(), await app.company()]
    const clerk = await app.account(two, {})
    const AccountID = clerk.accountId
    await app.ask(linkCompany, bodyFor(two, clerk.name), one.token)
    expect((await app.ask(linkedCompanies, {}, one.token)).List).toEqual([
      {
        CompanyID: two.companyId,
        CompanyName: expect.stringMatching(/^Company /),
        Account: `${two.code}_${clerk.name}`,
      },
    ])
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, two.token)
    expect(await companiesAt(one)).toEqual([one.companyId])
    await app.ask(updateUserAccount, { AccountID, Disabled: false }, two.token)
    expect(await companiesAt(one)).toEqual([one.companyId, two.companyId])
    await app.ask(resetDefaultPassword, { AccountID }, two.token)
    expect(await companiesAt(one)).toEqual([one.companyId])
  })

  it('give no administrator of the one a way into the other', async () => {
    const [one, two] = [await app.company(), await app.company()]
    const clerk = await app.account(one, {})
    await app.ask(linkCompany, bodyFor(two), clerk.token)
    expect(await companiesAt(one, clerk.name)).toHaveLength(2)
    const { Password } = await app.ask(resetDefaultPassword, { AccountID: clerk.accountId }, one.token)
    const names = { EnterpriseCode: one.code, Account: clerk.name }
    const { Challenge } = await app.ask(login, { ...names, Password })
    const chosen = { Ticket: Challenge?.Ticket ?? '', Password: 'Taken%Over42' }
    const { CompanyInfos } = await app.ask(loginNewPassword, chosen)
    expect(CompanyInfos.map((it) => it.CompanyID)).toEqual([one.companyId])
    expect(await companiesAt(two)).toEqual([two.companyId])
  })

  it('stay linked when their owner, who knows the password, changes it', async () => {
    const [one, two] = [await app.company(), await app.company()]
    const clerk = await app.account(one, {})
    await app.ask(linkCompany, bodyFor(two), clerk.token)
    const password = 'Fresh%Kite42'
    await app.ask(resetPassword, { oldPassword: PASSWORD, password }, clerk.token)
    const body = { EnterpriseCode: one.code, Account: clerk.name, Password: password }
    const { CompanyInfos } = await app.ask(login, body)
    expect(CompanyInfos.map((it) => it.CompanyID)).toEqual([one.companyId, two.companyId])
  })

  it('are not opened from beside a second factor', async () => {
    const [one, two] = [await app.company(), await app.company()]
    await app.ask(linkCompany, bodyFor(two), one.token)
    const { Secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, two.token)
    const code = authenticatorOf(Secret, app.clock)
    await app.ask(twoFactorConfirm, { Code: code() }, two.token)
    expect(await companiesAt(one)).toEqual([one.companyId])
    const three = await app.company()
    expect(await app.send(linkCompany, bodyFor(two), three.token)).toMatchObject({ BODY: { Field: 'Code' } })
    app.clock.advance(30_000)
    await app.ask(linkCompany, { ...bodyFor(two), Code: code() }, three.token)
    expect((await app.ask(linkedCompanies, {}, three.token)).Total).toBe(2)
  })
})
