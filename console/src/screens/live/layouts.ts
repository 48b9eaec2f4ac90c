/** The wall's layouts as data: another one is another entry. */

export interface Cell {
  row: number
  column: number
  /** How many rows and columns it covers. */
  span: number
}

export interface WallLayout {
  /** How many windows: also its name, and the key that chooses it together with Alt (reading 39). */
  windows: number
  /** How many rows and columns. */
  side: number
  cells: readonly Cell[]
}

/** Split screens (section 9). */
export const LAYOUTS: readonly WallLayout[] = [even(1), even(2), besides(4, 3), even(3)]
/** Layouts for many cameras at once, and six. */
export const MORE_LAYOUTS: readonly WallLayout[] = [besides(3, 2), even(4), even(5), even(6), even(8)]
export const ALL_LAYOUTS = [...LAYOUTS, ...MORE_LAYOUTS].toSorted((a, b) => a.windows - b.windows)
export const FIRST_LAYOUT = 4

/** So many cameras come to a wall that nobody has arranged: a larger one is somebody's choice. */
export const FILLED_COUNT = Math.max(...LAYOUTS.map(({ windows }) => windows))

/** As many places as the largest layout has windows; a smaller one shows a part of them. */
export const PLACE_COUNT = Math.max(...ALL_LAYOUTS.map(({ windows }) => windows))

export function layoutOf(windows: number): WallLayout {
  const layout = ALL_LAYOUTS.find((it) => it.windows === windows)
  if (!layout) throw new RangeError(`no layout of ${windows} windows`)
  return layout
}

/** The cell as CSS grid-area takes it. */
export function areaOf({ row, column, span }: Cell): string {
  return `${row + 1} / ${column + 1} / span ${span} / span ${span}`
}

export type Direction = 'left' | 'up' | 'right' | 'down'

/** The cell beside this one: of those that touch its row or column, the nearest. Undefined at the wall's edge. */
export function neighbour({ cells }: WallLayout, from: number, direction: Direction): number | undefined {
  const cell = cells[from]
  if (!cell) return undefined
  const isSideways = direction === 'left' || direction === 'right'
  const sign = direction === 'left' || direction === 'up' ? -1 : 1
  const along = (it: Cell): number =>
    sign * (centre(isSideways ? it.column : it.row, it) - centre(isSideways ? cell.column : cell.row, cell))
  const across = (it: Cell): number => Math.abs(isSideways ? it.row - cell.row : it.column - cell.column)
  return cells
    .map((it, index) => ({ it, index }))
    .filter(({ it }) => along(it) > 0 && overlaps(it, cell, isSideways))
    .toSorted((a, b) => along(a.it) - along(b.it) || across(a.it) - across(b.it))[0]?.index
}

function centre(start: number, { span }: Cell): number {
  return start + span / 2
}

function overlaps(a: Cell, b: Cell, isSideways: boolean): boolean {
  const [startA, startB] = isSideways ? [a.row, b.row] : [a.column, b.column]
  return startA < startB + b.span && startB < startA + a.span
}

function even(side: number): WallLayout {
  const cells = Array.from({ length: side * side }, (_, i) => ({
    row: Math.floor(i / side),
    column: i % side,
    span: 1,
  }))
  return { windows: cells.length, side, cells }
}

/** One large window, and small ones down its right side and along its foot. */
function besides(side: number, large: number): WallLayout {
  const { cells } = even(side)
  const small = cells.filter(({ row, column }) => row >= large || column >= large)
  return { windows: small.length + 1, side, cells: [{ row: 0, column: 0, span: large }, ...small] }
}
