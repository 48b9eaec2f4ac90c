import fc from 'fast-check'
import { expect, test } from 'vitest'

import {
  ALL_LAYOUTS,
  areaOf,
  type Direction,
  type FreeGrid,
  gridFromText,
  gridLayout,
  gridOf,
  gridToText,
  larger,
  LAYOUTS,
  layoutOf,
  namedAs,
  neighbour,
  type WallLayout,
} from './layouts.ts'

/** Every cell of the grid that a window covers, in order: each is there once where the layout is whole. */
function covered({ columns, cells }: WallLayout): number[] {
  return cells
    .flatMap(({ row, column, span }) =>
      Array.from(
        { length: span * span },
        (_, i) => (row + Math.floor(i / span)) * columns + column + (i % span),
      ),
    )
    .toSorted((a, b) => a - b)
}
const counted = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

test('the split screens of section 9, each cell of the wall covered once', () => {
  expect(LAYOUTS.map(({ windows }) => windows)).toEqual([1, 4, 8, 9])
  expect(ALL_LAYOUTS.map(({ windows }) => windows)).toEqual([1, 4, 6, 8, 9, 16, 25, 36, 64])
  for (const layout of ALL_LAYOUTS) {
    expect(layout.cells).toHaveLength(layout.windows)
    expect(covered(layout)).toEqual(counted(layout.columns * layout.rows))
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

test('columns and rows are set freely, and one window is made larger again and again until it is small', () => {
  const six = gridLayout({ columns: 3, rows: 2, large: undefined })
  expect(six?.windows).toBe(6)
  const grown = larger(layoutOf(16), 5)
  expect(grown).toEqual({ columns: 4, rows: 4, large: { at: 5, span: 2 } })
  const [thirteen] = [grown && gridLayout(grown)]
  expect(thirteen?.windows).toBe(13)
  expect(thirteen?.cells[5]).toEqual({ row: 1, column: 1, span: 2 })
  const eight = thirteen && larger(thirteen, 5)
  expect(eight?.large).toEqual({ at: 5, span: 3 })
  const largest = eight && gridLayout(eight)
  expect(largest && larger(largest, 5)).toEqual({ columns: 4, rows: 4, large: undefined })
})

test('in the last column and row a window grows to the other side, and not over the whole wall', () => {
  expect(larger(layoutOf(9), 8)).toEqual({ columns: 3, rows: 3, large: { at: 4, span: 2 } })
  expect(larger(layoutOf(4), 0)).toBeUndefined()
  expect(larger(layoutOf(1), 0)).toBeUndefined()
})

test('other columns leave the large window where it has room', () => {
  const layout = gridLayout({ columns: 4, rows: 3, large: { at: 6, span: 2 } })
  expect(layout && gridOf(layout, 5, 3).large).toEqual({ at: 7, span: 2 })
  expect(layout && gridOf(layout, 3, 3).large).toBeUndefined()
  expect(layout && gridOf(layout, 1, 8).large).toBeUndefined()
})

test('what looks like a layout of the bar is that', () => {
  const name = (grid: FreeGrid) => namedAs(gridLayout(grid) ?? layoutOf(1))?.windows
  expect(name({ columns: 4, rows: 4, large: undefined })).toBe(16)
  expect(name({ columns: 4, rows: 4, large: { at: 0, span: 3 } })).toBe(8)
  expect(name({ columns: 4, rows: 4, large: { at: 1, span: 3 } })).toBeUndefined()
})

test('every grid covers each cell once and goes into text and back', () => {
  const count = fc.integer({ min: 1, max: 8 })
  const large = fc.option(fc.record({ at: fc.nat(63), span: fc.integer({ min: 2, max: 3 }) }), {
    nil: undefined,
  })
  fc.assert(
    fc.property(fc.record({ columns: count, rows: count, large }), (grid) => {
      const layout = gridLayout(grid)
      expect(gridFromText(gridToText(grid))).toEqual(layout && grid)
      if (layout) expect(covered(layout)).toEqual(counted(grid.columns * grid.rows))
    }),
  )
})

test.each(['', '1x1', '9x2', '0x4', '2x2-0-2', '4x4-15-2', '4x4-3-2', '4x4-0-4', '4x4-0-1', '4x4-0', '4x4x'])(
  '%s is no grid',
  (text) => {
    expect(gridFromText(text)).toBeUndefined()
  },
)
