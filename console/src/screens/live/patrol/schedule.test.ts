import type { PatrolTour } from '@vedette/contract/calls/patrol'
import { expect, test } from 'vitest'

import { type Beginning, dueOf, runOf, WallSchedule } from './schedule.ts'

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

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6]

function tour(Name: string, From: string, To: string): PatrolTour {
  const its = { RoleID: '', Owner: 'admin', IsOwn: true, IntervalS: 15, Start: 1 }
  return { ...its, TourID: Name, Name, Devices: [], Schedule: { Days: EVERY_DAY, From, To } }
}

/** A wall where some tours cannot begin. */
function wallWith(tours: readonly PatrolTour[], cannot: Record<string, Beginning> = {}) {
  const schedule = new WallSchedule()
  let running: string | undefined
  const at = (clock: string, day = '2026-03-02') => {
    const news = schedule.look(dueOf(tours, day, `${clock}:00`), {
      isRunning: running !== undefined,
      begin: ({ Name }) => {
        const beginning = cannot[Name] ?? 'begun'
        if (beginning === 'begun') running = Name
        return beginning
      },
      stop: () => (running = undefined),
    })
    return { running, ...(news && { said: `${news.is} ${news.name}` }) }
  }
  return {
    at,
    begin: (name: string) => (running = name),
    stop: (clock: string, day = '2026-03-02') => {
      running = undefined
      schedule.ended(dueOf(tours, day, `${clock}:00`))
    },
    leave: () => {
      running = undefined
      schedule.left()
    },
  }
}

test('a tour is followed by the one that begins when it ends', () => {
  const wall = wallWith([tour('Day', '08:00', '12:00'), tour('Late', '12:00', '18:00')])
  expect(wall.at('08:00')).toEqual({ running: 'Day', said: 'begun Day' })
  expect(wall.at('11:59')).toEqual({ running: 'Day' })
  expect(wall.at('12:00')).toEqual({ running: 'Late', said: 'begun Late' })
  expect(wall.at('18:00')).toEqual({ running: undefined })
})

test('a tour that somebody stopped does not begin again in its run, nor after a visit to another page', () => {
  const wall = wallWith([tour('Day', '08:00', '12:00'), tour('Also', '09:00', '18:00')])
  wall.at('08:00')
  wall.stop('10:00')
  expect(wall.at('10:01')).toEqual({ running: undefined })
  wall.leave()
  expect(wall.at('10:02')).toEqual({ running: undefined })
  expect(wall.at('13:00')).toEqual({ running: undefined })
  expect(wall.at('08:00', '2026-03-03')).toMatchObject({ running: 'Day' })
})

test('a tour that ran when the page was left goes on at the next visit', () => {
  const wall = wallWith([tour('Day', '08:00', '12:00')])
  wall.at('08:00')
  wall.leave()
  expect(wall.at('09:00')).toEqual({ running: 'Day', said: 'begun Day' })
})

test('a tour of the whole day that is stopped after midnight stays so until the next', () => {
  const wall = wallWith([tour('Always', '00:00', '00:00')])
  wall.at('23:00')
  expect(wall.at('00:01', '2026-03-03')).toEqual({ running: 'Always' })
  wall.stop('00:02', '2026-03-03')
  expect(wall.at('00:03', '2026-03-03')).toEqual({ running: undefined })
})

test('a patrol that was begun by hand is not ended by the schedule', () => {
  const wall = wallWith([tour('Day', '08:00', '12:00')])
  wall.at('08:00')
  wall.stop('09:00')
  wall.begin('by hand')
  expect(wall.at('10:00')).toEqual({ running: 'by hand' })
  expect(wall.at('12:00')).toEqual({ running: 'by hand' })
})

test('where one tour has too few cameras the next one begins, and without another that is said once', () => {
  const tours = [tour('Small', '08:00', '12:00'), tour('Large', '09:00', '10:00')]
  const wall = wallWith(tours, { Small: 'tooFew' })
  expect(wall.at('08:00')).toEqual({ running: undefined, said: 'tooFew Small' })
  expect(wall.at('08:01')).toEqual({ running: undefined })
  expect(wall.at('09:00')).toEqual({ running: 'Large', said: 'begun Large' })
  expect(wall.at('10:00')).toEqual({ running: undefined })
  expect(wall.at('08:00', '2026-03-03')).toEqual({ running: undefined, said: 'tooFew Small' })
  expect(wallWith(tours, { Small: 'notNow' }).at('09:00')).toEqual({ running: undefined })
})
