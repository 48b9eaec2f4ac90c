import type { Storage } from '../../engines/storage/storage.ts'

/** Counters of tries. They are the platform's: who guesses may name companies that do not exist. */
export function attemptStore(storage: Storage) {
  const { db } = storage
  return {
    countsOf: (keys: readonly string[]) =>
      storage.read(
        db.selectFrom('login_attempt').where('key', 'in', keys).select(['key', 'count', 'window_start']),
      ),

    /** Counts one more for each key. Windows that began before `staleBefore` are over. */
    async count(keys: readonly string[], now: number, staleBefore: number): Promise<void> {
      await storage.write([
        db.deleteFrom('login_attempt').where('window_start', '<=', staleBefore),
        ...keys.map((key) =>
          db
            .insertInto('login_attempt')
            .values({ key, window_start: now, count: 1 })
            .onConflict((conflict) =>
              conflict.column('key').doUpdateSet((row) => ({ count: row('login_attempt.count', '+', 1) })),
            ),
        ),
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
