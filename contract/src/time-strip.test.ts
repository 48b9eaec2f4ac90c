import fc from 'fast-check'
import { expect, test } from 'vitest'

import { readStrip, stripCells } from './time-strip.ts'

function paint(width: number, camera: number, timeMs: number, flipped?: number): Uint8Array {
  const height = (width * 9) / 16
  const picture = new Uint8Array(width * height).fill(90)
  stripCells(width, camera, timeMs).forEach(({ x, y, side, bit }, i) => {
    for (let row = y; row < y + side; row++)
      picture.fill(bit !== (i === flipped) ? 235 : 16, row * width + x, row * width + x + side)
  })
  return picture
}

const camera = fc.integer({ min: 0, max: 65_535 })
const time = fc.integer({ min: Date.UTC(2020), max: Date.UTC(2080) })

test.each([640, 1280, 1920])('camera and time are read off a picture %i wide', (width) => {
  fc.assert(
    fc.property(camera, time, (number, timeMs) => {
      const picture = paint(width, number, timeMs)
      const reading = readStrip(width, (x, y) => picture[y * width + x] ?? 0, timeMs + 86_400_000)
      expect(reading).toEqual({ camera: number, timeMs })
    }),
    { numRuns: 20 },
  )
})

test('one wrong cell anywhere is noticed', () => {
  for (let cell = 0; cell < 64; cell++) {
    const picture = paint(640, 7, Date.UTC(2026, 10, 21), cell)
    expect(readStrip(640, (x, y) => picture[y * 640 + x] ?? 0, Date.UTC(2026, 10, 21))).toBeUndefined()
  }
})
