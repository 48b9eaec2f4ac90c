import type { Clock } from '../ingest/clock.ts'

interface Appointment {
  atUs: number
  act: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowUs: number
  #appointments: Appointment[] = []

  constructor(nowUs = Date.UTC(2025, 0, 1) * 1000) {
    this.#nowUs = nowUs
  }

  now(): number {
    return this.#nowUs
  }

  after(delayMs: number, act: () => void): () => void {
    const appointment = { atUs: this.#nowUs + delayMs * 1000, act }
    this.#appointments.push(appointment)
    return () => (this.#appointments = this.#appointments.filter((other) => other !== appointment))
  }

  /** Lets the time pass and runs what falls due, in its order. */
  advance(byMs: number): void {
    const endUs = this.#nowUs + byMs * 1000
    for (;;) {
      this.#appointments.sort((a, b) => a.atUs - b.atUs)
      const next = this.#appointments[0]
      if (!next || next.atUs > endUs) break
      this.#appointments.shift()
      this.#nowUs = next.atUs
      next.act()
    }
    this.#nowUs = endUs
  }
}
