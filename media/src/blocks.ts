/** Blocks that wait for their next use, at most. */
const MAX_IDLE_BYTES = 64 * 1024 * 1024
const LEAST_BYTES = 16 * 1024

/*
 * Who owns a picture's bytes, from the camera to the disk and the browser:
 *
 * 1. What a socket reads is the reader's until its call returns. The depacketizer copies each packet's payload into a piece of its arena.
 * 2. That piece, an access unit's data, is the session's: it stands in `GopMemory` until the next key frame begins another GOP. Anyone who
 *    needs it longer copies it before.
 * 3. A live message copies when somebody first asks for its bytes, and they are the garbage collector's from then on: the GOP cache, the
 *    feed's socket and all viewers share that one buffer, and nobody writes to it.
 * 4. The recorder copies into `WaitingBytes`, which gives its block to the segment's writer and gets it back when the disk has it.
 */

const sizeOf = (bytes: number): number => 2 ** Math.ceil(Math.log2(Math.max(bytes, LEAST_BYTES)))

/**
 * Memory that goes round between what is taken in, what is gathered and what is being written. All bytes of all streams pass through it:
 * were each picture and each part given memory of its own, the garbage collector would take a quarter of a recorder's time.
 */
export class Blocks {
  readonly #idle = new Map<number, Buffer[]>()
  #idleBytes = 0

  /** One of at least so many bytes, with anything in it. */
  take(bytes: number): Buffer {
    const size = sizeOf(bytes)
    return this.#idleOf(size) ?? Buffer.allocUnsafeSlow(size)
  }

  /** The same for those who fill all of it, however large it is: one that is idle rather than a new one. */
  takeRoomy(bytes: number): Buffer {
    const size = sizeOf(bytes)
    return (
      this.#idleOf(size) ?? this.#idleOf(2 * size) ?? this.#idleOf(4 * size) ?? Buffer.allocUnsafeSlow(size)
    )
  }

  /** Anyone who gives one back has nothing of it any more, nor has anybody else. */
  giveBack(block: Buffer): void {
    if (this.#idleBytes + block.length > MAX_IDLE_BYTES) return
    this.#idleBytes += block.length
    const idle = this.#idle.get(block.length)
    if (idle) idle.push(block)
    else this.#idle.set(block.length, [block])
  }

  #idleOf(size: number): Buffer | undefined {
    const block = this.#idle.get(size)?.pop()
    if (block) this.#idleBytes -= size
    return block
  }
}
