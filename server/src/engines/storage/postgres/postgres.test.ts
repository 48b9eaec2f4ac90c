import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
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

test('a server that is not there is given up with an error, not with an event loop that runs dry', async () => {
  const at = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)
  const script = `
    import { openPostgres } from ${at('storage.ts')}
    import { systemClock } from ${at('../../clock.ts')}
    const opening = openPostgres({ url: 'postgres://127.0.0.1:1/none', clock: systemClock, startLimitMs: 2000 })
    process.exitCode = await opening.then(() => 0, () => 3)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(3)
})

test('a server that starts beside us is waited for, and its refusal is told to the operator', async () => {
  const refusal = 'SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user "v"\0\0'
  const bytes = Buffer.concat([Buffer.from('E\0\0\0\0'), Buffer.from(refusal)])
  bytes.writeUInt32BE(bytes.length - 1, 1)
  let dials = 0
  const server = createServer((socket) => {
    socket.on('error', () => {})
    // More than one round of tries finds nobody.
    if (++dials <= 4) socket.destroy()
    else socket.once('data', () => socket.end(bytes))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = `postgres://v:secret@127.0.0.1:${port}/v`
  await expect(openPostgres({ url, clock: systemClock, startLimitMs: 60_000 })).rejects.toMatchObject({
    name: 'OperatorError',
    message: 'VEDETTE_DATABASE_URL: the database refuses: password authentication failed for user "v"',
  })
  server.close()
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

// PGlite's one session keeps the read waiting as well.
test.skipIf(!process.env['VEDETTE_TEST_DATABASE_URL'])(
  'reads go on while many writes wait for a transaction',
  async () => {
    const { storage, close } = await openTestStorage('postgres')
    const begun = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const holder = storage.transaction(async () => {
      begun.resolve()
      await ended.promise
    })
    await begun.promise
    const writes = Array.from({ length: 50 }, (_, at) => storage.write([insert(storage, `${at}`)]))
    const keys = storage.db.selectFrom('login_attempt').select('key')
    expect(await storage.read(keys)).toEqual([])
    ended.resolve()
    await Promise.all([holder, ...writes])
    expect(await storage.read(keys)).toHaveLength(50)
    await close()
  },
)
