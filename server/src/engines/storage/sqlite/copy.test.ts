import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { copyDatabase, rowsOfCopy } from './copy.ts'

/** More than are read at a time, twice. */
const ROWS = 4500

let folder: string
let database: DatabaseSync

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vedette-copy-'))
  database = new DatabaseSync(join(folder, 'index.db'))
  database.exec('pragma journal_mode = wal')
  database.exec('create table file (id text primary key, bytes integer)')
  const insert = database.prepare('insert into file values (?, ?)')
  database.exec('begin')
  // Rows are not in the order of their ids.
  for (let n = 0; n < ROWS; n++) insert.run(`file-${(n * 7919) % ROWS}`, n)
  database.exec('commit')
})
afterEach(async () => {
  database.close()
  await rm(folder, { recursive: true })
})

async function listed(copy: string): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const row of rowsOfCopy(copy, 'file')) rows.push(row)
  return rows
}

it('a copy has each row of the moment once, however many there are and whatever was deleted, and what comes later not', async () => {
  database.exec('delete from file where bytes % 10 = 3')
  const kept = database.prepare('select * from file order by rowid').all()
  const copy = join(folder, 'copy.db')
  await copyDatabase(join(folder, 'index.db'), copy)
  database.exec(`insert into file values ('later', 1)`)

  expect(await listed(copy)).toEqual(kept)
  expect(kept).toHaveLength(ROWS * 0.9)
  expect((await readdir(folder)).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
})

it('a table that is empty has no rows', async () => {
  database.exec('delete from file')
  const copy = join(folder, 'copy.db')
  await copyDatabase(join(folder, 'index.db'), copy)
  expect(await listed(copy)).toEqual([])
})
