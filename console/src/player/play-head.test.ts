import { expect, test } from 'vitest'

import { PlayHead } from './play-head.ts'

test('pieces follow on each other, a little ahead of now', () => {
  const head = new PlayHead()
  expect([head.place(0.02, 5), head.place(0.02, 5.02)].map((it) => it?.toFixed(2))).toEqual(['5.10', '5.12'])
})

test('after a silence it begins anew', () => {
  const head = new PlayHead()
  head.place(0.02, 5)
  expect(head.place(0.02, 9)).toBeCloseTo(9.1)
})

test('sound that has fallen behind leaves out pieces until it is near again', () => {
  const head = new PlayHead()
  const placed = Array.from({ length: 30 }, () => head.place(0.02, 5))
  expect(placed.filter((it) => it === undefined).length).toBeGreaterThan(10)
  expect(head.place(0.02, 5.2)).toBeCloseTo(5.42, 1)
})
