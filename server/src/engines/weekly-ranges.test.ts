import { expect, it } from 'vitest'

import { isWithinRanges } from './weekly-ranges.ts'

it.each([
  ['2025-01-13T08:30:00Z', true],
  ['2025-01-13T07:59:59Z', true],
  ['2025-01-13T06:59:59Z', false],
  ['2025-01-13T09:00:00Z', false],
  ['2025-01-14T08:30:00Z', false],
  ['2025-01-19T23:30:00Z', true],
])('%s is within the ranges of the week in Berlin: %s', (at, isIn) => {
  const ranges = [
    { Day: 1, startTime: '08:00:00', endTime: '10:00:00' },
    // The first hour of Monday.
    { Day: 1, startTime: '00:00:00', endTime: '01:00:00' },
  ]
  expect(isWithinRanges(ranges, Date.parse(at), 'Europe/Berlin')).toBe(isIn)
})

it('without ranges it is always', () => {
  expect(isWithinRanges([], 0, 'UTC')).toBe(true)
})
