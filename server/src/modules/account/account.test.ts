import {
  accountList,
  accountListExport,
  addAccount,
  deleteAccountList,
  joinGroups,
  resetDefaultPassword,
  updateAccountInfo,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { newRole, roleList } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { sheetIn } from '../../testing/read-sheet.ts'
import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

/** May do all that there is with accounts, and nothing else. */
const KEEPER = {
  accountManger: ['add', 'edit', 'delete', 'deleteAll', 'export', 'resetPassword', 'regionManager'],
}

describe.each(engines)('accounts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const listed = (token: string, body = {}) => app.ask(accountList, { PageSize: 100, ...body }, token)
  const roleOf = async (company: TestCompany, pages: readonly string[]): Promise<string> => {
    const permissions = pages.map((pageKey) => ({ pageKey }))
    const RoleName = `Role of ${crypto.randomUUID().slice(0, 8)}`
    return (await app.ask(newRole, { RoleName, permissions }, company.token)).id
  }
  const administratorRole = async (company: TestCompany): Promise<string> => {
    const { List } = await app.ask(roleList, {}, company.token)
    return List.find((role) => role.RoleStatus === 1)?.id ?? ''
  }

  it('are added, found, sorted and told with their role, and cannot be added twice', async () => {
    const company = await app.company()
    const RoleID = await roleOf(company, ['replay'])
    const made = { Account: 'Gate.Keeper', Name: '门卫 <b>', Phone: '+86 13800000000', RoleID }
    const { AccountID, Password } = await app.ask(addAccount, made, company.token)
    expect(Password).toHaveLength(14)
    const { Total, List } = await listed(company.token, { Sort: 'Account', Order: 'asc' })
    expect(Total).toBe(2)
    expect(List.map((it) => it.Account)).toEqual([`${company.code}_boss`, `${company.code}_gate.keeper`])
    expect(List[1]).toMatchObject({ AccountID, Name: '门卫 <b>', AllRegions: true, Disabled: false, RoleID })
    expect(List.map((it) => it.Self)).toEqual([true, false])
    for (const Keyword of [
      'KEEPER',
      '门卫',
      '138000',
      '<b>',
      `${company.code}_Gate.Keeper`,
      `${company.code}_gate`,
    ])
      expect((await listed(company.token, { Keyword })).List.map((it) => it.AccountID)).toEqual([AccountID])
    expect((await listed(company.token, { Keyword: '%' })).Total).toBe(0)
    const renamed = { AccountID, Name: 'ÄRGER Ωmega', Phone: made.Phone, Email: 'ÖL@example.com' }
    await app.ask(updateAccountInfo, renamed, company.token)
    for (const Keyword of ['ärger', 'Ärger ω', 'öl@EXAMPLE'])
      expect((await listed(company.token, { Keyword })).List.map((it) => it.AccountID)).toEqual([AccountID])
    await app.ask(updateAccountInfo, { ...renamed, Email: '' }, company.token)
    expect((await listed(company.token, { Keyword: 'öl@' })).Total).toBe(0)
    expect((await app.send(addAccount, made, company.token)).CODE).toBe(CODES.accountExists.code)
    for (const Phone of [made.Phone, '+8613800000000', '+86 138-0000-0000']) {
      const samePhone = { ...made, Account: 'other', Phone }
      expect((await app.send(addAccount, samePhone, company.token)).CODE).toBe(CODES.phoneExists.code)
    }
  })

  it('are sorted by state and by region, and filtered by several roles and by state', async () => {
    const company = await app.company()
    const [replay, live] = [await roleOf(company, ['replay']), await roleOf(company, ['realTimeVideo'])]
    const [root] = (await app.ask(getGroupList, {}, company.token)).List
    const region = async (GroupName: string): Promise<string> =>
      (await app.ask(createGroup, { ParentGID: root?.GID ?? '', GroupName }, company.token)).GID
    const [yard, attic] = [await region('Yard'), await region('Attic')]
    const add = async (Account: string, RoleID: string, GIDs: string[] = []): Promise<string> => {
      const body = { Account, Name: Account, RoleID, AllRegions: GIDs.length === 0, GIDs }
      return (await app.ask(addAccount, body, company.token)).AccountID
    }
    const [inYard, inAttic] = [
      await add('in-yard', replay, [yard]),
      await add('in-attic', live, [attic, yard]),
    ]
    const everywhere = await add('everywhere', live)
    await app.ask(updateUserAccount, { AccountID: inAttic, Disabled: true }, company.token)
    const ids = async (body: object): Promise<string[]> =>
      (await listed(company.token, body)).List.map((it) => it.AccountID)
    // Who sees all regions stands first; then the first of the own ones counts.
    const byRegion = await ids({ Sort: 'Regions', Order: 'asc' })
    expect(byRegion.slice(-2)).toEqual([inAttic, inYard])
    expect((await ids({ Sort: 'Regions', Order: 'desc' })).slice(0, 2)).toEqual([inYard, inAttic])
    expect((await ids({ Sort: 'State', Order: 'asc' })).at(-1)).toBe(inAttic)
    expect((await ids({ Sort: 'State', Order: 'desc' }))[0]).toBe(inAttic)
    expect((await ids({ RoleIDs: [replay, live] })).toSorted()).toEqual(
      [inYard, inAttic, everywhere].toSorted(),
    )
    expect(await ids({ Disabled: true })).toEqual([inAttic])
    expect(await ids({ RoleIDs: [live], Disabled: false })).toEqual([everywhere])
  })

  it.each([
    ['Account', { Account: 'a b' }],
    ['Account', { Account: 'x'.repeat(33) }],
    ['Name', { Name: ' ' }],
    ['Name', { Name: 'x'.repeat(51) }],
    ['Name', { Name: 'a\u001B[2Jb' }],
    ['Name', { Name: 'a\u202Etxt.exe' }],
    ['Phone', { Phone: 'call me' }],
    ['Password', { Password: 'abcdefgh' }],
    ['GIDs', { AllRegions: false, GIDs: [] }],
  ])('with a wrong %s are refused by its name', async (Field, wrong) => {
    const company = await app.company()
    const RoleID = await roleOf(company, [])
    const body = { Account: 'somebody', Name: 'Somebody', RoleID, ...wrong }
    const answer = await app.send(addAccount, body, company.token)
    expect(answer).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field } })
    expect((await listed(company.token)).Total).toBe(1)
  })

  it('are changed, and what they may is what their new role says from the next call on', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { realTimeVideo: [] })
    const { accountId: AccountID, token } = clerk
    await app.ask(
      updateAccountInfo,
      { AccountID, Name: 'New', Phone: '', Email: 'a@b.example' },
      company.token,
    )
    const RoleID = await roleOf(company, ['accountManger'])
    expect((await app.send(accountList, {}, token)).CODE).toBe(CODES.noPermission.code)
    await app.ask(updateUserAccount, { AccountID, RoleID }, company.token)
    expect((await app.send(deviceList, {}, token)).CODE).toBe(CODES.noPermission.code)
    const { List } = await listed(token, { Keyword: 'a@b.example' })
    expect(List).toMatchObject([{ AccountID, Name: 'New', RoleID, Self: true }])
  })

  it('that are disabled are out at once, and in again once they are enabled', async () => {
    const company = await app.company()
    const { accountId: AccountID, token, name } = await app.account(company, { replay: [] })
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    expect((await app.send(deviceList, {}, token)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.login(company.code, name)).CODE).toBe(CODES.accountDisabled.code)
    await app.ask(updateUserAccount, { AccountID, Disabled: false }, company.token)
    expect((await app.login(company.code, name)).CODE).toBe('200')
  })

  it('are deleted all or none, their sessions with them; one alone needs `delete`, several `deleteAll`', async () => {
    const company = await app.company()
    const [one, two, three] = [
      await app.account(company, {}),
      await app.account(company, {}),
      await app.account(company, {}),
    ]
    const some = { AccountIDs: [one.accountId, two.accountId] }
    const single = await app.account(company, { accountManger: ['delete'] })
    expect((await app.send(deleteAccountList, some, single.token)).CODE).toBe(CODES.noPermission.code)
    const own = { AccountIDs: [one.accountId, company.accountId] }
    expect((await app.send(deleteAccountList, own, company.token)).CODE).toBe(CODES.ownAccount.code)
    expect((await listed(company.token)).Total).toBe(5)
    await app.ask(deleteAccountList, some, company.token)
    expect((await app.send(deviceList, {}, one.token)).CODE).toBe(CODES.notLoggedIn.code)
    await app.ask(deleteAccountList, { AccountIDs: [three.accountId] }, single.token)
    expect((await listed(company.token)).List.map((it) => it.AccountID).toSorted()).toEqual(
      [company.accountId, single.accountId].toSorted(),
    )
  })

  it('get a random password by a reset, shown once, and lose their sessions', async () => {
    const company = await app.company()
    const { accountId: AccountID, token, name } = await app.account(company, { replay: [] })
    const { Password } = await app.ask(resetDefaultPassword, { AccountID }, company.token)
    expect((await app.send(deviceList, {}, token)).CODE).toBe(CODES.tokenExpired.code)
    expect((await app.login(company.code, name, PASSWORD)).CODE).toBe(CODES.wrongPassword.code)
    expect((await app.login(company.code, name, Password)).CODE).not.toBe(CODES.wrongPassword.code)
    expect(app.logged()).not.toContain(Password)
    const own = { AccountID: company.accountId }
    expect((await app.send(resetDefaultPassword, own, company.token)).CODE).toBe(CODES.ownAccount.code)
  })

  it('see the regions that they are bound to, with what is made below later only where it was said', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const { accountId: AccountID, token } = await app.account(company, { realTimeVideo: [] })
    const seen = async () => JSON.stringify((await app.ask(getGroupList, {}, token)).List)
    const bind = (Future: boolean) =>
      app.ask(joinGroups, { AccountID, AllRegions: false, GIDs: [north], Future }, company.token)
    await bind(false)
    const below = await app.region(company, north)
    expect(await seen()).toContain(north)
    expect(await seen()).not.toContain(below)
    await bind(true)
    const later = await app.region(company, below)
    expect(await seen()).toContain(below)
    expect(await seen()).toContain(later)
    expect(await seen()).not.toContain(company.rootGid)
    const { List } = await listed(company.token, { Sort: 'CreateTime' })
    expect(List.find((it) => it.AccountID === AccountID)).toMatchObject({ GIDs: [north], Future: true })
  })

  describe('of a keeper who may do less than others', () => {
    it('who may do more are shown and cannot be touched', async () => {
      const company = await app.company()
      const keeper = await app.account(company, KEEPER)
      const watcher = await app.account(company, { realTimeVideo: [] })
      const { List } = await listed(keeper.token)
      expect(List.filter((it) => it.Manageable).map((it) => it.AccountID)).toEqual([keeper.accountId])
      for (const AccountID of [watcher.accountId, company.accountId]) {
        const regions = { AllRegions: true }
        const answers = [
          await app.send(resetDefaultPassword, { AccountID }, keeper.token),
          await app.send(updateUserAccount, { AccountID, Disabled: true }, keeper.token),
          await app.send(updateAccountInfo, { AccountID, Name: 'x', Phone: '', Email: '' }, keeper.token),
          await app.send(deleteAccountList, { AccountIDs: [AccountID] }, keeper.token),
          await app.send(joinGroups, { AccountID, ...regions }, keeper.token),
        ]
        for (const { CODE, BODY } of answers) {
          expect(CODE).toBe(CODES.beyondOwnRights.code)
          expect(BODY).toEqual({ Missing: [] })
        }
      }
    })

    it('get no role that has more than the keeper, and no full administrator is made', async () => {
      const company = await app.company()
      const keeper = await app.account(company, KEEPER)
      const body = { Account: 'accomplice', Name: 'A', Password: PASSWORD }
      const watcher = await roleOf(company, ['realTimeVideo'])
      const full = await administratorRole(company)
      for (const [RoleID, missing] of [
        [watcher, 'realTimeVideo'],
        [full, 'RoleStatus'],
      ] as const) {
        const added = await app.send(addAccount, { ...body, RoleID }, keeper.token)
        expect(added).toEqual({ CODE: CODES.beyondOwnRights.code, BODY: { Missing: [missing] } })
      }
      const RoleID = await roleOf(company, ['accountManger'])
      const { AccountID } = await app.ask(addAccount, { ...body, RoleID }, keeper.token)
      const raised = await app.send(updateUserAccount, { AccountID, RoleID: full }, keeper.token)
      expect(raised.CODE).toBe(CODES.beyondOwnRights.code)
      const own = { AccountID: keeper.accountId, RoleID }
      expect((await app.send(updateUserAccount, own, keeper.token)).CODE).toBe(CODES.ownAccount.code)
    })

    it('who is bound to regions: no regions but those, and nothing of accounts elsewhere', async () => {
      const company = await app.company()
      const [north, south] = [await app.region(company), await app.region(company)]
      const keeper = await app.account(company, { ...KEEPER, deviceManger: ['addGroup'] }, [north])
      const southern = await app.account(company, {}, [south])
      const everywhere = await app.account(company, {})
      const northern = await app.account(company, {}, [north])
      expect((await listed(keeper.token)).List.map((it) => it.AccountID).toSorted()).toEqual(
        [keeper.accountId, northern.accountId].toSorted(),
      )
      for (const { accountId: AccountID } of [southern, everywhere])
        expect((await app.send(resetDefaultPassword, { AccountID }, keeper.token)).CODE).toBe(
          CODES.noDataAuthority.code,
        )
      const AccountID = northern.accountId
      const bind = (regions: object) => app.send(joinGroups, { AccountID, ...regions }, keeper.token)
      const all = await bind({ AllRegions: true })
      expect(all).toMatchObject({ CODE: CODES.beyondOwnRights.code, BODY: { Missing: ['AllRegions'] } })
      const elsewhere = await bind({ AllRegions: false, GIDs: [north, south] })
      expect(elsewhere.CODE).toBe(CODES.noDataAuthority.code)
      const { GID } = await app.ask(createGroup, { ParentGID: north, GroupName: 'x' }, keeper.token)
      expect((await bind({ AllRegions: false, GIDs: [GID] })).CODE).toBe('200')
    })

    it('who sees regions without what is built below later gives no more than that', async () => {
      const company = await app.company()
      const north = await app.region(company)
      const keeper = await app.account(company, KEEPER)
      const clerk = await app.account(company, {}, [north])
      const exact = { AllRegions: false, GIDs: [north], Future: false }
      await app.ask(joinGroups, { AccountID: keeper.accountId, ...exact }, company.token)
      const body = { AccountID: clerk.accountId, AllRegions: false, GIDs: [north] }
      const more = await app.send(joinGroups, { ...body, Future: true }, keeper.token)
      expect(more).toMatchObject({ CODE: CODES.beyondOwnRights.code, BODY: { Missing: ['Future'] } })
      expect((await app.send(joinGroups, { ...body, Future: false }, keeper.token)).CODE).toBe('200')
    })
  })

  it('are exported as the filter leaves them, and no cell is a formula', async () => {
    const company = await app.company()
    const RoleID = await roleOf(company, [])
    const Name = '=HYPERLINK("http://x","<&>")'
    await app.ask(addAccount, { Account: 'evil', Name, RoleID, Phone: '+49 30 1234567' }, company.token)
    const body = { Sort: 'Account', Order: 'asc', Language: 'zh-cn' } as const
    const { FileName, File } = await app.ask(accountListExport, body, company.token)
    expect(FileName).toMatch(/\.xlsx$/)
    const rows = sheetIn(Buffer.from(File, 'base64'))
    expect(rows[0]?.slice(0, 3)).toEqual(['账号', '姓名', '手机号'])
    expect(rows).toHaveLength(3)
    expect(rows[2]?.slice(0, 3)).toEqual([`${company.code}_evil`, Name, '+49 30 1234567'])
    const filtered = await app.ask(accountListExport, { ...body, Keyword: 'nobody at all' }, company.token)
    expect(sheetIn(Buffer.from(filtered.File, 'base64'))).toHaveLength(1)
  })
})
