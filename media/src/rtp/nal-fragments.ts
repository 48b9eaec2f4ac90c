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

  /** Takes what stands from `at` to `end`. False when the unit has grown beyond its limits and is dropped. */
  append(bytes: Buffer, at = 0, end = bytes.length): boolean {
    this.#pieces++
    const size = this.#arena.size + end - at
    const fits = size <= MAX_NAL_BYTES && this.#pieces <= MAX_FRAGMENTS
    if (fits) this.#arena.append(bytes, at, end)
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
