import type { AccessUnit, AudioFormat } from '../access-unit.ts'
import type { SampleSize } from '../fmp4/fragment.ts'
import type { Blocks } from '../blocks.ts'
import type { Run } from './picture-track.ts'
import { WaitingBytes } from './waiting-bytes.ts'

const BLOCK_BYTES = 16 * 1024
const AAC_FRAME_SAMPLES = 1024
/** Sound that is no further from where it follows on stays there. */
const TOLERANCE_S = 0.06

/** The sound of one file that is not written yet: frame after frame, and moved where its time has gone another way. */
export class SoundTrack {
  readonly #format: AudioFormat
  readonly #media: WaitingBytes
  #pending: { at: number; sample: SampleSize }[] = []
  #next = 0
  #hasBegun = false

  constructor(blocks: Blocks, format: AudioFormat) {
    this.#format = format
    this.#media = new WaitingBytes(blocks, BLOCK_BYTES)
  }

  /** `atS`: seconds since the file's first picture. */
  push(unit: AccessUnit, atS: number): void {
    const wanted = Math.max(0, Math.round(atS * this.#format.sampleRate))
    const duration = this.#durationOf(unit)
    const at = this.#hasBegun ? this.#place(wanted, duration) : wanted
    const last = this.#pending.at(-1)
    if (last) last.sample.duration = at - last.at
    this.#hasBegun = true
    this.#next = at + duration
    const bytes = this.#media.addBare(unit.units)
    this.#pending.push({ at, sample: { duration, compositionOffset: 0, isKey: true, bytes } })
  }

  /** All that came so far. */
  cut(): Run | undefined {
    const decodeTime = this.#pending[0]?.at
    if (decodeTime === undefined) return undefined
    const samples = this.#pending.map(({ sample }) => sample)
    this.#pending = []
    const size = samples.reduce((sum, { bytes }) => sum + bytes, 0)
    return { decodeTime, endTime: this.#next, samples, media: this.#media.take(size) }
  }

  /** Nothing that came is left out: sound that is too late catches up by an eighth of each frame. */
  #place(wanted: number, duration: number): number {
    const off = wanted - this.#next
    if (Math.abs(off) <= TOLERANCE_S * this.#format.sampleRate) return this.#next
    if (off > 0) return wanted
    return this.#pending.length > 0 ? this.#next - Math.floor(duration / 8) : this.#next
  }

  #durationOf({ units }: AccessUnit): number {
    if (this.#format.codec === 'aac') return AAC_FRAME_SAMPLES
    return Math.max(1, Math.floor((units[0]?.length ?? 0) / this.#format.channels))
  }
}
