import fc from 'fast-check'
import { expect, test } from 'vitest'

import { aacConfigOf } from './aac-config.ts'

/** An esds box behind other bytes, as ffmpeg writes it for AAC-LC of 16 kHz, one channel; lengths in the long form. */
const SEGMENT = Uint8Array.from(
  [
    [0, 0, 0, 8, 0x66, 0x72, 0x65, 0x65],
    [0, 0, 0, 0x33, 0x65, 0x73, 0x64, 0x73, 0, 0, 0, 0],
    [3, 0x80, 0x80, 0x80, 0x22, 0, 2, 0],
    [4, 0x80, 0x80, 0x80, 0x14, 0x40, 0x15, 0, 0, 0, 0, 0, 0xfa, 0, 0, 0, 0xfa, 0],
    [5, 0x80, 0x80, 0x80, 2, 0x14, 0x08, 6, 0x80, 0x80, 0x80, 1, 2],
  ].flat(),
)

test('the description of AAC is found in the initialization segment', () => {
  expect(aacConfigOf(SEGMENT)).toEqual({
    description: Uint8Array.from([0x14, 0x08]),
    sampleRate: 16_000,
    channels: 1,
  })
})

test('a segment without AAC has none', () => {
  expect(aacConfigOf(SEGMENT.slice(0, 12))).toBeUndefined()
})

test('arbitrary bytes behind the name are read to the end, never further', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const config = aacConfigOf(Uint8Array.from([0x65, 0x73, 0x64, 0x73, ...bytes]))
      expect(config === undefined || config.channels > 0).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
