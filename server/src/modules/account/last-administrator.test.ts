/** Whatever is done to accounts, by however many at once: somebody is left who may do everything, and gets in without help. */
import type { Call } from '@vedette/contract/call'
import {
  accountList,
  addAccount,
  deleteAccountList,
  endSecondFactor,
  joinGroups,
  resetDefaultPassword,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { setPasswordRule } from '@vedette/contract/calls/company'
import { deleteRole, newRole, roleList, updateRole } from '@vedette/contract/calls/role'
import { login } from '@vedette/contract/calls/user'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

/** May do all that there is with accounts, and nothing else. */
const KEEPER = {
  accountManger: ['add', 'edit', 'delete', 'deleteAll', 'export', 'resetPassword', 'regionManager'],
}

describe.each(engines)('companies on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const listed = (token: string, body = {}) => app.ask(accountList, { PageSize: 100, ...body }, token)
  const administratorRole = async (company: TestCompany): Promise<string> => {
    const { List } = await app.ask(roleList, {}, company.token)
    return List.find((role) => role.RoleStatus === 1)?.id ?? ''
  }
  /** A second full administrator with a password of its own. */
  const secondOf = async (company: TestCompany): Promise<{ accountId: string; token: string }> => {
    const RoleID = await administratorRole(company)
    const second = { Account: 'second', Name: 'Second', RoleID, Password: PASSWORD }
    const { AccountID } = await app.ask(addAccount, second, company.token)
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('account').set({ password_state: 'own' }).where('id', '=', AccountID),
    ])
    return { accountId: AccountID, token: await app.tokenOf(company.code, 'second') }
  }

  const emptyRole = async (company: TestCompany): Promise<string> =>
    (await app.ask(newRole, { RoleName: `Empty ${crypto.randomUUID()}`, permissions: [] }, company.token)).id

  it('keep a full administrator who sees everything, whatever is tried by two at once', async () => {
    const company = await app.company()
    const RoleID = await administratorRole(company)
    const { accountId: AccountID, token: secondToken } = await secondOf(company)
    const region = { AllRegions: false, GIDs: [company.rootGid] }
    const answers = await Promise.all([
      app.send(updateUserAccount, { AccountID, Disabled: true }, company.token),
      app.send(joinGroups, { AccountID: company.accountId, ...region }, secondToken),
    ])
    const last = CODES.lastAdministrator.code
    expect(answers.filter(({ CODE }) => CODE === '200').length).toBeLessThan(2)
    // Who was bound to a region does not see those who are bound to none.
    const witness = answers[0].CODE === '200' ? company.token : secondToken
    const { List } = await listed(witness, { RoleID })
    expect(List.filter((it) => !it.Disabled && it.AllRegions).length).toBeGreaterThan(0)
    // Anyone who is left cannot bind himself away either.
    const left = List.find((it) => !it.Disabled && it.AllRegions)
    const token = left?.AccountID === AccountID ? secondToken : company.token
    for (const it of List.filter(({ AccountID: id }) => id !== left?.AccountID))
      await app.send(deleteAccountList, { AccountIDs: [it.AccountID] }, token)
    const bound = await app.send(joinGroups, { AccountID: left?.AccountID, ...region }, token)
    expect(bound.CODE).toBe(last)
  })

  type Action = (AccountID: string, company: TestCompany) => Promise<[Call, object]>
  const actions: [string, Action][] = [
    ['disable', async (AccountID) => [updateUserAccount, { AccountID, Disabled: true }]],
    ['delete', async (AccountID) => [deleteAccountList, { AccountIDs: [AccountID] }]],
    [
      'give another role to',
      async (AccountID, company) => [updateUserAccount, { AccountID, RoleID: await emptyRole(company) }],
    ],
    [
      'bind',
      async (AccountID, { rootGid }) => [joinGroups, { AccountID, AllRegions: false, GIDs: [rootGid] }],
    ],
    ['reset the password of', async (AccountID) => [resetDefaultPassword, { AccountID }]],
  ]
  it.each(actions)(
    'keep a full administrator who gets in by himself when two %s each other at once',
    async (_what, action) => {
      const company = await app.company()
      const second = await secondOf(company)
      const [[call, body], [other, otherBody]] = [
        await action(second.accountId, company),
        await action(company.accountId, company),
      ]
      const answers = await Promise.all([
        app.send(call, body, company.token),
        app.send(other, otherBody, second.token),
      ])
      expect(answers.filter(({ CODE }) => CODE === '200').length).toBeLessThan(2)
      const left: string[] = []
      for (const name of ['boss', 'second']) {
        const { CODE, BODY } = await app.login(company.code, name)
        const token = CODE === '200' ? (login.reply.parse(BODY).CompanyInfos[0]?.Utoken ?? '') : ''
        const rule = await app.send(setPasswordRule, { PasswordRule: 'strong' }, token)
        if (rule.CODE === '200') left.push(name)
      }
      expect(left).not.toEqual([])
    },
  )

  it('do not take an account of the identity provider for one that gets in by itself', async () => {
    const company = await app.company()
    const second = await secondOf(company)
    const { storage } = app.platform
    await storage.write([
      storage.db
        .updateTable('account')
        .set({ admin_role: 1, password_hash: null })
        .where('id', '=', second.accountId),
    ])
    const refused = await app.send(deleteAccountList, { AccountIDs: [company.accountId] }, second.token)
    expect(refused.CODE).toBe(CODES.lastAdministrator.code)
  })

  it('keep the last full administrator from each other way out, alone or among others', async () => {
    const company = await app.company()
    const keeper = await app.account(company, KEEPER)
    const AccountID = company.accountId
    const full = await administratorRole(company)
    const tried = [
      await app.send(deleteAccountList, { AccountIDs: [keeper.accountId, AccountID] }, company.token),
      await app.send(updateUserAccount, { AccountID, Disabled: true }, company.token),
      await app.send(updateUserAccount, { AccountID, RoleID: keeper.roleId }, company.token),
      await app.send(resetDefaultPassword, { AccountID }, company.token),
      await app.send(joinGroups, { AccountID, AllRegions: false, GIDs: [company.rootGid] }, company.token),
      await app.send(deleteRole, { id: full }, company.token),
      await app.send(deleteAccountList, { AccountIDs: [AccountID] }, keeper.token),
      await app.send(endSecondFactor, { AccountID }, keeper.token),
    ]
    expect(tried.map(({ CODE }) => CODE)).toEqual(
      (
        [
          'ownAccount',
          'ownAccount',
          'ownAccount',
          'ownAccount',
          'lastAdministrator',
          'roleInUse',
          'beyondOwnRights',
          'beyondOwnRights',
        ] as const
      ).map((name) => CODES[name].code),
    )
    await app.ask(updateRole, { id: full, permissions: '[]' }, company.token)
    // A stricter or looser rule is for passwords that are chosen later.
    for (const PasswordRule of ['simple', 'strong'] as const) {
      await app.ask(setPasswordRule, { PasswordRule }, company.token)
      expect((await app.login(company.code, 'boss')).CODE).toBe('200')
    }
    expect((await listed(company.token)).Total).toBe(2)
  })
})
