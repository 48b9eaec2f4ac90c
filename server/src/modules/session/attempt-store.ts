import { sql } from 'kysely'

import type { Storage } from '../../engines/storage/storage.ts'

/** Longest window of anything counted in this table, `Throttle` included. */
const LONGEST_WINDOW_MS = 24 * 60 * 60 * 1000

/** Counters of tries. They are the platform's: who guesses may name companies that do not exist. */
export function attemptStore(storage: Storage) {
  const { db } = storage
  return {
    countsOf: (keys: readonly string[]) =>
      storage.read(
        db.selectFrom('login_attempt').where('key', 'in', keys).select(['key', 'count', 'window_start']),
      ),

    /** Counts one more for each key, anew where its window began before `over`, and returns what there is now. */
    async count(keys: readonly string[], now: number, over: number) {
      const [, ...counted] = await storage.write([
        db.deleteFrom('login_attempt').where('window_start', '<=', now - LONGEST_WINDOW_MS),
        ...keys.map((key) =>
          db
            .insertInto('login_attempt')
            .values({ key, window_start: now, count: 1 })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet({
                count: sql<number>`case when login_attempt.window_start <= ${over} then 1 else login_attempt.count + 1 end`,
                window_start: sql<number>`case when login_attempt.window_start <= ${over} then ${now} else login_attempt.window_start end`,
              }),
            )
            .returning(['key', 'count', 'window_start']),
        ),
      ])
      return counted.flatMap(({ rows }) => rows)
    },

    /** Takes back what was counted of a try that was none of a guesser. */
    async uncount(keys: readonly string[]): Promise<void> {
      await storage.write([
        db
          .updateTable('login_attempt')
          .where('key', 'in', keys)
          .where('count', '>', 0)
          .set((row) => ({ count: row('count', '-', 1) })),
      ])
    },

    /** Forgets the failures of one key and remembers another until its window is over. */
    async forgive(forgotten: string, known: string, windowStart: number): Promise<void> {
      await storage.write([
        db.deleteFrom('login_attempt').where('key', '=', forgotten),
        db
          .insertInto('login_attempt')
          .values({ key: known, window_start: windowStart, count: 0 })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ window_start: windowStart })),
      ])
    },
  }
}

export type AttemptStore = ReturnType<typeof attemptStore>
