/** When the next piece of sound is played, so that pieces follow on each other near the live edge. */

/** Kept in hand, because pieces do not come evenly. */
const LEAD_S = 0.1
const MOST_LEAD_S = 0.4

export class PlayHead {
  #nextS = 0

  /** Undefined for a piece that is left out, because the sound has fallen behind. */
  place(durationS: number, nowS: number): number | undefined {
    if (this.#nextS - nowS > MOST_LEAD_S) return undefined
    const startS = this.#nextS > nowS ? this.#nextS : nowS + LEAD_S
    this.#nextS = startS + durationS
    return startS
  }
}
