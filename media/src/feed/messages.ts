/** The control messages of the feed: docs/protocol.md, "Feed". */
import type { StreamReason } from '../access-unit.ts'
import { isRecordingReport, readRecordingCommand } from './recording-messages.ts'
import type { RecordingCommand, RecordingReport } from './recording-messages.ts'
import { isTalkReport, readTalkCommand, type TalkCommand, type TalkReport } from './talk-messages.ts'
import type { RtspTransport, TlsPolicy } from '../rtsp/target.ts'

export interface DesiredStream {
  /** The stream's number on the live wire. */
  stream: number
  /** Names the stream in reports and decides which shard gets it. */
  key: string
  url: string
  /** Empty when the camera asks for none. */
  username: string
  password: string
  transport: RtspTransport
  /** For `rtsps:`; `any` where absent. */
  tls?: TlsPolicy
  /** The address that the URL's host was resolved to. */
  connectHost?: string
}

export interface DesiredChange {
  /** New, or not as they were. */
  streams: DesiredStream[]
  gone: number[]
}

export type ToShard =
  | { type: 'desired'; revision: number; streams: DesiredStream[] }
  | ({ type: 'changed'; revision: number } & DesiredChange)
  | { type: 'watch'; stream: number }
  | { type: 'unwatch'; stream: number }
  | RecordingCommand
  | TalkCommand

export const STREAM_STATES = ['loading', 'live', 'reconnecting'] as const
export type StreamState = (typeof STREAM_STATES)[number]

export interface StreamStatus {
  state: StreamState
  reason: StreamReason
  /** When the state began, ms since 1970. */
  sinceMs: number
  /** Tries since the stream was last live, the running one included; 0 while it is. */
  attempt: number
  /** RFC 6381; empty until known. */
  codec: string
  width: number
  height: number
  fps: number
  kbps: number
  /** Packets lost on the way in the last ten seconds, per hundred. */
  lost: number
}

export type Evidence = { type: 'evidence'; revision: number; stream: number } & StreamStatus

export interface ShardStats {
  type: 'stats'
  streams: number
  /** Pictures, bytes of access units and packets since the shard started. */
  frames: number
  bytes: number
  lostPackets: number
  /** Event loop delay of the last 5 s. */
  loopDelayP99Ms: number
  loopDelayMaxMs: number
}

export type FromShard =
  | { type: 'hello'; token: string; pid: number }
  | Evidence
  | ShardStats
  | RecordingReport
  | TalkReport

/** Undefined for anything else. */
export function readToShard(body: Buffer): ToShard | undefined {
  const message = fieldsOf(body)
  if (!message) return undefined
  const { type, revision, stream, streams, gone } = message
  if (isCount(revision) && Array.isArray(streams) && streams.every(isDesiredStream)) {
    if (type === 'desired') return { type, revision, streams }
    if (type === 'changed' && Array.isArray(gone) && gone.every(isCount))
      return { type, revision, streams, gone }
  }
  if ((type === 'watch' || type === 'unwatch') && isCount(stream)) return { type, stream }
  return readTalkCommand(message) ?? readRecordingCommand(message)
}

/** Undefined for anything else. */
export function readFromShard(body: Buffer): FromShard | undefined {
  const message: unknown = parse(body)
  if (isHello(message) || isEvidence(message) || isStats(message)) return message
  if (isFields(message) && (isRecordingReport(message) || isTalkReport(message, isReason))) return message
  return undefined
}

function isHello(value: unknown): value is Extract<FromShard, { type: 'hello' }> {
  return isFields(value) && value.type === 'hello' && isText(value.token) && isCount(value.pid)
}

function isEvidence(value: unknown): value is Evidence {
  return (
    isFields(value) &&
    value.type === 'evidence' &&
    STREAM_STATES.some((state) => state === value.state) &&
    isReason(value.reason) &&
    isText(value.codec) &&
    ['revision', 'stream', 'sinceMs', 'attempt', 'width', 'height', 'fps', 'kbps', 'lost'].every((key) =>
      isCount(value[key]),
    )
  )
}

function isStats(value: unknown): value is ShardStats {
  return (
    isFields(value) &&
    value.type === 'stats' &&
    ['streams', 'frames', 'bytes', 'lostPackets', 'loopDelayP99Ms', 'loopDelayMaxMs'].every((key) =>
      isCount(value[key]),
    )
  )
}

function isDesiredStream(value: unknown): value is DesiredStream {
  return (
    isFields(value) &&
    isCount(value.stream) &&
    value.stream <= 0xffffffff &&
    TRANSPORTS.some((transport) => transport === value.transport) &&
    (value.tls === undefined || value.tls === 'any' || value.tls === 'verify') &&
    [value.key, value.url, value.username, value.password, value.connectHost ?? ''].every(isText)
  )
}

const TRANSPORTS: RtspTransport[] = ['tcp', 'udp', 'auto']

const REASONS: Record<StreamReason, true> = {
  none: true,
  connecting: true,
  unreachable: true,
  certificate: true,
  credentials: true,
  notFound: true,
  addressRefused: true,
  stalled: true,
  noPicture: true,
  closedByCamera: true,
  protocol: true,
  noVideo: true,
  unsupportedCodec: true,
}

const isReason = (value: unknown): value is StreamReason => isText(value) && Object.hasOwn(REASONS, value)
const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isFinite(value) && Number(value) >= 0
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function fieldsOf(body: Buffer): Record<string, unknown> | undefined {
  const value = parse(body)
  return isFields(value) ? value : undefined
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    // Not JSON: the caller refuses it like any other message it does not know.
    return undefined
  }
}
