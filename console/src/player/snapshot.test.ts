import { MOST_PICTURE_BYTES, MOST_PICTURE_PIXELS } from '@vedette/contract/picture-limits'
import { expect, it } from 'vitest'

import { fitted, sizeWithin } from './snapshot.ts'

const [width, height] = [4000, 3000]

/** A picture that takes so many bits for each pixel at the best quality, and fewer in proportion. */
function encoderOf(bits: number) {
  const asked: [width: number, quality: number][] = []
  const encode = async (size: { width: number; height: number }, quality: number) => {
    asked.push([size.width, quality])
    return new Blob([new Uint8Array((size.width * size.height * bits * quality) / 8)])
  }
  return { asked, encode }
}

it('is as large as its stream, where the platform takes that', () => {
  for (const size of [
    { width: 3840, height: 2160 },
    { width, height },
  ])
    expect(sizeWithin(size)).toEqual(size)
})

it.each([
  [7680, 4320],
  [16_000, 100],
])('of %i × %i is made as small as it has to be', (streamWidth, streamHeight) => {
  const size = sizeWithin({ width: streamWidth, height: streamHeight })
  expect(size.width * size.height).toBeLessThanOrEqual(MOST_PICTURE_PIXELS)
  expect(size.width).toBeLessThanOrEqual(12_000)
  expect(size.width / size.height / (streamWidth / streamHeight)).toBeCloseTo(1, 1)
})

it('keeps its quality where its bytes are few', async () => {
  const { asked, encode } = encoderOf(3)
  expect(await fitted({ width, height }, encode)).toMatchObject({ width, height })
  expect(asked).toEqual([[width, 0.92]])
})

it('of many details gets less quality, and is made smaller where that is not enough', async () => {
  const detailed = encoderOf(4)
  const first = await fitted({ width, height }, detailed.encode)
  expect(first.width).toBe(width)
  expect(detailed.asked.length).toBeGreaterThan(1)
  const noise = encoderOf(16)
  const second = await fitted({ width, height }, noise.encode)
  expect(second.width).toBeLessThan(width)
  for (const { picture } of [first, second]) expect(picture.size).toBeLessThanOrEqual(MOST_PICTURE_BYTES)
  expect(noise.asked.map(([, quality]) => quality).slice(0, 3)).toEqual([0.92, 0.85, 0.75])
})
