import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import type { Statement, Value } from '../statement.ts'
import type { WriteResult } from '../storage.ts'

const CACHED_STATEMENTS = 300

interface Prepared {
  readonly statement: StatementSync
  readonly answersRows: boolean
}

export interface OpenOptions {
  readonly readOnly?: boolean
  /** How long a statement waits for another connection's lock. */
  readonly busyTimeoutMs: number
}

/** One connection of `node:sqlite`; nothing else imports that module. It blocks its thread. */
export class Database {
  readonly #connection: DatabaseSync
  readonly #prepared = new Map<string, Prepared>()

  constructor(path: string, { readOnly = false, busyTimeoutMs }: OpenOptions) {
    this.#connection = new DatabaseSync(path, {
      readOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
    })
  }

  get isInTransaction(): boolean {
    return this.#connection.isTransaction
  }

  /** Runs SQL of ours without parameters or rows. */
  exec(sql: string): void {
    this.#connection.exec(sql)
  }

  run({ sql, parameters }: Statement): WriteResult {
    const { statement, answersRows } = this.#prepare(sql)
    const values = parameters.map(bound)
    if (answersRows) {
      const rows: Record<string, SQLOutputValue>[] = statement.all(...values)
      return { rows, changes: rows.length }
    }
    return { rows: [], changes: Number(statement.run(...values).changes) }
  }

  close(): void {
    this.#prepared.clear()
    this.#connection.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#prepared.get(sql)
    if (known) {
      // Moves it to the end: the first of the map is the one that was not used for longest.
      this.#prepared.delete(sql)
      this.#prepared.set(sql, known)
      return known
    }
    const statement = this.#connection.prepare(sql)
    const prepared = { statement, answersRows: statement.columns().length > 0 }
    this.#prepared.set(sql, prepared)
    const oldest = this.#prepared.keys().next()
    if (this.#prepared.size > CACHED_STATEMENTS && !oldest.done) this.#prepared.delete(oldest.value)
    return prepared
  }
}

// node:sqlite binds every number as a double; then 7 / 2 would be 3.5 here and 3 in PostgreSQL.
function bound(value: Value): Value {
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : value
}
