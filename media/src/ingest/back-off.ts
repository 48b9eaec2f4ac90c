import type { SessionEnd } from '../access-unit.ts'

const FIRST_MS = 250
const LONGEST_MS = 10_000
/** Anyone who sends nonsense, or more than anyone can take, would do so again at once. */
const NONSENSE_MS = 5000
/** Cameras lock an account after a few wrong tries, which would keep its owner out as well. */
const REFUSED_MS = [30_000, 60_000, 5 * 60_000, 30 * 60_000] as const
/** Who tries has his answer by then, or has gone. */
const ANSWER_MS = 15_000

/** How long to wait before the next try; grows until `reset`. */
export class BackOff {
  #nextMs = FIRST_MS

  /** Up to half less than the full delay, so that cameras behind one switch are not tried all at once. */
  delayMs(reason: SessionEnd['reason']): number {
    const fullMs = this.#nextMs
    this.#nextMs = Math.min(fullMs * 2, LONGEST_MS)
    const leastMs = reason === 'protocol' ? NONSENSE_MS : 0
    return Math.max(leastMs, fullMs * (1 - Math.random() / 2))
  }

  reset(): void {
    this.#nextMs = FIRST_MS
  }
}

/** Credentials that a camera may refuse, shared by its streams: while they are refused, one stream at a time tries them. */
export class LoginBackOff {
  #refusals = 0
  #isTrying = false
  #untilMs = 0

  /** How long to wait before a try. 0: the caller tries now, and tells how it went. */
  waitMs(nowMs: number): number {
    if (this.#refusals === 0) return 0
    if (nowMs < this.#untilMs) return this.#untilMs - nowMs
    this.#isTrying = true
    this.#untilMs = nowMs + ANSWER_MS
    return 0
  }

  /** Returns how long to wait. Tries that began before the first refusal was known count as that one. */
  refused(nowMs: number): number {
    if (this.#refusals === 0 || this.#isTrying) {
      this.#untilMs = nowMs + (REFUSED_MS[this.#refusals] ?? REFUSED_MS[3])
      this.#refusals++
    }
    this.#isTrying = false
    return Math.max(0, this.#untilMs - nowMs)
  }

  accepted(): void {
    this.#refusals = 0
    this.#isTrying = false
  }

  /** The try ended without an answer: another may be made. */
  unanswered(): void {
    if (this.#isTrying) this.#untilMs = 0
    this.#isTrying = false
  }
}
