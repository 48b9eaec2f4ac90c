/** From presentation times as RTP gives them to the decode times and durations that MSE takes: docs/time.md. */

/** In ticks of the track's timescale; presentation is decode time + composition offset. */
export interface Timing {
  decodeTime: number
  duration: number
  compositionOffset: number
}

/** `needsHeadroom`: the pictures are reordered by more than the timeline has room for; see `neededHeadroomUs`. */
export type Discontinuity = 'jumpAhead' | 'jumpBack' | 'needsHeadroom'

/** What sets a track's timeline apart. */
export interface Track {
  timescale: number
  /** Ticks, until the stream shows its own. */
  usualInterval: number
  /** By how much pictures are shown after they are decoded; without any, they come in the order in which they are shown. */
  headroomUs?: number
}

/** Room for what is decoded later and shown before. Streams of few pictures a second need more: `neededHeadroomUs`. */
export const HEADROOM_US = 500_000
const MAX_HEADROOM_US = 8_000_000
const MAX_REORDER = 4
const MAX_JUMP_S = 10
/** So many presentation times are kept; after as many in order the stream counts as one without reordering. */
const WINDOW = 16
/** Ascending; filled anew for each picture, since a sorted array of its own would be most of the memory that a picture takes here. */
const STEPS = new Float64Array(WINDOW)

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
  /** What was the latest presentation time before the latest one came: no reordered picture is shown before it. */
  #beforeLatest = 0

  /** `originUs` becomes decode time 0. */
  constructor(originUs: number, track: Track) {
    this.#originUs = originUs
    this.#track = track
    this.#headroom = ((track.headroomUs ?? 0) * track.timescale) / 1e6
  }

  /** The headroom with which the pictures between the two latest references fit. */
  get neededHeadroomUs(): number {
    const step = (this.#recent.at(-1) ?? 0) - this.#beforeLatest
    return Math.ceil((1.25 * step * 1e6) / this.#track.timescale)
  }

  /** Where an access unit stands, in decoding order; a discontinuity leaves the timeline as it was. */
  place(timestampUs: number): Timing | Discontinuity {
    const ticks = Math.round((timestampUs - this.#originUs) * (this.#track.timescale / 1e6))
    const latest = this.#recent.at(-1) ?? ticks
    if (ticks - latest > MAX_JUMP_S * this.#track.timescale) return 'jumpAhead'
    const later = this.#recent.length - this.#countUpTo(ticks)
    if (later > MAX_REORDER) return 'jumpBack'
    if (later > 0 && latest - ticks > this.#headroom) {
      const isBetween = this.#headroom > 0 && ticks > this.#beforeLatest
      return isBetween && this.neededHeadroomUs <= MAX_HEADROOM_US ? 'needsHeadroom' : 'jumpBack'
    }

    this.#reorder = Math.max(this.#reorder, later)
    if (ticks > latest) this.#beforeLatest = latest
    if (later > 0) this.#recent.splice(this.#recent.length - later, 0, ticks)
    else this.#recent.push(ticks)
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
    const isInOrder = this.#reorder === 0 && (this.#recent.length === WINDOW || this.#headroom === 0)
    return isInOrder ? this.#headroom : Math.max(0, ticks + this.#headroom - decodeTime)
  }

  #countUpTo(ticks: number): number {
    let count = this.#recent.length
    while (count > 0 && (this.#recent[count - 1] ?? 0) > ticks) count--
    return count
  }

  /** The median step, which a lost frame or a late stamp does not move; pictures still out of order are left out. */
  #interval(): number {
    let count = 0
    for (let at = 1; at < this.#recent.length - this.#reorder; at++)
      insert((this.#recent[at] ?? 0) - (this.#recent[at - 1] ?? 0), count++)
    if (count < 3) return this.#track.usualInterval
    return Math.max(1, STEPS[count >> 1] ?? 0)
  }
}

/** Puts a step among the `count` that stand in order. */
function insert(step: number, count: number): void {
  let at = count
  for (; at > 0 && (STEPS[at - 1] ?? 0) > step; at--) STEPS[at] = STEPS[at - 1] ?? 0
  STEPS[at] = step
}
