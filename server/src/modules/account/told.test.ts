/** What lists, workbooks and the log tell of accounts, word for word. */
import {
  accountList,
  addAccount,
  joinGroups,
  resetDefaultPassword,
  updateAccountInfo,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { auditList } from '@vedette/contract/calls/audit'
import { getGroupList } from '@vedette/contract/calls/group'
import { login } from '@vedette/contract/calls/user'
import { CODES, Refusal } from '@vedette/contract/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { accountWorkbook, MAX_ROWS } from './workbook.ts'

describe.each(engines)('what is told of accounts on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())
  beforeEach(async () => {
    company = await app.company()
  })

  const list = (body = {}, of = company) => app.ask(accountList, { PageSize: 100, ...body }, of.token)
  const found = async (id: string) => (await list()).List.find((it) => it.AccountID === id)
  const details = async (Path: string) =>
    (await app.ask(auditList, { Paths: [Path] }, company.token)).List.map((it) => it.Details)

  it('is each of its facts', async () => {
    const north = await app.region(company)
    const { roleId: RoleID } = await app.account(company, { replay: [] })
    const Phone = '+49 30 7654321'
    const body = { Account: 'Door.Man', Name: 'Door', Phone, Email: 'door@example.com', RoleID }
    const { AccountID } = await app.ask(addAccount, body, company.token)
    const plain = {
      AccountID,
      Account: `${company.code}_door.man`,
      Name: 'Door',
      Phone,
      Email: 'door@example.com',
      RoleID,
      RoleName: expect.stringMatching(/^Role /),
      RoleStatus: 0,
      CreateTime: app.clock.now(),
      Disabled: false,
      HasSecondFactor: false,
      AllRegions: true,
      GIDs: [],
      Future: true,
      Manageable: true,
      Self: false,
      Outer: false,
      InvitedUntil: 0,
    }
    expect(await found(AccountID)).toEqual(plain)
    await app.ask(updateAccountInfo, { AccountID, Name: 'D', Phone: '', Email: '' }, company.token)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    const bound = { AllRegions: false, GIDs: [north], Future: false }
    await app.ask(joinGroups, { AccountID, ...bound }, company.token)
    const changed = { ...plain, Name: 'D', Phone: '', Email: '', Disabled: true }
    expect(await found(AccountID)).toEqual({ ...changed, ...bound })
    await app.ask(joinGroups, { AccountID, ...bound, Future: true }, company.token)
    expect(await found(AccountID)).toEqual({ ...changed, ...bound, Future: true })
    await app.ask(joinGroups, { AccountID, AllRegions: true }, company.token)
    expect(await found(AccountID)).toEqual(changed)
    expect(await details(addAccount.path)).toEqual([{ name: 'door.man', regions: 'all' }])
    expect(await details(updateAccountInfo.path)).toEqual([{ name: 'D' }])
    expect(await details(updateUserAccount.path)).toEqual([{ state: 'disabled' }])
    expect((await details(joinGroups.path)).map(({ regions }) => regions)).toEqual([
      'all',
      'withFuture',
      'some',
    ])
  })

  it('comes page by page, and of one role alone where that is asked', async () => {
    const own = await app.company()
    const clerks = [await app.account(own, {}), await app.account(own, {})]
    const page = async (Page: number) =>
      (await list({ Page, PageSize: 2, Sort: 'CreateTime', Order: 'asc' }, own)).List.length
    expect([await page(1), await page(2), await page(3)]).toEqual([2, 1, 0])
    const [first] = clerks
    const ofRole = await list({ RoleID: first?.roleId }, own)
    expect([ofRole.Total, ...ofRole.List.map((it) => it.AccountID)]).toEqual([1, first?.accountId])
  })

  it('is nothing new where nothing changes, which people may also ask of their own account', async () => {
    const own = { AccountID: company.accountId }
    const RoleID = (await found(company.accountId))?.RoleID ?? ''
    for (const same of [{ RoleID }, { Disabled: false }, { RoleID, Disabled: false }, {}])
      expect((await app.send(updateUserAccount, { ...own, ...same }, company.token)).CODE).toBe('200')
    expect((await app.send(updateUserAccount, { ...own, Disabled: true }, company.token)).CODE).toBe(
      CODES.ownAccount.code,
    )
  })

  it('is where an account comes from, and that nobody here has its password', async () => {
    const { accountId: AccountID } = await app.account(company, {})
    const { storage } = app.platform
    const outer = storage.db.updateTable('account').set({ admin_role: 1, password_hash: null })
    await storage.write([outer.where('company_id', '=', company.companyId).where('id', '=', AccountID)])
    expect(await found(AccountID)).toMatchObject({ Outer: true })
    expect(await app.send(resetDefaultPassword, { AccountID }, company.token)).toEqual({
      CODE: CODES.unavailable.code,
      BODY: {
        Field: 'AccountID',
        Reason: expect.stringContaining('OpenID Connect'),
        Word: 'outerAccount',
        Values: { Name: 'OpenID Connect' },
      },
    })
  })

  it('is a password that opens the way to an own one', async () => {
    const { accountId: AccountID, name } = await app.account(company, {})
    const { Password } = await app.ask(resetDefaultPassword, { AccountID }, company.token)
    const reply = await app.ask(login, { EnterpriseCode: company.code, Account: name, Password })
    expect(reply).toMatchObject({ CompanyInfos: [], Challenge: { Kind: 'newPassword' } })
    expect((await app.login(company.code, name, PASSWORD)).CODE).toBe(CODES.wrongPassword.code)
  })

  it('is every region, those of later included, for who is bound to none', async () => {
    const clerk = await app.account(company, { realTimeVideo: [] }, [await app.region(company)])
    await app.ask(joinGroups, { AccountID: clerk.accountId, AllRegions: true }, company.token)
    const later = await app.region(company, await app.region(company))
    expect(JSON.stringify(await app.ask(getGroupList, {}, clerk.token))).toContain(later)
  })

  it('is as many rows as a workbook holds, and no more', async () => {
    const [account] = (await list()).List
    if (!account) throw new Error('the company has an administrator')
    const many = (length: number) => Array.from({ length }, () => account)
    expect(accountWorkbook(many(MAX_ROWS), 'en').rows).toHaveLength(20_000)
    expect(() => accountWorkbook(many(MAX_ROWS + 1), 'en')).toThrow(
      new Refusal('tooLarge', { Limit: MAX_ROWS }),
    )
    const wide = (language: 'en' | 'zh-cn') =>
      accountWorkbook([], language).columns.flatMap(({ head, width }) => (width === 20 ? [head] : []))
    expect(wide('en')).toEqual(['Created (UTC)'])
    expect(wide('zh-cn')).toEqual(['创建时间（UTC）'])
  })
})
