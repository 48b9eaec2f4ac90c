/** Something to be kept outside the visible picture, in macroblocks. */
export interface Item {
  columns: number
  rows: number
  /** The leftmost and the topmost macroblock of the visible picture where it is used. */
  atColumn: number
  atRow: number
  /** It must stand in its own columns. */
  isPinned?: boolean
}

interface Place {
  column: number
  row: number
}

/** How far motion vectors go (table A-1), 2047 and 511 pixels, in macroblocks. */
const REACH_COLUMNS = 127
const REACH_ROWS = 31
const MOST_COLUMNS = 240
const MOST_ROWS = 110

/**
 * Finds the smallest coded picture with the visible one at its top left corner and every item in reach of where it is used.
 * At the top left it must stand: browsers do not heed cropping there.
 */
export function pack(items: readonly Item[], viewColumns: number, viewRows: number) {
  const sizes: { columns: number; rows: number }[] = []
  for (let columns = viewColumns; columns <= MOST_COLUMNS; columns += 2) {
    for (let rows = viewRows; rows <= MOST_ROWS; rows++) sizes.push({ columns, rows })
  }
  sizes.sort((a, b) => a.columns * a.rows - b.columns * b.rows)
  for (const size of sizes) {
    const places = tryPack(items, size, viewColumns, viewRows)
    if (places !== undefined) return { ...size, places }
  }
  throw new Error('the sprites do not fit beside the picture')
}

function tryPack(
  items: readonly Item[],
  size: { columns: number; rows: number },
  viewColumns: number,
  viewRows: number,
): Place[] | undefined {
  const { columns, rows } = size
  const wanted = items.reduce((sum, item) => sum + item.columns * item.rows, viewColumns * viewRows)
  if (wanted > columns * rows) return undefined
  const isTaken = new Uint8Array(columns * rows)
  take(isTaken, columns, { column: 0, row: 0 }, { columns: viewColumns, rows: viewRows })
  const places = new Map<Item, Place>()
  for (const item of items.toSorted((a, b) => (urgency(a) < urgency(b) ? 1 : -1))) {
    const place = firstFree(isTaken, size, item)
    if (place === undefined) return undefined
    take(isTaken, columns, place, item)
    places.set(item, place)
  }
  return items.map((item) => places.get(item) ?? { column: 0, row: 0 })
}

/** Whatever goes over the left edge has few places to choose from, the higher up and the taller the fewer; lines fit in anywhere. */
function urgency(item: Item): number {
  if (item.isPinned === true) return Number.NEGATIVE_INFINITY
  return item.atColumn < 0 ? item.rows - 100 * item.atRow : -100_000 * (1 + item.atColumn)
}

function firstFree(
  isTaken: Uint8Array,
  size: { columns: number; rows: number },
  item: Item,
): Place | undefined {
  const firstRow = Math.max(0, item.atRow - REACH_ROWS)
  const lastRow = Math.min(size.rows - item.rows, item.atRow + REACH_ROWS)
  const firstColumn = item.isPinned === true ? item.atColumn : 0
  const farthest = item.isPinned === true ? item.atColumn : item.atColumn + REACH_COLUMNS
  const lastColumn = Math.min(size.columns - item.columns, farthest)
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      if (isFree(isTaken, size.columns, column, row, item)) return { column, row }
    }
  }
  return undefined
}

function isFree(isTaken: Uint8Array, columns: number, column: number, row: number, item: Item): boolean {
  for (let y = row; y < row + item.rows; y++) {
    const from = y * columns + column
    if (isTaken.subarray(from, from + item.columns).includes(1)) return false
  }
  return true
}

function take(isTaken: Uint8Array, columns: number, place: Place, item: { columns: number; rows: number }) {
  for (let y = place.row; y < place.row + item.rows; y++) {
    isTaken.fill(1, y * columns + place.column, y * columns + place.column + item.columns)
  }
}
