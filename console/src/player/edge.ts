/** Keeps a live picture at the edge, as one decision per append. */

const TARGET_S = 0.16
const LARGEST_TARGET_S = 0.6
const STALL_COSTS_S = 0.06
const CALM_GIVES_BACK_S_PER_S = 0.02
const JUMP_BEYOND_S = 2
/** Short waits add up to an older picture that is still within the band; this takes it back, too slowly to be heard or seen. */
const DRIFT_RATE = 1.005

export type EdgeDecision = { do: 'rate'; rate: number } | { do: 'jump'; toLagS: number }

/**
 * Decides from the lag (buffered end minus current time, in seconds) how fast to play. A stall raises the lag that is aimed at, calm
 * lowers it again, so that a bumpy source does not stop each second.
 */
export class LiveEdge {
  #targetS = TARGET_S
  #rate = 1
  #isCatchingUp = false
  #lastMs: number | undefined

  get targetS(): number {
    return this.#targetS
  }

  stalled(): void {
    this.#targetS = Math.min(LARGEST_TARGET_S, this.#targetS + STALL_COSTS_S)
  }

  /** A range has begun: until its edge is reached for the first time, catching up may be quick. */
  opened(): void {
    this.#isCatchingUp = true
  }

  observe(lagS: number, nowMs: number): EdgeDecision {
    const calmS = this.#lastMs === undefined ? 0 : (nowMs - this.#lastMs) / 1000
    this.#lastMs = nowMs
    this.#targetS = Math.max(TARGET_S, this.#targetS - calmS * CALM_GIVES_BACK_S_PER_S)
    if (lagS > JUMP_BEYOND_S) {
      this.#rate = 1
      this.#isCatchingUp = true
      return { do: 'jump', toLagS: this.#targetS }
    }
    this.#rate = this.#rateFor(lagS / this.#targetS)
    return { do: 'rate', rate: this.#rate }
  }

  /** Once off the normal speed, it stays there until the target is crossed: changing the rate is itself audible and visible. */
  #rateFor(lagInTargets: number): number {
    if (lagInTargets <= 1.2) this.#isCatchingUp = false
    if (this.#isCatchingUp && lagInTargets > 1.6) return 1.5
    if (lagInTargets > 2.5) return 1.25
    if (lagInTargets > 1.6) return Math.max(this.#rate, 1.08)
    if (lagInTargets < 0.4) return 0.93
    if (this.#rate > 1 && lagInTargets > 1) return Math.min(this.#rate, 1.08)
    if (this.#rate < 1 && lagInTargets < 0.9) return 0.93
    return lagInTargets > 1 ? DRIFT_RATE : 1
  }
}
