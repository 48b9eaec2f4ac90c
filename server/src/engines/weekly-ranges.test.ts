import { expect, it } from 'vitest'

import { isWithinRanges } from './weekly-ranges.ts'

const WORK = [{ Day: 1, startTime: '08:00:00', endTime: '18:00:00' }]
// A Monday.
const monday = (time: string): number => Date.parse(`2026-11-23T${time}Z`)

it('without ranges alarms are always raised', () => {
  expect(isWithinRanges([], monday('03:00:00'), 'UTC')).toBe(true)
})

it('a range holds its day from its first second to before its last', () => {
  const at = (time: string) => isWithinRanges(WORK, monday(time), 'UTC')
  expect([at('07:59:59'), at('08:00:00'), at('17:59:59'), at('18:00:00')]).toEqual([false, true, true, false])
  expect(isWithinRanges(WORK, monday('12:00:00') + 86_400_000, 'UTC')).toBe(false)
})

it("the day and the time are the company's", () => {
  const at = (time: string) => isWithinRanges(WORK, monday(time), 'Asia/Shanghai')
  expect([at('00:30:00'), at('09:59:59'), at('10:00:00')]).toEqual([true, true, false])
  // Still Sunday there, or Tuesday already.
  expect(isWithinRanges(WORK, monday('12:30:00'), 'Pacific/Honolulu')).toBe(false)
  expect(isWithinRanges(WORK, monday('16:30:00'), 'Asia/Shanghai')).toBe(false)
})

it('a day ends at 24:00:00', () => {
  const night = [{ Day: 1, startTime: '22:00:00', endTime: '24:00:00' }]
  expect(isWithinRanges(night, monday('23:59:59'), 'UTC')).toBe(true)
  expect(isWithinRanges(night, monday('00:00:00'), 'UTC')).toBe(false)
})
