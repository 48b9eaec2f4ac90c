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

it('a range without a day is of every day', () => {
  const nightly = [{ startTime: '22:00:00', endTime: '24:00:00' }]
  for (const day of ['13', '14', '19']) {
    expect(isWithinRanges(nightly, Date.parse(`2025-01-${day}T21:30:00Z`), 'Europe/Berlin')).toBe(true)
    expect(isWithinRanges(nightly, Date.parse(`2025-01-${day}T20:30:00Z`), 'Europe/Berlin')).toBe(false)
  }
})

it('without ranges it is always', () => {
  expect(isWithinRanges([], 0, 'UTC')).toBe(true)
})
