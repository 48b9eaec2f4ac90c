import type { Clock, Timer } from '../engines/clock.ts'
import type { Principals } from './principals.ts'
import type { SessionEnd, SessionEndListener } from './session-end.ts'
import type { AuthorityStore, SessionRow } from './store.ts'
import { endOfSession } from './token.ts'

/** Revocation reaches everything within 5 s: a sweep, and time to act on it. */
const SWEEP_MS = 2000
/** Activity is written at most this often. */
const FLUSH_MS = 60_000
/** A session without activity for this long has no socket, so it needs no sweep. */
const IN_USE_MS = 120_000
/** How long a session that ended is still told from one that never was. */
const REMEMBER_ENDED_MS = 24 * 60 * 60 * 1000

/** The sessions in use on this machine: notes their activity, notices their end. */
export class Sessions {
  readonly #store: AuthorityStore
  readonly #clock: Clock
  readonly #principals: Principals
  readonly #onError: (error: unknown) => void
  /** Session → when it was last active. */
  readonly #inUse = new Map<string, number>()
  /** Activity that is not written yet. */
  #unwritten = new Map<string, number>()
  /** Activity whose write has not been answered: a row that is read meanwhile may lack it. */
  #beingWritten: ReadonlyMap<string, number> = new Map()
  readonly #listeners = new Set<SessionEndListener>()
  readonly #timers: Timer[]
  #sweeping: Promise<void> = Promise.resolve()
  /** The sweep that waits for the one under way. */
  #nextSweep: Promise<void> | undefined
  #flushing: Promise<void> = Promise.resolve()
  /** The flush that waits for the one under way. */
  #nextFlush: Promise<void> | undefined

  constructor(
    store: AuthorityStore,
    clock: Clock,
    principals: Principals,
    onError: (error: unknown) => void,
  ) {
    this.#store = store
    this.#clock = clock
    this.#principals = principals
    this.#onError = onError
    this.#timers = [
      clock.every(SWEEP_MS, () => void this.sweep().catch(onError)),
      clock.every(FLUSH_MS, () => void this.flush().catch(onError)),
    ]
  }

  get inUse(): number {
    return this.#inUse.size
  }

  touch(sessionId: string): void {
    const now = this.#clock.now()
    this.#inUse.set(sessionId, now)
    this.#unwritten.set(sessionId, now)
  }

  /** Why the session no longer lives, undefined while it does. */
  endOf(session: SessionRow): 'revoked' | 'expired' | undefined {
    if (session.revoked_at !== null || session.disabled) return 'revoked'
    const lastSeenAt = Math.max(session.last_seen_at, this.#inUse.get(session.id) ?? 0)
    return endOfSession(lastSeenAt, session.expires_at) <= this.#clock.now() ? 'expired' : undefined
  }

  listen(listener: SessionEndListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  end(sessionId: string, end: 'revoked' | 'expired'): void {
    this.#inUse.delete(sessionId)
    this.#unwritten.delete(sessionId)
    this.#principals.forget(sessionId)
    this.tell(sessionId, end)
  }

  /** Checks every session in use anew; one sweep at a time, and a caller gets one that began after the call. */
  sweep(): Promise<void> {
    if (this.#nextSweep) return this.#nextSweep
    const earlier = this.#sweeping.catch(() => {
      // The sweep that failed told its own caller.
    })
    this.#sweeping = earlier.then(() => {
      this.#nextSweep = undefined
      return this.#checkAll()
    })
    this.#nextSweep = this.#sweeping
    return this.#sweeping
  }

  /** Writes the activity that was noted: one at a time, and a caller meanwhile shares the next. */
  flush(): Promise<void> {
    if (this.#nextFlush) return this.#nextFlush
    const earlier = this.#flushing.catch(() => {
      // The flush that failed told its own caller.
    })
    this.#flushing = earlier.then(() => {
      this.#nextFlush = undefined
      return this.#write()
    })
    this.#nextFlush = this.#flushing
    return this.#flushing
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) timer.stop()
    await this.flush()
  }

  async #write(): Promise<void> {
    const seen = this.#unwritten
    this.#unwritten = new Map()
    this.#beingWritten = seen
    try {
      if (seen.size > 0) await this.#store.writeLastSeen(seen)
      await this.#store.deleteSessionsEndedBefore(this.#clock.now() - REMEMBER_ENDED_MS)
    } catch (error) {
      // What was not written waits for the next time; newer activity stands.
      for (const [id, at] of seen) if (!this.#unwritten.has(id)) this.#unwritten.set(id, at)
      throw error
    } finally {
      this.#beingWritten = new Map()
    }
  }

  async #checkAll(): Promise<void> {
    const leftBefore = this.#clock.now() - IN_USE_MS
    for (const [id, at] of this.#inUse) {
      if (at >= leftBefore || this.#unwritten.has(id) || this.#beingWritten.has(id)) continue
      this.#inUse.delete(id)
      this.#principals.forget(id)
    }
    if (this.#inUse.size === 0) return
    const asked = [...this.#inUse.keys()]
    const rows = new Map((await this.#store.sessionsById(asked)).map((row) => [row.id, row]))
    for (const id of asked) {
      const row = rows.get(id)
      const end = row ? this.endOf(row) : 'expired'
      if (end && this.#inUse.has(id)) this.end(id, end)
      else if (row && this.#principals.knows(id) && !(await this.#principals.of(row))) this.end(id, 'revoked')
    }
  }

  tell(sessionId: string, end: SessionEnd): void {
    for (const listener of this.#listeners) {
      try {
        listener(sessionId, end)
      } catch (error) {
        // One listener's bug must not keep the others' sockets open.
        this.#onError(error)
      }
    }
  }
}
