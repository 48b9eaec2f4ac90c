import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readNumbers, writeNumbers } from './numbers.ts'
import { isSameGops, packGops, unpackGops } from './packed-gops.ts'
import { packSpans, unionOf, unpackSpans } from './spans.ts'

const time = fc.integer({ min: 0, max: 4_102_444_800_000 })

describe('packed numbers', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(2 ** 51), max: 2 ** 51 })), (numbers) => {
        expect(readNumbers(writeNumbers(numbers))).toEqual(numbers)
      }),
    )
  })

  it('are refused when torn', () => {
    expect(() => readNumbers(Uint8Array.of(5, 200))).toThrow('torn')
  })
})

describe('the GOPs of a file', () => {
  it('come back as they were', () => {
    const gop = fc.record({
      offset: fc.nat(2 ** 31),
      bytes: fc.nat(2 ** 28),
      startMs: time,
      durationMs: fc.nat(60_000),
      frames: fc.nat(5000),
    })
    fc.assert(
      fc.property(fc.array(gop), time, (gops, startMs) => {
        expect(unpackGops(packGops(gops, startMs), startMs)).toEqual(gops)
      }),
    )
  })

  const startMs = 1_760_000_000_000
  const minute = Array.from({ length: 30 }, (_, i) => ({
    offset: 900 + i * 1_000_000,
    bytes: 1_000_000,
    startMs: startMs + i * 2000,
    durationMs: 2000,
    frames: 50,
  }))

  it('of a steady minute take a tenth of a byte for each picture', () => {
    expect(packGops(minute, startMs).length / 1500).toBeLessThan(0.1)
  })

  it('that an older platform packed are the same', () => {
    const long = minute.flatMap(({ bytes, durationMs, frames }, i) => [
      i === 0 ? 900 : 0,
      bytes,
      0,
      durationMs,
      frames,
    ])
    const packed = writeNumbers(long)
    expect(unpackGops(packed, startMs)).toEqual(minute)
    expect(isSameGops(packed, packGops(minute, startMs), startMs)).toBe(true)
    const moved = minute.map((gop, i) => (i === 7 ? { ...gop, frames: 49 } : gop))
    expect(isSameGops(packed, packGops(moved, startMs), startMs)).toBe(false)
    expect(isSameGops(packed, Uint8Array.of(255, 255), startMs)).toBe(false)
  })
})

describe('spans', () => {
  const span = fc.tuple(time, fc.nat(100_000)).map(([startMs, ms]) => ({ startMs, endMs: startMs + ms }))

  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(span), time, (spans, since) => {
        const union = unionOf(spans)
        expect(unpackSpans(packSpans(union, since), since)).toEqual(union)
      }),
    )
  })

  it('of a union hold every moment of each and lie apart', () => {
    fc.assert(
      fc.property(fc.array(span), (spans) => {
        const union = unionOf(spans)
        for (const { startMs, endMs } of spans)
          expect(union.some((it) => it.startMs <= startMs && endMs <= it.endMs)).toBe(true)
        for (const [i, { startMs }] of union.entries())
          expect(startMs - (union[i - 1]?.endMs ?? -Infinity)).toBeGreaterThan(200)
      }),
    )
  })
})
