import { expect, test } from 'vitest'

import { stickAt } from './stick.ts'

test.each([
  [100, 0, 'right'],
  [70, -70, 'rightUp'],
  [0, -100, 'up'],
  [-70, -70, 'leftUp'],
  [-100, 5, 'left'],
  [-70, 70, 'leftDown'],
  [3, 100, 'down'],
  [70, 70, 'rightDown'],
])('dragged by %d, %d it turns %s', (x, y, type) => {
  expect(stickAt({ x, y }, 100)?.type).toBe(type)
})

test('farther is faster, up to full speed, and the middle is at rest', () => {
  expect(stickAt({ x: 5, y: 5 }, 100)).toBeUndefined()
  expect([12, 56, 100, 500].map((x) => stickAt({ x, y: 0 }, 100)?.step)).toEqual([1, 6, 10, 10])
})
