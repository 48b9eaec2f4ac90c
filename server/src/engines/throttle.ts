import { createHash } from 'node:crypto'

import { Refusal } from '@vedette/contract/codes'
import { sql } from 'kysely'

import type { Clock } from './clock.ts'
import type { Storage } from './storage/storage.ts'

/** At most so many tries within a window that begins with the first. */
export interface ThrottleLimit {
  limit: number
  windowMs: number
}

/** Counts tries before they are checked, so that no burst gets past a limit; the counts outlive a restart. */
export class Throttle {
  readonly #storage: Storage
  readonly #clock: Clock

  constructor(storage: Storage, clock: Clock) {
    this.#storage = storage
    this.#clock = clock
  }

  /** Takes one of the tries that `subject` has and returns how many it took; throws Refusal `tooManyTries` where none is left. */
  async take(subject: readonly string[], { limit, windowMs }: ThrottleLimit): Promise<number> {
    const now = this.#clock.now()
    const over = now - windowMs
    const [counted] = await this.#storage.write([
      this.#storage.db
        .insertInto('login_attempt')
        .values({ key: keyOf(subject), window_start: now, count: 1 })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({
            count: sql<number>`case when login_attempt.window_start <= ${over} then 1 else login_attempt.count + 1 end`,
            window_start: sql<number>`case when login_attempt.window_start <= ${over} then ${now} else login_attempt.window_start end`,
          }),
        )
        .returning(['count', 'window_start']),
    ])
    const [row] = counted.rows
    if (row && row.count > limit)
      throw new Refusal('tooManyTries', { RetryAfter: Math.ceil((row.window_start + windowMs - now) / 1000) })
    return row?.count ?? 0
  }

  /** Anyone who knew the answer did not guess it. */
  async forget(subject: readonly string[]): Promise<void> {
    await this.#storage.write([
      this.#storage.db.deleteFrom('login_attempt').where('key', '=', keyOf(subject)),
    ])
  }
}

/** Hashed, since people type passwords into fields that are meant for names. */
function keyOf(subject: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(subject)).digest('hex')
}
