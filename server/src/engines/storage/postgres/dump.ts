/**
 * A PostgreSQL database as one file, with no program of PostgreSQL's beside us: gzipped lines, `# <table>`, then a row each as the
 * server's own JSON, at the end `# end`. What the JSON says never passes through a number of ours.
 */
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

import pg from 'pg'

import { renameDurably, syncPath } from '../../durable-file.ts'
import { OperatorError } from '../../operator-error.ts'

const PAGE = 1000
/** Size of the rows that go to the server at once. */
const BATCH_BYTES = 4 * 1024 * 1024
const TABLE = '# '
const END = '# end'

/** Dumps the database as it is at one moment. `target` is there whole or not at all, and survives a power cut. */
export async function dumpDatabase(url: string, target: string): Promise<void> {
  const temporary = `${target}.new`
  await rm(temporary, { force: true })
  await connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const lines = Readable.from(linesOf(client), { objectMode: true })
    await pipeline(lines, createGzip({ level: 1 }), createWriteStream(temporary, { mode: 0o600 }))
    await client.query('commit')
  })
  await syncPath(temporary, 'r+')
  await renameDurably(temporary, target)
}

/** The rows of one table of a dump. */
export async function* rowsOfDump(path: string, table: string): AsyncGenerator<Record<string, unknown>> {
  for await (const { of, row } of rowsIn(path)) if (of === table) yield JSON.parse(row)
}

/** Whether no platform has begun to use it. */
export function isEmptyDatabase(url: string): Promise<boolean> {
  return connected(url, async (client) => {
    if (!(await tablesOf(client)).includes('company')) return true
    return (await client.query('select 1 from company limit 1')).rowCount === 0
  })
}

/** Fills tables that are there and hold nothing that counts, in one transaction. Returns the tables of the dump that are not there. */
export async function loadDatabase(url: string, path: string): Promise<string[]> {
  return connected(url, async (client) => {
    await client.query('begin')
    const there = new Set(await tablesOf(client))
    // What refers to what decides no order then; they are checked when they are put back.
    const references = await referencesOf(client)
    for (const { table, name } of references)
      await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
    for (const table of there) await client.query(`delete from ${quoted(table)}`)
    const unknown = new Set<string>()
    let batch: { of: string; rows: string[]; bytes: number } = { of: '', rows: [], bytes: 0 }
    const flush = async (of: string): Promise<void> => {
      if (batch.rows.length > 0)
        await client.query(
          `insert into ${quoted(batch.of)} select * from json_populate_recordset(null::${quoted(batch.of)}, $1::json)`,
          [`[${batch.rows.join(',')}]`],
        )
      batch = { of, rows: [], bytes: 0 }
    }
    for await (const { of, row } of rowsIn(path)) {
      if (!there.has(of)) {
        unknown.add(of)
        continue
      }
      if (of !== batch.of || batch.bytes > BATCH_BYTES) await flush(of)
      batch.rows.push(row)
      batch.bytes += row.length
    }
    await flush('')
    for (const { table, name, definition } of references)
      await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
    await client.query('commit')
    return [...unknown]
  })
}

async function* linesOf(client: pg.Client): AsyncGenerator<string> {
  for (const table of await tablesOf(client)) {
    yield `${TABLE}${table}\n`
    await client.query(
      `declare rows no scroll cursor for select row_to_json(it)::text as row from ${quoted(table)} it`,
    )
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${PAGE} from rows`)
      if (rows.length > 0) yield `${rows.map(({ row }) => row).join('\n')}\n`
      if (rows.length < PAGE) break
    }
    await client.query('close rows')
  }
  yield `${END}\n`
}

async function* rowsIn(path: string): AsyncGenerator<{ of: string; row: string }> {
  const file = createReadStream(path)
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  const lines = createInterface({ input: file.pipe(unpacked), crlfDelay: Infinity })
  // `readline` says nothing of what ended its input.
  const broken = Promise.withResolvers<never>()
  unpacked.on('error', broken.reject)
  broken.promise.catch(() => undefined)
  let of = ''
  let isWhole = false
  const each = lines[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await Promise.race([each.next(), broken.promise])
      if (next.done === true) break
      const line = next.value
      if (line === END) isWhole = true
      else if (line.startsWith(TABLE)) of = line.slice(TABLE.length)
      else yield { of, row: line }
    }
  } finally {
    lines.close()
    file.destroy()
  }
  if (!isWhole) throw new OperatorError(`${path} is cut off: make the backup again`)
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = current_schema() order by tablename',
  )
  return rows.map(({ name }) => name)
}

async function referencesOf(client: pg.Client) {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select t.relname as "table", c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace
      where c.contype = 'f' and n.nspname = current_schema()`,
  )
  return rows
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'vedette' })
  await client.connect()
  // A connection that breaks fails the statement that is under way; the event alone would end the process.
  client.on('error', () => undefined)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
