import { randomBytes } from 'node:crypto'

import type { BackTrack } from './speech-format.ts'

const RTP_HEADER = 12
const AU_HEADERS = 4
const AAC_FRAME_SAMPLES = 1024
const MARKER = 0x80
/** Fits an Ethernet frame. */
export const MAX_SPEECH_BYTES = 1200

/** RTP of what is said to a camera: G.711 by RFC 3551 section 4.5.14, AAC by RFC 3640 section 3.3.6. */
export class SpeechPackets {
  readonly #track: BackTrack
  readonly #ssrc = randomBytes(4).readUInt32BE()
  #sequence = randomBytes(2).readUInt16BE()
  #timestamp = randomBytes(4).readUInt32BE()
  #isFirst = true

  constructor(track: BackTrack) {
    this.#track = track
  }

  /** `sound` holds G.711 samples, one byte each, or one AAC frame. */
  packet(sound: Uint8Array): Buffer {
    const isAac = this.#track.codec === 'aac'
    const payload = isAac ? withAuHeader(sound) : sound
    const packet = Buffer.alloc(RTP_HEADER + payload.length)
    packet[0] = 0x80
    // AAC: each packet ends an access unit. G.711: the first after silence.
    packet[1] = this.#track.media.payloadType | (isAac || this.#isFirst ? MARKER : 0)
    packet.writeUInt16BE(this.#sequence, 2)
    packet.writeUInt32BE(this.#timestamp, 4)
    packet.writeUInt32BE(this.#ssrc, 8)
    packet.set(payload, RTP_HEADER)
    this.#isFirst = false
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#timestamp = (this.#timestamp + (isAac ? AAC_FRAME_SAMPLES : sound.length)) >>> 0
    return packet
  }
}

/*
     | AU-headers-length = 16 bits | AU-size, 13 bits | AU-Index, 3 | AAC frame
*/
function withAuHeader(frame: Uint8Array): Buffer {
  const payload = Buffer.alloc(AU_HEADERS + frame.length)
  payload.writeUInt16BE(16, 0)
  payload.writeUInt16BE(frame.length << 3, 2)
  payload.set(frame, AU_HEADERS)
  return payload
}
