import { expect, test } from 'vitest'

import { backOffMs } from './back-off.ts'
import { ClockOffset } from './clock-offset.ts'

test('the quickest ping tells the offset', () => {
  const clock = new ClockOffset()
  expect(clock.add(0, 5000, 2000)).toBe(4000)
  expect(clock.add(10_000, 14_600, 10_200)).toBe(4500)
  expect(clock.add(20_000, 29_000, 26_000)).toBe(4500)
})

test('a disturbed ping is believed once nothing better is remembered', () => {
  const clock = new ClockOffset()
  clock.add(0, 100, 0)
  for (let i = 0; i < 9; i++) expect(clock.add(0, 900, 1000)).toBe(100)
  expect(clock.add(0, 900, 1000)).toBe(400)
})

test('waits longer after each attempt, 8 s at most and for ever', () => {
  expect([1, 2, 3, 4, 5, 6, 10_000].map(backOffMs)).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000])
})
