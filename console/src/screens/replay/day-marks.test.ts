import { expect, test } from 'vitest'

import { daysOfMonth, nextMonth } from './day-marks.ts'

test.each([
  ['2026-02', '2026-02-28', '2026-03'],
  ['2028-02', '2028-02-29', '2028-03'],
  ['2026-12', '2026-12-31', '2027-01'],
])('%s ends with %s, before %s', (month, last, next) => {
  expect(daysOfMonth(month).at(-1)).toBe(last)
  expect(daysOfMonth(month)[0]).toBe(`${month}-01`)
  expect(nextMonth(month)).toBe(next)
})
