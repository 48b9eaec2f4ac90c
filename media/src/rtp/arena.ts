const BLOCK_BYTES = 64 << 10

/** A block of at least so many bytes, with anything in it. */
export type TakeBlock = (bytes: number) => Buffer

/** Not from Node's pool, which all streams would share. */
export const blockOfItsOwn: TakeBlock = (bytes) => Buffer.allocUnsafeSlow(bytes)

/**
 * Memory for what one stream keeps, handed out piece after piece from blocks. A block lives as long as any piece of it, and the
 * pieces of one stream die together with their GOP; an allocation for each would keep the garbage collector busy.
 */
export class Arena {
  readonly #blockBytes: number
  readonly #takeBlock: TakeBlock
  #block: Buffer = Buffer.alloc(0)
  #taken = 0
  /** The piece under construction, from `#taken` on. */
  #size = 0

  constructor({ blockBytes = BLOCK_BYTES, takeBlock = blockOfItsOwn } = {}) {
    this.#blockBytes = blockBytes
    this.#takeBlock = takeBlock
  }

  /** Bytes of the piece under construction. */
  get size(): number {
    return this.#size
  }

  /** Copies what stands from `at` to `end` behind the piece under construction. */
  append(bytes: Buffer, at = 0, end = bytes.length): void {
    const more = end - at
    if (this.#taken + this.#size + more > this.#block.length) this.#moveOn(this.#size + more)
    bytes.copy(this.#block, this.#taken + this.#size, at, end)
    this.#size += more
  }

  /** The piece, which is the taker's from now on. */
  take(): Buffer {
    const piece = this.#block.subarray(this.#taken, this.#taken + this.#size)
    this.#taken += this.#size
    this.#size = 0
    return piece
  }

  drop(): void {
    this.#size = 0
  }

  /** A copy of what stands from `at` to `end`, as a piece of its own; nothing may be under construction. */
  copyOf(bytes: Buffer, at: number, end: number): Buffer {
    this.append(bytes, at, end)
    return this.take()
  }

  /** Moves a piece that grows large to a block of its own: that doubles, so that each byte is moved once on average. */
  #moveOn(needed: number): void {
    const block = this.#takeBlock(Math.max(this.#blockBytes, 2 ** Math.ceil(Math.log2(needed))))
    this.#block.copy(block, 0, this.#taken, this.#taken + this.#size)
    this.#block = block
    this.#taken = 0
  }
}
