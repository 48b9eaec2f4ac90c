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
  columns: number
  rows: number
  cells: readonly Cell[]
}

/** Columns and rows that a person has set, with room for one larger window. */
export interface FreeGrid {
  columns: number
  rows: number
  /** Its upper left cell, counted along the rows, and how many rows and columns it covers. */
  large: { at: number; span: number } | undefined
}

/** Columns and rows that can be set. */
export const GRID_MOST = 8
/** Rows and columns of the larger window. */
const LARGE_MOST = 3

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

/** Undefined where it has less than two windows, or its large one does not fit. */
export function gridLayout({ columns, rows, large }: FreeGrid): WallLayout | undefined {
  if (![columns, rows].every((count) => Number.isInteger(count) && count >= 1 && count <= GRID_MOST))
    return undefined
  const all = cellsOf(columns, rows)
  const first = large && all[large.at]
  if (large && !first) return undefined
  const grown = first && { ...first, span: large.span }
  if (grown && !(grown.span > 1 && grown.span <= LARGE_MOST && fits(grown, columns, rows))) return undefined
  const cells = grown
    ? all.flatMap((it) =>
        it === first ? [grown] : overlaps(it, grown, true) && overlaps(it, grown, false) ? [] : [it],
      )
    : all
  return cells.length < 2 ? undefined : { windows: cells.length, columns, rows, cells }
}

/** The layout among those that have a button, where this one looks the same. */
export function namedAs(layout: WallLayout): WallLayout | undefined {
  const drawn = (it: WallLayout): string => JSON.stringify([it.columns, it.rows, it.cells])
  return ALL_LAYOUTS.find((it) => drawn(it) === drawn(layout))
}

/** The layout with other columns and rows; its large window stays where there is room. */
export function gridOf(layout: WallLayout, columns: number, rows: number): FreeGrid {
  const cell = layout.cells.find(({ span }) => span > 1)
  const large = cell && { at: cell.row * columns + cell.column, span: cell.span }
  const isThere = cell && cell.column < columns && gridLayout({ columns, rows, large }) !== undefined
  return { columns, rows, large: isThere ? large : undefined }
}

/** The layout with a larger cell at this place, and a small one again after the largest that fits. Undefined where none fits. */
export function larger(layout: WallLayout, index: number): FreeGrid | undefined {
  const cell = layout.cells[index]
  if (!cell) return undefined
  const { columns, rows } = layout
  for (let span = cell.span + 1; span <= LARGE_MOST; span++) {
    if (span > columns || span > rows) break
    // At the right and at the foot it grows to the other side.
    const [row, column] = [Math.min(cell.row, rows - span), Math.min(cell.column, columns - span)]
    const grid = { columns, rows, large: { at: row * columns + column, span } }
    if (gridLayout(grid)) return grid
  }
  return cell.span > 1 ? { columns, rows, large: undefined } : undefined
}

/** `5x3`, `5x3-7-2` with a large window. */
export function gridToText({ columns, rows, large }: FreeGrid): string {
  return `${columns}x${rows}${large ? `-${large.at}-${large.span}` : ''}`
}

export function gridFromText(text: string): FreeGrid | undefined {
  const [, columns, rows, at, span] = /^(\d)x(\d)(?:-(\d{1,2})-(\d))?$/.exec(text) ?? []
  const large = at === undefined ? undefined : { at: Number(at), span: Number(span) }
  const grid = { columns: Number(columns), rows: Number(rows), large }
  return gridLayout(grid) && grid
}

/** The cell as CSS grid-area takes it. */
export function areaOf({ row, column, span }: Cell): string {
  return `${row + 1} / ${column + 1} / span ${span} / span ${span}`
}

/** The layout as CSS grid-template takes it. */
export function templateOf({ rows, columns }: WallLayout): string {
  return `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`
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

function fits({ row, column, span }: Cell, columns: number, rows: number): boolean {
  return row + span <= rows && column + span <= columns
}

function cellsOf(columns: number, rows: number): Cell[] {
  return Array.from({ length: columns * rows }, (_, i) => ({
    row: Math.floor(i / columns),
    column: i % columns,
    span: 1,
  }))
}

function even(side: number): WallLayout {
  const cells = cellsOf(side, side)
  return { windows: cells.length, columns: side, rows: side, cells }
}

/** One large window, and small ones down its right side and along its foot. */
function besides(side: number, large: number): WallLayout {
  const small = cellsOf(side, side).filter(({ row, column }) => row >= large || column >= large)
  const cells = [{ row: 0, column: 0, span: large }, ...small]
  return { windows: cells.length, columns: side, rows: side, cells }
}
