import { expect, it } from 'vitest'

import { localDay } from './local-day.ts'

it.each([
  ['2025-01-15', 'Europe/Berlin', '2025-01-14T23:00:00Z', 24],
  ['2025-01-15', 'Asia/Shanghai', '2025-01-14T16:00:00Z', 24],
  ['2025-01-15', 'America/St_Johns', '2025-01-15T03:30:00Z', 24],
  // Its clocks go forward, and back.
  ['2025-03-30', 'Europe/Berlin', '2025-03-29T23:00:00Z', 23],
  ['2025-10-26', 'Europe/Berlin', '2025-10-25T22:00:00Z', 25],
])('%s in %s begins at %s and has %i hours', (date, zone, begin, hours) => {
  const fromMs = Date.parse(begin)
  expect(localDay(date, zone)).toEqual({ fromMs, toMs: fromMs + hours * 3_600_000 })
})

it('knows no 31st of February', () => {
  expect(localDay('2025-13-01', 'UTC')).toBeUndefined()
})
