import type { Blocks } from '../blocks.ts'

/** Limit for a camera that never sends a key frame; the GOP cache gives up long before. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Where one session's pictures stand until the GOP cache forgets them: in blocks that go round, for what lives as long as a GOP is
 * just what a garbage collector does worst.
 */
export class GopMemory {
  readonly #blocks: Blocks
  /** Sorted as they were taken. */
  #inUse: Buffer[] = []
  #bytes = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

  readonly takeBlock = (bytes: number): Buffer => {
    // Nobody can tell any more who still reads them: the garbage collector finds out.
    if (this.#bytes > MAX_BYTES) this.#keep([])
    const block = this.#blocks.takeRoomy(bytes)
    this.#inUse.push(block)
    this.#bytes += block.length
    return block
  }

  /** A GOP began with `piece`; nobody reads what was put here before it. */
  forgetBefore(piece: Buffer): void {
    const first = this.#inUse.findIndex(({ buffer }) => buffer === piece.buffer)
    if (first <= 0) return
    for (const block of this.#inUse.slice(0, first)) this.#blocks.giveBack(block)
    this.#keep(this.#inUse.slice(first))
  }

  #keep(blocks: Buffer[]): void {
    this.#inUse = blocks
    this.#bytes = blocks.reduce((sum, { length }) => sum + length, 0)
  }
}
