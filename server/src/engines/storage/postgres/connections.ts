import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StorageFailure } from '../failures.ts'
import type { Statement } from '../statement.ts'
import type { WriteResult } from '../storage.ts'
import { errorOf, isUnavailable } from './fault.ts'

const RECONNECT_PAUSES_MS = [100, 1000]
const LONGEST_QUEUE = 20_000
// A machine that froze in a transaction must not keep the others from writing.
const IDLE_TRANSACTION_LIMIT_MS = 15_000

const { INT8, NUMERIC } = pg.types.builtins

function safeNumber(text: string): number {
  const number = Number(text)
  if (Number.isInteger(number) && !Number.isSafeInteger(number))
    throw new RangeError(`too large a number: ${text}`)
  return number
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === NUMERIC ? safeNumber : pg.types.getTypeParser(oid, format),
}

export interface ConnectionsOptions {
  readonly url: string
  readonly size: number
  readonly statementLimitMs: number
  readonly connectLimitMs: number
}

/** The connections of this process to one PostgreSQL server. */
export class Connections {
  readonly #pool: pg.Pool

  constructor({ url, size, statementLimitMs, connectLimitMs }: ConnectionsOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: size,
      types,
      application_name: 'vedette',
      connectionTimeoutMillis: connectLimitMs,
      statement_timeout: statementLimitMs,
      idle_in_transaction_session_timeout: IDLE_TRANSACTION_LIMIT_MS,
      // An answered write is on the disk, whatever the server's default is.
      options: '-c synchronous_commit=on',
      keepAlive: true,
    })
    // A lost connection is reported by the statement that runs on it; an idle one the pool replaces.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    this.#pool.on('error', () => undefined)
  }

  /** A connection of one's own until its `release`. */
  async take(): Promise<pg.PoolClient> {
    if (this.#pool.waitingCount >= LONGEST_QUEUE) {
      throw new StorageFailure('busy', `${this.#pool.waitingCount} statements are waiting for a connection`)
    }
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw errorOf(error)
    }
  }

  /** Runs one statement that changes nothing. */
  read(statement: Statement): Promise<WriteResult> {
    return this.reconnecting(async () => {
      const client = await this.take()
      try {
        const result = await runOn(client, statement)
        client.release()
        return result
      } catch (error) {
        client.release(isUnavailable(error))
        throw error
      }
    })
  }

  /**
   * Tries what changes nothing again when the server is gone: a connection may have died while it was idle, and a server
   * that restarts is waited for shortly.
   */
  async reconnecting<T>(job: () => Promise<T>): Promise<T> {
    for (const pauseMs of RECONNECT_PAUSES_MS) {
      try {
        return await job()
      } catch (error) {
        if (!isUnavailable(error)) throw error
        // Somebody waits for the answer, so this timer keeps the process alive.
        await setTimeout(pauseMs)
      }
    }
    return job()
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

export async function runOn(client: pg.PoolClient, { sql, parameters }: Statement): Promise<WriteResult> {
  try {
    const { rows, rowCount } = await client.query<object>(sql, [...parameters])
    return { rows, changes: rowCount ?? 0 }
  } catch (error) {
    throw errorOf(error)
  }
}
