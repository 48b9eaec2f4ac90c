/** What gate and shard tell each other of speaking to cameras: docs/protocol.md, "Feed". */
import type { SessionEnd, StreamReason } from '../access-unit.ts'
import type { SpeechFormat } from '../talk/speech-format.ts'

/** `ask`: only what the camera wants to be spoken to in. The number of a talk is the gate's. */
export type TalkCommand =
  | { type: 'talk'; talk: number; stream: number; act: 'ask' | 'open' }
  | { type: 'talk'; talk: number; act: 'close' }

/** `able` answers `ask`; `open` says that what is said is heard; `over` ends either. */
export type TalkReport =
  | ({ type: 'talk'; talk: number; state: 'able' | 'open' } & SpeechFormat)
  | { type: 'talk'; talk: number; state: 'over'; reason: SessionEnd['reason'] }

const TALK_BYTES = 4

/*
 byte  0    1    2    3    4 …
     +----+----+----+----+---------
     |       talk        | sound       G.711 samples, or one AAC frame
     +----+----+----+----+---------
*/
export function speechFrame(talk: number, sound: Uint8Array): Buffer {
  const body = Buffer.allocUnsafe(TALK_BYTES + sound.length)
  body.writeUInt32BE(talk)
  body.set(sound, TALK_BYTES)
  return body
}

/** Undefined for what is too short. */
export function readSpeechFrame(body: Buffer): { talk: number; sound: Buffer } | undefined {
  if (body.length <= TALK_BYTES) return undefined
  return { talk: body.readUInt32BE(), sound: body.subarray(TALK_BYTES) }
}

export function readTalkCommand(message: Record<string, unknown>): TalkCommand | undefined {
  const { type, talk, stream, act } = message
  if (type !== 'talk' || !isNumber(talk)) return undefined
  if (act === 'close') return { type, talk, act }
  return (act === 'ask' || act === 'open') && isNumber(stream) ? { type, talk, stream, act } : undefined
}

export function isTalkReport(
  message: Record<string, unknown>,
  isReason: (value: unknown) => value is StreamReason,
): message is Record<string, unknown> & TalkReport {
  const { type, talk, state, reason, codec, sampleRate } = message
  if (type !== 'talk' || !isNumber(talk)) return false
  if (state === 'over') return isReason(reason)
  const isCodec = codec === 'pcmu' || codec === 'pcma' || codec === 'aac'
  return (state === 'able' || state === 'open') && isCodec && isNumber(sampleRate)
}

const isNumber = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 0xffffffff
