export interface RtpPacket {
  marker: boolean
  payloadType: number
  sequence: number
  timestamp: number
  ssrc: number
  /** A view into what was received: copy what is kept. */
  payload: Buffer
}

const HEADER_BYTES = 12

/**
 * What stands from `at` to `end`: RFC 3550 section 5.1; `undefined` for what is malformed or carries nothing.
 *
 * ```
 *  0                   1                   2                   3
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |V=2|P|X|  CC   |M|     PT      |       sequence number         |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |                           timestamp                           |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |           synchronization source (SSRC) identifier            |
 * +=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+=+
 * |            contributing source (CSRC) identifiers             |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |   X: defined by profile       |   length in 32-bit words      |
 * +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+
 * |  extension …                                                  |
 * ```
 */
export function parseRtp(bytes: Buffer, at = 0, end = bytes.length): RtpPacket | undefined {
  let start = at + HEADER_BYTES
  if (end < start) return undefined
  const first = bytes.readUInt8(at)
  if (first >> 6 !== 2) return undefined
  start += (first & 0x0f) * 4
  if (first & 0x10) {
    if (end < start + 4) return undefined
    start += 4 + bytes.readUInt16BE(start + 2) * 4
  }
  if (first & 0x20) {
    const padding = bytes.readUInt8(end - 1)
    if (padding === 0) return undefined
    end -= padding
  }
  if (start >= end) return undefined
  const second = bytes.readUInt8(at + 1)
  return {
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    sequence: bytes.readUInt16BE(at + 2),
    timestamp: bytes.readUInt32BE(at + 4),
    ssrc: bytes.readUInt32BE(at + 8),
    payload: bytes.subarray(start, end),
  }
}
