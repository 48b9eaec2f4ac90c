import { expect, it } from 'vitest'

import { tileAfter } from './grid-keys.ts'

/** Seven tiles, three in a line. */
const after = (key: string, at: number) => tileAfter(key, at, 3, 7)

it('arrows go to the tile beside, above and below', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => after(key, 3))).toEqual([
    2, 4, 0, 6,
  ])
  expect([after('Home', 3), after('End', 3)]).toEqual([0, 6])
})

it('at the edges they stay, and a line that is not full is reached from every tile above it', () => {
  expect([after('ArrowLeft', 0), after('ArrowRight', 6)]).toEqual([0, 6])
  expect([after('ArrowUp', 2), after('ArrowDown', 6)]).toEqual([2, 6])
  expect(after('ArrowDown', 5)).toBe(6)
})

it('other keys are not the grid’s', () => {
  expect(after('Delete', 3)).toBeUndefined()
})
