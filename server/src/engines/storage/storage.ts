import type { Compilable, CompiledQuery, DeleteResult, InsertResult, Kysely, UpdateResult } from 'kysely'
import type { MigrationSet } from '../../migrations/migrations.ts'
import type { Tables } from './schema.ts'

/** What Kysely's builders are before they are compiled, or what they (and `sql…compile(db)`) are afterwards. */
export type Query<Row = unknown> = Compilable<Row> | CompiledQuery<Row>

/** The rows that a statement answers: none unless it is a select or has a RETURNING clause. */
type RowOf<Q> =
  Q extends Query<infer Row> ? (Row extends InsertResult | UpdateResult | DeleteResult ? never : Row) : never

export interface WriteResult<Row = unknown> {
  readonly rows: Row[]
  /** Rows inserted, updated or deleted; for a statement that answers rows, their number. */
  readonly changes: number
}

export type WriteResults<Queries extends readonly Query[]> = {
  -readonly [Place in keyof Queries]: WriteResult<RowOf<Queries[Place]>>
}

/** One exclusive transaction. The first statement that fails dooms it: nothing further runs and it rolls back. */
export interface Transaction {
  run<Q extends Query>(query: Q): Promise<WriteResult<RowOf<Q>>>
}

/**
 * A relational database. Every method rejects with a `StorageFailure` when the database cannot answer, and those
 * that write with a `ConstraintViolation` when the rows contradict the schema; the same on every engine.
 */
export interface Storage {
  readonly engine: 'sqlite' | 'postgres'

  /** Builds queries in this engine's dialect. It has no connection: running a query through it throws. */
  readonly db: Kysely<Tables>

  /** Reads what has been committed, within 10 s. */
  read<Row>(query: Query<Row>): Promise<Row[]>

  /**
   * What `read` finds by reads of this storage alone. It may be what it found before, where no write was answered since, of
   * whatever process. `key` begins with the company and says all that `read` depends on; nobody changes what is answered.
   */
  remember<T>(key: string, read: () => Promise<T>): Promise<T>

  /** Like `read`, for counts and exports that may take long: they never delay a `read`. Within 60 s. */
  readHeavy<Row>(query: Query<Row>): Promise<Row[]>

  /**
   * Runs the statements as one unit, all or none, and answers once they would survive a power cut. Units of other
   * callers may run between its statements on PostgreSQL: a unit that decides by what it reads is a `transaction`.
   */
  write<const Queries extends readonly Query[]>(queries: Queries): Promise<WriteResults<Queries>>

  /**
   * Runs `work` while no other unit or transaction writes, on any machine; commits when it resolves, rolls back when it
   * rejects. `work` does nothing but SQL through its argument and has 5 s from its first statement's turn.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>

  /** Brings the schema, the main one unless told, to this version's and returns the numbers of the migrations that it ran. */
  migrate(schema?: MigrationSet): Promise<number[]>

  /** Returns what is wrong with the database's files or references, a sentence each; empty when all is well. */
  integrityCheck(): Promise<string[]>

  /** Finishes what was accepted, refuses what comes later. */
  close(): Promise<void>
}
