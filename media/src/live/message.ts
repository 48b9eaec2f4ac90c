/** The binary messages of the live wire: docs/protocol.md, "Live". */

export const HEADER_BYTES = 32
export const MESSAGE_TYPE = { configuration: 1, video: 2, audio: 3 } as const
const FLAG = { key: 1, cached: 2, audio: 4, damaged: 8 } as const

export interface LiveHeader {
  type: number
  isKey: boolean
  isCached: boolean
  hasAudio: boolean
  /** Pieces were lost on the way to us. */
  isDamaged?: boolean
  /** Offset from the message's first byte; 0 when there is nothing for a decoder. */
  dataOffset: number
  stream: number
  sequence: number
  epoch: number
  timestampUs: number
  arrivalUs: number
}

export interface LiveFormat {
  codec: string
  width: number
  height: number
  audio?: string
  /** Samples a second, of G.711 alone. */
  audioRate?: number
}

/** A message of the live wire, which is packed when somebody wants its bytes, and then once. */
export interface LiveMessage {
  readonly header: LiveHeader
  /** How many bytes it has. */
  readonly size: number
  bytes(): Buffer
}

/** Undefined for what is no message. */
export function receivedMessage(bytes: Buffer): LiveMessage | undefined {
  const header = readHeader(bytes)
  return header && { header, size: bytes.length, bytes: () => bytes }
}

/*
  0                   1                   2                   3
  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 +---------------+---------------+-------------------------------+
 |     type      |     flags     |          data offset          |
 +---------------+---------------+-------------------------------+
 |                         stream number                         |
 |                           sequence                            |
 |                             epoch                             |
 |                   timestamp, µs (64 bits)                     |
 |            arrival at the shard, µs since 1970 (64)           |
 +---------------------------------------------------------------+
*/
/** Writes the 32 bytes at the start of `message`. */
export function writeHeader(message: Buffer, header: LiveHeader): void {
  message[0] = header.type
  message[1] =
    (header.isKey ? FLAG.key : 0) |
    (header.isCached ? FLAG.cached : 0) |
    (header.hasAudio ? FLAG.audio : 0) |
    (header.isDamaged === true ? FLAG.damaged : 0)
  message.writeUInt16BE(header.dataOffset, 2)
  message.writeUInt32BE(header.stream, 4)
  message.writeUInt32BE(header.sequence, 8)
  message.writeUInt32BE(header.epoch, 12)
  writeUInt64(message, header.timestampUs, 16)
  writeUInt64(message, header.arrivalUs, 24)
}

/** Undefined for what is too short or of no known type. */
export function readHeader(message: Buffer): LiveHeader | undefined {
  const type = message[0]
  const flags = message[1]
  if (message.length < HEADER_BYTES || type === undefined || flags === undefined) return undefined
  if (type < MESSAGE_TYPE.configuration || type > MESSAGE_TYPE.audio) return undefined
  return {
    type,
    isKey: (flags & FLAG.key) !== 0,
    isCached: (flags & FLAG.cached) !== 0,
    hasAudio: (flags & FLAG.audio) !== 0,
    ...((flags & FLAG.damaged) === 0 ? {} : { isDamaged: true }),
    dataOffset: message.readUInt16BE(2),
    stream: message.readUInt32BE(4),
    sequence: message.readUInt32BE(8),
    epoch: message.readUInt32BE(12),
    timestampUs: readUInt64(message, 16),
    arrivalUs: readUInt64(message, 24),
  }
}

export interface ConfigurationOf {
  stream: number
  epoch: number
  arrivalUs: number
  format: LiveFormat
  /** What `initSegment` returns. */
  init: { bytes: Buffer; decoderConfigOffset: number }
}

/** The message that opens an epoch. */
export function configurationMessage(of: ConfigurationOf): LiveMessage {
  const json = Buffer.from(JSON.stringify(of.format))
  const segmentAt = HEADER_BYTES + 2 + json.length
  const message = Buffer.allocUnsafe(segmentAt + of.init.bytes.length)
  const header: LiveHeader = {
    type: MESSAGE_TYPE.configuration,
    isKey: false,
    isCached: false,
    hasAudio: of.format.audio !== undefined,
    dataOffset: of.init.decoderConfigOffset ? segmentAt + of.init.decoderConfigOffset : 0,
    stream: of.stream,
    sequence: 0,
    epoch: of.epoch,
    timestampUs: 0,
    arrivalUs: of.arrivalUs,
  }
  writeHeader(message, header)
  message.writeUInt16BE(json.length, HEADER_BYTES)
  json.copy(message, HEADER_BYTES + 2)
  of.init.bytes.copy(message, segmentAt)
  return { header, size: message.length, bytes: () => message }
}

/** A copy that says it comes from the cache; the message itself may still wait in a socket. */
export function cachedCopy(message: LiveMessage): LiveMessage {
  const copy = Buffer.from(message.bytes())
  copy[1] = (copy[1] ?? 0) | FLAG.cached
  return { header: { ...message.header, isCached: true }, size: message.size, bytes: () => copy }
}

const TWO_TO_32 = 2 ** 32

function writeUInt64(message: Buffer, value: number, at: number): void {
  message.writeUInt32BE(Math.floor(value / TWO_TO_32), at)
  message.writeUInt32BE(value % TWO_TO_32, at + 4)
}

function readUInt64(message: Buffer, at: number): number {
  return message.readUInt32BE(at) * TWO_TO_32 + message.readUInt32BE(at + 4)
}
