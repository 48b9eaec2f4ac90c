/** Time and timers, injected so that tests decide what time it is. */
export interface Clock {
  /** µs since 1970. */
  now(): number
  /** Runs `act` once after the delay; the answer cancels it. */
  after(delayMs: number, act: () => void): () => void
}

/** The machine's clock, to the millisecond. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  // Not performance.timeOrigin: two processes that started apart would disagree after the clock was set.
  now: () => Date.now() * 1000,
  after(delayMs, act) {
    const timeout = setTimeout(act, delayMs).unref()
    return () => clearTimeout(timeout)
  },
}

/** Runs `act` again and again until the answer is called. */
export function every(clock: Clock, periodMs: number, act: () => void): () => void {
  let cancel = clock.after(periodMs, tick)
  function tick(): void {
    cancel = clock.after(periodMs, tick)
    act()
  }
  return () => cancel()
}
