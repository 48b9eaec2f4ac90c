/** The sound of simulated cameras: ready-made AAC frames that go round and round. */
import { readFileSync } from 'node:fs'

export const SAMPLE_RATE = 16_000
/** Samples of an AAC-LC frame. */
export const FRAME_SAMPLES = 1024
/** AudioSpecificConfig (ISO 14496-3 section 1.6.2.1): AAC-LC, 16 kHz, one channel. */
export const AUDIO_CONFIG = '1408'
const ADTS_HEADER = 7

export const AUDIO_KBPS = [16, 32, 48] as const
export type AudioKbps = (typeof AUDIO_KBPS)[number]

const loaded = new Map<AudioKbps, readonly Buffer[]>()

/** The access units at this bit rate. */
export function soundAt(kbps: AudioKbps): readonly Buffer[] {
  const known = loaded.get(kbps)
  if (known !== undefined) return known
  const frames = read(`street-${kbps}.aac`)
  loaded.set(kbps, frames)
  return frames
}

function read(name: string): Buffer[] {
  const file = readFileSync(new URL(`../assets/sound/${name}`, import.meta.url))
  const frames: Buffer[] = []
  for (let at = 0; at + ADTS_HEADER <= file.length;) {
    const length = (file.readUInt32BE(at + 2) >>> 5) & 0x1fff
    frames.push(file.subarray(at + ADTS_HEADER, at + length))
    at += length
  }
  return frames
}
