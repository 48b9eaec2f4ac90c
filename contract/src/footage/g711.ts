/** G.711 (ITU-T), both laws, to samples between -1 and 1. */
import type { Law } from './sound-format.ts'

const ULAW_BIAS = 0x84

/**
 * ```
 *   7   6 5 4    3 2 1 0
 * +---+--------+---------+
 * | s | segment| mantissa|   µ-law: all bits inverted; A-law: every other bit inverted (xor 0x55)
 * +---+--------+---------+
 * ```
 */
function ulawSample(byte: number): number {
  const bits = ~byte & 0xff
  const magnitude = ((((bits & 15) << 3) + ULAW_BIAS) << ((bits >> 4) & 7)) - ULAW_BIAS
  return (bits & 0x80 ? -magnitude : magnitude) / 32_768
}

function alawSample(byte: number): number {
  const bits = byte ^ 0x55
  const segment = (bits >> 4) & 7
  const mantissa = ((bits & 15) << 4) + 8
  const magnitude = segment === 0 ? mantissa : (mantissa + 0x100) << (segment - 1)
  return (bits & 0x80 ? magnitude : -magnitude) / 32_768
}

const TABLES: Record<Law, Float32Array> = {
  alaw: Float32Array.from({ length: 256 }, (_, byte) => alawSample(byte)),
  ulaw: Float32Array.from({ length: 256 }, (_, byte) => ulawSample(byte)),
}

export function decodeG711(law: Law, bytes: Uint8Array): Float32Array<ArrayBuffer> {
  const table = TABLES[law]
  return Float32Array.from(bytes, (byte) => table[byte] ?? 0)
}
