import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestStorage } from '../../../testing/storage.ts'
import { systemClock } from '../../clock.ts'
import type { Storage } from '../storage.ts'
import { openPostgres } from './storage.ts'

const insert = ({ db }: Storage, key: string) =>
  db.insertInto('login_attempt').values({ key, window_start: 0, count: 0 })

test('a server that cannot be reached is said with its address', async () => {
  // Nobody listens on port 1.
  await expect(
    openPostgres({ url: 'postgres://127.0.0.1:1/none', clock: systemClock }),
  ).rejects.toMatchObject({
    name: 'StorageFailure',
    reason: 'unavailable',
    message: expect.stringContaining('127.0.0.1:1'),
  })
})

// PGlite has one session for all connections, so only a real server can cut one.
describe.skipIf(!process.env['VEDETTE_TEST_DATABASE_URL'])('a storage whose connections are cut', () => {
  const cutAllBut = (storage: Storage) =>
    storage.read(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.compile(storage.db),
    )

  test('reads and writes go on with new ones', async () => {
    const { storage, openAnother, close } = await openTestStorage('postgres')
    const other = await openAnother()
    await Promise.all([storage.write([insert(storage, 'a')]), storage.write([insert(storage, 'b')])])
    await cutAllBut(other)
    await storage.write([insert(storage, 'c')])
    await cutAllBut(other)
    expect(
      await storage.read(storage.db.selectFrom('login_attempt').select('key').orderBy('key')),
    ).toHaveLength(3)
    await close()
  })

  test('a transaction that loses its connection says so and stored nothing', async () => {
    const { storage, openAnother, close } = await openTestStorage('postgres')
    const other = await openAnother()
    const cut = storage.transaction(async (transaction) => {
      await transaction.run(insert(storage, 'a'))
      await cutAllBut(other)
      await transaction.run(insert(storage, 'b'))
    })
    await expect(cut).rejects.toMatchObject({ name: 'StorageFailure', reason: 'unavailable' })
    await storage.transaction((transaction) => transaction.run(insert(storage, 'c')))
    expect(await storage.read(storage.db.selectFrom('login_attempt').select('key'))).toEqual([{ key: 'c' }])
    await close()
  })
})
