import type { Cancel, Timers } from '../timers.ts'

interface Timer {
  atMs: number
  periodMs?: number
  run(): void
}

/** Time that passes only when told to. */
export class ManualTimers implements Timers {
  #nowMs = 1_700_000_000_000
  readonly #timers = new Set<Timer>()

  nowUs(): number {
    return this.#nowMs * 1000
  }

  after(delayMs: number, run: () => void): Cancel {
    return this.#add({ atMs: this.#nowMs + delayMs, run })
  }

  every(periodMs: number, run: () => void): Cancel {
    return this.#add({ atMs: this.#nowMs + periodMs, periodMs, run })
  }

  advance(byMs: number): void {
    const untilMs = this.#nowMs + byMs
    for (let due = this.#next(untilMs); due; due = this.#next(untilMs)) {
      this.#nowMs = due.atMs
      if (due.periodMs === undefined) this.#timers.delete(due)
      else due.atMs += due.periodMs
      due.run()
    }
    this.#nowMs = untilMs
  }

  #next(untilMs: number): Timer | undefined {
    return [...this.#timers].filter((timer) => timer.atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0]
  }

  #add(timer: Timer): Cancel {
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }
}
