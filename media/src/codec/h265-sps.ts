import type { VideoFormat } from '../access-unit.ts'
import { u16, u8 } from '../fmp4/boxes.ts'
import { BitReader, readOrUndefined, unescapeNal } from './bits.ts'
import { MAX_PICTURE_SIDE } from './h264-sps.ts'

/** What a sequence parameter set says (ITU-T H.265 section 7.3.2.2). */
export interface H265Sps {
  id: number
  width: number
  height: number
  chromaFormat: number
  bitDepthLuma: number
  bitDepthChroma: number
  temporalLayers: number
  isTemporalIdNested: boolean
  /** general_profile_space … general_level_idc, 12 bytes. */
  profileTierLevel: Buffer
  maxReorderFrames: number
}

const SPS_HEAD_BYTES = 3
const PROFILE_TIER_LEVEL_BYTES = 12

/** `undefined` for what is no parameter set, is cut short, or claims a picture beyond 8192 × 8192. */
export function parseH265Sps(nal: Buffer): H265Sps | undefined {
  if ((((nal[0] ?? 0) >> 1) & 0x3f) !== 33) return undefined
  return readOrUndefined(() => readSps(unescapeNal(nal)))
}

function readSps(rbsp: Buffer): H265Sps | undefined {
  const bits = new BitReader(rbsp)
  bits.skip(16 + 4)
  const temporalLayers = bits.bits(3) + 1
  const isTemporalIdNested = bits.flag()
  bits.skip(PROFILE_TIER_LEVEL_BYTES * 8)
  const profileTierLevel = rbsp.subarray(SPS_HEAD_BYTES, SPS_HEAD_BYTES + PROFILE_TIER_LEVEL_BYTES)
  skipSubLayers(bits, temporalLayers - 1)
  const id = bits.ue()
  const chromaFormat = bits.ue()
  if (chromaFormat === 3) bits.skip(1)
  const crop = { x: 0, y: 0 }
  const codedWidth = bits.ue()
  const codedHeight = bits.ue()
  if (bits.flag()) {
    crop.x = (bits.ue() + bits.ue()) * (chromaFormat === 1 || chromaFormat === 2 ? 2 : 1)
    crop.y = (bits.ue() + bits.ue()) * (chromaFormat === 1 ? 2 : 1)
  }
  const width = codedWidth - crop.x
  const height = codedHeight - crop.y
  const bitDepthLuma = bits.ue() + 8
  const bitDepthChroma = bits.ue() + 8
  bits.ue()
  const maxReorderFrames = readReorderOfHighestLayer(bits, temporalLayers)
  const isSane = width > 0 && height > 0 && width <= MAX_PICTURE_SIDE && height <= MAX_PICTURE_SIDE
  if (!isSane || id > 15 || chromaFormat > 3 || bitDepthLuma > 16 || bitDepthChroma > 16) return undefined
  return {
    id,
    width,
    height,
    chromaFormat,
    bitDepthLuma,
    bitDepthChroma,
    temporalLayers,
    isTemporalIdNested,
    profileTierLevel,
    maxReorderFrames,
  }
}

function skipSubLayers(bits: BitReader, count: number): void {
  const present: { profile: boolean; level: boolean }[] = []
  for (let i = 0; i < count; i++) present.push({ profile: bits.flag(), level: bits.flag() })
  if (count > 0) bits.skip((8 - count) * 2)
  for (const { profile, level } of present) bits.skip((profile ? 88 : 0) + (level ? 8 : 0))
}

function readReorderOfHighestLayer(bits: BitReader, temporalLayers: number): number {
  const entries = bits.flag() ? temporalLayers : 1
  let reorder = 0
  for (let i = 0; i < entries; i++) {
    bits.ue()
    reorder = bits.ue()
    bits.ue()
  }
  return reorder
}

/** RFC 6381 by ISO 14496-15 annex E: hvc1.<space and profile>.<compatibility, reversed>.<tier and level>.<constraints>. */
export function h265Rfc6381(sps: H265Sps): string {
  const bytes = sps.profileTierLevel
  const head = bytes[0] ?? 0
  const space = ['', 'A', 'B', 'C'][head >> 6] ?? ''
  const tier = head & 0x20 ? 'H' : 'L'
  const constraints = [...bytes.subarray(5, 11)]
  while (constraints.at(-1) === 0) constraints.pop()
  const parts = [
    `hvc1.${space}${head & 0x1f}`,
    reverse32(bytes.readUInt32BE(1)).toString(16).toUpperCase(),
    `${tier}${bytes[11] ?? 0}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ]
  return parts.join('.')
}

function reverse32(value: number): number {
  let reversed = 0
  for (let i = 0; i < 32; i++) reversed = reversed * 2 + ((value >>> i) & 1)
  return reversed
}

/** ISO 14496-15 section 8.3.3.1; NAL units are prefixed by four bytes of length. */
export function hevcDecoderConfig({ vps, sps: nal, pps, otherPps = [] }: VideoFormat): Buffer {
  const sps = parseH265Sps(nal)
  if (!sps) throw new Error(`not an H.265 parameter set: ${nal.subarray(0, 8).toString('hex')}`)
  const lengthSizeMinusOne = 3
  const arrays = [
    ...(vps ? [nalArray(32, [vps])] : []),
    nalArray(33, [nal]),
    nalArray(34, [pps, ...otherPps]),
  ]
  return Buffer.concat([
    u8(1),
    sps.profileTierLevel,
    u16(0xf000),
    u8(0xfc, 0xfc | sps.chromaFormat, 0xf8 | (sps.bitDepthLuma - 8), 0xf8 | (sps.bitDepthChroma - 8)),
    u16(0),
    u8((sps.temporalLayers << 3) | (sps.isTemporalIdNested ? 4 : 0) | lengthSizeMinusOne, arrays.length),
    ...arrays,
  ])
}

function nalArray(type: number, nals: Buffer[]): Buffer {
  const isComplete = 0x80
  return Buffer.concat([
    u8(isComplete | type),
    u16(nals.length),
    ...nals.flatMap((nal) => [u16(nal.length), nal]),
  ])
}
