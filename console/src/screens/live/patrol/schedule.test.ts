import { expect, test } from 'vitest'

import { runOf } from './schedule.ts'

// 2026-03-02 is a Monday.
const MONDAYS = { Days: [1], From: '08:00', To: '17:30' }
const NIGHTS = { Days: [1], From: '22:00', To: '06:00' }

test('a tour of the day runs between its times, on its days', () => {
  const at = (day: string, clock: string) => runOf(MONDAYS, day, clock)
  expect(at('2026-03-02', '07:59:59')).toBeUndefined()
  expect(at('2026-03-02', '08:00:00')).toBe('2026-03-02')
  expect(at('2026-03-02', '17:29:59')).toBe('2026-03-02')
  expect(at('2026-03-02', '17:30:00')).toBeUndefined()
  expect(at('2026-03-03', '09:00:00')).toBeUndefined()
})

test('a tour of the night is one run until the next morning', () => {
  const at = (day: string, clock: string) => runOf(NIGHTS, day, clock)
  expect(at('2026-03-02', '05:00:00')).toBeUndefined()
  expect(at('2026-03-02', '22:00:00')).toBe('2026-03-02')
  expect(at('2026-03-03', '05:59:59')).toBe('2026-03-02')
  expect(at('2026-03-03', '06:00:00')).toBeUndefined()
  expect(at('2026-03-03', '23:00:00')).toBeUndefined()
})

test('without days it does not start by itself', () => {
  expect(runOf({ ...NIGHTS, Days: [] }, '2026-03-02', '23:00:00')).toBeUndefined()
})
