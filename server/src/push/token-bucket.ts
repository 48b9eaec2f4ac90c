/** Lets `perSecond` through in the long run and `burst` at once. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #filledAt: number

  constructor(limit: { perSecond: number; burst: number }, nowMs: number) {
    this.#perSecond = limit.perSecond
    this.#burst = limit.burst
    this.#tokens = limit.burst
    this.#filledAt = nowMs
  }

  /** Whether so many may pass now; if so, they count. */
  take(count: number, nowMs: number): boolean {
    const gained = (Math.max(0, nowMs - this.#filledAt) * this.#perSecond) / 1000
    this.#tokens = Math.min(this.#burst, this.#tokens + gained)
    this.#filledAt = nowMs
    if (count > this.#tokens) return false
    this.#tokens -= count
    return true
  }
}
