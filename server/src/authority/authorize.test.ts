/** The rules of `authorize` on a real database, below HTTP: what each kind of caller gets of each kind of object. */
import { Refusal } from '@vedette/contract/codes'
import type { ObjectRef } from '@vedette/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../testing/app.ts'
import { engines } from '../testing/storage.ts'
import { enforce, type CheckedCall, type Verdict } from './authorize.ts'
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

/** How an object is checked for who is bound to the north, and for the administrator. */
type Row = readonly [ObjectRef, 'seen' | 'region' | 'unknown', 'seen' | 'unknown']

describe.each(engines)('the rules on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let boss: Principal
  let watcher: Principal
  let editor: Principal
  let inNorth: Principal
  /** Bound to the north without what is below it. */
  let inNorthAlone: Principal | undefined
  let north: string
  let below: string
  let foreigner: string
  let rows: Row[]
  // Once for all: what is checked here only reads.
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    const other = await app.company()
    const { storage, authority } = app.platform
    const principalOf = async ({ token }: { token: string }) => authority.authenticate(token)
    boss = await principalOf(company)
    watcher = await principalOf(await app.account(company, { replay: [] }))
    editor = await principalOf(await app.account(company, { deviceManger: ['edit'] }))
    north = await app.region(company)
    const south = await app.region(company)
    below = await app.region(company, north)
    const bound = await app.account(company, { deviceManger: ['add'] }, [north])
    const inBoth = await app.account(company, {}, [north, south])
    const foreign = await app.account(other, {}, [other.rootGid])
    const alone = await app.account(company, {}, [north])
    await storage.write([
      storage.db
        .updateTable('account_region')
        .set({ has_below: 0 })
        .where('account_id', '=', alone.accountId),
    ])
    inNorth = await principalOf(bound)
    inNorthAlone = await authority.principalOfAccount(
      { id: company.companyId, code: company.code },
      alone.accountId,
    )
    foreigner = other.accountId
    rows = [
      [{ kind: 'device', id: await app.device(company, below) }, 'seen', 'seen'],
      [{ kind: 'device', id: await app.device(company, south) }, 'region', 'seen'],
      [{ kind: 'device', id: await app.device(other) }, 'unknown', 'unknown'],
      [{ kind: 'device', id: 'NO-SUCH-DEVICE' }, 'unknown', 'unknown'],
      [{ kind: 'region', id: below }, 'seen', 'seen'],
      [{ kind: 'region', id: south }, 'region', 'seen'],
      [{ kind: 'region', id: company.rootGid }, 'region', 'seen'],
      [{ kind: 'region', id: other.rootGid }, 'unknown', 'unknown'],
      [{ kind: 'account', id: bound.accountId }, 'seen', 'seen'],
      [{ kind: 'account', id: inBoth.accountId }, 'region', 'seen'],
      [{ kind: 'account', id: watcher.accountId }, 'region', 'seen'],
      [{ kind: 'account', id: foreign.accountId }, 'unknown', 'unknown'],
      [{ kind: 'role', id: bound.roleId }, 'seen', 'seen'],
      [{ kind: 'role', id: foreign.roleId }, 'unknown', 'unknown'],
    ]
  })
  afterAll(() => app.close())

  const check = (principal: Principal | undefined, call: CheckedCall, objects: readonly ObjectRef[] = []) =>
    app.platform.authority.check(principal, call, objects)
  const admitted = { kind: 'admitted' }

  it('admit anybody to what is public, and nobody else to anything', async () => {
    expect(await check(undefined, { ...CALL, access: 'public' })).toEqual(admitted)
    for (const access of ['session', 'administrator', CALL.access] as const)
      expect(await check(undefined, { ...CALL, access })).toEqual({ kind: 'nobody' })
  })

  it('admit who holds any of the grants, and tell the others which they lack', async () => {
    expect(await check(watcher, CALL)).toEqual(admitted)
    expect(await check(editor, CALL)).toEqual(admitted)
    expect(await check(inNorth, CALL)).toEqual({ kind: 'lacksGrant', grants: CALL.access })
    for (const access of ['session', 'public'] as const)
      expect(await check(inNorth, { ...CALL, access })).toEqual(admitted)
  })

  it('admit to what is for administrators full ones alone who see all regions', async () => {
    const call = { ...CALL, access: 'administrator' } as const
    expect(await check(boss, call)).toEqual(admitted)
    const refused = { kind: 'lacksGrant', grants: [] }
    expect(await check({ ...boss, regions: new Set([company.rootGid]) }, call)).toEqual(refused)
    expect(await check({ ...boss, roleStatus: 0 }, call)).toEqual(refused)
  })

  it('admit an access token to its calls about its device, and to no other object', async () => {
    const device = await app.device(company, company.rootGid)
    const token = { ...boss, only: { did: device, calls: [CALL.path] } }
    expect(await check(token, CALL, [{ kind: 'device', id: device }])).toEqual(admitted)
    const region = { kind: 'region', id: company.rootGid } as const
    expect(await check(boss, CALL, [region])).toEqual(admitted)
    expect(await check(token, CALL, [{ kind: 'device', id: device }, region])).toEqual({
      kind: 'barred',
      objects: [{ ...region, why: 'unknown' }],
    })
    const other = { ...CALL, path: '/vms/other' } as const
    for (const access of ['session', CALL.access] as const)
      expect(await check(token, { ...other, access })).toEqual({ kind: 'lacksGrant', grants: [] })
  })

  it('refuse a preview what changes anything, and what does not say so', async () => {
    const preview = { ...boss, preview: true }
    const { effect: _, ...unsaid } = CALL
    expect(await check(preview, CALL)).toEqual({ kind: 'preview' })
    expect(await check(preview, unsaid)).toEqual({ kind: 'preview' })
    expect(await check(preview, { ...CALL, inPreview: true })).toEqual(admitted)
    for (const effect of ['reads', 'discloses'] as const)
      expect(await check(preview, { ...CALL, effect })).toEqual(admitted)
  })

  it('check what a public call names like what any other does', async () => {
    const call = { ...READ, access: 'public' } as const
    const own = [{ kind: 'region', id: company.rootGid } as const]
    expect(await check(boss, call, own)).toEqual(admitted)
    expect(await check(undefined, call, own)).toEqual({ kind: 'nobody' })
    expect(await check(inNorth, call, own)).toMatchObject({ kind: 'barred' })
  })

  it('are enforced by a refusal of what is not admitted', async () => {
    const { authority } = app.platform
    await expect(authority.authorize(watcher, CALL, [])).resolves.toBeUndefined()
    await expect(authority.authorize(inNorth, CALL, [])).rejects.toThrow('noPermission')
    await expect(authority.authorize(undefined, CALL, [])).rejects.toThrow('notLoggedIn')
    const object = { kind: 'region', id: company.rootGid } as const
    await expect(authority.authorize(inNorth, READ, [object])).rejects.toThrow('noDataAuthority')
  })

  it('take as many objects as any call needs, and no more', async () => {
    const objects = Array.from({ length: 10_000 }, () => ({ kind: 'region', id: company.rootGid }) as const)
    expect(await check(boss, READ, objects)).toEqual(admitted)
    expect(await check(boss, READ, [...objects, ...objects.slice(0, 1)])).toEqual({ kind: 'tooMany' })
  })

  it.each(['who is bound to a region', 'the administrator'])(
    'bar %s from what is unknown or of another company or region, each for its own reason',
    async (who) => {
      const isBoss = who === 'the administrator'
      const barred = rows.flatMap(([object, why, whyBoss]) => {
        const told = isBoss ? whyBoss : why
        return told === 'seen' ? [] : [{ ...object, why: told }]
      })
      const principal = isBoss ? boss : inNorth
      const objects = rows.map(([object]) => object)
      expect(await check(principal, READ, objects)).toEqual({ kind: 'barred', objects: barred })
      for (const object of objects) {
        const own = barred.filter(({ kind, id }) => kind === object.kind && id === object.id)
        expect(await check(principal, READ, [object])).toEqual(
          own.length > 0 ? { kind: 'barred', objects: own } : admitted,
        )
      }
    },
  )

  it('let who is bound to a region without what is below it see that region alone', async () => {
    expect(await check(inNorthAlone, READ, [{ kind: 'region', id: below }])).toMatchObject({ kind: 'barred' })
    expect(inNorthAlone).toMatchObject({ sessionId: '', epoch: 0, preview: false, roleStatus: 0 })
    expect(inNorthAlone?.regions).toEqual(new Set([north]))
    expect(inNorth.regions).toEqual(new Set([north, below]))
  })

  it('know who an account is as its session does', async () => {
    const { authority } = app.platform
    const asked = { id: company.companyId, code: company.code }
    for (const principal of [boss, watcher, inNorth])
      expect(await authority.principalOfAccount(asked, principal.accountId)).toEqual({
        ...principal,
        sessionId: '',
        epoch: 0,
      })
    expect(await authority.principalOfAccount(asked, foreigner)).toBeUndefined()
  })
})
