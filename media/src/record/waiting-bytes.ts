import type { Blocks } from '../blocks.ts'

/** Bytes that somebody holds until he gives them back; one who never does leaves them to the garbage collector. */
export interface Held {
  bytes: Buffer
  giveBack: () => void
}

const NAL_LENGTH_BYTES = 4

/** What of one track waits to be written, one after the other as it will stand in the file. */
export class WaitingBytes {
  readonly #blocks: Blocks
  #block: Buffer | undefined
  #size = 0
  /** What comes next is about as much as what was taken last. */
  #usual = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  /** Copies NAL units, each behind its length. Returns how many bytes that makes. */
  addNals(units: readonly Buffer[]): number {
    const bytes = units.reduce((sum, unit) => sum + NAL_LENGTH_BYTES + unit.length, 0)
    const block = this.#roomFor(bytes)
    for (const unit of units) {
      block.writeUInt32BE(unit.length, this.#size)
      unit.copy(block, this.#size + NAL_LENGTH_BYTES)
      this.#size += NAL_LENGTH_BYTES + unit.length
    }
    return bytes
  }

  addBare(units: readonly Buffer[]): number {
    const bytes = units.reduce((sum, unit) => sum + unit.length, 0)
    const block = this.#roomFor(bytes)
    for (const unit of units) this.#size += unit.copy(block, this.#size)
    return bytes
  }

  /** Hands over the first `bytes`; the others go on waiting. */
  take(bytes: number): Held {
    const block = this.#roomFor(0)
    const rest = this.#size - bytes
    this.#block = undefined
    this.#size = 0
    this.#usual = bytes
    if (rest > 0) block.copy(this.#roomFor(rest), 0, bytes, bytes + rest)
    this.#size = rest
    return { bytes: block.subarray(0, bytes), giveBack: () => this.#blocks.giveBack(block) }
  }

  #roomFor(bytes: number): Buffer {
    const needed = this.#size + bytes
    const block = this.#block
    if (block && block.length >= needed) return block
    const larger = this.#blocks.take(Math.max(needed, this.#usual))
    if (block) {
      block.copy(larger, 0, 0, this.#size)
      this.#blocks.giveBack(block)
    }
    this.#block = larger
    return larger
  }
}
