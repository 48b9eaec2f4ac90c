import {
  addAccount,
  deleteAccountList,
  joinGroups,
  resetDefaultPassword,
  updateUserAccount,
} from '@vedette/contract/calls/account'
import { auditExport, auditList } from '@vedette/contract/calls/audit'
import { deviceList } from '@vedette/contract/calls/device'
import { updateDeviceAlias } from '@vedette/contract/calls/device-edit'
import { createGroup } from '@vedette/contract/calls/group'
import { linkCompany, twoFactorBegin, twoFactorConfirm } from '@vedette/contract/calls/own-account'
import { loginSecondFactor } from '@vedette/contract/calls/login-steps'
import { login, logout } from '@vedette/contract/calls/user'
import { newRole, roleList, updateRole } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { authenticatorOf } from '../../testing/authenticator.ts'
import { sheetIn } from '../../testing/read-sheet.ts'
import { engines } from '../../testing/storage.ts'
import { AuditLog } from './audit-log.ts'
import { auditStore } from './store.ts'
import { verifyAudit } from './verify.ts'

describe.each(engines)('the audit log on %s', (engine) => {
  let app: TestApp
  /** Lets the handler of `createGroup` go on, where a test made it wait. */
  let held: PromiseWithResolvers<void> | undefined
  beforeAll(async () => {
    app = await startTestApp({
      engine,
      overrides: {
        routes: (routes) =>
          routes.map((route) =>
            route.call === createGroup
              ? {
                  ...route,
                  prepare(body, files) {
                    const { objects, run } = route.prepare(body, files)
                    return {
                      objects,
                      run: async (...who) => {
                        await held?.promise
                        return run(...who)
                      },
                    }
                  },
                }
              : route,
          ),
      },
    })
  })
  afterAll(() => app.close())

  const entries = async (company: TestCompany, body = {}) =>
    (await app.ask(auditList, { PageSize: 500, ...body }, company.token)).List
  const paths = async (company: TestCompany, body = {}): Promise<string[]> =>
    (await entries(company, body)).map((it) => it.Path)

  it('has who did what to whom, from where, and how it ended; what only reads is not in it', async () => {
    const company = await app.company()
    const clerk = await app.account(company, { accountManger: ['resetPassword'], replay: [] })
    const AccountID = clerk.accountId
    await app.send(resetDefaultPassword, { AccountID }, company.token, '203.0.113.9')
    await app.ask(deviceList, {}, company.token)
    const [entry] = await entries(company, { Paths: [resetDefaultPassword.path] })
    expect(entry).toMatchObject({
      Account: `${company.code}_boss`,
      AccountID: company.accountId,
      Address: '203.0.113.9',
      Targets: [{ Kind: 'account', ID: AccountID, Name: clerk.name }],
      Count: 1,
      Outcome: 'done',
      Code: '',
    })
    expect(await paths(company)).not.toContain(deviceList.path)
    const token = await app.tokenOf(company.code, 'boss')
    expect(await paths({ ...company, token }, { Paths: [login.path] })).toContain(login.path)
  })

  it('names what a role gained and lost', async () => {
    const company = await app.company()
    const permissions = [{ pageKey: 'replay' }, { pageKey: 'deviceMap' }]
    const { id } = await app.ask(newRole, { RoleName: 'Guards', permissions }, company.token)
    const changed = [{ pageKey: 'replay' }, { pageKey: 'albumManager', feature: [{ key: 'delete' }] }]
    await app.ask(updateRole, { id, permissions: changed }, company.token)
    const [entry] = await entries(company, { Paths: [updateRole.path] })
    expect(entry?.Targets).toEqual([{ Kind: 'role', ID: id, Name: 'Guards' }])
    expect(entry?.Details).toEqual({
      gained: ['albumManager', 'albumManager.delete'],
      lost: ['deviceMap'],
    })
  })

  it('names what was made, and says which regions and which bar an account got', async () => {
    const company = await app.company()
    const { roleId: RoleID } = await app.account(company, {})
    const region = { ParentGID: company.rootGid, GroupName: 'Yard' }
    const { GID } = await app.ask(createGroup, region, company.token)
    const account = { Account: 'gate.keeper', Name: 'G', RoleID, AllRegions: false, GIDs: [GID] }
    const { AccountID } = await app.ask(addAccount, account, company.token)
    await app.ask(joinGroups, { AccountID, AllRegions: true }, company.token)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    const told = async (path: string) => (await entries(company, { Paths: [path] }))[0]?.Details
    expect(await told(createGroup.path)).toEqual({ name: 'Yard' })
    expect(await told(addAccount.path)).toEqual({ name: 'gate.keeper', regions: 'withFuture' })
    expect(await told(joinGroups.path)).toEqual({ regions: 'all' })
    expect(await told(updateUserAccount.path)).toEqual({ state: 'disabled' })
  })

  it('has what was done with one device, and nothing of those that are called like it', async () => {
    const company = await app.company()
    const did = await app.device(company)
    const other = await app.device(company)
    await app.ask(updateDeviceAlias, { DID: other, Alias: did }, company.token)
    await app.ask(updateDeviceAlias, { DID: did, Alias: '"id":"x"' }, company.token)
    await app.ask(createGroup, { ParentGID: company.rootGid, GroupName: `"id":"${did}"` }, company.token)
    const about = async (DID: string) =>
      (await entries(company, { DID, Paths: [updateDeviceAlias.path, createGroup.path] })).map(
        ({ Targets }) => Targets.map(({ ID }) => ID),
      )
    expect(await about(did)).toEqual([[did]])
    expect(await about(other)).toEqual([[other]])
    expect(await entries(company, { DID: did, Keyword: 'nothing' })).toEqual([])
  })

  it('outlives what it is about', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    await app.ask(deleteAccountList, { AccountIDs: [clerk.accountId] }, company.token)
    // His log-in is of that name too, and its row waits for nobody.
    const about = { Keyword: clerk.name.toUpperCase(), Paths: [deleteAccountList.path] }
    expect(await entries(company, about)).toMatchObject([{ Targets: [{ Name: clerk.name }] }])
  })

  it('has what was refused, and does not fill up by it', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    for (let i = 0; i < 60; i++)
      expect((await app.send(roleList, {}, clerk.token)).CODE).toBe(CODES.noPermission.code)
    const refused = () => entries(company, { AccountID: clerk.accountId, Outcome: 'refused' })
    await expect.poll(async () => (await refused()).length, { timeout: 60_000 }).toBe(20)
    expect((await refused())[0]).toMatchObject({ Path: roleList.path, Code: CODES.noPermission.code })
    app.clock.advance(10_000)
    await app.send(roleList, {}, clerk.token)
    await expect.poll(async () => (await refused())[0]?.Details, { timeout: 60_000 }).toEqual({ omitted: 40 })
    const wrong = { ParentGID: '01HZZZZZZZZZZZZZZZZZZZZZZZ', GroupName: 'x' }
    await app.send(createGroup, wrong, company.token)
    const code = CODES.noDataAuthority.code
    await expect.poll(async () => (await entries(company))[0]?.Code, { timeout: 60_000 }).toBe(code)
  })

  it('says that an action is unfinished of which nobody tells how it ended', async () => {
    const company = await app.company()
    held = Promise.withResolvers()
    const body = { ParentGID: company.rootGid, GroupName: 'Slow' }
    const answer = app.send(createGroup, body, company.token)
    const outcome = async () => (await entries(company, { Paths: [createGroup.path] }))[0]?.Outcome
    await expect.poll(outcome, { timeout: 60_000 }).toBe('unfinished')
    expect(await entries(company, { Outcome: 'unfinished' })).toHaveLength(1)
    held.resolve()
    held = undefined
    await answer
    expect(await outcome()).toBe('done')
    expect(await entries(company, { Outcome: 'unfinished' })).toEqual([])
    const some = { Paths: [createGroup.path] }
    expect(await entries(company, { ...some, Outcomes: ['unfinished', 'done'] })).toHaveLength(1)
    expect(await entries(company, { ...some, Outcomes: ['refused', 'failed'] })).toEqual([])
  })

  it('is filtered by time, paged, and exported', async () => {
    const company = await app.company()
    for (let i = 0; i < 5; i++) await app.region(company)
    const From = app.clock.now() + 1000
    app.clock.advance(2000)
    for (let i = 0; i < 3; i++) await app.region(company)
    const late = await app.ask(auditList, { From, PageSize: 2, Page: 2 }, company.token)
    expect(late.Total).toBe(3)
    expect(late.List).toHaveLength(1)
    expect(await paths(company, { Until: From, Paths: [createGroup.path] })).toHaveLength(5)
    expect(await paths(company, { Paths: [] })).toEqual([])
    const { File } = await app.ask(auditExport, { From, Language: 'zh-cn' }, company.token)
    const rows = sheetIn(Buffer.from(File, 'base64'))
    expect(rows[0]?.[1]).toBe('账号')
    const onlyMade = { From, Paths: [createGroup.path] }
    const csv = await app.ask(auditExport, { ...onlyMade, Format: 'csv' }, company.token)
    expect(csv.FileName).toMatch(/\.csv$/)
    const lines = Buffer.from(csv.File, 'base64').toString().trimEnd().split('\r\n')
    expect(lines).toHaveLength(1 + 3)
    const made = [createGroup.path, createGroup.path, createGroup.path]
    expect(rows.slice(1).map((row) => row[3])).toEqual(made.map(() => createGroup.title['zh-cn']))
    // What was handed out is on record as soon as it is.
    expect(await paths(company, { From })).toEqual([auditExport.path, auditExport.path, ...made])
  })

  it.each([
    {
      Language: 'en',
      added: 'Name: gate.keeper; Regions: Only the listed regions',
      changed: 'Status: Disabled',
    },
    { Language: 'zh-cn', added: '名称：gate.keeper；区域：仅所列区域', changed: '状态：停用' },
  ] as const)('is exported with details in words: $Language', async ({ Language, added, changed }) => {
    const company = await app.company()
    const { roleId: RoleID } = await app.account(company, {})
    const bar = { AllRegions: false, Future: false, GIDs: [company.rootGid] }
    const account = { Account: 'gate.keeper', Name: 'G', RoleID, ...bar }
    const { AccountID } = await app.ask(addAccount, account, company.token)
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    const Paths = [addAccount.path, updateUserAccount.path]
    const { File } = await app.ask(auditExport, { Language, Paths }, company.token)
    const [, last, first] = sheetIn(Buffer.from(File, 'base64'))
    expect([first?.[7], last?.[7]]).toEqual([added, changed])
  })

  describe('verified', () => {
    const key = Buffer.alloc(32, 7)
    const opened = (made = key) => {
      const { storage } = app.platform
      const store = auditStore(storage)
      return { storage, store, verify: () => verifyAudit(store, made) }
    }
    /** A company whose chain is of a key that the test knows. */
    async function chain(rows: number): Promise<string> {
      const { companyId, code, accountId } = await app.company()
      const { storage, store } = opened()
      await app.platform.authority.refresh()
      await settled(companyId)
      await storage.write([
        storage.db.deleteFrom('audit').where('company_id', '=', companyId),
        storage.db.deleteFrom('audit_head').where('company_id', '=', companyId),
      ])
      const onError = (error: unknown): never => {
        throw error
      }
      const log = new AuditLog({ store, key, clock: app.clock, onError })
      const who = { companyId, companyCode: code, accountId, accountName: 'boss', sessionId: 's' }
      await Promise.all(
        Array.from({ length: rows }, (_, i) =>
          log.seen({ who, path: `/vms/action/${i}`, objects: [], address: '192.0.2.1' }),
        ),
      )
      return companyId
    }
    /** The log-in of its administrator is written down by itself. */
    async function settled(companyId: string): Promise<void> {
      const last = () => opened().store.lastSeq(companyId)
      await expect.poll(last, { timeout: 60_000 }).toBeGreaterThan(0)
    }
    const breachOf = async (companyId: string) =>
      (await opened().verify()).breaches.find((it) => it.companyId === companyId)

    it('is whole as it was written, by many at once', async () => {
      const companyId = await chain(700)
      expect(await breachOf(companyId)).toBeUndefined()
      expect(await opened().store.lastSeq(companyId)).toBe(700)
    })

    it('names the first row that was altered', async () => {
      const companyId = await chain(12)
      const { db } = app.platform.storage
      for (const seq of [9, 5])
        await app.platform.storage.write([
          db
            .updateTable('audit')
            .set({ address: '198.51.100.1' })
            .where('company_id', '=', companyId)
            .where('seq', '=', seq),
        ])
      expect(await breachOf(companyId)).toEqual({ companyId, kind: 'altered', seq: 5 })
    })

    it('names the first row that was removed, and where the last ones were cut off', async () => {
      const { storage } = app.platform
      const { db } = storage
      const removed = await chain(6)
      await storage.write([db.deleteFrom('audit').where('company_id', '=', removed).where('seq', '=', 3)])
      expect(await breachOf(removed)).toMatchObject({ kind: 'removed', seq: 3 })
      const cut = await chain(6)
      await storage.write([db.deleteFrom('audit').where('company_id', '=', cut).where('seq', '>', 4)])
      expect(await breachOf(cut)).toMatchObject({ kind: 'cut', seq: 5 })
      const headless = await chain(6)
      await storage.write([db.deleteFrom('audit_head').where('company_id', '=', headless)])
      expect(await breachOf(headless)).toMatchObject({ kind: 'altered', seq: 1 })
    })

    it('is not deceived by a head that was set back, or rows put behind it', async () => {
      const { storage } = app.platform
      const { db } = storage
      const cut = await chain(6)
      await storage.write([db.deleteFrom('audit').where('company_id', '=', cut).where('seq', '>', 4)])
      const [last] = await storage.read(
        db.selectFrom('audit').where('company_id', '=', cut).where('seq', '=', 4).select('mac'),
      )
      await storage.write([
        db
          .updateTable('audit_head')
          .set({ seq: 4, mac: last?.mac ?? '' })
          .where('company_id', '=', cut),
      ])
      expect(await breachOf(cut)).toMatchObject({ kind: 'altered', seq: 4 })
      const grown = await chain(2)
      const [row] = await storage.read(
        db.selectFrom('audit').where('company_id', '=', grown).where('seq', '=', 2).selectAll(),
      )
      if (row) await storage.write([db.insertInto('audit').values({ ...row, seq: 3 })])
      expect(await breachOf(grown)).toMatchObject({ kind: 'altered', seq: 3 })
    })
  })

  it('has failed log-ins in the log of the company whose account was tried, bounded, without the password', async () => {
    const company = await app.company()
    const wrong = 'Guessed#Password7'
    const tryIn = (account: string, times: number, address: string) =>
      Promise.all(Array.from({ length: times }, () => app.login(company.code, account, wrong, address)))
    await tryIn('nobody', 3, '203.0.113.20')
    await tryIn('BOSS', 1, '203.0.113.21')
    const refused = () => entries(company, { Paths: [login.path], Outcome: 'refused' })
    await expect.poll(refused, { timeout: 60_000 }).toMatchObject([
      {
        Account: `${company.code}_boss`,
        AccountID: company.accountId,
        Address: '203.0.113.21',
        Code: CODES.wrongPassword.code,
      },
    ])
    await tryIn('boss', 30, '203.0.113.22')
    await expect.poll(async () => (await refused()).length, { timeout: 60_000 }).toBe(10)
    // Those who need not be checked any more are often written down before those who are.
    expect((await refused()).map(({ Code }) => Code)).toContain(CODES.tooManyTries.code)
    app.clock.advance(60_000)
    await tryIn('boss', 1, '203.0.113.22')
    await expect.poll(async () => (await refused())[0]?.Details, { timeout: 60_000 }).toEqual({ omitted: 21 })
    const { storage } = app.platform
    const rows = await storage.read(storage.db.selectFrom('audit').selectAll())
    expect(JSON.stringify(rows).toLowerCase()).not.toContain(wrong.toLowerCase())
    expect(await app.tokenOf(company.code, 'boss')).not.toBe('')
  })

  it('has what came through another company: guesses at an account, its link, and log-ins', async () => {
    const [company, through] = [await app.company(), await app.company()]
    const AT = '203.0.113.40'
    const link = (Password: string) =>
      app.send(
        linkCompany,
        { OwnPassword: PASSWORD, EnterpriseCode: company.code, Account: 'boss', Password },
        through.token,
        AT,
      )
    const rows = async ({ path }: { path: string }) =>
      (await entries(company, { Paths: [path] })).filter(({ Address }) => Address === AT)
    const own = { Account: `${company.code}_boss`, AccountID: company.accountId }
    expect((await link('Guessed#Password7')).CODE).toBe(CODES.wrongPassword.code)
    const guess = { ...own, Outcome: 'refused', Code: CODES.wrongPassword.code }
    await expect.poll(() => rows(linkCompany), { timeout: 60_000 }).toMatchObject([guess])
    expect((await link(PASSWORD)).CODE).toBe('200')
    expect(await rows(linkCompany)).toMatchObject([{ ...own, Outcome: 'done' }, guess])
    expect((await app.login(through.code, 'boss', PASSWORD, AT)).CODE).toBe('200')
    await expect
      .poll(() => rows(login), { timeout: 60_000 })
      .toMatchObject([{ ...own, Outcome: 'done', Details: {} }])
  })

  it('has a wrong second factor of who knew the password', async () => {
    const company = await app.company()
    const { Secret: secret } = await app.ask(twoFactorBegin, { Password: PASSWORD }, company.token)
    await app.ask(twoFactorConfirm, { Code: authenticatorOf(secret, app.clock)() }, company.token)
    const names = { EnterpriseCode: company.code, Account: 'boss', Password: PASSWORD }
    const Ticket = (await app.ask(login, names)).Challenge?.Ticket ?? ''
    await app.send(loginSecondFactor, { Ticket, Code: '000000' }, undefined, '203.0.113.30')
    const refused = () => entries(company, { Paths: [loginSecondFactor.path], Outcome: 'refused' })
    await expect
      .poll(refused, { timeout: 60_000 })
      .toMatchObject([{ AccountID: company.accountId, Address: '203.0.113.30', Code: CODES.badInput.code }])
  })

  it('keeps the end of a session', async () => {
    const company = await app.company()
    const clerk = await app.account(company, {})
    await app.ask(logout, {}, clerk.token)
    expect(await paths(company, { AccountID: clerk.accountId })).toContain(logout.path)
  })
})
