/** The AudioSpecificConfig inside an initialization segment: ISO 14496-1 section 7.2.6, ISO 14496-3 section 1.6.2. */

const RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
]
const TAG = { stream: 3, decoderConfig: 4, decoderSpecific: 5 } as const
/** What stands before the descriptors inside: ES_ID and flags; object type, stream type, buffer size and two rates. */
const BEFORE_INNER: Record<number, number> = { [TAG.stream]: 3, [TAG.decoderConfig]: 13 }
const ESDS = [0x65, 0x73, 0x64, 0x73]

export interface AacConfig {
  description: Uint8Array<ArrayBuffer>
  sampleRate: number
  channels: number
}

/** Undefined when there is no AAC in it, or none that is understood. */
export function aacConfigOf(segment: Uint8Array): AacConfig | undefined {
  const box = segment.findIndex((_, i) => ESDS.every((byte, j) => segment[i + j] === byte))
  if (box < 0) return undefined
  let at = box + 8
  for (;;) {
    const tag = segment[at++]
    let length = 0
    for (let more = true; more && at < segment.length; at++) {
      const byte = segment[at] ?? 0
      length = (length << 7) | (byte & 127)
      more = (byte & 128) !== 0
    }
    if (tag === TAG.decoderSpecific) return configOf(segment.slice(at, at + length))
    const skipped = BEFORE_INNER[tag ?? 0]
    if (skipped === undefined) return undefined
    at += skipped
  }
}

/**
 * ```
 *  0                   1
 *  0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5
 * +---------+-------+-------+-----+
 * |  object |  rate |channel|     |
 * +---------+-------+-------+-----+
 * ```
 */
function configOf(description: Uint8Array<ArrayBuffer>): AacConfig | undefined {
  const [first = 0, second = 0] = description
  const sampleRate = RATES[((first & 7) << 1) | (second >> 7)]
  const channels = (second >> 3) & 15
  return sampleRate && channels > 0 ? { description, sampleRate, channels } : undefined
}
