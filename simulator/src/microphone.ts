/** What the microphones of simulated devices send: the street as AAC, or a quiet G.711 line; and what their loudspeaker says. */
import type { Loudspeaker } from './loudspeaker.ts'
import { type AudioKbps, FRAME_SAMPLES, SAMPLE_RATE, soundAt } from './sound.ts'

export interface Microphone {
  readonly codec: 'aac' | 'pcmu'
  readonly payloadType: number
  readonly sampleRate: number
  /** Samples in one packet. */
  readonly frameSamples: number
  /** An RTP payload. */
  payloadOf(frame: number, nowMs: number): Buffer
}

export const AAC_PAYLOAD_TYPE = 97
/** RFC 3551 table 4. */
export const PCMU_PAYLOAD_TYPE = 0
export const G711_RATE = 8000
const G711_FRAME_SAMPLES = 320
const AU_HEADERS = 4
/** µ-law of nearly nothing. */
const QUIET = [0xff, 0x7f, 0xfe, 0x7e]

export class AacMicrophone implements Microphone {
  readonly codec = 'aac'
  readonly payloadType = AAC_PAYLOAD_TYPE
  readonly sampleRate = SAMPLE_RATE
  readonly frameSamples = FRAME_SAMPLES
  kbps: AudioKbps = 32
  private readonly loudspeaker: Loudspeaker | undefined

  constructor(loudspeaker: Loudspeaker | undefined) {
    this.loudspeaker = loudspeaker
  }

  /**
   *     | AU-headers-length = 16 bits | AU-size, 13 bits | AU-Index, 3 | AAC frame
   */
  payloadOf(frame: number, nowMs: number): Buffer {
    const frames = soundAt(this.kbps)
    const unit = this.loudspeaker?.echo('aac', nowMs) ?? frames[frame % frames.length] ?? Buffer.alloc(0)
    const payload = Buffer.alloc(AU_HEADERS + unit.length)
    payload.writeUInt16BE(16)
    payload.writeUInt16BE(unit.length << 3, 2)
    unit.copy(payload, AU_HEADERS)
    return payload
  }
}

export class G711Microphone implements Microphone {
  readonly codec = 'pcmu'
  readonly payloadType = PCMU_PAYLOAD_TYPE
  readonly sampleRate = G711_RATE
  readonly frameSamples = G711_FRAME_SAMPLES
  private readonly loudspeaker: Loudspeaker | undefined
  private rest: Buffer = Buffer.alloc(0)

  constructor(loudspeaker: Loudspeaker | undefined) {
    this.loudspeaker = loudspeaker
  }

  payloadOf(frame: number, nowMs: number): Buffer {
    while (this.rest.length < G711_FRAME_SAMPLES) {
      const echo = this.loudspeaker?.echo('pcmu', nowMs)
      if (echo === undefined) break
      this.rest = Buffer.concat([this.rest, echo])
    }
    const payload = Buffer.alloc(G711_FRAME_SAMPLES)
    for (let i = 0; i < payload.length; i++)
      payload[i] = this.rest[i] ?? QUIET[(i * 7 + frame) % QUIET.length] ?? 0xff
    this.rest = this.rest.subarray(G711_FRAME_SAMPLES)
    return payload
  }
}
