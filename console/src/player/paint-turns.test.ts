import { describe, expect, it } from 'vitest'

import { PaintTurns } from './paint-turns.ts'

const [GATE, YARD, HALL] = [0, 1, 2]

/** The gate plays, since 0 ms; the yard and the hall wait, since 100. */
function opening(): PaintTurns {
  const turns = new PaintTurns()
  turns.waits(GATE, 0)
  turns.takes(GATE, 0)
  turns.waits(YARD, 100)
  turns.waits(HALL, 100)
  return turns
}

describe('turns at painting', () => {
  it('are taken by every picture while no window waits for its first', () => {
    const turns = opening()
    turns.takes(YARD, 110)
    turns.takes(HALL, 120)
    expect([130, 131, 132].map((nowMs) => turns.takes(GATE, nowMs))).toEqual([true, true, true])
  })

  it('are taken by every picture while one window alone waits', () => {
    const turns = opening()
    turns.takes(YARD, 110)
    turns.takes(HALL, 120)
    turns.waits(HALL, 130)
    expect([140, 141, 142].map((nowMs) => turns.takes(GATE, nowMs))).toEqual([true, true, true])
  })

  it('go to windows that show nothing yet before those that play', () => {
    const turns = opening()
    expect([turns.takes(GATE, 140), turns.takes(YARD, 150), turns.takes(HALL, 160)]).toEqual([
      false,
      true,
      true,
    ])
  })

  it('go to the last of several as well', () => {
    const turns = opening()
    turns.takes(YARD, 110)
    expect(turns.takes(GATE, 120)).toBe(false)
  })

  it('leave what plays four pictures a second', () => {
    const turns = opening()
    expect([249, 250, 251, 499, 500].filter((nowMs) => turns.takes(GATE, nowMs))).toEqual([250, 500])
  })

  it('are not held up for longer than a second by windows whose picture does not come', () => {
    const turns = opening()
    turns.takes(GATE, 1000)
    expect([turns.takes(GATE, 1099), turns.takes(GATE, 1100)]).toEqual([false, true])
  })

  it('are not held up by a window that was left', () => {
    const turns = opening()
    turns.takes(HALL, 110)
    turns.leaves(YARD)
    expect(turns.takes(GATE, 120)).toBe(true)
  })

  it('are held up anew when other streams begin', () => {
    const turns = opening()
    turns.takes(YARD, 110)
    turns.takes(HALL, 110)
    turns.waits(YARD, 120)
    turns.waits(HALL, 120)
    expect(turns.takes(GATE, 130)).toBe(false)
  })
})
