/**
 * Extends 32-bit RTP time stamps past their wrap, in µs. Whatever the camera does is passed on: the step from
 * one to the next is taken as signed, so a jump backwards or by more than 10 s is a jump here as well, and
 * a caller that needs a steady timeline has to look for it.
 */
export class RtpTimeline {
  readonly #clockRate: number
  #ticks: number | undefined
  #last = 0

  constructor(clockRate: number) {
    this.#clockRate = clockRate
  }

  advance(timestamp: number): number {
    this.#ticks = this.#ticksAt(timestamp)
    this.#last = timestamp
    return this.#toUs(this.#ticks)
  }

  /** Where a time stamp near the last one lies, without moving on. */
  at(timestamp: number): number {
    return this.#toUs(this.#ticksAt(timestamp))
  }

  #ticksAt(timestamp: number): number {
    return this.#ticks === undefined ? timestamp : this.#ticks + ((timestamp - this.#last) | 0)
  }

  #toUs(ticks: number): number {
    return Math.round((ticks * 1_000_000) / this.#clockRate)
  }
}
