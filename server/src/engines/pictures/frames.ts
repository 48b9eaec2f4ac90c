/** Two byte strings at a time through a pipe: each behind its length in four bytes. */
const LENGTH_BYTES = 4

export type Pair = [first: Buffer, second: Buffer]

export function framed(...parts: Pair): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(LENGTH_BYTES)
      length.writeUInt32BE(part.length)
      return [length, part]
    }),
  )
}

export class FrameReader {
  readonly #onPair: (pair: Pair) => void
  #chunks: Buffer[] = []
  #held = 0
  /** Below this there is no use in looking. */
  #wanted = LENGTH_BYTES

  constructor(onPair: (pair: Pair) => void) {
    this.#onPair = onPair
  }

  read(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#held += chunk.length
    while (this.#held >= this.#wanted) {
      const bytes = Buffer.concat(this.#chunks)
      this.#chunks = [bytes]
      const first = partAt(bytes, 0)
      const second = first.end <= bytes.length ? partAt(bytes, first.end) : undefined
      this.#wanted = second?.end ?? first.end + LENGTH_BYTES
      if (!second || bytes.length < second.end) continue
      const rest = bytes.subarray(second.end)
      this.#chunks = [rest]
      this.#held = rest.length
      this.#wanted = LENGTH_BYTES
      this.#onPair([bytes.subarray(first.from, first.end), bytes.subarray(second.from, second.end)])
    }
  }
}

/** Where its length is not there yet, its end is behind what is. */
function partAt(bytes: Buffer, at: number): { from: number; end: number } {
  const from = at + LENGTH_BYTES
  return { from, end: bytes.length < from ? from : from + bytes.readUInt32BE(at) }
}
