import { randomBytes } from 'node:crypto'

import type { Authority } from '../authority/authority.ts'

/** A session that ended unnoticed must not keep its key for ever. */
const MAX_KEYS = 50_000

/** The `Key` of each session that logged in on a socket: made here, kept in memory alone, gone with its session. */
export class SessionKeys {
  readonly #keys = new Map<string, string>()

  constructor(authority: Pick<Authority, 'onSessionEnd'>) {
    authority.onSessionEnd((sessionId, end) => {
      if (end !== 'rights') this.#keys.delete(sessionId)
    })
  }

  /** 32 bytes, hex. The sockets of one session share it. */
  issue(sessionId: string): string {
    const key = this.#keys.get(sessionId) ?? randomBytes(32).toString('hex')
    // Moved to the end: the first of the map is the one that was not asked for the longest.
    this.#keys.delete(sessionId)
    this.#keys.set(sessionId, key)
    const [oldest] = this.#keys.keys()
    if (this.#keys.size > MAX_KEYS && oldest !== undefined) this.#keys.delete(oldest)
    return key
  }

  keyOf(sessionId: string): string | undefined {
    return this.#keys.get(sessionId)
  }
}
