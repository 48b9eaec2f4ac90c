/** Samples to what a device wants to hear. */
import type { SpeechCodec } from '@vedette/contract/live-message'

import { encodeG711 } from './encode-g711.ts'

export interface SpeechEncoder {
  encode(samples: Float32Array<ArrayBuffer>): void
  close(): void
}

/** A device splits no packet: RTP of at most this many bytes of sound. */
const MOST_G711 = 960
const AAC_BITS = 32_000

function aacConfig(sampleRate: number): AudioEncoderConfig {
  const codec = 'mp4a.40.2'
  return { codec, sampleRate, numberOfChannels: 1, bitrate: AAC_BITS }
}

/** G.711 is made here; AAC is up to the browser. */
export async function canEncode(codec: SpeechCodec, sampleRate = 16_000): Promise<boolean> {
  if (codec !== 'aac') return true
  if (!('AudioEncoder' in globalThis)) return false
  const { supported } = await AudioEncoder.isConfigSupported(aacConfig(sampleRate))
  return supported === true
}

export function speechEncoder(
  codec: SpeechCodec,
  sampleRate: number,
  send: (sound: Uint8Array<ArrayBuffer>) => void,
): SpeechEncoder {
  if (codec === 'aac') return aacEncoder(sampleRate, send)
  const law = codec === 'pcmu' ? 'ulaw' : 'alaw'
  return {
    encode(samples) {
      for (let at = 0; at < samples.length; at += MOST_G711)
        send(encodeG711(law, samples.subarray(at, at + MOST_G711)))
    },
    close() {},
  }
}

function aacEncoder(sampleRate: number, send: (sound: Uint8Array<ArrayBuffer>) => void): SpeechEncoder {
  let encoded = 0
  const encoder = new AudioEncoder({
    output(chunk) {
      const frame = new Uint8Array(chunk.byteLength)
      chunk.copyTo(frame)
      send(frame)
    },
    // Nothing more is heard; the device lets go by itself.
    error: () => {},
  })
  encoder.configure(aacConfig(sampleRate))
  return {
    encode(data) {
      if (encoder.state !== 'configured') return
      const timestamp = (encoded * 1e6) / sampleRate
      encoded += data.length
      const format = 'f32-planar'
      encoder.encode(
        new AudioData({
          format,
          sampleRate,
          numberOfFrames: data.length,
          numberOfChannels: 1,
          timestamp,
          data,
        }),
      )
    },
    close() {
      if (encoder.state !== 'closed') encoder.close()
    },
  }
}
