/** What is passed over at a time, ms. */
export const DAMAGE_MS = 1000

/** A stretch of footage that cannot be decoded; it grows each time that to pass over it was not enough. Moments are ms since 1970. */
export class DamagedStretch {
  #known: { fromMs: number; toMs: number } | undefined

  has(atMs: number): boolean {
    return this.#known !== undefined && atMs >= this.#known.fromMs && atMs < this.#known.toMs
  }

  /** The edge that is met first on the way from a moment, forwards or backwards. */
  edgeFrom(atMs: number, towards: number): number | undefined {
    const edges = this.#known ? [this.#known.fromMs, this.#known.toMs] : []
    return edges.filter((ms) => (ms - atMs) * towards > 0).toSorted((a, b) => (a - b) * towards)[0]
  }

  /** It was not to be decoded there. */
  add(atMs: number): void {
    const [fromMs, toMs] = [atMs - DAMAGE_MS, atMs + DAMAGE_MS]
    const known = this.#known
    const isKnown = known && fromMs <= known.toMs && toMs >= known.fromMs
    this.#known = isKnown
      ? { fromMs: Math.min(fromMs, known.fromMs - DAMAGE_MS), toMs: Math.max(toMs, known.toMs + DAMAGE_MS) }
      : { fromMs, toMs }
  }
}
