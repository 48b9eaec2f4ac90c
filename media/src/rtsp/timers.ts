/** The clock of a session; tests bring their own. */
export interface Timers {
  /** µs since 1970. */
  nowUs(): number
  after(delayMs: number, run: () => void): Cancel
  every(periodMs: number, run: () => void): Cancel
}

export type Cancel = () => void

/** None of its timers keeps the process alive. */
export const systemTimers: Timers = {
  nowUs: () => Date.now() * 1000,
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs).unref()
    return () => clearTimeout(timer)
  },
  every(periodMs, run) {
    const timer = setInterval(run, periodMs).unref()
    return () => clearInterval(timer)
  },
}
