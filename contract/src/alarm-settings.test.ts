import fc from 'fast-check'
import { expect, it } from 'vitest'

import { AlarmSettings, NO_ALARMS, rangeFault, type TimeRange } from './alarm-settings.ts'

const range = (Day: number, startTime: string, endTime: string): TimeRange => ({ Day, startTime, endTime })

it('ranges of one day that overlap are a conflict, whatever their order; those that touch are none', () => {
  const morning = range(1, '06:00:00', '12:00:00')
  expect(rangeFault([range(1, '11:59:59', '13:00:00'), morning])).toEqual({
    at: 0,
    fault: 'timeRangeConflict',
  })
  expect(rangeFault([range(1, '12:00:00', '24:00:00'), morning])).toBeUndefined()
  expect(rangeFault([range(2, '07:00:00', '08:00:00'), morning])).toBeUndefined()
})

it('a range without a day is of every day, also where it conflicts', () => {
  const daily = { startTime: '06:00:00', endTime: '12:00:00' }
  expect(AlarmSettings.safeParse({ ...NO_ALARMS, Ranges: [daily] }).success).toBe(true)
  expect(rangeFault([daily, range(7, '12:00:00', '13:00:00')])).toBeUndefined()
  for (const other of [daily, range(7, '11:00:00', '13:00:00')])
    expect(rangeFault([other, daily])).toMatchObject({ fault: 'timeRangeConflict' })
})

it('a range that ends when it begins is none', () => {
  expect(rangeFault([range(1, '06:00:00', '06:00:00')])).toEqual({ at: 0, fault: 'timeRangeEmpty' })
  expect(rangeFault([range(1, '23:00:00', '01:00:00')])).toEqual({ at: 0, fault: 'timeRangeEmpty' })
})

it('a conflict is told exactly where two ranges share a second', () => {
  const hour = fc.integer({ min: 0, max: 24 })
  const pad = (it: number) => `${String(it).padStart(2, '0')}:00:00`
  const any = fc
    .record({ day: fc.integer({ min: 1, max: 2 }), from: hour, to: hour })
    .filter((it) => it.from < it.to)
  fc.assert(
    fc.property(fc.array(any, { maxLength: 6 }), (list) => {
      const shared = list.some((a, i) =>
        list.some((b, j) => i < j && a.day === b.day && a.from < b.to && b.from < a.to),
      )
      const fault = rangeFault(list.map(({ day, from, to }) => range(day, pad(from), pad(to))))
      expect(fault?.fault).toBe(shared ? 'timeRangeConflict' : undefined)
    }),
  )
})

it('settings hold only times of a day and zones inside the picture', () => {
  expect(AlarmSettings.safeParse(NO_ALARMS).success).toBe(true)
  for (const wrong of [
    { Ranges: [range(1, '25:00:00', '26:00:00')] },
    { Ranges: [range(8, '01:00:00', '02:00:00')] },
    { Zones: [[{ X: 0, Y: 0 }]] },
    { Zones: [Array.from({ length: 3 }, () => ({ X: 1.2, Y: 0 }))] },
    { Sensitivity: 0 },
  ])
    expect(AlarmSettings.safeParse({ ...NO_ALARMS, ...wrong }).success).toBe(false)
})
