import fc from 'fast-check'
import { expect, test } from 'vitest'

import { panned, pinched, WHOLE, zoomedAt } from './zoom.ts'

test('what is under the pointer stays there', () => {
  const point = { x: 0.25, y: 0.75 }
  const zoom = zoomedAt(WHOLE, 2, point)
  expect(zoom).toEqual({ scale: 2, x: -0.25, y: -0.75 })
  // Where the picture's own point 0.25, 0.75 is now.
  expect(zoom.x + 0.25 * zoom.scale).toBe(0.25)
})

test('zooming out ends at the whole picture, zooming in at eight times', () => {
  expect(zoomedAt(zoomedAt(WHOLE, 3, { x: 0.9, y: 0.1 }), 0.01, { x: 0, y: 0 })).toEqual(WHOLE)
  expect(zoomedAt(WHOLE, 100, { x: 0.5, y: 0.5 }).scale).toBe(8)
})

test('however it is zoomed and dragged, the picture covers the window', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  const step = fc.tuple(fc.double({ min: 0.2, max: 5, noNaN: true }), part, part)
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const zoom = steps.reduce(
        (it, [factor, x, y]) => panned(zoomedAt(it, factor, { x, y }), { x: x - 0.5, y: y - 0.5 }),
        WHOLE,
      )
      for (const moved of [zoom.x, zoom.y]) {
        expect(moved).toBeLessThanOrEqual(0)
        expect(moved + zoom.scale).toBeGreaterThanOrEqual(1 - 1e-9)
      }
    }),
  )
})

test('what two fingers lie on stays under them while they move apart and along', () => {
  const before = [
    { x: 0.4, y: 0.5 },
    { x: 0.6, y: 0.5 },
  ] as const
  const after = [
    { x: 0.2, y: 0.6 },
    { x: 0.8, y: 0.6 },
  ] as const
  const zoom = pinched(WHOLE, before, after)
  expect(zoom.scale).toBeCloseTo(3)
  for (const [i, { x, y }] of before.entries()) {
    expect(zoom.x + x * zoom.scale).toBeCloseTo(after[i]?.x ?? NaN)
    expect(zoom.y + y * zoom.scale).toBeCloseTo(after[i]?.y ?? NaN)
  }
  expect(pinched(zoom, after, before)).toEqual(WHOLE)
})
