import { expect, test } from 'vitest'

import { FigureCounter } from './figures.ts'

test('sums up what came and what was painted since the last look', () => {
  const counter = new FigureCounter(1000)
  counter.received(250_000)
  counter.painted(3, 300)
  counter.painted(47, 100)
  counter.painted(0, 120)
  expect(counter.take(3000)).toEqual({ fps: 25, kbps: 1000, ageMs: 120 })
  expect(counter.take(4000)).toEqual({ fps: 0, kbps: 0, ageMs: undefined })
})
