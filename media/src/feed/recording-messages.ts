/** What gate and shard say to each other about recording: docs/protocol.md, "Feed". */
import type { RtspTarget } from '../rtsp/target.ts'
import { isName } from '../record/segment-boxes.ts'
import type { GopRow, OpenSegment, RecordedStream, SegmentRow } from '../record/segment-row.ts'

/** What is to become of one stream that the shard has. */
export interface RecordOrder extends RecordedStream {
  /** The stream's number on the live wire. */
  stream: number
  isOn: boolean
  /** What the index holds of it: stretches of ms since 1970, [from, to). Nothing is recorded over them. */
  recorded: [number, number][]
}

/** Fetches what a device kept of a time that was not recorded. Carries a password, over the Unix socket alone. */
export interface FillOrder extends RecordedStream {
  /** Names it when it is over. */
  id: string
  archive: string
  target: Pick<RtspTarget, 'url' | 'username' | 'password' | 'connectHost' | 'tls'>
  fromMs: number
  toMs: number
  /** What the device's clock is ahead of the recording's. */
  aheadMs: number
  /** What the files will say of when they were filled. */
  filledAtMs: number
}

/** Each is acknowledged by its id, or told again after the next start. */
export type RecordedFile = { type: 'recordedFile'; row: SegmentRow }

/** The file that is being written, as far as it is safe on the disk. */
export type RecordedGops = {
  type: 'recordedGops'
  file: OpenSegment
  endMs: number
  bytes: number
  /** Those that are new or have grown since the last report; each is known by its offset. */
  gops: GopRow[]
}

/** Nothing could be kept of a file that was reported as being written. */
export type RecordingLost = { type: 'recordingLost'; id: string; path: string }

export const RECORDING_STATES = ['off', 'waiting', 'recording', 'failing'] as const
export const RECORDING_FAULTS = ['none', 'full', 'readOnly', 'descriptors', 'io', 'slow'] as const
export type RecordingFault = (typeof RECORDING_FAULTS)[number]

export interface RecordingStatus {
  type: 'recording'
  stream: number
  /** `waiting` for the first key frame. */
  state: (typeof RECORDING_STATES)[number]
  /** Why it fails. */
  fault: RecordingFault
  sinceMs: number
  /** Pictures that arrived and were not kept, since the shard started. */
  lostFrames: number
}

/** Nothing more comes of a fill; its files were told. */
export type FillOver = { type: 'fillOver'; id: string }

export type RecordingReport = FillOver | RecordedFile | RecordedGops | RecordingLost | RecordingStatus

export type RecordingCommand =
  | { type: 'record'; archive: string; orders: RecordOrder[] }
  | { type: 'recordedAck'; ids: string[] }
  /** The file is to end with its GOP, not with its minute; one that has ended stays as it is. */
  | { type: 'endFile'; stream: number; id: string }
  | { type: 'fill'; order: FillOrder }
  | { type: 'stopFill'; id: string }

/** Undefined for anything else. */
export function readRecordingCommand(message: Record<string, unknown>): RecordingCommand | undefined {
  const { type, archive, orders, ids, stream, id } = message
  if (type === 'record' && isText(archive) && Array.isArray(orders) && orders.every(isOrder))
    return { type, archive, orders }
  if (type === 'fill' && isFill(message['order'])) return { type, order: message['order'] }
  if (type === 'stopFill' && isText(id)) return { type, id }
  if (type === 'endFile' && isCount(stream) && isText(id)) return { type, stream, id }
  if (type === 'recordedAck' && Array.isArray(ids) && ids.every(isText)) return { type, ids }
  return undefined
}

export function isRecordingReport(
  value: Record<string, unknown>,
): value is Record<string, unknown> & RecordingReport {
  switch (value['type']) {
    case 'fillOver':
      return isText(value['id'])
    case 'recordedFile':
      return isRow(value['row'])
    case 'recordedGops':
      return (
        isOpenSegment(value['file']) &&
        isCount(value['endMs']) &&
        isCount(value['bytes']) &&
        areGops(value['gops'])
      )
    case 'recordingLost':
      return isText(value['id']) && isText(value['path'])
    case 'recording':
      return (
        isCount(value['stream']) &&
        RECORDING_STATES.some((state) => state === value['state']) &&
        RECORDING_FAULTS.some((fault) => fault === value['fault']) &&
        isCount(value['sinceMs']) &&
        isCount(value['lostFrames'])
      )
    default:
      return false
  }
}

function isOrder(value: unknown): value is RecordOrder {
  return (
    isFields(value) &&
    isCount(value['stream']) &&
    typeof value['isOn'] === 'boolean' &&
    isStream(value) &&
    Array.isArray(value['recorded']) &&
    value['recorded'].every(isStretch)
  )
}

function isFill(value: unknown): value is FillOrder {
  if (!isFields(value) || !isStream(value) || !isFields(value['target'])) return false
  const { id, archive, target, aheadMs } = value
  return (
    isText(id) &&
    isText(archive) &&
    isText(target['url']) &&
    Number.isFinite(aheadMs) &&
    ['fromMs', 'toMs', 'filledAtMs'].every((key) => isCount(value[key]))
  )
}

const isStretch = (value: unknown): value is [number, number] =>
  Array.isArray(value) && value.length === 2 && value.every(isCount)

const isStream = (value: Record<string, unknown>): boolean =>
  isName(value['company']) &&
  isName(value['did']) &&
  isCount(value['channel']) &&
  (value['quality'] === 'main' || value['quality'] === 'sub')

function isOpenSegment(value: unknown): value is OpenSegment {
  return (
    isFields(value) &&
    isStream(value) &&
    ['id', 'path', 'codecs'].every((key) => isText(value[key])) &&
    isCount(value['startMs'])
  )
}

function isRow(value: unknown): value is SegmentRow {
  return (
    isFields(value) &&
    isOpenSegment(value) &&
    'hash' in value &&
    isText(value.hash) &&
    'endReason' in value &&
    isText(value.endReason) &&
    'gops' in value &&
    areGops(value.gops)
  )
}

const areGops = (value: unknown): value is GopRow[] =>
  Array.isArray(value) &&
  value.every(
    (gop) =>
      isFields(gop) &&
      ['offset', 'bytes', 'startMs', 'durationMs', 'frames'].every((key) => isCount(gop[key])),
  )

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
