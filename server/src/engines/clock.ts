import { systemTimers } from '@vedette/media/rtsp/timers'

export interface Timer {
  stop(): void
}

/** Time and timers, so that tests decide what time it is. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  after(delayMs: number, act: () => void): Timer
  /** The first time may come sooner. */
  every(periodMs: number, act: () => void): Timer
}

// Node turns a longer delay into 1 ms.
const LONGEST_TIMER_MS = 2 ** 31 - 1

function checkDelay(delayMs: number): void {
  if (!(delayMs >= 0 && delayMs <= LONGEST_TIMER_MS))
    throw new RangeError(`not a timer's delay: ${delayMs} ms`)
}

/** The machine's clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, act) {
    checkDelay(delayMs)
    const timeout = setTimeout(act, delayMs).unref()
    return { stop: () => clearTimeout(timeout) }
  },
  every(periodMs, act) {
    checkDelay(periodMs)
    return { stop: systemTimers.every(periodMs, act) }
  },
}

interface Appointment {
  at: number
  readonly periodMs: number | undefined
  readonly act: () => void
}

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now: number
  readonly #appointments = new Set<Appointment>()

  constructor(startMs: number = Date.UTC(2025, 0, 1)) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  after(delayMs: number, act: () => void): Timer {
    return this.#keep(delayMs, undefined, act)
  }

  every(periodMs: number, act: () => void): Timer {
    return this.#keep(periodMs, Math.max(1, periodMs), act)
  }

  /** Lets the time pass and runs the timers that fall due, in their order. */
  advance(byMs: number): void {
    const end = this.#now + byMs
    for (let next = this.#nextUntil(end); next; next = this.#nextUntil(end)) {
      this.#now = Math.max(this.#now, next.at)
      if (next.periodMs === undefined) this.#appointments.delete(next)
      else next.at += next.periodMs
      next.act()
    }
    this.#now = end
  }

  /** Lets the time pass as on a machine that slept: what fell due meanwhile runs once. */
  leap(byMs: number): void {
    this.#now += byMs
    for (const appointment of this.#appointments) {
      if (appointment.at > this.#now) continue
      if (appointment.periodMs === undefined) this.#appointments.delete(appointment)
      else appointment.at = this.#now + appointment.periodMs
      appointment.act()
    }
  }

  #keep(delayMs: number, periodMs: number | undefined, act: () => void): Timer {
    checkDelay(delayMs)
    const appointment = { at: this.#now + delayMs, periodMs, act }
    this.#appointments.add(appointment)
    return { stop: () => this.#appointments.delete(appointment) }
  }

  #nextUntil(end: number): Appointment | undefined {
    let next: Appointment | undefined
    for (const appointment of this.#appointments) {
      if (appointment.at <= end && (!next || appointment.at < next.at)) next = appointment
    }
    return next
  }
}
