const NOTHING = Buffer.alloc(0)

/** One can be read into again and again: 50 cameras send 17,000 packets a second. */
export class RtpPacket {
  marker = false
  payloadType = 0
  sequence = 0
  timestamp = 0
  ssrc = 0
  /** What was received; the payload stands in it from `start` to `end`. */
  bytes: Buffer = NOTHING
  start = 0
  end = 0
  /** When it was taken, µs since 1970, where it is stored footage that ONVIF's header extension gives a time. */
  takenUs: number | undefined

  /** A view into what was received: copy what is kept. */
  get payload(): Buffer {
    return this.bytes.subarray(this.start, this.end)
  }
}

/** ONVIF Streaming Specification, "Replay": an NTP time stamp and a word of flags. */
const REPLAY_EXTENSION = 0xabac
const REPLAY_WORDS = 3
const NTP_EPOCH_S = 2_208_988_800

const HEADER_BYTES = 12

/**
 * Reads what stands from `at` to `end` into `packet`: RFC 3550 section 5.1; `undefined` for what is malformed or carries nothing.
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
export function parseRtp(
  bytes: Buffer,
  at = 0,
  end = bytes.length,
  packet = new RtpPacket(),
): RtpPacket | undefined {
  let start = at + HEADER_BYTES
  let takenUs: number | undefined
  if (end < start) return undefined
  const first = bytes.readUInt8(at)
  if (first >> 6 !== 2) return undefined
  start += (first & 0x0f) * 4
  if (first & 0x10) {
    if (end < start + 4) return undefined
    if (bytes.readUInt16BE(start) === REPLAY_EXTENSION) takenUs = takenAt(bytes, start, end)
    start += 4 + bytes.readUInt16BE(start + 2) * 4
  }
  if (first & 0x20) {
    const padding = bytes.readUInt8(end - 1)
    if (padding === 0) return undefined
    end -= padding
  }
  if (start >= end) return undefined
  const second = bytes.readUInt8(at + 1)
  packet.marker = second >= 0x80
  packet.payloadType = second & 0x7f
  packet.sequence = bytes.readUInt16BE(at + 2)
  packet.timestamp = bytes.readUInt32BE(at + 4)
  packet.ssrc = bytes.readUInt32BE(at + 8)
  packet.bytes = bytes
  packet.start = start
  packet.end = end
  packet.takenUs = takenUs
  return packet
}

function takenAt(bytes: Buffer, at: number, end: number): number | undefined {
  if (bytes.readUInt16BE(at + 2) < REPLAY_WORDS || end < at + 4 + REPLAY_WORDS * 4) return undefined
  const seconds = bytes.readUInt32BE(at + 4) - NTP_EPOCH_S
  return Math.round((seconds + bytes.readUInt32BE(at + 8) / 2 ** 32) * 1e6)
}
