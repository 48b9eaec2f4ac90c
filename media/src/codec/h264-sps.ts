import { BitReader, BitWriter, escapeNal, readOrUndefined, unescapeNal } from './bits.ts'

export const MAX_PICTURE_SIDE = 8192

/** What a sequence parameter set says (ISO 14496-10 sections 7.3.2.1.1 and E.1.1). */
export interface H264Sps {
  id: number
  profile: number
  constraints: number
  level: number
  chromaFormat: number
  bitDepthLuma: number
  bitDepthChroma: number
  width: number
  height: number
  picOrderCountType: number
  maxRefFrames: number
  /** How many pictures may precede one in decoding and follow it in output; absent where the set does not say. */
  maxReorderFrames?: number
}

interface Layout extends H264Sps {
  /** Bit positions in the unescaped NAL unit. */
  vuiFlagAt: number
  bitstreamRestrictionAt?: number
}

const PROFILES_WITH_CHROMA = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135])
const BASELINE = 66
const EXTENDED_SAR = 255

/** `undefined` for what is no parameter set, is cut short, or claims a picture beyond 8192 × 8192. */
export function parseH264Sps(nal: Buffer): H264Sps | undefined {
  const layout = readLayout(nal)
  if (!layout) return undefined
  const { vuiFlagAt: _, bitstreamRestrictionAt: __, ...sps } = layout
  return sps
}

/** Baseline has no B slices, and with picture order count type 2 output order is decoding order (section 8.2.1.3). */
export function cannotReorder(sps: H264Sps): boolean {
  return sps.profile === BASELINE || sps.picOrderCountType === 2
}

/**
 * Says in the VUI that pictures come out in decoding order: else a decoder may hold back as many as its
 * buffer has room for. Only for a stream that is known not to reorder; `undefined` where the set can't be read.
 */
export function rewriteSpsForNoReorder(nal: Buffer): Buffer | undefined {
  const layout = readLayout(nal)
  if (!layout) return undefined
  if (layout.maxReorderFrames === 0) return nal
  const from = new BitReader(unescapeNal(nal))
  const to = new BitWriter()
  to.copy(from, layout.bitstreamRestrictionAt ?? layout.vuiFlagAt)
  if (layout.bitstreamRestrictionAt === undefined) {
    to.bits(1, 1)
    const emptyVuiFlags = 8
    to.bits(0, emptyVuiFlags)
  }
  writeBitstreamRestriction(to, layout.maxRefFrames)
  return escapeNal(to.finish())
}

function writeBitstreamRestriction(to: BitWriter, maxRefFrames: number): void {
  to.bits(1, 1)
  const motionVectorsOverBoundaries = 1
  to.bits(motionVectorsOverBoundaries, 1)
  to.ue(2)
  to.ue(1)
  to.ue(16)
  to.ue(16)
  const maxReorderFrames = 0
  to.ue(maxReorderFrames)
  to.ue(maxRefFrames)
}

function readLayout(nal: Buffer): Layout | undefined {
  if (((nal[0] ?? 0) & 0x1f) !== 7) return undefined
  return readOrUndefined(() => readSps(new BitReader(unescapeNal(nal))))
}

function readSps(bits: BitReader): Layout | undefined {
  bits.skip(8)
  const profile = bits.bits(8)
  const constraints = bits.bits(8)
  const level = bits.bits(8)
  const id = bits.ue()
  const chroma = PROFILES_WITH_CHROMA.has(profile) ? readChroma(bits) : { format: 1, luma: 8, chroma: 8 }
  bits.ue()
  const picOrderCountType = readPicOrderCount(bits)
  const maxRefFrames = bits.ue()
  bits.skip(1)
  const widthInBlocks = bits.ue() + 1
  const heightInBlocks = bits.ue() + 1
  const fieldFactor = bits.flag() ? 1 : 2
  if (fieldFactor === 2) bits.skip(1)
  bits.skip(1)
  const crop = readCropping(bits, chroma.format, fieldFactor)
  const width = widthInBlocks * 16 - crop.x
  const height = heightInBlocks * 16 * fieldFactor - crop.y
  const isSane = width > 0 && height > 0 && width <= MAX_PICTURE_SIDE && height <= MAX_PICTURE_SIDE
  if (!isSane || id > 31 || maxRefFrames > 16 || chroma.format > 3) return undefined

  const vuiFlagAt = bits.position
  return {
    id,
    profile,
    constraints,
    level,
    width,
    height,
    picOrderCountType,
    maxRefFrames,
    vuiFlagAt,
    chromaFormat: chroma.format,
    bitDepthLuma: chroma.luma,
    bitDepthChroma: chroma.chroma,
    ...readOrUndefined(() => (bits.flag() ? readVui(bits) : undefined)),
  }
}

function readChroma(bits: BitReader): { format: number; luma: number; chroma: number } {
  const format = bits.ue()
  if (format === 3) bits.skip(1)
  const luma = bits.ue() + 8
  const chroma = bits.ue() + 8
  bits.skip(1)
  const hasScalingMatrix = bits.flag()
  const lists = hasScalingMatrix ? (format === 3 ? 12 : 8) : 0
  for (let i = 0; i < lists; i++) if (bits.flag()) skipScalingList(bits, i < 6 ? 16 : 64)
  return { format, luma, chroma }
}

function skipScalingList(bits: BitReader, size: number): void {
  let last = 8
  for (let i = 0; i < size; i++) {
    const next = (last + bits.se() + 256) % 256
    if (next === 0) return
    last = next
  }
}

function readPicOrderCount(bits: BitReader): number {
  const type = bits.ue()
  if (type === 0) bits.ue()
  if (type === 1) {
    bits.skip(1)
    bits.se()
    bits.se()
    for (let left = bits.ue(); left > 0; left--) bits.se()
  }
  return type
}

function readCropping(bits: BitReader, chromaFormat: number, fieldFactor: number): { x: number; y: number } {
  if (!bits.flag()) return { x: 0, y: 0 }
  const unitX = chromaFormat === 1 || chromaFormat === 2 ? 2 : 1
  const unitY = (chromaFormat === 1 ? 2 : 1) * fieldFactor
  const x = (bits.ue() + bits.ue()) * unitX
  return { x, y: (bits.ue() + bits.ue()) * unitY }
}

function readVui(bits: BitReader): { bitstreamRestrictionAt: number; maxReorderFrames?: number } {
  if (bits.flag() && bits.bits(8) === EXTENDED_SAR) bits.skip(32)
  if (bits.flag()) bits.skip(1)
  if (bits.flag()) {
    bits.skip(4)
    if (bits.flag()) bits.skip(24)
  }
  if (bits.flag()) {
    bits.ue()
    bits.ue()
  }
  if (bits.flag()) bits.skip(65)
  const hasNalHrd = bits.flag()
  if (hasNalHrd) skipHrd(bits)
  const hasVclHrd = bits.flag()
  if (hasVclHrd) skipHrd(bits)
  if (hasNalHrd || hasVclHrd) bits.skip(1)
  bits.skip(1)
  const bitstreamRestrictionAt = bits.position
  if (!bits.flag()) return { bitstreamRestrictionAt }
  bits.skip(1)
  for (let i = 0; i < 4; i++) bits.ue()
  return { bitstreamRestrictionAt, maxReorderFrames: bits.ue() }
}

function skipHrd(bits: BitReader): void {
  const count = bits.ue() + 1
  bits.skip(8)
  for (let i = 0; i < count; i++) {
    bits.ue()
    bits.ue()
    bits.skip(1)
  }
  bits.skip(20)
}
