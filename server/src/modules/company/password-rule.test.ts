import { addAccount } from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { setPasswordRule } from '@vedette/contract/calls/company'
import { resetPassword } from '@vedette/contract/calls/own-account'
import { roleList } from '@vedette/contract/calls/role'
import { userInfo } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const SIMPLE = 'simple6'

describe.each(engines)('the password rule of a company on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  it('is chosen by a full administrator, holds from then on for new passwords alone, and is on record', async () => {
    const [company, other] = [await app.company(), await app.company()]
    const clerk = await app.account(company, { replay: [] })
    const ruleFor = async (token: string) => (await app.ask(userInfo, {}, token)).PasswordRule
    const { List: Roles } = await app.ask(roleList, {}, company.token)
    const RoleID = Roles[0]?.id ?? ''
    const add = (Account: string, Password: string) =>
      app.send(addAccount, { Account, Name: 'New', Password, RoleID }, company.token)

    expect(await add('first', SIMPLE)).toMatchObject({ BODY: { Word: 'passwordLength' } })
    await app.ask(setPasswordRule, { PasswordRule: 'simple' }, company.token)
    expect(await ruleFor(clerk.token)).toBe('simple')
    expect(await ruleFor(other.token)).toBe('strong')
    expect((await add('first', SIMPLE)).CODE).toBe('200')
    // What is in use stays, though the rule would not take it now.
    expect((await app.login(company.code, ADMINISTRATOR)).CODE).toBe('200')
    const change = (oldPassword: string, password: string, token: string) =>
      app.send(resetPassword, { oldPassword, password }, token)
    expect((await change(PASSWORD, SIMPLE, clerk.token)).CODE).toBe('200')

    await app.ask(setPasswordRule, { PasswordRule: 'strong' }, company.token)
    expect((await app.login(company.code, clerk.name, SIMPLE)).CODE).toBe('200')
    expect(await add('second', SIMPLE)).toMatchObject({ BODY: { Word: 'passwordLength' } })
    const { List } = await app.ask(auditList, { Paths: [setPasswordRule.path] }, company.token)
    expect(List.map((it) => it.Details)).toEqual([{ rule: 'strong' }, { rule: 'simple' }])
  })

  it('is one of two, and not for anybody else to choose', async () => {
    const company = await app.company()
    const keeper = await app.account(company, { accountManger: ['add', 'edit', 'resetPassword'] })
    const choose = async (PasswordRule: string, token: string) =>
      (await app.send(setPasswordRule, { PasswordRule }, token)).CODE
    expect(await choose('none', company.token)).toBe(CODES.badInput.code)
    expect(await choose('simple', keeper.token)).toBe(CODES.noPermission.code)
    expect((await app.ask(userInfo, {}, company.token)).PasswordRule).toBe('strong')
  })
})
