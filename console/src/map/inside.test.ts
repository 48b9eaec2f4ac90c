import { expect, it } from 'vitest'

import { isInside } from './inside.ts'

/** A square with a notch from above. */
const NOTCHED = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 5, y: 6 },
  { x: 6, y: 0 },
  { x: 10, y: 0 },
  { x: 10, y: 10 },
  { x: 0, y: 10 },
]

it.each([
  [1, 1, true],
  [9, 9, true],
  [5, 8, true],
  [5, 3, false],
  [-1, 5, false],
  [11, 5, false],
  [5, 11, false],
])('%d,%d is within the line: %s', (x, y, expected) => {
  expect(isInside({ x, y }, NOTCHED)).toBe(expected)
})

it('nothing is within a line of no length', () => {
  expect(isInside({ x: 0, y: 0 }, [])).toBe(false)
  expect(isInside({ x: 0, y: 0 }, [{ x: 0, y: 0 }])).toBe(false)
})
