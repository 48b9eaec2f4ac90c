import { sql } from 'kysely'
import { mainSchema, type MigrationSet } from '../../../migrations/migrations.ts'
import type { Clock } from '../../clock.ts'
import { StorageFailure } from '../failures.ts'
import { MIGRATION_DEADLINE_MS, migrateIn } from '../migrate.ts'
import { queryBuilder } from '../query-builder.ts'
import { resultsOf, rowsOf, statementOf } from '../statement.ts'
import type { Query, Storage, Transaction, WriteResults } from '../storage.ts'
import { DatabaseThread } from './database-thread.ts'
import { Readers } from './readers.ts'
import { Remembered } from './remembered.ts'
import { Writer } from './writer.ts'

const TRANSACTION_DEADLINE_MS = 5000
const READ_LIMIT_MS = 10_000
const HEAVY_READ_LIMIT_MS = 60_000

export interface SqliteOptions {
  /** The database's file; it is made when missing. */
  readonly path: string
  readonly clock: Clock
}

/** Opens the database with its own threads: one writes, two read, one reads what takes long. */
export async function openSqlite({ path, clock }: SqliteOptions): Promise<Storage> {
  const thread = new DatabaseThread({ path, readOnly: false })
  // The file and its log must exist before a reader opens them.
  await thread.ask('run', { sql: 'select 1', parameters: [] })
  return new SqliteStorage(thread, { path, clock })
}

class SqliteStorage implements Storage {
  readonly engine = 'sqlite'
  readonly db = queryBuilder('sqlite')
  readonly #thread: DatabaseThread
  readonly #writer: Writer
  readonly #readers: Readers
  readonly #heavyReaders: Readers
  readonly #remembered: Remembered
  #isClosed = false

  constructor(thread: DatabaseThread, { path, clock }: SqliteOptions) {
    this.#thread = thread
    this.#remembered = new Remembered(path)
    this.#writer = new Writer(thread, clock, () => this.#remembered.forget())
    this.#readers = new Readers({ path, clock, threads: 2, limitMs: READ_LIMIT_MS })
    this.#heavyReaders = new Readers({ path, clock, threads: 1, limitMs: HEAVY_READ_LIMIT_MS })
  }

  async read<Row>(query: Query<Row>): Promise<Row[]> {
    this.#checkOpen()
    return rowsOf(query, await this.#readers.read(statementOf(query)))
  }

  remember<T>(key: string, read: () => Promise<T>): Promise<T> {
    this.#checkOpen()
    return this.#remembered.of(key, read)
  }

  async readHeavy<Row>(query: Query<Row>): Promise<Row[]> {
    this.#checkOpen()
    return rowsOf(query, await this.#heavyReaders.read(statementOf(query)))
  }

  async write<const Queries extends readonly Query[]>(queries: Queries): Promise<WriteResults<Queries>> {
    this.#checkOpen()
    return resultsOf(queries, await this.#writer.write(queries.map(statementOf)))
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#checkOpen()
    return this.#writer.transaction(work, TRANSACTION_DEADLINE_MS)
  }

  async migrate(schema: MigrationSet = mainSchema): Promise<number[]> {
    this.#checkOpen()
    return this.#writer.transaction(
      (transaction) => migrateIn(transaction, this, schema),
      MIGRATION_DEADLINE_MS,
    )
  }

  async integrityCheck(): Promise<string[]> {
    const files = await this.readHeavy(
      sql<{ integrity_check: string }>`pragma integrity_check`.compile(this.db),
    )
    const references = await this.readHeavy(
      sql<{ table: string; parent: string }>`pragma foreign_key_check`.compile(this.db),
    )
    return [
      ...files.map(({ integrity_check: sentence }) => sentence).filter((sentence) => sentence !== 'ok'),
      ...references.map(({ table, parent }) => `a row of ${table} refers to none of ${parent}`),
    ]
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await Promise.all([this.#readers.close(), this.#heavyReaders.close(), this.#writer.drained()])
    // The last connection that closes folds the log into the file, so it has to be the one that writes.
    await this.#thread.close()
    this.#remembered.close()
  }

  #checkOpen(): void {
    if (this.#isClosed) throw new StorageFailure('closed', 'the storage has been closed')
  }
}
