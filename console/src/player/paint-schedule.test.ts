import { describe, expect, it } from 'vitest'

import { PaintSchedule } from './paint-schedule.ts'

const [GATE, YARD, HALL] = [0, 1, 2]

/** The gate plays, since 0 ms; the yard and the hall wait, since 100. */
function opening(): PaintSchedule {
  const schedule = new PaintSchedule()
  schedule.waits(GATE, 0)
  schedule.takes(GATE, 0)
  schedule.waits(YARD, 100)
  schedule.waits(HALL, 100)
  return schedule
}

describe('the order of painting', () => {
  it('are taken by every picture while no window waits for its first', () => {
    const schedule = opening()
    schedule.takes(YARD, 110)
    schedule.takes(HALL, 120)
    expect([130, 131, 132].map((nowMs) => schedule.takes(GATE, nowMs))).toEqual([true, true, true])
  })

  it('are taken by every picture while one window alone waits', () => {
    const schedule = opening()
    schedule.takes(YARD, 110)
    schedule.takes(HALL, 120)
    schedule.waits(HALL, 130)
    expect([140, 141, 142].map((nowMs) => schedule.takes(GATE, nowMs))).toEqual([true, true, true])
  })

  it('go to windows that show nothing yet before those that play', () => {
    const schedule = opening()
    expect([schedule.takes(GATE, 140), schedule.takes(YARD, 150), schedule.takes(HALL, 160)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('go to the last of several as well', () => {
    const schedule = opening()
    schedule.takes(YARD, 110)
    expect(schedule.takes(GATE, 120)).toBe(false)
  })

  it('leave what plays four pictures a second', () => {
    const schedule = opening()
    expect([249, 250, 251, 499, 500].filter((nowMs) => schedule.takes(GATE, nowMs))).toEqual([250, 500])
  })

  it('are not held up for longer than a second by windows whose picture does not come', () => {
    const schedule = opening()
    schedule.takes(GATE, 1000)
    expect([schedule.takes(GATE, 1099), schedule.takes(GATE, 1100)]).toEqual([false, true])
  })

  it('are not held up by a window that was left', () => {
    const schedule = opening()
    schedule.takes(HALL, 110)
    schedule.leaves(YARD)
    expect(schedule.takes(GATE, 120)).toBe(true)
  })

  it('are held up anew when other streams begin', () => {
    const schedule = opening()
    schedule.takes(YARD, 110)
    schedule.takes(HALL, 110)
    schedule.waits(YARD, 120)
    schedule.waits(HALL, 120)
    expect(schedule.takes(GATE, 130)).toBe(false)
  })
})
