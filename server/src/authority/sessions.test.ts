/** Sessions and the principals of theirs on a real database, below HTTP, with a clock that the test moves. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { TestClock } from '../engines/clock.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { bareAccount, bareCompany, bareRole } from '../testing/bare-rows.ts'
import { engines, openTestStorage, type TestStorage } from '../testing/storage.ts'
import { type Authority, createAuthority } from './authority.ts'
import { raiseEpoch } from './epoch.ts'
import { newSession } from './new-session.ts'
import { authorityStore } from './store.ts'
import { hashOfToken, IDLE_MS, LIFETIME_MS, newToken } from './token.ts'

const HOUR_MS = 3_600_000

describe.each(engines)('sessions, below HTTP, on %s', (engine) => {
  let database: TestStorage
  let storage: Storage
  let clock: TestClock
  let authority: Authority
  let heard: string[]
  let errors: unknown[]
  let company: string
  beforeAll(async () => {
    database = await openTestStorage(engine)
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    storage = database.storage
    clock = new TestClock()
    const told: string[] = []
    heard = told
    errors = []
    company = newId()
    authority = machine()
    authority.onSessionEnd((sessionId, end) => told.push(`${end} ${sessionId}`))
    await storage.write([
      bareCompany(storage, company),
      roleRow('role', 0, { replay: [] }),
      accountRow('clerk'),
    ])
  })

  afterEach(() => authority.close())

  let made = 0
  const newId = (): string => `s${++made}`
  const machine = (): Authority => {
    const heardOf = errors
    return createAuthority({
      storage,
      clock,
      variants: ['base'],
      onError: (error) => void heardOf.push(error),
    })
  }

  const roleRow = (id: string, status: number, rights: object) =>
    bareRole(storage, { companyId: company, id, status, rights })
  const accountRow = (id: string) => bareAccount(storage, { companyId: company, id, roleId: 'role' })

  /** A session that has just begun, with its token. */
  async function session(change: object = {}): Promise<{ id: string; token: string }> {
    const [id, token] = [newId(), newToken()]
    await storage.write([
      storage.db.insertInto('session').values({
        company_id: company,
        id,
        token_hash: hashOfToken(token) ?? '',
        account_id: 'clerk',
        created_at: clock.now(),
        last_seen_at: clock.now(),
        expires_at: clock.now() + LIFETIME_MS,
        revoked_at: null,
        address: '198.51.100.1',
        user_agent: '',
        ...change,
      }),
    ])
    return { id, token }
  }

  const lastSeen = async (id: string): Promise<number | undefined> => {
    const [row] = await storage.read(
      storage.db.selectFrom('session').where('id', '=', id).select('last_seen_at'),
    )
    return row?.last_seen_at
  }
  const giveRole = (permissions: object) =>
    storage.write([
      storage.db
        .updateTable('role')
        .set({ permissions: JSON.stringify(permissions) })
        .where('company_id', '=', company)
        .where('id', '=', 'role'),
      raiseEpoch(storage, company),
    ])

  it('tell a token that nobody has from one that has ended', async () => {
    const { token } = await session()
    const revoked = await session({ revoked_at: 1 })
    const expired = await session({ expires_at: clock.now() })
    expect(await authority.authenticate(token)).toMatchObject({ accountId: 'clerk', companyId: company })
    for (const none of [undefined, '', 'x', newToken()])
      await expect(authority.authenticate(none)).rejects.toThrow('notLoggedIn')
    for (const over of [revoked, expired])
      await expect(authority.authenticate(over.token)).rejects.toThrow('tokenExpired')
  })

  it('know who asks by role, company and epoch', async () => {
    const { id, token } = await session()
    expect(await authority.authenticate(token)).toEqual({
      companyId: company,
      companyCode: company.toLowerCase(),
      accountId: 'clerk',
      accountName: 'clerk',
      sessionId: id,
      roleId: 'role',
      roleStatus: 0,
      pages: new Map([['replay', new Set()]]),
      regions: 'all',
      preview: false,
      epoch: 0,
    })
  })

  it('end when they are idle or old, to the millisecond, and at once where they are used', async () => {
    const { id, token } = await session()
    clock.advance(IDLE_MS - 1)
    await authority.authenticate(token)
    clock.advance(IDLE_MS - 1)
    expect(await authority.principalOf(id)).toBeDefined()
    clock.advance(1)
    expect(await authority.principalOf(id)).toBeUndefined()
    await authority.refresh()
    await expect(authority.authenticate(token)).rejects.toThrow('tokenExpired')
    const old = await session({ expires_at: clock.now() + HOUR_MS })
    await authority.authenticate(old.token)
    clock.advance(HOUR_MS - 1)
    expect(await authority.principalOf(old.id)).toBeDefined()
    clock.advance(1)
    expect(await authority.principalOf(old.id)).toBeUndefined()
  })

  it('are counted while they are in use, and forgotten two minutes after', async () => {
    const [one, two] = [await session(), await session()]
    expect(authority.sessionsInUse()).toBe(0)
    await authority.authenticate(one.token)
    await authority.authenticate(two.token)
    await authority.principalOf(two.id)
    expect(authority.sessionsInUse()).toBe(2)
    clock.advance(60_000)
    await authority.close()
    authority.touch(one.id)
    clock.advance(60_000)
    await authority.refresh()
    expect(authority.sessionsInUse()).toBe(2)
    clock.advance(1)
    await authority.refresh()
    expect(authority.sessionsInUse()).toBe(1)
    expect(heard).toEqual([])
  })

  it('write their activity when the machine ends, never backwards', async () => {
    const { id, token } = await session()
    const other = machine()
    clock.advance(5000)
    await other.authenticate(token)
    clock.advance(5000)
    await authority.authenticate(token)
    await authority.close()
    await other.close()
    expect(await lastSeen(id)).toBe(clock.now())
    expect(errors).toEqual([])
  })

  it('stop writing and looking when the machine ends', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    await authority.close()
    const seen = await lastSeen(id)
    await storage.write([storage.db.updateTable('session').set({ revoked_at: 1 }).where('id', '=', id)])
    authority.touch(id)
    for (const ms of [2000, 58_000, 540_000]) {
      clock.advance(ms)
      // Behind whatever was asked of the database meanwhile.
      await storage.write([raiseEpoch(storage, company)])
      await authority.principalOf(id)
      expect(heard).toEqual([])
      expect(await lastSeen(id)).toBe(seen)
    }
  })

  it('write with the next time what they could not, and newer activity as it is', async () => {
    const [idle, active] = [await session(), await session()]
    for (const { token } of [idle, active]) {
      clock.advance(1)
      await authority.authenticate(token)
    }
    const schema = storage.db.schema
    await storage.write([schema.alterTable('session').renameTo('elsewhere')])
    const failed = authority.close().catch((error: unknown) => error)
    // The write is under way.
    await Promise.resolve()
    clock.advance(1)
    authority.touch(active.id)
    expect(await failed).toBeInstanceOf(Error)
    await storage.write([schema.alterTable('elsewhere').renameTo('session')])
    await authority.close()
    expect(await lastSeen(idle.id)).toBe(clock.now() - 2)
    expect(await lastSeen(active.id)).toBe(clock.now())
  })

  it('are kept a day after their end, so that it is still told', async () => {
    const { id, token } = await session({ expires_at: clock.now() })
    clock.advance(24 * HOUR_MS)
    await authority.close()
    await expect(authority.authenticate(token)).rejects.toThrow('tokenExpired')
    clock.advance(1)
    await authority.close()
    await expect(authority.authenticate(token)).rejects.toThrow('notLoggedIn')
    expect(await lastSeen(id)).toBeUndefined()
  })

  it('that are ended here are told here at once, their previews too, and no others', async () => {
    const own = await session()
    const preview = await session({ preview_of: own.id })
    const beside = await session()
    for (const { token } of [own, preview, beside]) await authority.authenticate(token).catch(() => undefined)
    await authority.revokeSession(company, own.id)
    expect(heard.toSorted()).toEqual([`revoked ${own.id}`, `revoked ${preview.id}`].toSorted())
    await expect(authority.authenticate(own.token)).rejects.toThrow('tokenExpired')
    expect(await authority.principalOf(beside.id)).toBeDefined()
    await authority.revokeSession(newId(), beside.id)
    expect(await authority.principalOf(beside.id)).toBeDefined()
  })

  it('of an account end all at once, each told once, and those of other accounts stay', async () => {
    await storage.write([accountRow('other')])
    const own = [await session(), await session()]
    const over = await session({ revoked_at: 1 })
    const other = await session({ account_id: 'other' })
    await authority.revokeAccount(newId(), 'clerk')
    expect(heard).toEqual([])
    await authority.revokeAccount(company, 'clerk')
    expect(heard.toSorted()).toEqual(own.map(({ id }) => `revoked ${id}`).toSorted())
    expect(heard).not.toContain(`revoked ${over.id}`)
    expect(await authority.principalOf(other.id)).toBeDefined()
  })

  it('end when the account is disabled, which is told once', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    const account = storage.db
      .updateTable('account')
      .where('company_id', '=', company)
      .where('id', '=', 'clerk')
    await storage.write([account.set({ disabled: 1 })])
    await authority.refresh()
    expect(heard).toEqual([`revoked ${id}`])
    await authority.refresh()
    expect(heard).toHaveLength(1)
    await storage.write([account.set({ disabled: 0 })])
    expect(await authority.principalOf(id)).toBeDefined()
  })

  it('are told to the other listeners when one fails, and its error is heard', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    const late: string[] = []
    const stop = authority.onSessionEnd(() => {
      throw new Error('a listener with a bug')
    })
    authority.onSessionEnd((sessionId) => late.push(sessionId))
    await authority.revokeSession(company, id)
    expect([heard, late]).toEqual([[`revoked ${id}`], [id]])
    expect(errors).toEqual([new Error('a listener with a bug')])
    stop()
    await authority.revokeSession(company, id)
    expect(errors).toHaveLength(1)
  })

  it('of a session whose row is gone has expired', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    await storage.write([storage.db.deleteFrom('session').where('id', '=', id)])
    await authority.refresh()
    expect(heard).toEqual([`expired ${id}`])
  })

  it('go on with other rights and tell so once, for each kind of change', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    const db = storage.db
    const account = db.updateTable('account').where('company_id', '=', company).where('id', '=', 'clerk')
    const role = db.updateTable('role').where('company_id', '=', company).where('id', '=', 'role')
    const rights = (permissions: object) => role.set({ permissions: JSON.stringify(permissions) })
    const region = (region_id: string) => [
      db
        .insertInto('region')
        .values({ company_id: company, id: region_id, parent_id: null, name: region_id, position: 0 }),
      db
        .insertInto('region_closure')
        .values({ company_id: company, ancestor_id: region_id, descendant_id: region_id, depth: 0 }),
      db.insertInto('account_region').values({ company_id: company, account_id: 'clerk', region_id }),
    ]
    const changes = [
      [rights({ replay: [], deviceManger: ['add'] })],
      [rights({ replay: [], deviceManger: ['edit'] })],
      [rights({ replay: [], deviceManger: ['edit', 'add'] })],
      [rights({ replay: [], alarmManger: [] })],
      [rights({ replay: [] })],
      [account.set({ all_regions: 0 })],
      region('north'),
      region('south'),
      [account.set({ all_regions: 1 })],
      [roleRow('same', 0, { replay: [] }), account.set({ role_id: 'same' })],
      [
        db
          .updateTable('role')
          .set({ role_status: 1 })
          .where('company_id', '=', company)
          .where('id', '=', 'same'),
      ],
    ]
    for (const [at, change] of changes.entries()) {
      await storage.write([...change, raiseEpoch(storage, company)])
      await authority.refresh()
      expect(heard).toHaveLength(at + 1)
      await storage.write([raiseEpoch(storage, company)])
      await authority.refresh()
    }
    expect(new Set(heard)).toEqual(new Set([`rights ${id}`]))
    expect(heard).toHaveLength(changes.length)
  })

  it('see a change with the next call, and not before the epoch says so', async () => {
    const { token } = await session()
    await authority.authenticate(token)
    await storage.write([
      storage.db.updateTable('role').set({ permissions: '{}' }).where('company_id', '=', company),
    ])
    expect((await authority.authenticate(token)).pages.size).toBe(1)
    await storage.write([raiseEpoch(storage, company)])
    const now = await authority.authenticate(token)
    expect([now.pages.size, now.epoch]).toEqual([0, 1])
    expect(await authority.authenticate(token)).toBe(now)
  })

  describe('that are previews', () => {
    const makerRights = { roleManger: [], replay: [], deviceManger: ['add'] }

    it('have the rights of the role and the regions of their maker, and end with his session', async () => {
      await giveRole(makerRights)
      await storage.write([roleRow('looked', 0, { deviceManger: ['add'] })])
      const own = await session()
      const [id, token] = [newId(), newToken()]
      const begun = {
        id,
        tokenHash: hashOfToken(token) ?? '',
        accountId: 'clerk',
        createdAt: clock.now(),
        expiresAt: clock.now() + HOUR_MS,
        address: '198.51.100.1',
        userAgent: '',
        preview: { roleId: 'looked', of: own.id },
      }
      await storage.write([newSession(storage, company, begun)])
      expect(await authority.authenticate(token)).toMatchObject({
        accountId: 'clerk',
        roleId: 'looked',
        roleStatus: 0,
        pages: new Map([['deviceManger', new Set(['add'])]]),
        regions: 'all',
        preview: true,
      })
      await authority.revokeSession(company, own.id)
      await expect(authority.authenticate(token)).rejects.toThrow('tokenExpired')
    })

    it('end when the role is gone, is larger than the maker, or he may not look at roles', async () => {
      await giveRole(makerRights)
      await storage.write([
        roleRow('looked', 0, { replay: [] }),
        roleRow('larger', 0, { replay: [], alarmManger: [] }),
        roleRow('full', 1, {}),
      ])
      for (const preview_role_id of ['larger', 'full', 'gone']) {
        const { token } = await session({ preview_role_id })
        await expect(authority.authenticate(token)).rejects.toThrow('tokenExpired')
      }
      const { id, token } = await session({ preview_role_id: 'looked' })
      await authority.authenticate(token)
      await giveRole({ replay: [] })
      await authority.refresh()
      expect(heard).toEqual([`revoked ${id}`])
      await expect(authority.authenticate(token)).rejects.toThrow('tokenExpired')
    })
  })

  it('of more than a statement can name are all found', async () => {
    const ids = await Promise.all(Array.from({ length: 3 }, async () => (await session()).id))
    const asked = [...ids.slice(0, 1), ...Array.from({ length: 998 }, newId), ...ids.slice(1)]
    const rows = await authorityStore(storage).sessionsById(asked)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('write their activity every minute and look for what ended every two seconds', async () => {
    const { id, token } = await session()
    await authority.authenticate(token)
    clock.advance(60_000)
    await expect.poll(() => lastSeen(id), { timeout: 60_000 }).toBe(clock.now() - 60_000)
    const doomed = await session()
    await authority.authenticate(doomed.token)
    await storage.write([
      storage.db.updateTable('session').set({ revoked_at: 1 }).where('id', '=', doomed.id),
    ])
    clock.advance(2000)
    await expect.poll(() => heard, { timeout: 60_000 }).toEqual([`revoked ${doomed.id}`])
    expect(errors).toEqual([])
  })
})
