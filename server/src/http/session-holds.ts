/**
 * The sockets and fetches that are open, by session. Each is added before anything is waited for: a session that ends meanwhile
 * finds it.
 */
export class SessionHolds<T> {
  readonly #bySession = new Map<string, Set<T>>()
  readonly #most: number

  /** `most`: of one session. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most
  }

  /** False: the session has as many as it may. */
  add(sessionId: string, one: T): boolean {
    const held = this.#bySession.get(sessionId) ?? new Set()
    if (held.size >= this.#most) return false
    this.#bySession.set(sessionId, held.add(one))
    return true
  }

  /** Returns whether it was the session's last. */
  remove(sessionId: string, one: T): boolean {
    const held = this.#bySession.get(sessionId)
    if (!held?.delete(one) || held.size > 0) return false
    return this.#bySession.delete(sessionId)
  }

  of(sessionId: string): readonly T[] {
    return [...(this.#bySession.get(sessionId) ?? [])]
  }

  *sessions(): Generator<[string, ReadonlySet<T>]> {
    yield* this.#bySession
  }

  *[Symbol.iterator](): Generator<T> {
    for (const held of this.#bySession.values()) yield* held
  }
}
