import { ownCopy } from './own-copy.ts'

const MAX_NAL_BYTES = 8 << 20
const MAX_FRAGMENTS = 16_384
const MAX_PINNED_BYTES = 4 * MAX_NAL_BYTES

/**
 * Collects a NAL unit sent in pieces. Pieces are views until the unit is whole and are then copied once;
 * what they keep alive meanwhile is bounded, since a view holds the whole buffer that it was received in.
 */
export class NalFragments {
  #pieces: Buffer[] = []
  #size = 0
  #pinned = 0
  #lastMemory: ArrayBufferLike | undefined

  get isOpen(): boolean {
    return this.#pieces.length > 0
  }

  start(header: Buffer): void {
    this.drop()
    this.append(header)
  }

  /** False when the unit has grown beyond its limits and is dropped. */
  append(piece: Buffer): boolean {
    this.#pieces.push(piece)
    this.#size += piece.length
    if (piece.buffer !== this.#lastMemory) this.#pinned += piece.buffer.byteLength
    this.#lastMemory = piece.buffer
    const fits =
      this.#size <= MAX_NAL_BYTES && this.#pieces.length <= MAX_FRAGMENTS && this.#pinned <= MAX_PINNED_BYTES
    if (!fits) this.drop()
    return fits
  }

  take(): Buffer {
    const nal = ownCopy(...this.#pieces)
    this.drop()
    return nal
  }

  drop(): void {
    this.#pieces = []
    this.#size = 0
    this.#pinned = 0
    this.#lastMemory = undefined
  }
}
