/** The live wire: docs/protocol.md, "Live". */
import { z } from 'zod'

import { DID } from './ids.ts'

export const LIVE_PATH = '/vms/media/live'
export const MAX_WINDOWS = 64
/** The ticket must arrive within this time after the socket opened. */
export const HELLO_TIMEOUT_MS = 5000
export const LIVE_CLOSE = { malformed: 4400, notAdmitted: 4401, tooManyWindows: 4429 } as const

export const Quality = z.enum(['main', 'sub'])
export type Quality = z.infer<typeof Quality>

const WindowNumber = z
  .int()
  .min(0)
  .max(MAX_WINDOWS - 1)

export const WINDOW_STATES = [
  'loading',
  'live',
  'reconnecting',
  'offline',
  'sleeping',
  'upgrading',
  'failed',
] as const
export type WindowState = (typeof WINDOW_STATES)[number]

/** Why a stream is in its state; each has a text in the console. */
export const STATE_REASONS = [
  'none',
  'connecting',
  'unreachable',
  'credentials',
  'notFound',
  'addressRefused',
  'stalled',
  'closedByCamera',
  'protocol',
  'unsupportedCodec',
  'shardRestarting',
] as const
export type StateReason = (typeof STATE_REASONS)[number]

export const LiveRequest = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), ticket: z.string().max(300) }),
  z.object({
    type: z.literal('subscribe'),
    window: WindowNumber,
    did: DID,
    channel: z.int().min(0).max(255),
    quality: Quality,
  }),
  z.object({ type: z.literal('unsubscribe'), window: WindowNumber }),
  z.object({ type: z.literal('ping'), id: z.int().min(0) }),
])
export type LiveRequest = z.infer<typeof LiveRequest>

export type LiveNotice =
  | { type: 'welcome'; nowUs: number }
  | {
      type: 'stream'
      window: number
      stream: number
      did: string
      channel: number
      quality: Quality
    }
  | {
      type: 'state'
      window: number
      state: WindowState
      reason: StateReason
      sinceMs: number
      attempt: number
    }
  | { type: 'refused'; window: number; code: string }
  | { type: 'pong'; id: number; nowUs: number }

export const LIVE_MESSAGE = { configuration: 1, video: 2, audio: 3 } as const
export const LIVE_FLAG = { key: 1, cached: 2, audio: 4 } as const
const HEADER_BYTES = 32

export interface LiveMessage {
  type: number
  flags: number
  stream: number
  sequence: number
  epoch: number
  /** On the epoch's timeline. */
  timestampUs: number
  /** At the shard, µs since 1970. */
  arrivalUs: number
  /** What MSE takes: the initialization segment or one fragment. */
  segment: Uint8Array<ArrayBuffer>
  /** What WebCodecs takes: the decoder configuration record or the access unit; empty when there is none. */
  decoderData: Uint8Array<ArrayBuffer>
  /** Of a configuration message. */
  format?: LiveFormat
}

const LiveFormat = z.object({
  codec: z.string().max(100),
  width: z.int().min(0).max(8192),
  height: z.int().min(0).max(8192),
  audio: z.string().max(100).optional(),
})
export type LiveFormat = z.infer<typeof LiveFormat>

/** Reads a binary message without copying its payload. Throws RangeError on one that is cut short or out of bounds. */
export function readLiveMessage(buffer: ArrayBuffer): LiveMessage {
  const view = new DataView(buffer)
  const type = view.getUint8(0)
  const dataOffset = view.getUint16(2)
  if (dataOffset > buffer.byteLength)
    throw new RangeError(`data offset ${dataOffset} of ${buffer.byteLength} bytes`)
  const message: LiveMessage = {
    type,
    flags: view.getUint8(1),
    stream: view.getUint32(4),
    sequence: view.getUint32(8),
    epoch: view.getUint32(12),
    timestampUs: Number(view.getBigUint64(16)),
    arrivalUs: Number(view.getBigUint64(24)),
    segment: new Uint8Array(buffer, HEADER_BYTES),
    decoderData: dataOffset ? new Uint8Array(buffer, dataOffset) : new Uint8Array(0),
  }
  if (type !== LIVE_MESSAGE.configuration) return message
  const formatBytes = view.getUint16(HEADER_BYTES)
  const segmentAt = HEADER_BYTES + 2 + formatBytes
  const json = new TextDecoder().decode(new Uint8Array(buffer, HEADER_BYTES + 2, formatBytes))
  message.format = LiveFormat.parse(JSON.parse(json))
  message.segment = new Uint8Array(buffer, segmentAt)
  if (dataOffset) message.decoderData = configurationRecord(view, dataOffset)
  return message
}

/** The record fills its box, whose length stands 8 bytes before its contents (ISO 14496-12 section 4.2). */
function configurationRecord(view: DataView<ArrayBuffer>, dataOffset: number): Uint8Array<ArrayBuffer> {
  const boxBytes = view.getUint32(dataOffset - 8)
  return new Uint8Array(view.buffer, dataOffset, boxBytes - 8)
}
