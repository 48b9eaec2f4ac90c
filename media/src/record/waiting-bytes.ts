import type { Blocks } from '../blocks.ts'

/** Bytes that somebody holds until he gives them back; one who never does leaves them to the garbage collector. */
export interface Held {
  /** One after the other. */
  pieces: Buffer[]
  giveBack: () => void
}

const NAL_LENGTH_BYTES = 4
const LENGTH = Buffer.alloc(NAL_LENGTH_BYTES)

/**
 * What of one track waits to be written, one after the other as it will stand in the file. Small blocks, of the size that pictures come
 * in, so that a camera holds little more than it has to say.
 */
export class WaitingBytes {
  readonly #blocks: Blocks
  readonly #blockBytes: number
  /** All full but the last. */
  #held: Buffer[] = []
  #size = 0

  /** `blockBytes`: a power of two. */
  constructor(blocks: Blocks, blockBytes: number) {
    this.#blocks = blocks
    this.#blockBytes = blockBytes
  }

  /** Copies NAL units, each behind its length. Returns how many bytes that makes. */
  addNals(units: readonly Buffer[]): number {
    const before = this.#size
    for (const unit of units) {
      LENGTH.writeUInt32BE(unit.length)
      this.#add(LENGTH)
      this.#add(unit)
    }
    return this.#size - before
  }

  addBare(units: readonly Buffer[]): number {
    const before = this.#size
    for (const unit of units) this.#add(unit)
    return this.#size - before
  }

  /** Hands over the first `bytes`; the others go on waiting. */
  take(bytes: number): Held {
    const [held, size] = [this.#held, this.#size]
    this.#held = []
    this.#size = 0
    for (const piece of this.#piecesOf(held, bytes, size)) this.#add(piece)
    return {
      pieces: this.#piecesOf(held, 0, bytes),
      giveBack: () => {
        for (const block of held) this.#blocks.giveBack(block)
      },
    }
  }

  #add(bytes: Buffer): void {
    for (let at = 0; at < bytes.length;) {
      const filled = this.#size % this.#blockBytes
      if (filled === 0) this.#held.push(this.#blocks.take(this.#blockBytes))
      const block = this.#held.at(-1)
      const copied = block ? bytes.copy(block, filled, at) : bytes.length
      at += copied
      this.#size += copied
    }
  }

  #piecesOf(held: readonly Buffer[], from: number, to: number): Buffer[] {
    return held
      .map((block, i) => {
        const start = i * this.#blockBytes
        return block.subarray(Math.max(0, from - start), Math.max(0, to - start))
      })
      .filter(({ length }) => length > 0)
  }
}
