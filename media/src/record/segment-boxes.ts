/**
 * What a file of the archive says of itself, so that the index can be made of the files alone: an `uuid` box at the end of moov
 * (whose it is and when it begins) and one at the end of the file (why it ended). Players skip both.
 */
import { randomBytes } from 'node:crypto'

import type { AudioFormat, VideoFormat } from '../access-unit.ts'
import { box } from '../fmp4/boxes.ts'
import { initSegment } from '../fmp4/init-segment.ts'
import {
  type OpenSegment,
  type RecordedStream,
  SEGMENT_ENDS,
  type SegmentEnd,
  segmentPath,
  type StreamQuality,
} from './segment-row.ts'

const IDENTITY = Buffer.from('b1c3a6d24f0e4c0a9d5e6a1f7c2b8e01', 'hex')
const ENDING = Buffer.from('b1c3a6d24f0e4c0a9d5e6a1f7c2b8e02', 'hex')
const MOOV = Buffer.from('moov')
const ID_PATTERN = /^\d{1,16}-[0-9a-f]{12}$/
// No separators and no dots alone: each is a folder's name.
const NAME_PATTERN = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/

export interface SegmentEnding {
  endReason: SegmentEnd
  cameraClockOffsetMs?: number
}

/** Names a file that begins now. */
export function openSegment(
  stream: RecordedStream,
  startMs: number,
  video: VideoFormat,
  audio?: AudioFormat,
): OpenSegment {
  const id = `${startMs}-${randomBytes(6).toString('hex')}`
  const codecs = audio ? `${video.rfc6381},${audio.rfc6381}` : video.rfc6381
  const { company, did, channel, quality } = stream
  return { id, company, did, channel, quality, path: segmentPath(stream, id, startMs), startMs, codecs }
}

/** ftyp and moov with the identity in it: the first bytes of a file. */
export function segmentHead(segment: OpenSegment, video: VideoFormat, audio?: AudioFormat): Buffer {
  const { bytes } = initSegment(video, audio)
  const { id, company, did, channel, quality, startMs, codecs, filledAtMs } = segment
  const identity = uuidBox(IDENTITY, { id, company, did, channel, quality, startMs, codecs, filledAtMs })
  const head = Buffer.concat([bytes, identity])
  const moovAt = bytes.indexOf(MOOV) - 4
  head.writeUInt32BE(head.length - moovAt, moovAt)
  return head
}

export function segmentEnding(ending: SegmentEnding): Buffer {
  return uuidBox(ENDING, ending)
}

/** The identity in a moov; undefined where there is none or it names no place in an archive. */
export function readIdentity(moov: Buffer): OpenSegment | undefined {
  const at = moov.indexOf(IDENTITY)
  const fields = at < 8 ? undefined : fieldsOf(moov.subarray(at + IDENTITY.length))
  if (!fields) return undefined
  const { id, company, did, channel, quality, startMs, codecs } = fields
  if (typeof id !== 'string' || !ID_PATTERN.test(id)) return undefined
  if (!isName(company) || !isName(did) || typeof codecs !== 'string' || codecs.length > 200) return undefined
  if (!isQuality(quality)) return undefined
  if (!isWhole(channel) || channel < 0 || !isWhole(startMs) || startMs < 0 || startMs > 8.64e15)
    return undefined
  const stream = { company, did, channel, quality }
  const { filledAtMs } = fields
  const origin = isWhole(filledAtMs) && filledAtMs >= 0 ? { filledAtMs } : {}
  return { id, ...stream, path: segmentPath(stream, id, startMs), startMs, codecs, ...origin }
}

/** What a uuid box at the end says; undefined where it is another's. `body` is what follows the box's head. */
export function readEnding(body: Buffer): SegmentEnding | undefined {
  if (!body.subarray(0, ENDING.length).equals(ENDING)) return undefined
  const fields = fieldsOf(body.subarray(ENDING.length))
  const endReason = SEGMENT_ENDS.find((one) => one === fields?.['endReason'])
  const offset = fields?.['cameraClockOffsetMs']
  if (!endReason) return undefined
  return isWhole(offset) ? { endReason, cameraClockOffsetMs: offset } : { endReason }
}

const isQuality = (value: unknown): value is StreamQuality => value === 'main' || value === 'sub'
export const isName = (value: unknown): value is string =>
  typeof value === 'string' && NAME_PATTERN.test(value)
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

function uuidBox(uuid: Buffer, fields: object): Buffer {
  return box('uuid', uuid, Buffer.from(JSON.stringify(fields)))
}

function fieldsOf(json: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json.toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    // Torn or foreign: the caller says that there is none.
    return undefined
  }
}
