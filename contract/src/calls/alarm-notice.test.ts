import { expect, it } from 'vitest'

import { isQuiet, isSilenced } from './alarm-notice.ts'

const NIGHT = { startTime: '22:00:00', endTime: '06:00:00' }
const NOON = { startTime: '12:00:00', endTime: '13:00:00' }

it.each([
  [NIGHT, '21:59:59', false],
  [NIGHT, '22:00:00', true],
  [NIGHT, '00:00:00', true],
  [NIGHT, '05:59:59', true],
  [NIGHT, '06:00:00', false],
  [NOON, '12:30:00', true],
  [NOON, '13:00:00', false],
])('in %j at %s it is quiet: %s', (hours, clock, is) => {
  expect(isQuiet(hours, clock)).toBe(is)
})

it('a snooze silences its device and type until it ends, and nothing else', () => {
  const rules = {
    QuietHours: null,
    Snoozes: [
      { DID: 'CAM-00000001', Type: 0, Until: 1000 },
      { DID: 'CAM-00000002', Type: null, Until: 1000 },
    ],
  }
  const is = (did: string, type: number, nowMs: number) => isSilenced(rules, { did, type }, nowMs, '12:00:00')
  expect([is('CAM-00000001', 0, 999), is('CAM-00000001', 1, 999), is('CAM-00000001', 0, 1000)]).toEqual([
    true,
    false,
    false,
  ])
  expect([is('CAM-00000002', 1, 999), is('CAM-00000003', 0, 999)]).toEqual([true, false])
})
