/** What a plain MP4 says of the samples of one track: ISO 14496-12 sections 8.6 and 8.7. */
import { box, fullBox, u32 } from '../fmp4/boxes.ts'
import type { FragmentTrack } from '../fmp4/read-moof.ts'

const FIRST_CAPACITY = 1024

/** Whole numbers of 32 bits: a day of video has millions, and an array of Node's takes twice the room. */
class Numbers {
  #values = new Int32Array(FIRST_CAPACITY)
  length = 0

  push(...added: number[]): void {
    for (const value of added) {
      if (this.length === this.#values.length) {
        const larger = new Int32Array(2 * this.#values.length)
        larger.set(this.#values)
        this.#values = larger
      }
      this.#values[this.length++] = value
    }
  }

  at(i: number): number {
    return this.#values[i] ?? 0
  }

  set(i: number, value: number): void {
    this.#values[i] = value
  }

  /** Big-endian. */
  get bytes(): Buffer {
    return Buffer.from(this.#values.slice(0, this.length).buffer).swap32()
  }
}

/** Sample after sample in decoding order. Times are ticks on the timeline of the whole. */
export class SampleTable {
  readonly #sizes = new Numbers()
  /** From each sample's decode time to that of the next; of the last one, how long it lasts. */
  readonly #durations = new Numbers()
  readonly #offsets = new Numbers()
  readonly #isKey = new Numbers()
  /** Per fragment: where its samples begin, and how many they are. */
  readonly #chunkAt: number[] = []
  readonly #chunkSamples: number[] = []
  /** Decode time of the first sample, of the last one, and where that ends. */
  firstTicks = 0
  #lastTicks = 0
  #endTicks = 0

  get count(): number {
    return this.#sizes.length
  }

  /** Ticks from the first decode time to the end. */
  get duration(): number {
    return this.#endTicks - this.firstTicks
  }

  /** Where the last sample ends among the data. */
  get dataEnd(): number {
    let at = this.#chunkAt.at(-1) ?? 0
    for (let i = this.count - (this.#chunkSamples.at(-1) ?? 0); i < this.count; i++) at += this.#sizes.at(i)
    return at
  }

  /** `at`: where the fragment's moof begins among the data; `shift`: ticks by which its decode times move. */
  add({ decodeTime, samples }: FragmentTrack, at: number, shift: number): void {
    const [first] = samples
    if (!first) return
    let ticks = decodeTime + shift
    this.#chunkAt.push(at + first.at)
    this.#chunkSamples.push(samples.length)
    for (const { bytes, duration, compositionOffset, isKey } of samples) {
      const shownAt = ticks + compositionOffset
      if (this.count === 0) this.firstTicks = this.#lastTicks = ticks
      else {
        // Time does not run back, whatever a torn file says.
        const decodeAt = Math.max(this.#lastTicks + 1, ticks)
        this.#durations.set(this.count - 1, decodeAt - this.#lastTicks)
        this.#lastTicks = decodeAt
      }
      this.#sizes.push(bytes)
      this.#durations.push(duration)
      this.#offsets.push(shownAt - this.#lastTicks)
      this.#isKey.push(isKey ? 1 : 0)
      ticks += duration
      this.#endTicks = this.#lastTicks + duration
    }
  }

  /** Leaves out what is decoded after the last sample that is shown before `ticks`. */
  cut(ticks: number): void {
    while (this.count > 0 && this.#lastTicks + this.#offsets.at(this.count - 1) >= ticks) this.#pop()
  }

  /** stbl, but for its stsd, which comes as it is. `dataAt`: where the data begins in the file. */
  boxes(stsd: Buffer, dataAt: number): Buffer {
    const sync = new Numbers()
    for (let i = 0; i < this.count; i++) if (this.#isKey.at(i) === 1) sync.push(i + 1)
    const isAllKeys = sync.length === this.count
    const hasOffsets = this.#someOffset()
    return box(
      'stbl',
      stsd,
      runs('stts', 0, this.#durations),
      ...(hasOffsets ? [runs('ctts', 1, this.#offsets)] : []),
      ...(isAllKeys ? [] : [fullBox('stss', 0, 0, u32(sync.length), sync.bytes)]),
      this.#samplesOfChunks(),
      fullBox('stsz', 0, 0, u32(0, this.count), this.#sizes.bytes),
      this.#places(dataAt),
    )
  }

  #pop(): void {
    const samples = (this.#chunkSamples.pop() ?? 0) - 1
    if (samples > 0) this.#chunkSamples.push(samples)
    else this.#chunkAt.pop()
    for (const numbers of [this.#sizes, this.#durations, this.#offsets, this.#isKey]) numbers.length--
    this.#endTicks = this.#lastTicks
    this.#lastTicks -= this.#durations.at(this.count - 1)
  }

  #someOffset(): boolean {
    for (let i = 0; i < this.count; i++) if (this.#offsets.at(i) !== 0) return true
    return false
  }

  #samplesOfChunks(): Buffer {
    const entries = new Numbers()
    for (const [i, samples] of this.#chunkSamples.entries())
      if (samples !== this.#chunkSamples[i - 1]) entries.push(i + 1, samples, 1)
    return fullBox('stsc', 0, 0, u32(entries.length / 3), entries.bytes)
  }

  #places(dataAt: number): Buffer {
    const places = Buffer.allocUnsafe(8 * this.#chunkAt.length)
    for (const [i, at] of this.#chunkAt.entries()) places.writeBigUInt64BE(BigInt(dataAt + at), 8 * i)
    return fullBox('co64', 0, 0, u32(this.#chunkAt.length), places)
  }
}

/** stts and ctts: how often a value comes on end, and the value. */
function runs(type: string, version: number, values: Numbers): Buffer {
  const entries = new Numbers()
  for (let i = 0; i < values.length;) {
    let end = i + 1
    while (end < values.length && values.at(end) === values.at(i)) end++
    entries.push(end - i, values.at(i))
    i = end
  }
  return fullBox(type, version, 0, u32(entries.length / 2), entries.bytes)
}
