import { describe, expect, it } from 'vitest'

import { aimBetween } from './aim.ts'

const WIDE = { width: 1600, height: 900 }
const at = (x: number, y: number) => ({ x, y })

describe('a place of a window', () => {
  it('is one of the picture that fills it', () => {
    const seen = { ...WIDE, fills: false }
    const window = { width: 800, height: 450 }
    expect(aimBetween(at(400, 225), at(400, 225), window, seen)).toEqual({ X: 0, Y: 0, Width: 1 })
    expect(aimBetween(at(800, 0), at(800, 0), window, seen)).toEqual({ X: 1, Y: 1, Width: 1 })
    expect(aimBetween(at(100, 225), at(300, 225), window, seen)).toEqual({ X: -0.5, Y: 0, Width: 0.25 })
  })

  it('is none beside a picture that is less high, and further out on one that is cut off', () => {
    const square = { width: 800, height: 800 }
    expect(aimBetween(at(400, 10), at(400, 10), square, { ...WIDE, fills: false })).toBeUndefined()
    expect(aimBetween(at(400, 175), at(400, 175), square, { ...WIDE, fills: false })).toEqual({
      X: 0,
      Y: 1,
      Width: 1,
    })
    expect(aimBetween(at(800, 400), at(800, 400), square, { ...WIDE, fills: true })).toEqual({
      X: 0.5625,
      Y: 0,
      Width: 1,
    })
  })

  it('is a click where the pointer hardly moved, and a box as wide as what is in it is high', () => {
    const seen = { ...WIDE, fills: false }
    expect(aimBetween(at(400, 300), at(403, 302), WIDE, seen)?.Width).toBe(1)
    expect(aimBetween(at(700, 225), at(900, 675), WIDE, seen)?.Width).toBe(0.5)
    expect(aimBetween(at(900, 675), at(700, 225), WIDE, seen)).toEqual({ X: 0, Y: 0, Width: 2 })
  })
})
