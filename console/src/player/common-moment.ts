/** No window waits longer for another one's picture. */
const TOGETHER_MS = 300

/**
 * Backwards each picture is a seek of its own, of another length in each window: the next moment is that of all windows, once all
 * are at the present one.
 */
export class CommonMoment {
  #held: { atMs: number; sinceMs: number } | undefined

  /** Where all windows go now. `perfMs` is what performance.now() says. */
  next(atMs: number, perfMs: number, areOnTheirWay: boolean): number {
    const held = this.#held
    if (held && areOnTheirWay && perfMs - held.sinceMs <= TOGETHER_MS) return held.atMs
    this.#held = { atMs, sinceMs: perfMs }
    return atMs
  }

  forget(): void {
    this.#held = undefined
  }
}
