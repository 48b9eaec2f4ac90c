import type { Box, Picture } from '../picture.ts'

export interface Shot {
  picture: Picture
  box: Box
}

/** A better picture than the first is worth a second one, for so long. */
const BETTER = 1.25
const SETTLE_MS = 2500
const MOST_SHOTS = 3

/** Which pictures of an event are worth keeping: the first at once, then better ones when they had time to get so. */
export class BestPicture {
  #told = 0
  #toldMs = 0
  #count = 0
  #best: (Shot & { worth: number }) | undefined

  begin(): void {
    this.#told = 0
    this.#count = 0
    this.#best = undefined
  }

  /** Returns the picture that is to be told now. */
  offer(shot: Shot, worth: number, atMs: number): Shot | undefined {
    if (this.#count >= MOST_SHOTS) return undefined
    if (worth > this.#told * BETTER && worth > (this.#best?.worth ?? 0)) this.#best = { ...shot, worth }
    return this.#count === 0 || atMs - this.#toldMs >= SETTLE_MS ? this.#take(atMs) : undefined
  }

  /** What is left at the end. */
  last(): Shot | undefined {
    return this.#count < MOST_SHOTS ? this.#take(0) : undefined
  }

  #take(atMs: number): Shot | undefined {
    const best = this.#best
    this.#best = undefined
    if (!best) return undefined
    this.#told = best.worth
    this.#toldMs = atMs
    this.#count++
    return best
  }
}
