import { isTicketOf, readTicket } from '@vedette/contract/ticket'

import type { Clock } from '../engines/clock.ts'
import type { SessionKeys } from '../push/session-keys.ts'

/** No ticket lives longer, so none has to be remembered for longer. */
const REMEMBER_MS = 60_000

/** Checks media tickets; each admits once. */
export class Tickets {
  readonly #keys: Pick<SessionKeys, 'keyOf'>
  readonly #clock: Clock
  /** Session and nonce of those that were used, the oldest first → when to forget it. */
  readonly #used = new Map<string, number>()

  constructor(keys: Pick<SessionKeys, 'keyOf'>, clock: Clock) {
    this.#keys = keys
    this.#clock = clock
  }

  /** The session that the ticket admits, undefined for one that is forged, expired or used. */
  admit(ticket: string): string | undefined {
    const nowMs = this.#clock.now()
    const claims = readTicket(ticket)
    const key = claims && this.#keys.keyOf(claims.sessionId)
    if (!claims || key === undefined || !isTicketOf(key, ticket, nowMs)) return undefined
    this.#forget(nowMs)
    const use = `${claims.sessionId}.${claims.nonce}`
    if (this.#used.has(use)) return undefined
    this.#used.set(use, nowMs + REMEMBER_MS)
    return claims.sessionId
  }

  #forget(nowMs: number): void {
    for (const [use, untilMs] of this.#used) {
      if (untilMs >= nowMs) return
      this.#used.delete(use)
    }
  }
}
