/** What a decoder takes of the live wire's messages (docs/protocol.md, "Live"). */
import { HEADER_BYTES, type LiveFormat, type LiveHeader, MESSAGE_TYPE } from '@vedette/media/live/message'

export interface StreamConfiguration {
  codec: 'h264' | 'h265'
  width: number
  height: number
  /** Initialization segment of fMP4. */
  initSegment: Buffer
  /** avcC or hvcC. */
  record: Buffer
}

export interface VideoUnit {
  isKey: boolean
  /** Time on the epoch's timeline. */
  timestampUs: number
  /** Time of arrival at the shard, ms since 1970. */
  arrivalMs: number
  /** moof and mdat. */
  fragment: Buffer
  /** NAL units, each behind its length in four bytes. */
  units: Buffer
}

/** Undefined for a codec that can't be decoded here. */
export function configurationOf(
  message: Buffer,
  { dataOffset }: LiveHeader,
): StreamConfiguration | undefined {
  const { format, initSegment } = formatOf(message)
  const codec = codecOf(format.codec)
  if (!codec || dataOffset === 0) return undefined
  // The record fills its box, whose length stands 8 bytes before its contents (ISO 14496-12 section 4.2).
  const recordBytes = message.readUInt32BE(dataOffset - 8) - 8
  return {
    codec,
    width: format.width,
    height: format.height,
    initSegment,
    record: message.subarray(dataOffset, dataOffset + recordBytes),
  }
}

/** What a configuration message holds. Throws SyntaxError on what is no JSON. */
export function formatOf(message: Buffer): { format: LiveFormat; initSegment: Buffer } {
  const formatBytes = message.readUInt16BE(HEADER_BYTES)
  const segmentAt = HEADER_BYTES + 2 + formatBytes
  const json: unknown = JSON.parse(message.toString('utf8', HEADER_BYTES + 2, segmentAt))
  const fields = typeof json === 'object' && json !== null ? { ...json } : {}
  const { codec, width, height, audio, audioRate }: Partial<Record<keyof LiveFormat, unknown>> = fields
  return {
    format: {
      codec: typeof codec === 'string' ? codec : '',
      width: Number(width),
      height: Number(height),
      ...(typeof audio === 'string' ? { audio } : {}),
      ...(typeof audioRate === 'number' ? { audioRate } : {}),
    },
    initSegment: message.subarray(segmentAt),
  }
}

function codecOf(rfc6381: string): StreamConfiguration['codec'] | undefined {
  if (rfc6381.startsWith('avc')) return 'h264'
  return /^h(?:vc|ev)1/.test(rfc6381) ? 'h265' : undefined
}

export function unitOf(message: Buffer, header: LiveHeader): VideoUnit | undefined {
  if (header.type !== MESSAGE_TYPE.video) return undefined
  return {
    isKey: header.isKey,
    timestampUs: header.timestampUs,
    arrivalMs: header.arrivalUs / 1000,
    fragment: message.subarray(HEADER_BYTES),
    units: message.subarray(header.dataOffset),
  }
}

/** Whether no other picture is predicted from this one (H.264, section 7.4.1: nal_ref_idc 0 in all of its slices). */
export function isDisposable(codec: StreamConfiguration['codec'], { units, isKey }: VideoUnit): boolean {
  if (codec !== 'h264' || isKey) return false
  for (let at = 0; at + 4 < units.length; at += 4 + units.readUInt32BE(at)) {
    const head = units[at + 4] ?? 0
    const [referenceIdc, type] = [(head >> 5) & 3, head & 31]
    if (type >= 1 && type <= 5 && referenceIdc !== 0) return false
  }
  return true
}
