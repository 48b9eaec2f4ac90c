import type { Arena } from './arena.ts'

const MAX_NAL_BYTES = 8 << 20
const MAX_FRAGMENTS = 16_384

/** Collects a NAL unit sent in pieces, in the stream's memory. */
export class NalFragments {
  readonly #arena: Arena
  #pieces = 0

  constructor(arena: Arena) {
    this.#arena = arena
  }

  get isOpen(): boolean {
    return this.#pieces > 0
  }

  start(header: Buffer): void {
    this.drop()
    this.append(header)
  }

  /** The piece begins at `from`. False when the unit has grown beyond its limits and is dropped. */
  append(piece: Buffer, from = 0): boolean {
    this.#pieces++
    const bytes = this.#arena.size + piece.length - from
    const fits = bytes <= MAX_NAL_BYTES && this.#pieces <= MAX_FRAGMENTS
    if (fits) this.#arena.append(piece, from)
    else this.drop()
    return fits
  }

  take(): Buffer {
    this.#pieces = 0
    return this.#arena.take()
  }

  drop(): void {
    this.#pieces = 0
    this.#arena.drop()
  }
}
