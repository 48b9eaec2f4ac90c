/** Samples between -1 and 1 to G.711 (ITU-T): the other way round is in ../g711.ts. */
import type { Law } from '@vedette/contract/footage/sound-format'

const ULAW_BIAS = 0x84
const ULAW_MOST = 32_635

export function encodeG711(law: Law, samples: Float32Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, law === 'ulaw' ? ulawByte : alawByte)
}

function ulawByte(sample: number): number {
  const linear = toLinear(sample)
  const magnitude = Math.min(Math.abs(linear), ULAW_MOST) + ULAW_BIAS
  const segment = Math.max(0, 24 - Math.clz32(magnitude))
  return ~((linear < 0 ? 0x80 : 0) | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff
}

function alawByte(sample: number): number {
  const linear = toLinear(sample)
  const magnitude = Math.abs(linear) >> 4
  const segment = Math.max(0, 28 - Math.clz32(magnitude))
  const mantissa = (magnitude >> Math.max(0, segment - 1)) & 15
  return ((linear < 0 ? 0 : 0x80) | (segment << 4) | mantissa) ^ 0x55
}

const toLinear = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
