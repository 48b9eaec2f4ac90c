import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock, TestClock } from '../../clock.ts'
import { DatabaseThread } from './database-thread.ts'
import { openSqlite } from './storage.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-sqlite-'))
})
afterEach(() => rm(folder, { recursive: true }))

const selectOne = { sql: 'select 1 as one', parameters: [] }

/** Starts the writing process, kills it after so many acknowledged rows and returns their keys. */
async function acknowledgedUntilKilled(path: string, name: string, rows: number): Promise<string[]> {
  const script = new URL('../../../testing/write-until-killed.ts', import.meta.url)
  const child = spawn(process.execPath, [script.pathname, path, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const acknowledged: string[] = []
  for await (const key of createInterface({ input: child.stdout })) {
    acknowledged.push(key)
    if (acknowledged.length === rows) child.kill('SIGKILL')
  }
  const [, signal] = await exited
  expect(signal).toBe('SIGKILL')
  return acknowledged
}

test('a process that is killed while it writes loses no row that it acknowledged', async () => {
  const path = join(folder, 'main.db')
  for (const rows of [1, 50, 333, 1000, 2500]) {
    const acknowledged = await acknowledgedUntilKilled(path, `run${rows}`, rows)
    const storage = await openSqlite({ path, clock: systemClock })
    const stored = await storage.read(storage.db.selectFrom('login_attempt').select('key'))
    const missing = new Set(acknowledged)
    for (const { key } of stored) missing.delete(key)
    expect([...missing]).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(rows)
    expect(await storage.integrityCheck()).toEqual([])
    await storage.close()
  }
})

test('a full disk is said, loses nothing that was stored, and writing goes on when there is room', async () => {
  const storage = await openSqlite({ path: join(folder, 'main.db'), clock: systemClock })
  await storage.migrate()
  const insert = (key: string, length: number) =>
    storage.db.insertInto('login_attempt').values({ key: key.padEnd(length, '.'), window_start: 0, count: 0 })
  const limit = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.compile(storage.db)
  await storage.write([insert('before', 10)])
  await storage.write([limit(1)])
  await expect(storage.write([insert('large', 100_000)])).rejects.toMatchObject({
    name: 'StorageFailure',
    reason: 'full',
  })
  await expect(
    storage.transaction((transaction) => transaction.run(insert('large', 100_000))),
  ).rejects.toMatchObject({ reason: 'full' })
  await storage.write([limit(1_000_000)])
  await storage.write([insert('after', 100_000)])
  const stored = await storage.read(storage.db.selectFrom('login_attempt').select('key').orderBy('key'))
  expect(stored.map(({ key }) => key.split('.')[0])).toEqual(['after', 'before'])
  expect(await storage.integrityCheck()).toEqual([])
  await storage.close()
})

test('a read over its time is refused and the next one is answered', async () => {
  const clock = new TestClock()
  const storage = await openSqlite({ path: join(folder, 'main.db'), clock })
  const long = sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000)
    select count(*) from n`.compile(storage.db)
  const late = storage.read(long)
  clock.advance(10_001)
  await expect(late).rejects.toMatchObject({ reason: 'timeout' })
  expect(await storage.read(sql`select 1 as one`.compile(storage.db))).toEqual([{ one: 1 }])
  await storage.close()
})

test('a read that waits long for another one gets a thread of its own', async () => {
  const storage = await openSqlite({ path: join(folder, 'main.db'), clock: systemClock })
  const counted = (rows: number) =>
    sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select count(*) from n`
  const answered: string[] = []
  await Promise.all([
    storage.read(counted(5_000_000).compile(storage.db)).then(() => answered.push('long')),
    storage.read(counted(1).compile(storage.db)).then(() => answered.push('short')),
  ])
  expect(answered).toEqual(['short', 'long'])
  await storage.close()
})

test('a thread that dies fails what it was asked, and the next request starts another', async () => {
  const path = join(folder, 'not-there-yet', 'main.db')
  const thread = new DatabaseThread({ path, readOnly: false })
  const lost = [thread.ask('run', selectOne), thread.ask('run', selectOne)]
  for (const request of lost) {
    await expect(request).rejects.toMatchObject({ name: 'StorageFailure', reason: 'unavailable' })
  }
  await mkdir(join(folder, 'not-there-yet'))
  expect(await thread.ask('run', selectOne)).toEqual({ rows: [{ one: 1 }], changes: 1 })
  await thread.close()
})

test('a statement whose transaction went with its thread is not stored by itself', async () => {
  const thread = new DatabaseThread({ path: join(folder, 'main.db'), readOnly: false })
  await thread.ask('begin', undefined)
  await thread.ask('step', { sql: 'create table lost (id)', parameters: [] })
  await thread.abandon()
  const step = thread.ask('step', { sql: 'create table stray (id)', parameters: [] })
  await expect(step).rejects.toThrow('the transaction was lost')
  await expect(thread.ask('commit', undefined)).rejects.toThrow('no transaction is active')
  const { rows } = await thread.ask('run', { sql: 'select name from sqlite_schema', parameters: [] })
  expect(rows).toEqual([])
  await thread.close()
})

test('a reading thread can not write', async () => {
  const storage = await openSqlite({ path: join(folder, 'main.db'), clock: systemClock })
  await storage.migrate()
  await expect(storage.read(storage.db.deleteFrom('login_attempt'))).rejects.toThrow('readonly')
  await storage.close()
})
