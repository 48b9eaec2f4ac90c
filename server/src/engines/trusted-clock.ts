/** The clock by which recordings, alarms and pictures age: the machine's, unless that jumped. */
import type { Clock } from './clock.ts'
import type { Storage } from './storage/storage.ts'

/** A machine that naps, or is set right: far less than the shortest time that anything is kept. */
const JUMP_MS = 3_600_000
/** A machine that was off over a holiday. */
const JUMP_WHILE_OFF_MS = 7 * 86_400_000
const ROW = 1

export interface TrustedClock {
  /** Never ahead of what really passed by more than an hour. */
  now(): number
  /** How far the machine's clock is ahead of it; 0 while it is believed. */
  aheadMs(): number
  /** Somebody says that the machine's clock is right. */
  trust(): Promise<void>
  /** Notes how far time has come; to be called every now and then. */
  keep(): Promise<void>
}

/** `elapsedMs` is a clock that nobody sets. */
export async function trustedClock(
  storage: Storage,
  clock: Clock,
  elapsedMs: () => number,
): Promise<TrustedClock> {
  const { db } = storage
  const [row] = await storage.read(db.selectFrom('record_clock').where('id', '=', ROW).select('at'))
  let atMs = row?.at ?? clock.now()
  let atElapsedMs = elapsedMs()
  if (isNear(clock.now(), atMs, JUMP_WHILE_OFF_MS)) atMs = Math.max(atMs, clock.now())

  const real = (): number => atMs + elapsedMs() - atElapsedMs
  const set = (ms: number): void => {
    // Columns of times hold whole milliseconds; the clock that nobody sets has fractions.
    atMs = Math.floor(ms)
    atElapsedMs = elapsedMs()
  }
  const write = async (): Promise<void> => {
    await storage.write([
      db
        .insertInto('record_clock')
        .values({ id: ROW, at: atMs })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ at: atMs })),
    ])
  }

  return {
    now: () => (isNear(clock.now(), real(), JUMP_MS) ? clock.now() : real()),
    aheadMs: () => (isNear(clock.now(), real(), JUMP_MS) ? 0 : clock.now() - real()),
    async trust() {
      set(clock.now())
      await write()
    },
    async keep() {
      // A clock that was set back a little must not take away what has passed.
      set(isNear(clock.now(), real(), JUMP_MS) ? Math.max(clock.now(), real()) : real())
      await write()
    },
  }
}

/** Not farther ahead than this. A clock that is behind deletes nothing too early, but ages nothing either. */
function isNear(now: number, real: number, byMs: number): boolean {
  return Math.abs(now - real) <= byMs
}
