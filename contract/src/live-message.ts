/** What the gate sends on the live wire, read by hand so that a page's media worker carries no schema library: docs/protocol.md, "Live". */

export const QUALITIES = ['main', 'sub'] as const
export type Quality = (typeof QUALITIES)[number]

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
  'certificate',
  'credentials',
  'notFound',
  'addressRefused',
  'stalled',
  'noPicture',
  'closedByCamera',
  'protocol',
  'noVideo',
  'unsupportedCodec',
  'shardRestarting',
  'noKeepalive',
  'transcodingBusy',
  'transcodingUnavailable',
  'transcodingFailed',
] as const
export type StateReason = (typeof STATE_REASONS)[number]

export type LiveNotice =
  | { type: 'welcome'; nowUs: number }
  | {
      type: 'stream'
      window: number
      stream: number
      did: string
      channel: number
      quality: Quality
      /** Made of H.265 for a browser that can't play it. */
      isConverted?: true | undefined
    }
  | {
      type: 'state'
      window: number
      state: WindowState
      reason: StateReason
      sinceMs: number
      attempt: number
      /** Packets from the camera lost on the way, per hundred. */
      lost?: number | undefined
    }
  | { type: 'refused'; window: number; code: string }
  | { type: 'pong'; id: number; nowUs: number }
  | TalkNotice

/** Why a talk is over, or did not begin; each has a text in the console. `busy`: somebody else speaks. */
export const TALK_ENDS = ['busy', 'noLoudspeaker', 'unreachable', 'silent', 'refused'] as const
export type TalkEnd = (typeof TALK_ENDS)[number]
/** What a device wants to be spoken to in; one channel. */
export const SPEECH_CODECS = ['pcmu', 'pcma', 'aac'] as const
export type SpeechCodec = (typeof SPEECH_CODECS)[number]

/** State of what this page says to a device. */
export type TalkNotice =
  | { type: 'talk'; state: 'open'; did: string; channel: number; codec: SpeechCodec; sampleRate: number }
  | { type: 'talk'; state: 'over'; did: string; channel: number; reason: TalkEnd; by: string }

/** What a device's channel offers, as far as its streams have shown it. */
export interface QualitiesNotice {
  type: 'qualities'
  window: number
  /** `codec` per RFC 6381, empty until the stream has shown it; `sound` as far as it was seen. */
  offers: { quality: Quality; codec: string; width: number; height: number; sound: boolean }[]
}

export const LIVE_MESSAGE = { configuration: 1, video: 2, audio: 3 } as const
export const LIVE_FLAG = { key: 1, cached: 2, audio: 4, damaged: 8 } as const
const HEADER_BYTES = 32

export interface LiveMessage {
  type: number
  flags: number
  stream: number
  sequence: number
  epoch: number
  /** Time on the epoch's timeline. */
  timestampUs: number
  /** Time of arrival at the shard, µs since 1970. */
  arrivalUs: number
  /** What MSE takes: the initialization segment or one fragment. */
  segment: Uint8Array<ArrayBuffer>
  /** What a decoder takes: the decoder configuration record or the access unit; empty when there is none. */
  decoderData: Uint8Array<ArrayBuffer>
  /** Only in a configuration message. */
  format?: LiveFormat
}

export interface LiveFormat {
  codec: string
  width: number
  height: number
  /** RFC 6381 for sound inside the segments; `alaw` or `ulaw` for sound beside them. */
  audio?: string | undefined
  /** Sample rate of sound beside the segments, Hz. */
  audioRate?: number | undefined
}

const MAX_CODEC_LENGTH = 100
const MAX_SIDE = 8192
const MAX_AUDIO_RATE = 192_000

/** Reads a binary message without copying its payload. Throws RangeError or SyntaxError on one that is cut short or out of bounds. */
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
  message.format = readFormat(JSON.parse(json))
  message.segment = new Uint8Array(buffer, segmentAt)
  if (dataOffset) message.decoderData = configurationRecord(view, dataOffset)
  return message
}

/** The record fills its box, whose length stands 8 bytes before its contents (ISO 14496-12 section 4.2). */
function configurationRecord(view: DataView<ArrayBuffer>, dataOffset: number): Uint8Array<ArrayBuffer> {
  const boxBytes = view.getUint32(dataOffset - 8)
  return new Uint8Array(view.buffer, dataOffset, boxBytes - 8)
}

function readFormat(json: unknown): LiveFormat {
  const { codec, width, height, audio, audioRate } = fieldsOf(json)
  if (!isText(codec) || !isWhole(width, MAX_SIDE) || !isWhole(height, MAX_SIDE)) throw notA('format', json)
  if (audio !== undefined && !isText(audio)) throw notA('format', json)
  if (audioRate !== undefined && !isWhole(audioRate, MAX_AUDIO_RATE)) throw notA('format', json)
  return {
    codec,
    width,
    height,
    ...(audio === undefined ? {} : { audio }),
    ...(audioRate === undefined ? {} : { audioRate }),
  }
}

/** Undefined for a notice that this reader does not know: a newer gate may send more. Throws SyntaxError on what is no JSON. */
export function readLiveNotice(text: string): LiveNotice | undefined {
  const fields = fieldsOf(JSON.parse(text))
  const {
    type,
    window,
    stream,
    did,
    channel,
    quality,
    isConverted,
    state,
    reason,
    sinceMs,
    attempt,
    lost,
    code,
    id,
    nowUs,
  } = fields
  if (type === 'talk') return readTalkNotice(fields)
  if (type === 'welcome') return isNumber(nowUs) ? { type, nowUs } : undefined
  if (type === 'pong') return isNumber(id) && isNumber(nowUs) ? { type, id, nowUs } : undefined
  if (!isNumber(window)) return undefined
  if (type === 'refused') return typeof code === 'string' ? { type, window, code } : undefined
  if (type === 'stream') {
    const isGood =
      isNumber(stream) && typeof did === 'string' && isNumber(channel) && isOneOf(QUALITIES, quality)
    if (!isGood) return undefined
    const opened = { type, window, stream, did, channel, quality } as const
    return isConverted === true ? { ...opened, isConverted } : opened
  }
  if (type !== 'state' || !isOneOf(WINDOW_STATES, state) || !isNumber(sinceMs) || !isNumber(attempt))
    return undefined
  // A reason of a newer gate is told as none.
  const known = isOneOf(STATE_REASONS, reason) ? reason : 'none'
  const notice = { type, window, state, reason: known, sinceMs, attempt } as const
  return isNumber(lost) && lost > 0 ? { ...notice, lost } : notice
}

function readTalkNotice(fields: Record<string, unknown>): TalkNotice | undefined {
  const { state, did, channel, codec, sampleRate, reason, by } = fields
  if (typeof did !== 'string' || !isNumber(channel)) return undefined
  const place = { type: 'talk', did, channel } as const
  if (
    state === 'open' &&
    isOneOf(SPEECH_CODECS, codec) &&
    isWhole(sampleRate, MAX_AUDIO_RATE) &&
    sampleRate > 0
  )
    return { ...place, state, codec, sampleRate }
  if (state !== 'over' || typeof by !== 'string') return undefined
  // A reason of a newer gate is told as the vaguest.
  return { ...place, state, reason: isOneOf(TALK_ENDS, reason) ? reason : 'unreachable', by }
}

function fieldsOf(json: unknown): Record<string, unknown> {
  return typeof json === 'object' && json !== null ? { ...json } : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAX_CODEC_LENGTH
}

function isWhole(value: unknown, most: number): value is number {
  return isNumber(value) && Number.isInteger(value) && value >= 0 && value <= most
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function isOneOf<T extends string>(words: readonly T[], value: unknown): value is T {
  return words.some((word) => word === value)
}

function notA(what: string, json: unknown): RangeError {
  return new RangeError(`not a ${what}: ${JSON.stringify(json).slice(0, MAX_CODEC_LENGTH)}`)
}
