import { type LiveHeader, HEADER_BYTES, MESSAGE_TYPE, readHeader } from '../live/message.ts'

/** What one epoch of live messages holds for a player. */
export interface EpochStream {
  format: { codec: string; width: number; height: number; audio?: string }
  /** Initialization segment and fragments. */
  bytes: Buffer
  pictures: number
  soundFrames: number
  /** The samples of G.711. */
  g711: Buffer[]
}

type OpenEpoch = Omit<EpochStream, 'bytes'> & { number: number; parts: Buffer[]; lastSequence: number }

/** Live messages by epoch, as a page would append them. Throws on what no page could read. */
export function epochsOf(messages: readonly Buffer[]): EpochStream[] {
  const epochs: OpenEpoch[] = []
  for (const message of messages) {
    const header = readHeader(message)
    if (!header) throw new Error(`not a live message: ${message.toString('hex', 0, 32)}`)
    if (header.type === MESSAGE_TYPE.configuration) epochs.push(openEpoch(message, header))
    else addTo(epochs.at(-1), message, header)
  }
  return epochs.map(({ format, parts, pictures, soundFrames, g711 }) => ({
    format,
    bytes: Buffer.concat(parts),
    pictures,
    soundFrames,
    g711,
  }))
}

function openEpoch(message: Buffer, header: LiveHeader): OpenEpoch {
  const { format, segment } = readConfiguration(message)
  const counts = { pictures: 0, soundFrames: 0, lastSequence: 0 }
  return { format, number: header.epoch, parts: [segment], g711: [], ...counts }
}

function addTo(epoch: OpenEpoch | undefined, message: Buffer, header: LiveHeader): void {
  if (epoch?.number !== header.epoch) throw new Error(`message of epoch ${header.epoch}`)
  if (header.sequence !== ++epoch.lastSequence)
    throw new Error(`sequence ${header.sequence}, not ${epoch.lastSequence}`)
  const isG711 = epoch.format.audio?.endsWith('law') === true
  if (header.type === MESSAGE_TYPE.audio && isG711) {
    epoch.g711.push(message.subarray(header.dataOffset))
    return
  }
  checkFragment(message, header)
  epoch.parts.push(message.subarray(HEADER_BYTES))
  if (header.type === MESSAGE_TYPE.video) epoch.pictures++
  else epoch.soundFrames++
}

function readConfiguration(message: Buffer): { format: EpochStream['format']; segment: Buffer } {
  const end = HEADER_BYTES + 2 + message.readUInt16BE(HEADER_BYTES)
  const { codec, width, height, audio } = JSON.parse(message.toString('utf8', HEADER_BYTES + 2, end))
  const segment = message.subarray(end)
  if (segment.toString('latin1', 4, 8) !== 'ftyp') throw new Error('no initialization segment')
  return { format: { codec, width, height, ...(audio ? { audio } : {}) }, segment }
}

/** moof and mdat fill the message, and the NAL units of a picture fill its data. */
function checkFragment(message: Buffer, { type, dataOffset }: LiveHeader): void {
  const moof = message.readUInt32BE(HEADER_BYTES)
  const mdat = message.readUInt32BE(HEADER_BYTES + moof)
  if (HEADER_BYTES + moof + mdat !== message.length || dataOffset !== HEADER_BYTES + moof + 8)
    throw new Error(`boxes of ${moof} and ${mdat} bytes in a message of ${message.length}`)
  if (type !== MESSAGE_TYPE.video) return
  let at = dataOffset
  while (at < message.length) {
    const size = message.readUInt32BE(at)
    if (size === 0) throw new Error('empty NAL unit')
    at += 4 + size
  }
  if (at !== message.length) throw new Error(`NAL units reach ${at - message.length} bytes too far`)
}
