import { BitReader, readOrUndefined } from './bits.ts'

/** AudioSpecificConfig, ISO 14496-3 section 1.6.2.1. */
export interface AacConfig {
  objectType: number
  /** Sample rate of the core, before spectral band replication. */
  coreSampleRate: number
  /** Sample rate of the output. */
  sampleRate: number
  channels: number
  /** Samples in one frame of the core. */
  samplesPerFrame: 960 | 1024
}

const SAMPLE_RATES = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
const MIN_RATE = 7350
const MAX_RATE = 96_000
const CHANNELS = [0, 1, 2, 3, 4, 5, 6, 8]
const SBR = 5
const PARAMETRIC_STEREO = 29

/** `undefined` for what is cut short, or has a rate or channel layout that no player takes. */
export function parseAacConfig(config: Buffer): AacConfig | undefined {
  return readOrUndefined(() => {
    const bits = new BitReader(config)
    const objectType = readObjectType(bits)
    const coreSampleRate = readSampleRate(bits)
    const channels = CHANNELS[bits.bits(4)]
    let sampleRate = coreSampleRate
    if (objectType === SBR || objectType === PARAMETRIC_STEREO) {
      sampleRate = readSampleRate(bits)
      readObjectType(bits)
    }
    const samplesPerFrame = bits.flag() ? 960 : 1024
    if (!coreSampleRate || !sampleRate || !channels) return undefined
    if (Math.min(coreSampleRate, sampleRate) < MIN_RATE || Math.max(coreSampleRate, sampleRate) > MAX_RATE)
      return undefined
    return { objectType, coreSampleRate, sampleRate, channels, samplesPerFrame }
  })
}

function readObjectType(bits: BitReader): number {
  const type = bits.bits(5)
  return type === 31 ? 32 + bits.bits(6) : type
}

function readSampleRate(bits: BitReader): number | undefined {
  const index = bits.bits(4)
  return index === 15 ? bits.bits(24) : SAMPLE_RATES[index]
}
