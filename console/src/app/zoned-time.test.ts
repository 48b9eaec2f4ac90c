import { describe, expect, it } from 'vitest'

import { companyTimeIn } from './company-time.ts'
import { dayAfter, momentOf, spanOfDays } from './zoned-time.ts'

describe('a day and a time of day in a zone', () => {
  it.each([
    ['UTC', '2026-11-23', '12:00:00', Date.UTC(2026, 10, 23, 12)],
    ['Asia/Shanghai', '2026-11-23', '00:00:00', Date.UTC(2026, 10, 22, 16)],
    ['America/New_York', '2026-11-23', '23:59:59', Date.UTC(2026, 10, 24, 4, 59, 59)],
    ['Asia/Kathmandu', '2026-01-01', '05:45:00', Date.UTC(2026, 0, 1)],
  ])('in %s are one moment', (zone, day, clock, ms) => {
    expect(momentOf(zone, day, clock)).toBe(ms)
  })

  it('are the same on both sides of a change of the clocks', () => {
    for (const day of ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']) {
      const ms = momentOf('Europe/Berlin', day, '12:30:00')
      expect(companyTimeIn('Europe/Berlin').since(ms, 0)).toBe(`${day} 12:30:00`)
      const midnight = momentOf('Europe/Berlin', day)
      expect(companyTimeIn('Europe/Berlin').since(midnight, 0)).toBe(`${day} 00:00:00`)
    }
  })

  it('that come twice are the first, and that do not come at all are an hour later', () => {
    expect(momentOf('Europe/Berlin', '2026-10-25', '02:30:00')).toBe(Date.UTC(2026, 9, 25, 0, 30))
    expect(momentOf('Europe/Berlin', '2026-03-29', '02:30:00')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  })
})

it.each([
  ['Europe/Berlin', '2026-11-23', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  // Here the clocks have changed when it is midnight in UTC.
  ['Australia/Sydney', '2026-10-04', 23],
  ['Australia/Sydney', '2026-04-05', 25],
])('in %s the %s has all of its %d hours, and none of the next day', (zone, day, hours) => {
  const { from, to } = spanOfDays(zone, { from: day, to: day })
  expect((to - from) / 3_600_000).toBe(hours)
  const { since } = companyTimeIn(zone)
  expect([since(from, 0), since(to - 1000, 0)]).toEqual([`${day} 00:00:00`, `${day} 23:59:59`])
})

it('a day is followed by the next of the calendar', () => {
  expect(dayAfter('2026-02-28')).toBe('2026-03-01')
  expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
})
