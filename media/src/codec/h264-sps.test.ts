import fc from 'fast-check'
import { expect, test } from 'vitest'

import { BitReader, BitWriter, escapeNal, unescapeNal } from './bits.ts'
import { cannotReorder, parseH264Sps, rewriteSpsForNoReorder } from './h264-sps.ts'
import { parseH265Sps } from './h265-sps.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

// x264 of GStreamer: 640 × 360, cropped from 368 lines; once baseline, once main with B pictures.
const BASELINE = hex('67 42 c0 16 da 02 80 bf e5 c0 5a 83 03 03 52 80 00 00 03 00 80 00 00 0f 47 8b 17 50')
const WITH_B_PICTURES = hex(
  '67 4d 40 16 ec a0 50 17 fc b8 0b 50 60 60 6a 50 00 00 03 00 10 00 00 03 01 e8 f1 62 d9 60',
)

interface Spec {
  profile: number
  blocksWide: number
  blocksHigh: number
  picOrderCountType?: number
  maxRefFrames?: number
}

function write({ profile, blocksWide, blocksHigh, picOrderCountType = 0, maxRefFrames = 1 }: Spec): Buffer {
  const to = new BitWriter()
  to.bits(0x67, 8)
  to.bits(profile, 8)
  to.bits(0, 8)
  to.bits(31, 8)
  for (const value of [0, 0, picOrderCountType]) to.ue(value)
  if (picOrderCountType === 0) to.ue(0)
  to.ue(maxRefFrames)
  to.bits(0, 1)
  to.ue(blocksWide - 1)
  to.ue(blocksHigh - 1)
  const frameMbsOnlyAndDirect8x8 = 0b11
  to.bits(frameMbsOnlyAndDirect8x8, 2)
  const noCroppingNoVui = 0
  to.bits(noCroppingNoVui, 2)
  return escapeNal(to.finish())
}

test('sets of x264 are read: size with cropping, level, reordering', () => {
  expect(parseH264Sps(BASELINE)).toMatchObject({
    profile: 66,
    level: 22,
    width: 640,
    height: 360,
    maxReorderFrames: 0,
  })
  expect(parseH264Sps(WITH_B_PICTURES)).toMatchObject({
    profile: 77,
    width: 640,
    height: 360,
    maxReorderFrames: 2,
  })
})

test('a set without VUI says nothing about reordering until it is rewritten', () => {
  const sps = write({ profile: 77, blocksWide: 120, blocksHigh: 68, maxRefFrames: 3 })
  const parsed = parseH264Sps(sps)
  expect(parsed).toMatchObject({ width: 1920, height: 1088 })
  expect(parsed).not.toHaveProperty('maxReorderFrames')
  const rewritten = rewriteSpsForNoReorder(sps)
  expect(rewritten && parseH264Sps(rewritten)).toEqual({ ...parsed, maxReorderFrames: 0 })
})

test('rewriting keeps all but what it says about reordering', () => {
  const rewritten = rewriteSpsForNoReorder(WITH_B_PICTURES)
  expect(rewritten && parseH264Sps(rewritten)).toEqual({
    ...parseH264Sps(WITH_B_PICTURES),
    maxReorderFrames: 0,
  })
  expect(rewriteSpsForNoReorder(BASELINE)).toBe(BASELINE)
})

test('baseline and picture order count type 2 cannot reorder', () => {
  const cannot = (spec: Spec): boolean => {
    const parsed = parseH264Sps(write(spec))
    return parsed !== undefined && cannotReorder(parsed)
  }
  const size = { blocksWide: 40, blocksHigh: 30 }
  expect(cannot({ profile: 66, ...size })).toBe(true)
  expect(cannot({ profile: 77, picOrderCountType: 2, ...size })).toBe(true)
  expect(cannot({ profile: 77, ...size })).toBe(false)
})

test('a set that claims more than 8192 × 8192, or is cut short, is none', () => {
  expect(parseH264Sps(write({ profile: 66, blocksWide: 512, blocksHigh: 512 }))).toMatchObject({
    width: 8192,
  })
  expect(parseH264Sps(write({ profile: 66, blocksWide: 2048, blocksHigh: 2048 }))).toBeUndefined()
  expect(parseH264Sps(write({ profile: 66, blocksWide: 513, blocksHigh: 1 }))).toBeUndefined()
  for (let size = 0; size < 8; size++) expect(parseH264Sps(BASELINE.subarray(0, size))).toBeUndefined()
  expect(parseH264Sps(Buffer.concat([hex('67 42 00 1f'), Buffer.alloc(1000)]))).toBeUndefined()
})

test('arbitrary bytes are a set or none', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), fc.constantFrom(66, 100, 244), (bytes, profile) => {
      const nal = Buffer.concat([Buffer.from([0x67, profile]), Buffer.from(bytes)])
      const parsed = parseH264Sps(nal)
      expect(parsed?.width ?? 1).toBeLessThanOrEqual(8192)
      const rewritten = rewriteSpsForNoReorder(nal)
      expect(rewritten && parseH264Sps(rewritten)).toEqual(parsed && { ...parsed, maxReorderFrames: 0 })
      expect(parseH265Sps(Buffer.concat([hex('42 01 01'), Buffer.from(bytes)]))?.width).not.toBe(0)
    }),
    { numRuns: 2000 },
  )
})

test('escaping and exp-golomb codes are undone by their readers', () => {
  const zeros = fc.array(fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 255), { maxLength: 60 })
  fc.assert(
    fc.property(zeros, fc.nat({ max: 2 ** 31 }), (bytes, value) => {
      const rbsp = Buffer.from(bytes)
      const escaped = escapeNal(rbsp)
      expect(unescapeNal(escaped)).toEqual(rbsp)
      expect(escaped.indexOf(hex('00 00 01'))).toBe(-1)
      const to = new BitWriter()
      to.ue(value)
      expect(new BitReader(to.finish()).ue()).toBe(value)
    }),
  )
})
