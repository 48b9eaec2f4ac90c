import { type RtspHead, type RtspMessage, header, parseHead } from './message.ts'

export interface WireEvents {
  /** The payload stands in `bytes` from `at` to `end`, and is good until this returns: copy what is kept. */
  frame(channel: number, bytes: Buffer, at: number, end: number): void
  message(message: RtspMessage): void
  /** Nothing more is read after this. */
  broken(detail: string): void
}

export const MAX_HEAD_BYTES = 64 << 10
export const MAX_BODY_BYTES = 1 << 20
export const MAX_GARBAGE_BYTES = 1 << 20

const DOLLAR = 0x24
const CR = 0x0d
const LF = 0x0a
const TAB = 0x09
const FRAME_HEAD_BYTES = 4
const USUAL_FRAME_BYTES = 2048
const RESPONSE_START = Buffer.from('RTSP/1.')
const RTP_VERSION_2 = 0x80
const NOTHING = Buffer.alloc(0)

type State = 'between' | 'frameHead' | 'payload' | 'head' | 'body' | 'lost' | 'broken'

/**
 * Takes RTSP messages and interleaved frames (RFC 2326 section 10.12) out of a byte stream cut anywhere.
 * The work grows with the bytes alone, however they are cut; a frame that lies whole in a chunk is not copied.
 *
 * ```
 * +--------+---------+-----------------+-----------
 * | '$' 24 | channel | length, 16 bits | payload …
 * +--------+---------+-----------------+-----------
 * ```
 */
export class WireReader {
  readonly #events: WireEvents
  #state: State = 'between'
  readonly #frameHead = Buffer.alloc(FRAME_HEAD_BYTES)
  #channel = 0
  #filled = 0
  /** Payload of a frame that the end of a chunk cut. */
  #payload: Buffer = NOTHING
  #target: Buffer = NOTHING
  #text: Buffer = NOTHING
  #textSize = 0
  #head: RtspHead | undefined
  #garbage = 0
  #carried: Buffer = NOTHING

  constructor(events: WireEvents) {
    this.#events = events
  }

  push(received: Buffer): void {
    let chunk = received
    if (this.#carried.length > 0) {
      chunk = Buffer.concat([this.#carried, received])
      this.#carried = NOTHING
    }
    let at = 0
    while (at < chunk.length && this.#state !== 'broken') at = this.#step(chunk, at)
  }

  /** Whatever is pushed from now on is passed over. */
  stop(): void {
    this.#state = 'broken'
  }

  /** Reads on from `at` and answers where it stopped, further on. */
  #step(chunk: Buffer, at: number): number {
    switch (this.#state) {
      case 'between':
        return this.#stepBetween(chunk, at)
      case 'frameHead':
        return this.#stepFrameHead(chunk, at)
      case 'head':
        return this.#stepHead(chunk, at)
      case 'payload':
      case 'body':
        return this.#stepTarget(chunk, at)
      case 'lost':
        return this.#stepLost(chunk, at)
      case 'broken':
        return chunk.length
    }
  }

  #stepBetween(chunk: Buffer, at: number): number {
    const byte = chunk.readUInt8(at)
    if (byte === DOLLAR) {
      this.#filled = 0
      this.#state = 'frameHead'
      return at
    }
    if (isUpperCase(byte)) {
      this.#textSize = 0
      this.#state = 'head'
      return at
    }
    this.#throwAway(1)
    if (byte !== CR && byte !== LF) this.#enter('lost')
    return at + 1
  }

  #stepFrameHead(chunk: Buffer, at: number): number {
    if (this.#filled === 0 && chunk.length - at >= FRAME_HEAD_BYTES) {
      this.#channel = chunk[at + 1] ?? 0
      return this.#stepPayload(chunk, at + FRAME_HEAD_BYTES, chunk.readUInt16BE(at + 2))
    }
    const taken = chunk.copy(this.#frameHead, this.#filled, at, at + FRAME_HEAD_BYTES - this.#filled)
    this.#filled += taken
    at += taken
    if (this.#filled < FRAME_HEAD_BYTES) return at
    this.#channel = this.#frameHead.readUInt8(1)
    return this.#stepPayload(chunk, at, this.#frameHead.readUInt16BE(2))
  }

  #stepPayload(chunk: Buffer, at: number, length: number): number {
    if (chunk.length - at >= length) {
      this.#deliverFrame(chunk, at, at + length)
      return at + length
    }
    this.#expect('payload', length)
    return at
  }

  #expect(state: 'payload' | 'body', length: number): void {
    // A body is the receiver's; the payloads of frames have one place, one after the other.
    if (state === 'body') this.#target = Buffer.allocUnsafe(length)
    else {
      if (this.#payload.length < length)
        this.#payload = Buffer.allocUnsafeSlow(Math.max(length, USUAL_FRAME_BYTES))
      this.#target = this.#payload.subarray(0, length)
    }
    this.#filled = 0
    this.#state = state
  }

  #stepTarget(chunk: Buffer, at: number): number {
    const taken = chunk.copy(this.#target, this.#filled, at)
    this.#filled += taken
    if (this.#filled < this.#target.length) return at + taken
    const whole = this.#target
    this.#target = NOTHING
    if (this.#state === 'body') this.#deliverMessage(whole)
    else this.#deliverFrame(whole, 0, whole.length)
    return at + taken
  }

  #deliverFrame(bytes: Buffer, at: number, end: number): void {
    this.#enter('between')
    this.#garbage = 0
    this.#events.frame(this.#channel, bytes, at, end)
  }

  /** A head is text: another control byte shows that it is none, and what came of it is thrown away. */
  #stepHead(chunk: Buffer, at: number): number {
    for (let i = at; i < chunk.length; i++) {
      if (this.#textSize + i - at >= MAX_HEAD_BYTES) {
        this.#break(`head of more than ${MAX_HEAD_BYTES} bytes`)
        return chunk.length
      }
      const byte = chunk.readUInt8(i)
      if (byte < 0x20 && byte !== CR && byte !== LF && byte !== TAB) {
        this.#throwAway(this.#textSize + i - at)
        this.#textSize = 0
        this.#enter('lost')
        return i
      }
      if (byte === LF && this.#endsHead(chunk, at, i)) {
        this.#keepText(chunk, at, i + 1)
        this.#finishHead()
        return i + 1
      }
    }
    this.#keepText(chunk, at, chunk.length)
    return chunk.length
  }

  /** Whether the LF at `i` ends an empty line; `at` is where this chunk's part of the head begins. */
  #endsHead(chunk: Buffer, at: number, i: number): boolean {
    const before = (distance: number): number | undefined =>
      i - distance >= at ? chunk[i - distance] : this.#text[this.#textSize - (distance - (i - at))]
    const back = before(1) === CR ? 2 : 1
    return this.#textSize + i - at >= back && before(back) === LF
  }

  #keepText(chunk: Buffer, from: number, to: number): void {
    const needed = this.#textSize + to - from
    if (needed > this.#text.length) {
      const grown = Buffer.allocUnsafe(Math.max(needed, this.#text.length * 2, 1024))
      this.#text.copy(grown, 0, 0, this.#textSize)
      this.#text = grown
    }
    chunk.copy(this.#text, this.#textSize, from, to)
    this.#textSize = needed
  }

  #finishHead(): void {
    const size = this.#textSize
    const text = this.#text.toString('latin1', 0, size)
    this.#text = NOTHING
    this.#textSize = 0
    const head = parseHead(text.trimEnd())
    if (!head) {
      this.#enter('lost')
      this.#throwAway(size)
      return
    }
    const length = contentLength(head)
    if (length === undefined || length > MAX_BODY_BYTES) {
      this.#break(`body of ${header(head, 'content-length')?.slice(0, 32)} bytes`)
      return
    }
    this.#head = head
    if (length === 0) this.#deliverMessage(NOTHING)
    else this.#expect('body', length)
  }

  #deliverMessage(body: Buffer): void {
    this.#enter('between')
    this.#garbage = 0
    if (this.#head) this.#events.message({ ...this.#head, body })
    this.#head = undefined
  }

  /** Looks for something that is surely the begin of a response or of a frame with RTP or RTCP in it. */
  #stepLost(chunk: Buffer, at: number): number {
    for (let i = at; i < chunk.length; i++) {
      const byte = chunk.readUInt8(i)
      if (byte !== DOLLAR && byte !== RESPONSE_START[0]) continue
      const isStart = byte === DOLLAR ? startsFrame(chunk, i) : startsResponse(chunk, i)
      if (isStart === 'notEnough') {
        this.#carried = Buffer.from(chunk.subarray(i))
        this.#throwAway(i - at)
        return chunk.length
      }
      if (isStart === 'yes') {
        this.#throwAway(i - at)
        this.#enter('between')
        return i
      }
    }
    this.#throwAway(chunk.length - at)
    return chunk.length
  }

  #throwAway(count: number): void {
    this.#garbage += count
    if (this.#garbage > MAX_GARBAGE_BYTES)
      this.#break(`more than ${MAX_GARBAGE_BYTES} bytes that are no RTSP`)
  }

  #enter(state: State): void {
    if (this.#state !== 'broken') this.#state = state
  }

  #break(detail: string): void {
    if (this.#state === 'broken') return
    this.#state = 'broken'
    this.#events.broken(detail)
  }
}

type Verdict = 'yes' | 'no' | 'notEnough'

function startsFrame(chunk: Buffer, at: number): Verdict {
  const firstOfPayload = chunk[at + FRAME_HEAD_BYTES]
  if (firstOfPayload === undefined) return 'notEnough'
  return (firstOfPayload & 0xc0) === RTP_VERSION_2 ? 'yes' : 'no'
}

function startsResponse(chunk: Buffer, at: number): Verdict {
  const seen = chunk.subarray(at, at + RESPONSE_START.length)
  if (!seen.equals(RESPONSE_START.subarray(0, seen.length))) return 'no'
  return seen.length < RESPONSE_START.length ? 'notEnough' : 'yes'
}

const isUpperCase = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a

function contentLength(head: RtspHead): number | undefined {
  const text = header(head, 'content-length') ?? '0'
  return /^\d{1,10}$/.test(text) ? Number(text) : undefined
}
