import type pg from 'pg'
import type { ExclusiveConnection } from '../exclusive.ts'
import type { Statement } from '../statement.ts'
import type { WriteResult } from '../storage.ts'
import { type Connections, runOn } from './connections.ts'

// The letters "vedette" as a number; an advisory lock belongs to one database.
const WRITE_LOCK = 0x76_65_64_65_74_74_65n

const lockFunctions = { units: 'pg_advisory_xact_lock_shared', transaction: 'pg_advisory_xact_lock' }

export type WriteLock = keyof typeof lockFunctions

/**
 * A transaction under the platform's write lock. Units share it, so they run beside each other; a transaction holds it
 * alone. Each statement sees what was committed before it, and under the lock nobody else commits: so READ COMMITTED
 * is serial here, and no transaction has to be run twice.
 */
export class LockedConnection implements ExclusiveConnection {
  readonly #connections: Connections
  readonly #begin: string
  #client: pg.PoolClient | undefined

  constructor(connections: Connections, lock: WriteLock, statementLimitMs: number) {
    this.#connections = connections
    this.#begin = `begin; set local statement_timeout = ${statementLimitMs}; select ${lockFunctions[lock]}(${WRITE_LOCK})`
  }

  begin(): Promise<void> {
    return this.#connections.reconnecting(async () => {
      this.#client = await this.#connections.take()
      try {
        await this.#control(this.#begin)
      } catch (error) {
        await this.rollback()
        throw error
      }
    })
  }

  run(statement: Statement): Promise<WriteResult> {
    return runOn(this.#open(), statement)
  }

  async commit(): Promise<void> {
    await this.#control('commit')
    this.#release(false)
  }

  async rollback(): Promise<void> {
    if (!this.#client) return
    try {
      await this.#control('rollback')
      this.#release(false)
    } catch {
      // The server rolls back what a lost connection had begun.
      this.#release(true)
    }
  }

  async #control(sql: string): Promise<void> {
    await runOn(this.#open(), { sql, parameters: [] })
  }

  #open(): pg.PoolClient {
    if (!this.#client) throw new Error('this transaction has no connection any more')
    return this.#client
  }

  #release(isLost: boolean): void {
    this.#client?.release(isLost)
    this.#client = undefined
  }
}
