/** Doorbells that ring: the first who answers or declines does so for everybody. */
import type { RingAct } from '@vedette/contract/calls/ring'

import type { Clock } from '../../engines/clock.ts'

export interface Ring {
  companyId: string
  did: string
  eid: string
}

export interface Taken {
  act: RingAct
  sessionId: string
  account: string
}

/** Nobody rings for longer. */
const REMEMBER_MS = 120_000
const MOST = 10_000

export class Rings {
  readonly #clock: Clock
  /** Hears of each ring that is answered or declined. */
  onTaken: (ring: Ring, taken: Taken) => void = () => {}
  /** The oldest first. */
  readonly #taken = new Map<string, Taken & { untilMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Who was first. */
  take(ring: Ring, taken: Taken): Taken {
    const nowMs = this.#clock.now()
    this.#forget(nowMs)
    const key = `${ring.companyId} ${ring.did} ${ring.eid}`
    const before = this.#taken.get(key)
    if (before) return before
    this.#taken.set(key, { ...taken, untilMs: nowMs + REMEMBER_MS })
    this.onTaken(ring, taken)
    return taken
  }

  #forget(nowMs: number): void {
    for (const [key, { untilMs }] of this.#taken) {
      if (untilMs > nowMs && this.#taken.size < MOST) return
      this.#taken.delete(key)
    }
  }
}
