import type { AccessUnit } from '../access-unit.ts'
import type { SampleSize } from '../fmp4/fragment.ts'
import { VIDEO_TIMESCALE } from '../fmp4/init-segment.ts'
import type { Blocks } from '../blocks.ts'
import { type Held, WaitingBytes } from './waiting-bytes.ts'

export interface Run {
  decodeTime: number
  /** Where its last sample ends. */
  endTime: number
  samples: SampleSize[]
  /** The samples', one after the other. */
  media: Held
}

/** As pictures come in: what one gives back is another's next. */
const BLOCK_BYTES = 64 * 1024
/** H.264 and H.265 allow no more. */
const MAX_REORDER = 16
const USUAL_INTERVAL = VIDEO_TIMESCALE / 25
const RECENT = 17
/** So many pictures show whether a stream reorders, where its parameter sets don't say it. */
const TELLING = 5

/**
 * The pictures of one file that are not written yet, in decoding order. Each is shown at its own time; decode times are the same
 * times in order, so a stream that reorders gets composition offsets of both signs.
 */
export class PictureTrack {
  #pending: { at: number; isKey: boolean; isDamaged: boolean; bytes: number }[] = []
  readonly #media: WaitingBytes
  #nextDecode = 0
  /** How long after its own time a picture was decoded at most. */
  #late = 0
  #latest = 0
  /** How many pictures came later than one shown after them, so far. */
  #reorder: number
  readonly #isReorderTold: boolean
  /** When the last ones are shown, in order. */
  readonly #recent: number[] = []

  constructor(blocks: Blocks, maxReorderFrames: number | undefined) {
    this.#media = new WaitingBytes(blocks, BLOCK_BYTES)
    this.#isReorderTold = maxReorderFrames !== undefined
    this.#reorder = Math.min(maxReorderFrames ?? 0, MAX_REORDER)
  }

  /** `at`: ticks since the file's first picture. */
  push(unit: Pick<AccessUnit, 'isKey' | 'isDamaged' | 'units'>, at: number): void {
    let later = 0
    for (const other of this.#pending) if (other.at > at) later++
    this.#reorder = Math.max(this.#reorder, Math.min(later, MAX_REORDER))
    const { isKey, isDamaged = false, units } = unit
    this.#pending.push({ at, isKey, isDamaged, bytes: this.#media.addNals(units) })
    this.#recent.push(at)
    if (at < this.#latest) this.#recent.sort((a, b) => a - b)
    if (this.#recent.length > RECENT) this.#recent.shift()
    this.#latest = Math.max(this.#latest, at)
  }

  get count(): number {
    return this.#pending.length
  }

  /** The usual distance of two pictures that are shown one after the other, in ticks. */
  get interval(): number {
    const steps = this.#recent.slice(1).map((at, i) => at - (this.#recent[i] ?? at))
    return steps.sort((a, b) => a - b)[steps.length >> 1] ?? USUAL_INTERVAL
  }

  /** What can be written now: all whose end is known. */
  cut(): Run | undefined {
    if (!this.#isReorderTold && this.#nextDecode === 0 && this.count < TELLING) return undefined
    const count = this.#pending.length - 1 - this.#reorder
    return count > 0 ? this.#take(count) : undefined
  }

  /** All, for a key frame shown at `keyAt` begins another GOP of the file. */
  endGop(keyAt: number): Run | undefined {
    // Pictures that are decoded after the key frame and shown before it need room.
    const isOpenGop = this.#reorder > 0 && keyAt > this.#latest + this.interval
    return this.#take(this.#pending.length, isOpenGop ? this.#latest + this.interval : keyAt)
  }

  /** All, for the file ends: where the next one begins, or as long as a picture usually is shown. */
  end(endAt = this.#latest + this.interval): Run | undefined {
    return this.#take(this.#pending.length, endAt)
  }

  #take(count: number, endAt = 0): Run | undefined {
    if (count === 0) return undefined
    const shown = this.#pending.map(({ at }) => at).sort((a, b) => a - b)
    const decodeTime = this.#nextDecode
    const samples: SampleSize[] = []
    let size = 0
    // A picture is decoded no later after its own time than those before, also where its neighbours are missing: ffmpeg, which reads
    // no file to its end first, would show all that follows later.
    const late = this.#nextDecode === 0 ? this.#reorder * this.interval : this.#late
    const latest = this.#pending.slice(1).map(({ at }) => at + late)
    for (const [i, { at, isKey, isDamaged, bytes }] of this.#pending.splice(0, count).entries()) {
      const decodeAt = this.#nextDecode
      this.#nextDecode = Math.max(decodeAt + 1, Math.min(shown[i + 1] ?? endAt, latest[i] ?? Infinity))
      this.#late = Math.max(this.#late, decodeAt - at)
      const duration = this.#nextDecode - decodeAt
      samples.push({ duration, compositionOffset: at - decodeAt, isKey, isDamaged, bytes })
      size += bytes
    }
    return { decodeTime, endTime: this.#nextDecode, samples, media: this.#media.take(size) }
  }
}
