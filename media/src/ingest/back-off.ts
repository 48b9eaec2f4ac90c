import type { SessionEnd } from '../access-unit.ts'

const FIRST_MS = 250
const LONGEST_MS = 10_000
/** Whoever sends nonsense, or more than anyone can take, would do so again at once. */
const NONSENSE_MS = 5000
/** Cameras lock an account after a few wrong tries. */
const WRONG_CREDENTIALS_MS = 30_000

/** How long to wait before the next try; grows until `reset`. */
export class BackOff {
  #nextMs = FIRST_MS

  /** Up to half less than the full delay, so that cameras behind one switch are not tried all at once. */
  delayMs(reason: SessionEnd['reason']): number {
    const fullMs = this.#nextMs
    this.#nextMs = Math.min(fullMs * 2, LONGEST_MS)
    if (reason === 'credentials') return WRONG_CREDENTIALS_MS
    const leastMs = reason === 'protocol' ? NONSENSE_MS : 0
    return Math.max(leastMs, fullMs * (1 - Math.random() / 2))
  }

  reset(): void {
    this.#nextMs = FIRST_MS
  }
}
