/** What a window's caption says about its picture. */
export interface Figures {
  fps: number
  kbps: number
  /** How long ago the painted picture arrived at the shard, in ms; undefined before the first one. */
  ageMs: number | undefined
}

const NONE: Figures = { fps: 0, kbps: 0, ageMs: undefined }

/** Sums up a window between two looks at it. */
export class FigureCounter {
  #bytes = 0
  #painted = 0
  #ages: number[] = []
  #sinceMs: number

  constructor(nowMs: number) {
    this.#sinceMs = nowMs
  }

  received(bytes: number): void {
    this.#bytes += bytes
  }

  painted(pictures: number, ageMs: number | undefined): void {
    this.#painted += pictures
    if (ageMs !== undefined) this.#ages.push(ageMs)
  }

  /** The figures since the last call; the age is the median. */
  take(nowMs: number): Figures {
    const seconds = (nowMs - this.#sinceMs) / 1000
    if (seconds <= 0) return NONE
    const ages = this.#ages.toSorted((a, b) => a - b)
    const figures = {
      fps: Math.round(this.#painted / seconds),
      kbps: Math.round((this.#bytes * 8) / 1000 / seconds),
      ageMs: ages[Math.floor(ages.length / 2)],
    }
    this.#bytes = 0
    this.#painted = 0
    this.#ages = []
    this.#sinceMs = nowMs
    return figures
  }
}
