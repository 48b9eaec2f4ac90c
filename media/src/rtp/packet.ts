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
 * RFC 3550 section 5.1; `undefined` for what is malformed or carries nothing.
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
export function parseRtp(packet: Buffer): RtpPacket | undefined {
  if (packet.length < HEADER_BYTES) return undefined
  const first = packet.readUInt8(0)
  if (first >> 6 !== 2) return undefined
  let start = HEADER_BYTES + (first & 0x0f) * 4
  if (first & 0x10) {
    if (packet.length < start + 4) return undefined
    start += 4 + packet.readUInt16BE(start + 2) * 4
  }
  let end = packet.length
  if (first & 0x20) {
    const padding = packet.readUInt8(end - 1)
    if (padding === 0) return undefined
    end -= padding
  }
  if (start >= end) return undefined
  const second = packet.readUInt8(1)
  return {
    marker: second >= 0x80,
    payloadType: second & 0x7f,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  }
}
