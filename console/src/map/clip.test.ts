import { describe, expect, it } from 'vitest'

import { clipped } from './clip.ts'

const SIZE = { width: 100, height: 50 }

describe('an area at the edge of the window', () => {
  it('stays as it is inside', () => {
    expect(clipped([10, 10, 90, 10, 50, 40], SIZE)).toEqual([10, 10, 90, 10, 50, 40])
  })

  it('is nothing where none of it can be seen', () => {
    expect(clipped([-900, 10, -500, 10, -700, 40], SIZE)).toEqual([])
  })

  it('fills the window when the window lies within it, with no corner far away', () => {
    const points = clipped([-1e9, -1e9, 1e9, -1e9, 1e9, 1e9, -1e9, 1e9], SIZE)
    expect(Math.min(...points)).toBe(-8)
    expect(points.filter((_, at) => at % 2 === 0).every((x) => x === -8 || x === 108)).toBe(true)
    expect(points.filter((_, at) => at % 2 === 1).every((y) => y === -8 || y === 58)).toBe(true)
  })

  it('keeps the slope of a coast that leaves the window', () => {
    const points = clipped([0, 0, 1000, 500, 0, 500], SIZE)
    const pairs = points.flatMap((x, at) => (at % 2 === 0 ? [[x, points[at + 1] ?? 0] as const] : []))
    const onCoast = pairs.filter(([x, y]) => Math.abs(y - x / 2) < 1e-9)
    expect(onCoast.length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...points)).toBeLessThanOrEqual(108)
  })
})
