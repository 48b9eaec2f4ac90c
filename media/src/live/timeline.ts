/** From presentation times as RTP gives them to the decode times and durations that MSE takes: docs/time.md. */

/** In ticks of the track's timescale; presentation is decode time + composition offset. */
export interface Timing {
  decodeTime: number
  duration: number
  compositionOffset: number
}

export type Discontinuity = 'jumpAhead' | 'jumpBack'

/** What sets a track's timeline apart. */
export interface Track {
  timescale: number
  /** Ticks, until the stream shows its own. */
  usualInterval: number
  /** Whether pictures may come in another order than they are shown. */
  mayReorder: boolean
}

/** By how much pictures that may be reordered are shown after they are decoded: room for what turns up later. */
export const HEADROOM_US = 500_000
const MAX_REORDER = 4
const MAX_JUMP_S = 10
/** So many presentation times are kept; after as many in order the stream counts as one without reordering. */
const WINDOW = 16

/**
 * The decode times of one track in one epoch. Each starts where the one before ended; the durations are what
 * follows the RTP clock, so that jitter and lost frames leave neither gap nor overlap.
 */
export class Timeline {
  readonly #originUs: number
  readonly #track: Track
  readonly #headroom: number
  /** The latest presentation times, ascending. */
  readonly #recent: number[] = []
  #reorder = 0
  #next: number | undefined

  /** `originUs` becomes decode time 0. */
  constructor(originUs: number, track: Track) {
    this.#originUs = originUs
    this.#track = track
    this.#headroom = track.mayReorder ? (track.timescale * HEADROOM_US) / 1e6 : 0
  }

  /** Where an access unit stands, in decoding order; a discontinuity leaves the timeline as it was. */
  place(timestampUs: number): Timing | Discontinuity {
    const ticks = Math.round((timestampUs - this.#originUs) * (this.#track.timescale / 1e6))
    const latest = this.#recent.at(-1) ?? ticks
    if (ticks - latest > MAX_JUMP_S * this.#track.timescale) return 'jumpAhead'
    const later = this.#recent.length - this.#countUpTo(ticks)
    if (later > 0 && (later > MAX_REORDER || latest - ticks > this.#headroom)) return 'jumpBack'

    this.#reorder = Math.max(this.#reorder, later)
    this.#recent.splice(this.#recent.length - later, 0, ticks)
    if (this.#recent.length > WINDOW) this.#recent.shift()

    const interval = this.#interval()
    const decodeTarget = this.#decodeTarget(interval)
    const decodeTime = this.#next ?? Math.max(0, Math.round(decodeTarget))
    const shortest = Math.max(1, Math.round(interval / 4))
    const duration = Math.max(shortest, Math.round(decodeTarget + interval) - decodeTime)
    this.#next = decodeTime + duration
    return { decodeTime, duration, compositionOffset: this.#compositionOffset(ticks, decodeTime) }
  }

  /** With `reorder` pictures held back, the one due for decoding is the (reorder + 1)th latest known. */
  #decodeTarget(interval: number): number {
    const at = this.#recent.length - 1 - this.#reorder
    return (this.#recent[at] ?? 0) + this.#reorder * interval
  }

  /** In a stream without reordering presentation follows decoding, jitter smoothed; else each picture keeps its time. */
  #compositionOffset(ticks: number, decodeTime: number): number {
    const isInOrder = this.#reorder === 0 && (this.#recent.length === WINDOW || !this.#track.mayReorder)
    return isInOrder ? this.#headroom : Math.max(0, ticks + this.#headroom - decodeTime)
  }

  #countUpTo(ticks: number): number {
    let count = this.#recent.length
    while (count > 0 && (this.#recent[count - 1] ?? 0) > ticks) count--
    return count
  }

  /** The median step, which a lost frame or a late stamp does not move; pictures still out of order are left out. */
  #interval(): number {
    const steps: number[] = []
    for (let at = 1; at < this.#recent.length - this.#reorder; at++)
      steps.push((this.#recent[at] ?? 0) - (this.#recent[at - 1] ?? 0))
    if (steps.length < 3) return this.#track.usualInterval
    steps.sort((a, b) => a - b)
    return Math.max(1, steps[steps.length >> 1] ?? 0)
  }
}
