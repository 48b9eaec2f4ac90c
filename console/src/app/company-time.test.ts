import { describe, expect, it } from 'vitest'

import { companyTimeIn } from './company-time.ts'

const NEW_YEAR = Date.UTC(2026, 0, 1, 0, 0, 5)

describe('a time', () => {
  it.each([
    ['UTC', '2026-01-01', '00:00:05'],
    ['Asia/Shanghai', '2026-01-01', '08:00:05'],
    ['America/New_York', '2025-12-31', '19:00:05'],
    ['Asia/Kathmandu', '2026-01-01', '05:45:05'],
  ])('in %s is the company’s, not the browser’s', (zone, day, clock) => {
    const time = companyTimeIn(zone)
    expect(time.day(NEW_YEAR)).toBe(day)
    expect(time.clock(NEW_YEAR)).toBe(clock)
    expect(`${time.minute(NEW_YEAR)}:05`).toBe(clock)
  })

  it('follows the zone’s summer', () => {
    const berlin = companyTimeIn('Europe/Berlin')
    expect(berlin.clock(Date.UTC(2026, 2, 29, 0, 59, 59))).toBe('01:59:59')
    expect(berlin.clock(Date.UTC(2026, 2, 29, 1, 0, 0))).toBe('03:00:00')
  })

  it('since when something is carries the day only when that is over there', () => {
    const shanghai = companyTimeIn('Asia/Shanghai')
    const evening = Date.UTC(2026, 0, 1, 15, 59, 0)
    expect(shanghai.since(evening, evening + 59_000)).toBe('23:59:00')
    expect(shanghai.since(evening, evening + 60_000)).toBe('2026-01-01 23:59:00')
    expect(shanghai.sinceMinute(evening, evening + 59_000)).toBe('23:59')
    expect(shanghai.sinceMinute(evening, evening + 60_000)).toBe('2026-01-01 23:59')
  })

  it('in a zone that the browser does not know is its own', () => {
    const own = companyTimeIn(Intl.DateTimeFormat().resolvedOptions().timeZone)
    for (const zone of ['Mars/Olympus', ''])
      expect(companyTimeIn(zone).clock(NEW_YEAR)).toBe(own.clock(NEW_YEAR))
  })
})
