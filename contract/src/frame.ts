/** Binary frames of `/vms/ws`: docs/protocol.md, "Socket". */

const HEADER_BYTES = 8
const MAX_PAYLOAD = 65_535

export interface Message {
  METHOD: string
  BODY: unknown
  SEQID: string
  CODE?: string
}

export class MalformedFrame extends Error {
  constructor(what: string) {
    super(`not a frame: ${what}`)
    this.name = 'MalformedFrame'
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

/** One frame. Throws RangeError when the payload is over 65,535 bytes. */
export function encodeFrame(message: Message): Uint8Array<ArrayBuffer> {
  const payload = encoder.encode(encodeURIComponent(JSON.stringify(message)))
  if (payload.length > MAX_PAYLOAD)
    throw new RangeError(`a frame of ${payload.length} bytes: at most ${MAX_PAYLOAD}`)
  const frame = new Uint8Array(HEADER_BYTES + payload.length)
  frame[0] = 35
  frame[1] = 36
  frame[4] = payload.length >> 8
  frame[5] = payload.length & 255
  frame.set(payload, HEADER_BYTES)
  return frame
}

/**
 * Reads frames off a byte stream that comes in arbitrary pieces. `push` answers the messages that the piece completes and
 * throws MalformedFrame at the first byte that cannot belong to one; the reader is then of no further use.
 */
export class FrameReader {
  #pending = new Uint8Array(0)

  push(piece: Uint8Array): Message[] {
    let bytes = piece
    if (this.#pending.length > 0) {
      bytes = new Uint8Array(this.#pending.length + piece.length)
      bytes.set(this.#pending)
      bytes.set(piece, this.#pending.length)
    }
    const messages: Message[] = []
    let at = 0
    for (;;) {
      const length = payloadLength(bytes, at)
      if (length === undefined || bytes.length - at < HEADER_BYTES + length) break
      messages.push(decodePayload(bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length)))
      at += HEADER_BYTES + length
    }
    this.#pending = bytes.slice(at)
    return messages
  }
}

/** The payload's length once the header is complete; a wrong byte is refused as soon as it is there. */
function payloadLength(bytes: Uint8Array, at: number): number | undefined {
  for (const [offset, expected] of [
    [0, 35],
    [1, 36],
    [6, 0],
    [7, 0],
  ] as const) {
    const byte = bytes[at + offset]
    if (byte === undefined) return undefined
    if (byte !== expected) throw new MalformedFrame(`header byte ${offset} is ${byte}`)
  }
  return ((bytes[at + 4] ?? 0) << 8) | (bytes[at + 5] ?? 0)
}

function decodePayload(payload: Uint8Array): Message {
  let json: unknown
  try {
    json = JSON.parse(decodeURIComponent(decoder.decode(payload)))
  } catch (cause) {
    throw new MalformedFrame(`payload: ${String(cause)}`)
  }
  if (typeof json !== 'object' || json === null) throw new MalformedFrame('payload is no object')
  const read = (key: string): unknown => Reflect.get(json, key)
  const [METHOD, SEQID, CODE] = [read('METHOD'), read('SEQID'), read('CODE')]
  if (typeof METHOD !== 'string' || !/^\d{4}$/.test(METHOD))
    throw new MalformedFrame('METHOD is not four digits')
  const message: Message = { METHOD, BODY: read('BODY'), SEQID: typeof SEQID === 'string' ? SEQID : '' }
  if (typeof CODE === 'string' || typeof CODE === 'number') message.CODE = String(CODE)
  return message
}
