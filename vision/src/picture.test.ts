import { inflateSync } from 'node:zlib'

import { expect, it } from 'vitest'

import { overlap, type Picture, rgbOf, smallLuma } from './picture.ts'
import { pngOf } from './png.ts'
import { isWatched, zoneOf } from './zones.ts'

function plain(width: number, height: number, [y, u, v]: [number, number, number]): Picture {
  const chroma = ((width + 1) >> 1) * ((height + 1) >> 1)
  return {
    width,
    height,
    y: new Uint8Array(width * height).fill(y),
    u: new Uint8Array(chroma).fill(u),
    v: new Uint8Array(chroma).fill(v),
  }
}

const RED: [number, number, number] = [81, 90, 240]

it('a small luma has the mean of the pixels and the shape of the picture', () => {
  const picture = plain(640, 360, [16, 128, 128])
  for (let row = 0; row < 360; row++) picture.y.fill(216, row * 640, row * 640 + 320)
  const { width, height, values } = smallLuma(picture)
  expect([width, height]).toEqual([160, 92])
  expect([values[0], values[79], values[80], values[159]]).toEqual([216, 216, 16, 16])
})

it('red is red as RGB and in a PNG of its size', async () => {
  const rgb = [...rgbOf(plain(640, 360, RED), 4, 2)]
  expect(rgb.slice(0, 3)).toEqual([254, 0, 0])
  const png = await pngOf(plain(6, 2, RED))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([6, 2])
  const lines = inflateSync(png.subarray(41, 41 + png.readUInt32BE(33)))
  expect([...lines.subarray(0, 7)]).toEqual([1, 254, 0, 0, 0, 0, 0])
})

it('boxes overlap by their common part', () => {
  const box = { x: 0, y: 0, width: 0.5, height: 0.5 }
  expect(overlap(box, box)).toBe(1)
  expect(overlap(box, { ...box, x: 0.25 })).toBeCloseTo(1 / 3)
  expect(overlap(box, { ...box, x: 0.5 })).toBe(0)
})

it('somebody is watched whose feet are in a zone', () => {
  const floor = [0, 1].flatMap((X) => [
    { X, Y: X ? 1 : 0.7 },
    { X, Y: X ? 0.7 : 1 },
  ])
  const person = { x: 0.4, y: 0.2, width: 0.1, height: 0.6 }
  expect(isWatched(person, [floor])).toBe(true)
  expect(isWatched({ ...person, height: 0.3 }, [floor])).toBe(false)
  expect(isWatched({ ...person, height: 0.3 }, [])).toBe(true)
  const sky = floor.map(({ X, Y }) => ({ X, Y: 1 - Y }))
  expect([[sky, floor], [floor, sky], [sky]].map((zones) => zoneOf(person, zones))).toEqual([2, 1, undefined])
})
