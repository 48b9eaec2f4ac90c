import fc from 'fast-check'
import { expect, it } from 'vitest'

import { cellsOf, zonesOf } from './zones.ts'

const GRID = { columns: 4, rows: 2 }
const zone = (...corners: [number, number][]) => corners.map(([X, Y]) => ({ X, Y }))
const drawn = (zones: Parameters<typeof cellsOf>[0], grid = GRID) =>
  cellsOf(zones, grid)
    .isActive.map((is) => (is ? '#' : '.'))
    .join('')

it('a zone has the cells whose middle it holds, and several have them all', () => {
  const left = zone([0, 0], [0.3, 0], [0.3, 1], [0, 1])
  const corner = zone([1, 1], [0.45, 1], [1, 0.2])
  expect(drawn([left])).toBe('#...' + '#...')
  expect(drawn([corner])).toBe('....' + '..##')
  expect(drawn([left, corner])).toBe('#...' + '#.##')
})

it('no zone is the whole picture, and the smallest zone has a cell', () => {
  expect(drawn([])).toBe('########')
  expect(drawn([zone([1, 1], [1, 1], [1, 1])])).toBe('....' + '...#')
  expect(drawn([zone([0.26, 0.01], [0.27, 0.01], [0.27, 0.02])])).toBe('.#..' + '....')
})

const grids = fc.record({ columns: fc.integer({ min: 1, max: 8 }), rows: fc.integer({ min: 1, max: 8 }) })
const cells = grids.chain(({ columns, rows }) =>
  fc.record({
    columns: fc.constant(columns),
    rows: fc.constant(rows),
    isActive: fc.array(fc.boolean(), { minLength: columns * rows, maxLength: columns * rows }),
  }),
)

it('zones that cells are told as have exactly these cells', () => {
  fc.assert(
    fc.property(cells, (all) => {
      const zones = zonesOf(all)
      fc.pre(zones !== undefined)
      expect(cellsOf(zones, all)).toEqual(all)
    }),
  )
})

it('cells that eight rectangles cannot hold, and none at all, are no zones', () => {
  const chequered = Array.from({ length: 64 }, (_, at) => (at + Math.floor(at / 8)) % 2 === 0)
  expect(zonesOf({ columns: 8, rows: 8, isActive: chequered })).toBeUndefined()
  expect(zonesOf({ columns: 8, rows: 8, isActive: Array.from({ length: 64 }, () => false) })).toBeUndefined()
})
