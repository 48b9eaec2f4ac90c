/** The clock of a session; tests bring their own. */
export interface Timers {
  /** µs since 1970. */
  nowUs(): number
  after(delayMs: number, run: () => void): Cancel
  /** What has the same period runs together, so that the first time may come sooner. */
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
    const beat = beats.get(periodMs) ?? startBeat(periodMs)
    const entry = { run }
    beat.entries.add(entry)
    return () => {
      beat.entries.delete(entry)
      if (beat.entries.size === 0) beat.stop()
    }
  },
}

interface Beat {
  entries: Set<{ run: () => void }>
  stop(): void
}

/** By period in ms. Fifty cameras that are looked at by themselves would wake the process for each of them. */
const beats = new Map<number, Beat>()

function startBeat(periodMs: number): Beat {
  const entries: Beat['entries'] = new Set()
  const timer = setInterval(() => {
    // What begins anew in its own turn waits for the next.
    const due = [...entries]
    for (const entry of due) if (entries.has(entry)) entry.run()
  }, periodMs).unref()
  const stop = (): void => {
    clearInterval(timer)
    if (beats.get(periodMs) === beat) beats.delete(periodMs)
  }
  const beat = { entries, stop }
  beats.set(periodMs, beat)
  return beat
}
