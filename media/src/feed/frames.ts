/** The framing of the feed: docs/protocol.md, "Feed". */

export const FRAME_KIND = { control: 0, live: 1, speech: 2 } as const
export const MAX_FRAME_BYTES = 16 * 1024 * 1024
const LENGTH_BYTES = 4
const PREFIX_BYTES = LENGTH_BYTES + 1

export interface FeedFrame {
  kind: number
  body: Buffer
}

/*
 byte  0    1    2    3    4    5 …
     +----+----+----+----+----+---------
     |      length       |kind| body        length = 1 + the body's, big-endian
     +----+----+----+----+----+---------
*/
/** What goes in front of a body of `bodyBytes`. */
export function framePrefix(kind: number, bodyBytes: number): Buffer {
  const prefix = Buffer.allocUnsafe(PREFIX_BYTES)
  prefix.writeUInt32BE(1 + bodyBytes)
  prefix[LENGTH_BYTES] = kind
  return prefix
}

export type FrameFault = `length ${number}` | `kind ${number}`

/** Cuts a byte stream into frames; each body is a buffer of its own. */
export class FrameReader {
  /** A longer frame is a fault; may be changed between frames. */
  maxBytes: number
  readonly #prefix = Buffer.alloc(PREFIX_BYTES)
  #prefixFilled = 0
  #body: Buffer | undefined
  #bodyFilled = 0

  constructor(maxBytes = MAX_FRAME_BYTES) {
    this.maxBytes = maxBytes
  }

  /** Returns the fault that makes the rest of the stream unreadable. */
  push(chunk: Buffer, onFrame: (frame: FeedFrame) => void): FrameFault | undefined {
    let at = 0
    while (at < chunk.length) {
      if (!this.#body) {
        const taken = chunk.copy(this.#prefix, this.#prefixFilled, at)
        this.#prefixFilled += taken
        at += taken
        if (this.#prefixFilled < PREFIX_BYTES) return undefined
        const fault = this.#fault()
        if (fault) return fault
        this.#body = Buffer.allocUnsafe(this.#prefix.readUInt32BE() - 1)
        this.#bodyFilled = 0
      }
      const taken = chunk.copy(this.#body, this.#bodyFilled, at)
      this.#bodyFilled += taken
      at += taken
      if (this.#bodyFilled === this.#body.length) this.#finish(this.#body, onFrame)
    }
    return undefined
  }

  #fault(): FrameFault | undefined {
    const length = this.#prefix.readUInt32BE()
    if (length < 1 || length > this.maxBytes) return `length ${length}`
    const kind = this.#prefix[LENGTH_BYTES] ?? 0
    return kind > FRAME_KIND.speech ? `kind ${kind}` : undefined
  }

  #finish(body: Buffer, onFrame: (frame: FeedFrame) => void): void {
    this.#body = undefined
    this.#prefixFilled = 0
    onFrame({ kind: this.#prefix[LENGTH_BYTES] ?? 0, body })
  }
}
