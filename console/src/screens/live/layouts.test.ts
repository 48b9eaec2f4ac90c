import { expect, test } from 'vitest'

import { ALL_LAYOUTS, areaOf, type Direction, LAYOUTS, layoutOf, neighbour } from './layouts.ts'

test('the split screens of section 9, each cell of the wall covered once', () => {
  expect(LAYOUTS.map(({ windows }) => windows)).toEqual([1, 4, 8, 9])
  expect(ALL_LAYOUTS.map(({ windows }) => windows)).toEqual([1, 4, 6, 8, 9, 16, 25, 36, 64])
  for (const { windows, side, cells } of ALL_LAYOUTS) {
    expect(cells).toHaveLength(windows)
    const covered = cells.flatMap(({ row, column, span }) =>
      Array.from(
        { length: span * span },
        (_, i) => (row + Math.floor(i / span)) * side + column + (i % span),
      ),
    )
    expect(covered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: side * side }, (_, i) => i))
  }
})

test('eight windows are one large and seven small', () => {
  const { cells } = layoutOf(8)
  expect(cells.map(({ span }) => span)).toEqual([3, 1, 1, 1, 1, 1, 1, 1])
  expect(cells.slice(0, 2).map(areaOf)).toEqual(['1 / 1 / span 3 / span 3', '1 / 4 / span 1 / span 1'])
})

test('the arrows lead to the window beside, and stop at the edge', () => {
  const walk = (windows: number, from: number, ...directions: Direction[]) =>
    directions.map((direction) => neighbour(layoutOf(windows), from, direction))
  expect(walk(4, 0, 'left', 'up', 'right', 'down')).toEqual([undefined, undefined, 1, 2])
  expect(walk(9, 4, 'left', 'up', 'right', 'down')).toEqual([3, 1, 5, 7])
  expect(walk(8, 0, 'right', 'down', 'left')).toEqual([1, 4, undefined])
  expect(walk(8, 3, 'left', 'up', 'down')).toEqual([0, 2, 7])
  expect(walk(8, 5, 'up', 'left', 'right')).toEqual([0, 4, 6])
})
