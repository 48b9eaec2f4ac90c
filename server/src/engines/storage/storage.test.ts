import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bareAccount, bareCompany, bareRole } from '../../testing/bare-rows.ts'
import { engines, openTestStorage, type TestStorage } from '../../testing/storage.ts'
import { TestClock } from '../clock.ts'
import type { Storage } from './storage.ts'

describe.each(engines)('a storage on %s', (engine) => {
  const clock = new TestClock()
  let opened: TestStorage
  let storage: Storage

  beforeAll(async () => {
    opened = await openTestStorage(engine, { clock })
    storage = opened.storage
  })
  afterAll(() => opened.close())
  beforeEach(() => storage.write([storage.db.deleteFrom('login_attempt')]))

  const insert = (key: string, count = 0) =>
    storage.db.insertInto('login_attempt').values({ key, window_start: 0, count })
  const add = (key: string, count: number) =>
    storage.db
      .updateTable('login_attempt')
      .set((row) => ({ count: row('count', '+', count) }))
      .where('key', '=', key)
  const attempts = () => storage.db.selectFrom('login_attempt').select(['key', 'count']).orderBy('key')
  const keys = async () => (await storage.read(attempts())).map(({ key }) => key)

  test('a write that was answered is seen through another connection', async () => {
    await storage.write([insert('a', 1)])
    const other = await opened.openAnother()
    expect(await other.read(attempts())).toEqual([{ key: 'a', count: 1 }])
    await other.close()
  })

  test('each statement of a unit answers its rows and how many it changed', async () => {
    const [inserted, added, read, deleted] = await storage.write([
      storage.db
        .insertInto('login_attempt')
        .values(['a', 'b', 'c'].map((key) => ({ key, window_start: 0, count: 0 })))
        .returning('key'),
      add('b', 5),
      attempts().where('count', '>', 0),
      storage.db.deleteFrom('login_attempt').where('count', '=', 0),
    ])
    expect(inserted).toEqual({ rows: [{ key: 'a' }, { key: 'b' }, { key: 'c' }], changes: 3 })
    expect(added).toEqual({ rows: [], changes: 1 })
    expect(read.rows).toEqual([{ key: 'b', count: 5 }])
    expect(deleted).toEqual({ rows: [], changes: 2 })
    expect(await keys()).toEqual(['b'])
  })

  test('a unit that fails leaves nothing behind, and those written beside it stay', async () => {
    const outcomes = await Promise.allSettled([
      storage.write([insert('a')]),
      storage.write([insert('b'), insert('c'), insert('b')]),
      storage.write([insert('d')]),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await keys()).toEqual(['a', 'd'])
  })

  test('of units that contend for keys, the answered ones are stored whole and the others not at all', async () => {
    const unit = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(fc.array(unit, { minLength: 1, maxLength: 12 }), async (units) => {
        await storage.write([storage.db.deleteFrom('login_attempt')])
        const outcomes = await Promise.allSettled(
          units.map((unitKeys, number) =>
            storage.write(unitKeys.toSorted().map((key) => insert(key, number))),
          ),
        )
        const rows = await storage.read(attempts())
        for (const [number, unitKeys] of units.entries()) {
          const stored = rows.filter(({ count }) => count === number).map(({ key }) => key)
          expect(stored).toEqual(outcomes[number]?.status === 'fulfilled' ? unitKeys.toSorted() : [])
        }
        expect(rows).not.toEqual([])
      }),
      { numRuns: 25 },
    )
  })

  test('units that change the same rows in opposite orders are all stored', async () => {
    await storage.write([insert('a'), insert('b')])
    const there = () => storage.write([add('a', 1), add('b', 1)])
    const back = () => storage.write([add('b', 1), add('a', 1)])
    await Promise.all([there(), back(), there(), back(), there(), back(), there(), back()])
    expect(await storage.read(attempts())).toEqual([
      { key: 'a', count: 8 },
      { key: 'b', count: 8 },
    ])
  })

  test('a key that exists is named by table and constraint, whether primary or unique', async () => {
    const company = {
      name: '',
      time_zone: 'UTC',
      password_rule: 'strong',
      settings: '{}',
      epoch: 0,
      created_at: 0,
    } as const
    const insertCompany = (id: string, code: string) =>
      storage.db.insertInto('company').values({ ...company, id, code })
    await storage.write([insertCompany('1', 'one')])
    await expect(storage.write([insertCompany('1', 'two')])).rejects.toMatchObject({
      name: 'UniqueViolation',
      table: 'company',
      constraint: 'company_id_key',
    })
    await expect(storage.write([insertCompany('2', 'one')])).rejects.toMatchObject({
      name: 'UniqueViolation',
      table: 'company',
      constraint: 'company_code_key',
    })
    const insertRegion = storage.db
      .insertInto('region')
      .values({ company_id: '1', id: 'r', parent_id: null, name: '', position: 0 })
    await expect(storage.write([insertRegion, insertRegion])).rejects.toMatchObject({
      name: 'UniqueViolation',
      table: 'region',
      constraint: 'region_company_id_id_key',
    })
    await storage.write([storage.db.deleteFrom('company')])
  })

  test('a row that refers to none, or that lacks a value, is a violation', async () => {
    const orphan = storage.db
      .insertInto('region')
      .values({ company_id: 'nobody', id: 'r', parent_id: null, name: '', position: 0 })
    await expect(storage.write([orphan])).rejects.toMatchObject({ name: 'ReferenceViolation' })
    const partial = sql`insert into login_attempt (key) values ('a')`.compile(storage.db)
    await expect(storage.write([partial])).rejects.toMatchObject({ name: 'ConstraintViolation' })
  })

  test('a transaction that rejects is rolled back and passes its error on', async () => {
    const refusal = new Error('no')
    const outcome = storage.transaction(async (transaction) => {
      await transaction.run(insert('a'))
      throw refusal
    })
    await expect(outcome).rejects.toBe(refusal)
    expect(await keys()).toEqual([])
  })

  test('a transaction sees its own rows, others see them after it', async () => {
    const seen = await storage.transaction(async (transaction) => {
      await transaction.run(insert('a', 7))
      return transaction.run(attempts())
    })
    expect(seen.rows).toEqual([{ key: 'a', count: 7 }])
    expect(await keys()).toEqual(['a'])
  })

  test('a statement that fails dooms its transaction even when the error is caught', async () => {
    const outcome = storage.transaction(async (transaction) => {
      await transaction.run(insert('a'))
      await expect(transaction.run(insert('a'))).rejects.toMatchObject({ name: 'UniqueViolation' })
      await expect(transaction.run(attempts())).rejects.toThrow('a statement of this transaction failed')
      return 'all well'
    })
    await expect(outcome).rejects.toThrow('a statement of this transaction failed')
    expect(await keys()).toEqual([])
  })

  test('a statement that nobody awaited is finished before the commit, and refused after it', async () => {
    const left = await storage.transaction((transaction) => {
      void transaction.run(insert('a'))
      return Promise.resolve(transaction)
    })
    expect(await keys()).toEqual(['a'])
    await expect(left.run(insert('b'))).rejects.toThrow('this transaction is over')
  })

  test('nothing is lost between transactions and writes that change the same row', async () => {
    await storage.write([insert('a')])
    const readThenAdd = () =>
      storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(attempts())
        const count = (rows[0]?.count ?? 0) + 1
        await transaction.run(storage.db.updateTable('login_attempt').set({ count }).where('key', '=', 'a'))
      })
    const rounds = Array.from({ length: 25 }, () => [readThenAdd(), storage.write([add('a', 1)])])
    await Promise.all(rounds.flat())
    expect(await storage.read(attempts())).toEqual([{ key: 'a', count: 50 }])
  })

  test('a transaction over its time is rolled back, and the next one runs', async () => {
    const outcome = storage.transaction(async (transaction) => {
      await transaction.run(insert('a'))
      clock.advance(5001)
      await new Promise(() => undefined)
    })
    await expect(outcome).rejects.toMatchObject({ name: 'StorageFailure', reason: 'timeout' })
    await storage.transaction((transaction) => transaction.run(insert('b')))
    expect(await keys()).toEqual(['b'])
  })

  test('the migrations run once', async () => {
    expect(await storage.migrate()).toEqual([])
  })

  test('accounts and roles of an older database are found by letters beyond ASCII', async () => {
    const { db } = storage
    const id = 'WÄCHTER Ω'
    await storage.write([
      bareCompany(storage, 'older'),
      bareRole(storage, { companyId: 'older', id }),
      bareAccount(storage, { companyId: 'older', id, roleId: id }),
      db.updateTable('account').set({ email: 'Ärger@Example.com' }).where('id', '=', id),
    ])
    await storage.write([
      ...['display_name_search', 'email_search'].map((column) =>
        db.schema.alterTable('account').dropColumn(column).compile(),
      ),
      db.schema.alterTable('role').dropColumn('name_search').compile(),
      sql`delete from migration where number = 212`.compile(db),
    ])
    expect(await storage.migrate()).toEqual([212])
    const account = db.selectFrom('account').where('id', '=', id)
    expect(await storage.read(account.select(['display_name_search', 'email_search']))).toEqual([
      { display_name_search: 'wächter ω', email_search: 'ärger@example.com' },
    ])
    const role = db.selectFrom('role').where('id', '=', id).select('name_search')
    expect(await storage.read(role)).toEqual([{ name_search: 'wächter ω' }])
    await storage.write([db.deleteFrom('account').where('id', '=', id)])
    await storage.write([db.deleteFrom('role').where('id', '=', id)])
    await storage.write([db.deleteFrom('company').where('id', '=', 'older')])
  })

  test('a database with a migration that this version does not know is refused', async () => {
    await storage.write([sql`insert into migration (number, name) values (999, 'later')`.compile(storage.db)])
    await expect(storage.migrate()).rejects.toThrow(
      'a newer Vedette: this one does not know its migrations 999',
    )
    await storage.write([sql`delete from migration where number = 999`.compile(storage.db)])
  })

  test('numbers come back as numbers: times, counts, sums, fractions', async () => {
    await storage.write([insert('a', Number.MAX_SAFE_INTEGER), insert('b', -1)])
    const totals = storage.db
      .selectFrom('login_attempt')
      .select(({ fn }) => [fn.countAll<number>().as('rows'), fn.sum<number>('count').as('sum')])
    expect(await storage.read(totals)).toEqual([{ rows: 2, sum: Number.MAX_SAFE_INTEGER - 1 }])
    const quotients = sql`select count / ${2} as half from login_attempt where key = 'b'`.compile(storage.db)
    expect(await storage.read(quotients)).toEqual([{ half: 0 }])
  })

  test('a whole number that a number cannot hold is an error, not another number', async () => {
    const tooLarge = sql`select cast('9007199254740993' as bigint) as number`.compile(storage.db)
    await expect(storage.read(tooLarge)).rejects.toThrow('too large')
    expect(await keys()).toEqual([])
  })

  test.each([
    ['a boolean', true],
    ['a zero character', 'a\0b'],
    ['no number', Number.NaN],
    ['nothing', undefined],
    ['a date', new Date(0)],
  ])('%s is refused as a value', async (_, value) => {
    const query = sql`select ${value} as value`.compile(storage.db)
    await expect(storage.read(query)).rejects.toThrow('not storable')
    await expect(storage.write([query])).rejects.toThrow('not storable')
  })

  test('any other text comes back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const settled = text.replaceAll('\0', '')
        await storage.write([storage.db.deleteFrom('login_attempt'), insert(settled)])
        expect(await keys()).toEqual([settled])
      }),
      { numRuns: 25 },
    )
  })

  test('text sorts by code point', async () => {
    const sorted = ['', '10', '9', 'B', 'Z', 'a', 'é', '中', '\u{ff01}', '\u{1f600}']
    await storage.write(sorted.toReversed().map((key) => insert(key)))
    expect(await keys()).toEqual(sorted)
  })

  test('an upsert counts on', async () => {
    const tried = storage.db
      .insertInto('login_attempt')
      .values({ key: 'a', window_start: 0, count: 1 })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((row) => ({ count: row('login_attempt.count', '+', 1) })),
      )
      .returning('count')
    await storage.write([tried])
    const [again] = await storage.write([tried])
    expect(again.rows).toEqual([{ count: 2 }])
  })

  describe('what is remembered', () => {
    const remembered = (of = storage) => of.remember('company1 keys', () => of.read(attempts()))

    test('has every write and transaction that was answered, also of another connection', async () => {
      expect(await remembered()).toEqual([])
      await storage.write([insert('a')])
      expect(await remembered()).toEqual([{ key: 'a', count: 0 }])
      await storage.transaction((transaction) => transaction.run(add('a', 2)))
      expect(await remembered()).toEqual([{ key: 'a', count: 2 }])
      const other = await opened.openAnother()
      for (let count = 3; count < 30; count++) {
        await other.write([add('a', 1)])
        expect(await remembered()).toEqual([{ key: 'a', count }])
        expect(await remembered(other)).toEqual([{ key: 'a', count }])
      }
      await other.close()
    })

    test('outlives what changed no row, and no write beside such a one', async () => {
      await remembered()
      await storage.write([add('nobody', 1)])
      await Promise.all([storage.write([add('nobody', 1)]), storage.write([insert('a')])])
      expect(await remembered()).toEqual([{ key: 'a', count: 0 }])
    })

    test('was not read before a write that was answered while it was read', async () => {
      const { promise: written, resolve: goOn } = Promise.withResolvers<void>()
      const { promise: isRead, resolve: hasRead } = Promise.withResolvers<void>()
      const early = storage.remember('company1 keys', async () => {
        const rows = await storage.read(attempts())
        hasRead()
        await written
        return rows
      })
      await isRead
      await storage.write([insert('a')])
      goOn()
      expect(await early).toEqual([])
      expect(await remembered()).toEqual([{ key: 'a', count: 0 }])
    })

    test('is no failure', async () => {
      const refused = storage.remember('company1 keys', () => Promise.reject(new Error('not now')))
      await expect(refused).rejects.toThrow('not now')
      expect(await remembered()).toEqual([])
    })
  })

  test('what reads long does not keep a read waiting', async () => {
    const [heavy, light] = await Promise.all([
      storage.readHeavy(
        sql<{ rows: number }>`
        with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
        select count(*) as rows from n`.compile(storage.db),
      ),
      storage.read(attempts()),
    ])
    expect(heavy).toEqual([{ rows: 100_000 }])
    expect(light).toEqual([])
  })

  test('a sound database has nothing to report', async () => {
    expect(await storage.integrityCheck()).toEqual([])
  })

  test('the query builder itself runs nothing', async () => {
    await expect(attempts().execute()).rejects.toThrow('this builder has no connection')
  })

  test('closing finishes what was accepted and refuses what comes later', async () => {
    const other = await opened.openAnother()
    const accepted = other.write([insert('a')])
    const closing = other.close()
    await expect(other.read(attempts())).rejects.toMatchObject({ reason: 'closed' })
    await expect(other.write([insert('b')])).rejects.toMatchObject({ reason: 'closed' })
    await accepted
    await closing
    expect(await keys()).toEqual(['a'])
  })
})
