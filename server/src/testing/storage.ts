import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { type Clock, systemClock } from '../engines/clock.ts'
import { openPostgres } from '../engines/storage/postgres/storage.ts'
import { openSqlite } from '../engines/storage/sqlite/storage.ts'
import type { Storage } from '../engines/storage/storage.ts'
import { type CuttableLine, cuttableLine } from './cuttable.ts'
import { MIGRATED_DATABASE, MIGRATED_FILE } from './migrated.ts'
import { administrate, databaseAt, newDatabaseName } from './postgres-server.ts'

const ENGINES = ['sqlite', 'postgres'] as const
/** On a machine that does much else, 5 s may pass until a connection stands. */
const CONNECT_LIMIT_MS = 60_000
const wanted = process.env['VEDETTE_TEST_ENGINES']?.split(',')

/** `describe.each(engines)('… on %s', (engine) => …)`. `VEDETTE_TEST_ENGINES=sqlite` leaves the other out. */
export const engines = ENGINES.filter((engine) => !wanted || wanted.includes(engine))

export interface TestStorage {
  /** Empty and migrated. */
  readonly storage: Storage
  /** Opens the same database once more. */
  readonly openAnother: () => Promise<Storage>
  /** The line to PostgreSQL, where it was to be one that can be cut. */
  readonly line?: CuttableLine | undefined
  /** PostgreSQL's address, for another process. */
  readonly url?: string
  /** Closes everything and deletes the database. */
  readonly close: () => Promise<void>
}

interface Database {
  readonly line?: CuttableLine | undefined
  readonly url?: string
  readonly open: () => Promise<Storage>
  readonly drop: () => Promise<void>
}

/**
 * A database of one's own. PostgreSQL is a fresh database of the server at `VEDETTE_TEST_DATABASE_URL`, and where that
 * is not set PGlite in memory behind a socket, which takes a second or two: open one for each test file.
 */
export async function openTestStorage(
  engine: (typeof engines)[number],
  { clock = systemClock, isCuttable = false }: { clock?: Clock; isCuttable?: boolean } = {},
): Promise<TestStorage> {
  const database = await databases[engine](clock, isCuttable)
  const opened: Storage[] = []
  const open = async () => {
    const storage = await database.open()
    opened.push(storage)
    return storage
  }
  const storage = await open()
  await storage.migrate()
  return {
    storage,
    openAnother: open,
    line: database.line,
    ...(database.url === undefined ? {} : { url: database.url }),
    async close() {
      await Promise.all(opened.map((each) => each.close()))
      await database.drop()
    },
  }
}

const databases = {
  sqlite: sqliteDatabase,
  postgres(clock: Clock, isCuttable: boolean) {
    const server = process.env['VEDETTE_TEST_DATABASE_URL']
    return server ? serverDatabase(server, clock, isCuttable) : pgliteDatabase(clock, isCuttable)
  },
}

async function sqliteDatabase(clock: Clock): Promise<Database> {
  const path = join(await mkdtemp(join(tmpdir(), 'vedette-test-')), 'main.db')
  const migrated = process.env[MIGRATED_FILE]
  if (migrated) await copyFile(migrated, path)
  return {
    open: () => openSqlite({ path, clock }),
    drop: () => rm(dirname(path), { recursive: true }),
  }
}

async function serverDatabase(server: string, clock: Clock, isCuttable: boolean): Promise<Database> {
  const name = newDatabaseName()
  const url = databaseAt(server, name)
  // To relay every byte takes an eighth of the time of the server's tests.
  const line = isCuttable
    ? await cuttableLine({ host: url.hostname, port: Number(url.port || 5432) })
    : undefined
  if (line) url.host = `127.0.0.1:${line.port}`
  const migrated = process.env[MIGRATED_DATABASE]
  await administrate(server, `create database ${name}${migrated ? ` template ${migrated}` : ''}`)
  return {
    line,
    url: url.href,
    open: () => openPostgres({ url: url.href, clock, connectLimitMs: CONNECT_LIMIT_MS }),
    async drop() {
      await line?.close()
      await administrate(server, `drop database ${name} with (force)`)
    },
  }
}

async function pgliteDatabase(clock: Clock, isCuttable: boolean): Promise<Database> {
  const db = await PGlite.create()
  const server = new PGLiteSocketServer({ db, port: 0, maxConnections: 10 })
  await server.start()
  const { hostname, port } = new URL(`tcp://${server.getServerConn()}`)
  const line = isCuttable ? await cuttableLine({ host: hostname, port: Number(port) }) : undefined
  const url = `postgres://postgres@${line ? `127.0.0.1:${line.port}` : `${hostname}:${port}`}/postgres`
  return {
    line,
    // All its connections share one session, so two must not send at once.
    open: () => openPostgres({ url, clock, connections: 1, connectLimitMs: CONNECT_LIMIT_MS }),
    async drop() {
      await line?.close()
      await server.stop()
      await db.close()
    },
  }
}
