import { expect, it } from 'vitest'

import { pngImages } from './png-images.ts'

const chunk = (type: string, data: readonly number[]): number[] => [
  0,
  0,
  0,
  data.length,
  ...new TextEncoder().encode(type),
  ...data,
  1,
  2,
  3,
  4,
]
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const png = (...data: number[]): number[] => [
  ...SIGNATURE,
  ...chunk('IHDR', [9]),
  // Data that reads like an end.
  ...chunk('IDAT', [...new TextEncoder().encode('IEND'), ...data]),
  ...chunk('IEND', []),
]
const framed = (bytes: readonly number[]): number[] => [35, 36, 0, 0, 0, bytes.length, 0, 0, ...bytes]
const read = (bytes: readonly number[]) => pngImages(Uint8Array.from(bytes)).map((it) => [...it])

it('images back to back are told apart by their chunks', () => {
  expect(read([...png(1), ...png(2, 2)])).toEqual([png(1), png(2, 2)])
})

it('the same in frames, wherever they cut, is the same', () => {
  const bytes = [...png(1), ...png(2, 2)]
  for (const cut of [1, 20, bytes.length - 1])
    expect(read([...framed(bytes.slice(0, cut)), ...framed(bytes.slice(cut))])).toEqual([png(1), png(2, 2)])
})

it.each([
  ['nothing', []],
  ['a JPEG', [0xff, 0xd8, 0xff]],
  ['half an image', png(1).slice(0, -3)],
  ['something behind an image', [...png(1), 7]],
  ['a torn frame', framed(png(1)).slice(0, -2)],
])('%s is refused', (_what, bytes) => {
  expect(() => read(bytes)).toThrow(TypeError)
})
