/** The rules of `authorize` on a real database, below HTTP: what each kind of caller gets of each kind of object. */
import { Refusal } from '@vedette/contract/codes'
import type { ObjectRef } from '@vedette/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'
import { enforce, type JudgedCall, type Verdict } from './authorize.ts'
import type { Principal } from './principal.ts'

const CALL = { path: '/vms/x/y', access: ['replay', 'deviceManger.edit'], effect: 'changes' } as const
const READ = { ...CALL, access: 'session', effect: 'reads' } as const

const REFUSALS: readonly (readonly [Verdict, Refusal])[] = [
  [{ kind: 'nobody' }, new Refusal('notLoggedIn')],
  [{ kind: 'preview' }, new Refusal('previewOnly')],
  [{ kind: 'lacksGrant', grants: ['replay'] }, new Refusal('noPermission')],
  [{ kind: 'tooMany' }, new Refusal('tooLarge', { Limit: 10_000 })],
  [{ kind: 'barred', objects: [] }, new Refusal('noDataAuthority')],
]

describe('a verdict', () => {
  it.each(REFUSALS)('%j is told as a refusal of its own', (verdict, refusal) => {
    expect(() => enforce(verdict)).toThrow(refusal)
    expect(() => enforce(verdict)).toThrow(
      expect.objectContaining({ name: refusal.name, body: refusal.body }),
    )
  })

  it('that admits is told by silence', () => {
    expect(() => enforce({ kind: 'admitted' })).not.toThrow()
  })
})

describe.each(engines)('the rules on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let other: TestCompany
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    other = await app.company()
  })
  afterAll(() => app.close())

  const principalOf = (token: string) => app.platform.authority.authenticate(token)
  const judge = (principal: Principal | undefined, call: JudgedCall, objects: readonly ObjectRef[] = []) =>
    app.platform.authority.judge(principal, call, objects)
  const admitted = { kind: 'admitted' }

  it('admit anybody to what is public, and nobody else to anything', async () => {
    expect(await judge(undefined, { ...CALL, access: 'public' })).toEqual(admitted)
    for (const access of ['session', 'administrator', CALL.access] as const)
      expect(await judge(undefined, { ...CALL, access })).toEqual({ kind: 'nobody' })
  })

  it('admit who holds any of the grants, and tell the others which they lack', async () => {
    const watcher = await principalOf((await app.account(company, { replay: [] })).token)
    const editor = await principalOf((await app.account(company, { deviceManger: ['edit'] })).token)
    const clerk = await principalOf((await app.account(company, { deviceManger: ['add'] })).token)
    expect(await judge(watcher, CALL)).toEqual(admitted)
    expect(await judge(editor, CALL)).toEqual(admitted)
    expect(await judge(clerk, CALL)).toEqual({ kind: 'lacksGrant', grants: CALL.access })
    for (const access of ['session', 'public'] as const)
      expect(await judge(clerk, { ...CALL, access })).toEqual(admitted)
  })

  it('admit to what is for administrators full ones alone who see all regions', async () => {
    const call = { ...CALL, access: 'administrator' } as const
    const boss = await principalOf(company.token)
    expect(await judge(boss, call)).toEqual(admitted)
    const refused = { kind: 'lacksGrant', grants: [] }
    expect(await judge({ ...boss, regions: new Set([company.rootGid]) }, call)).toEqual(refused)
    expect(await judge({ ...boss, roleStatus: 0 }, call)).toEqual(refused)
  })

  it('refuse a preview what changes anything, and what does not say so', async () => {
    const preview = { ...(await principalOf(company.token)), preview: true }
    const { effect: _, ...unsaid } = CALL
    expect(await judge(preview, CALL)).toEqual({ kind: 'preview' })
    expect(await judge(preview, unsaid)).toEqual({ kind: 'preview' })
    expect(await judge(preview, { ...CALL, inPreview: true })).toEqual(admitted)
    for (const effect of ['reads', 'discloses'] as const)
      expect(await judge(preview, { ...CALL, effect })).toEqual(admitted)
  })

  it('judge as many objects as any call needs, and no more', async () => {
    const boss = await principalOf(company.token)
    const objects = Array.from({ length: 10_000 }, () => ({ kind: 'region', id: company.rootGid }) as const)
    expect(await judge(boss, READ, objects)).toEqual(admitted)
    expect(await judge(boss, READ, [...objects, ...objects.slice(0, 1)])).toEqual({ kind: 'tooMany' })
  })

  it('bar what is unknown, of another company or of other regions, each object for its own reason', async () => {
    const [north, south] = [await app.region(company), await app.region(company)]
    const below = await app.region(company, north)
    const device = { north: await app.device(company, below), south: await app.device(company, south) }
    const inNorth = await app.account(company, {}, [north])
    const inBoth = await app.account(company, {}, [north, south])
    const everywhere = await app.account(company, {})
    const foreign = await app.account(other, {}, [other.rootGid])
    const [boss, clerk] = [await principalOf(company.token), await principalOf(inNorth.token)]
    const rows: [ObjectRef, 'seen' | 'region' | 'unknown', 'seen' | 'unknown'][] = [
      [{ kind: 'device', id: device.north }, 'seen', 'seen'],
      [{ kind: 'device', id: device.south }, 'region', 'seen'],
      [{ kind: 'device', id: await app.device(other) }, 'unknown', 'unknown'],
      [{ kind: 'device', id: 'NO-SUCH-DEVICE' }, 'unknown', 'unknown'],
      [{ kind: 'region', id: below }, 'seen', 'seen'],
      [{ kind: 'region', id: south }, 'region', 'seen'],
      [{ kind: 'region', id: company.rootGid }, 'region', 'seen'],
      [{ kind: 'region', id: other.rootGid }, 'unknown', 'unknown'],
      [{ kind: 'account', id: inNorth.accountId }, 'seen', 'seen'],
      [{ kind: 'account', id: inBoth.accountId }, 'region', 'seen'],
      [{ kind: 'account', id: everywhere.accountId }, 'region', 'seen'],
      [{ kind: 'account', id: foreign.accountId }, 'unknown', 'unknown'],
      [{ kind: 'role', id: inNorth.roleId }, 'seen', 'seen'],
      [{ kind: 'role', id: foreign.roleId }, 'unknown', 'unknown'],
    ]
    const objects = rows.map(([object]) => object)
    for (const [at, principal] of [clerk, boss].entries()) {
      const barred = rows.flatMap((row) => {
        const why = row[at === 0 ? 1 : 2]
        return why === 'seen' ? [] : [{ ...row[0], why }]
      })
      expect(await judge(principal, READ, objects)).toEqual({ kind: 'barred', objects: barred })
      for (const object of objects) {
        const own = barred.filter(({ kind, id }) => kind === object.kind && id === object.id)
        expect(await judge(principal, READ, [object])).toEqual(
          own.length > 0 ? { kind: 'barred', objects: own } : admitted,
        )
      }
    }
  })

  it('let who is bound to a region without what is below it see that region alone', async () => {
    const north = await app.region(company)
    const below = await app.region(company, north)
    const { accountId, token } = await app.account(company, {}, [north])
    const { storage } = app.platform
    await storage.write([
      storage.db.updateTable('account_region').set({ has_below: 0 }).where('account_id', '=', accountId),
    ])
    const principal = { ...(await principalOf(token)), regions: new Set([north]) }
    const ofAccount = await app.platform.authority.principalOfAccount(
      { id: company.companyId, code: company.code },
      accountId,
    )
    expect(ofAccount).toEqual({ ...principal, sessionId: '', epoch: 0 })
    expect(await judge(ofAccount, READ, [{ kind: 'region', id: below }])).toMatchObject({ kind: 'barred' })
  })

  it('know of an account that is not there nobody', async () => {
    const { authority } = app.platform
    const { companyId: id, code } = company
    expect(await authority.principalOfAccount({ id, code }, other.accountId)).toBeUndefined()
  })
})
