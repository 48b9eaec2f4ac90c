/** Time, as what must be tested without waiting takes it. */
export interface Clock {
  /** ms since 1970 */
  now: () => number
  /** Calls once, after `delayMs`; returns how to call it off. */
  after: (delayMs: number, run: () => void) => () => void
}

export const systemClock: Clock = {
  now: Date.now,
  after: (delayMs, run) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}
