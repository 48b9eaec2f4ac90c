import { expect, test } from 'vitest'

import { decodeG711 } from './g711.ts'

/** What ffmpeg decodes them to, in 16 bits. */
const asShorts = (law: 'alaw' | 'ulaw', bytes: number[]): number[] =>
  Array.from(decodeG711(law, Uint8Array.from(bytes)), (sample) => Math.round(sample * 32_768) + 0)

test('µ-law bytes are the samples of the standard', () => {
  expect(asShorts('ulaw', [0xff, 0x7f, 0x00, 0x80, 0xc8, 0x31])).toEqual([0, 0, -32_124, 32_124, 1372, -3772])
})

test('A-law bytes are the samples of the standard', () => {
  expect(asShorts('alaw', [0xd5, 0x55, 0x2a, 0xaa, 0x80, 0x31])).toEqual([
    8, -8, -32_256, 32_256, 5504, -10_496,
  ])
})
