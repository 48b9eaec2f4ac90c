import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { mainSchema, type MigrationSet } from '../../../migrations/migrations.ts'
import type { Clock } from '../../clock.ts'
import { OperatorError } from '../../operator-error.ts'
import { runExclusively } from '../exclusive.ts'
import { StorageFailure } from '../failures.ts'
import { MIGRATION_DEADLINE_MS, migrateIn } from '../migrate.ts'
import { queryBuilder } from '../query-builder.ts'
import { resultsOf, rowsOf, type Statement, statementOf } from '../statement.ts'
import type { Query, Storage, Transaction, WriteResult, WriteResults } from '../storage.ts'
import { Connections } from './connections.ts'
import { isCollision, isRefusedLogin, isUnavailable } from './fault.ts'
import { LockedConnection, type WriteLock } from './locked-connection.ts'

const TRANSACTION_DEADLINE_MS = 5000
const STATEMENT_LIMIT_MS = 10_000
const HEAVY_READ_LIMIT_MS = 60_000
const HEAVY_READERS = 2
const WRITERS = 6
const CONNECT_LIMIT_MS = 5000
const START_PAUSE_MS = 1000

export interface PostgresOptions {
  /** `postgres://…` */
  readonly url: string
  readonly clock: Clock
  /** The most connections for reads. Heavy reads and writes have their own, unless there is to be but one. */
  readonly connections?: number
  /** How long a server that can't be reached yet is waited for. */
  readonly startLimitMs?: number
  /** How long a statement waits for a connection; longer, and anyone who asked is told that the platform is busy. */
  readonly connectLimitMs?: number
}

/** Opens the database and makes sure that it answers. Throws OperatorError when it refuses us. */
export async function openPostgres(options: PostgresOptions): Promise<Storage> {
  const storage = new PostgresStorage(options)
  const deadline = performance.now() + (options.startLimitMs ?? 0)
  for (;;) {
    try {
      await storage.read(sql`select 1`.compile(storage.db))
      return storage
    } catch (error) {
      if (!isUnavailable(error) || performance.now() + START_PAUSE_MS > deadline) {
        await storage.close()
        throw startErrorOf(error)
      }
    }
    await setTimeout(START_PAUSE_MS)
  }
}

function startErrorOf(error: unknown): unknown {
  if (!isRefusedLogin(error)) return error
  return new OperatorError(`VEDETTE_DATABASE_URL: the database refuses: ${error.message}`, { cause: error })
}

class PostgresStorage implements Storage {
  readonly engine = 'postgres'
  readonly db = queryBuilder('postgres')
  readonly #clock: Clock
  readonly #connections: Connections
  readonly #heavyConnections: Connections
  /** Writes wait for the one that holds the lock: they must not take every connection from the reads meanwhile. */
  readonly #writeConnections: Connections
  readonly #accepted = new Set<Promise<unknown>>()
  #isClosed = false

  constructor({ url, clock, connections = 10, connectLimitMs = CONNECT_LIMIT_MS }: PostgresOptions) {
    this.#clock = clock
    const to = (size: number, statementLimitMs: number): Connections =>
      new Connections({ url, size, statementLimitMs, connectLimitMs })
    this.#connections = to(connections, STATEMENT_LIMIT_MS)
    const own = (size: number, limitMs: number): Connections =>
      connections === 1 ? this.#connections : to(size, limitMs)
    this.#heavyConnections = own(HEAVY_READERS, HEAVY_READ_LIMIT_MS)
    this.#writeConnections = own(WRITERS, STATEMENT_LIMIT_MS)
  }

  async read<Row>(query: Query<Row>): Promise<Row[]> {
    const statement = statementOf(query)
    const { rows } = await this.#accept(() => this.#connections.read(statement))
    return rowsOf(query, rows)
  }

  /** Another machine may write at any time. */
  remember<T>(_key: string, read: () => Promise<T>): Promise<T> {
    return read()
  }

  async readHeavy<Row>(query: Query<Row>): Promise<Row[]> {
    const statement = statementOf(query)
    const { rows } = await this.#accept(() => this.#heavyConnections.read(statement))
    return rowsOf(query, rows)
  }

  async write<const Queries extends readonly Query[]>(queries: Queries): Promise<WriteResults<Queries>> {
    const statements = queries.map(statementOf)
    return resultsOf(queries, await this.#accept(() => this.#writeUnit(statements)))
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#exclusively(work, TRANSACTION_DEADLINE_MS)
  }

  async migrate(schema: MigrationSet = mainSchema): Promise<number[]> {
    return this.#exclusively((transaction) => migrateIn(transaction, this, schema), MIGRATION_DEADLINE_MS)
  }

  async integrityCheck(): Promise<string[]> {
    const faults = await this.readHeavy(
      sql<{ fault: string }>`
        select 'the index ' || indexrelid::regclass || ' is not valid' as fault from pg_index where not indisvalid
        union all
        select 'the rows of ' || conrelid::regclass || ' were not checked for ' || conname from pg_constraint
        where not convalidated`.compile(this.db),
    )
    return faults.map(({ fault }) => fault)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    // A pool that ends forgets who waits for a connection.
    while (this.#accepted.size > 0) await Promise.allSettled(this.#accepted)
    const all = new Set([this.#connections, this.#heavyConnections, this.#writeConnections])
    await Promise.all([...all].map((each) => each.close()))
  }

  async #accept<T>(job: () => Promise<T>): Promise<T> {
    if (this.#isClosed) throw new StorageFailure('closed', 'the storage has been closed')
    const answer = job()
    this.#accepted.add(answer)
    try {
      return await answer
    } finally {
      this.#accepted.delete(answer)
    }
  }

  // Units that wait for each other's rows in a circle are told so; alone, none can.
  async #writeUnit(statements: readonly Statement[]): Promise<WriteResult[]> {
    try {
      return await this.#runUnit(statements, 'units')
    } catch (error) {
      if (!isCollision(error)) throw error
      return this.#runUnit(statements, 'transaction')
    }
  }

  async #runUnit(statements: readonly Statement[], lock: WriteLock): Promise<WriteResult[]> {
    const connection = new LockedConnection(this.#writeConnections, lock, STATEMENT_LIMIT_MS)
    await connection.begin()
    try {
      const results: WriteResult[] = []
      for (const statement of statements) results.push(await connection.run(statement))
      await connection.commit()
      return results
    } catch (error) {
      await connection.rollback()
      throw error
    }
  }

  async #exclusively<T>(work: (transaction: Transaction) => Promise<T>, deadlineMs: number): Promise<T> {
    const connection = new LockedConnection(this.#writeConnections, 'transaction', deadlineMs)
    return this.#accept(() => runExclusively(connection, work, this.#clock, deadlineMs))
  }
}
