/** Zones as people draw them, and the cells in which a device watches. */
import { MOST_ZONES, type ZonePoint } from '@vedette/contract/alarm-settings'
import type { Cells } from '@vedette/devices/onvif/cells'

type Zone = readonly ZonePoint[]
type Grid = Pick<Cells, 'columns' | 'rows'>

/** A cell whose middle is in a zone; a zone too small for any has the cell that its own middle is in. No zones: all cells. */
export function cellsOf(zones: readonly Zone[], { columns, rows }: Grid): Cells {
  const isActive = Array.from({ length: columns * rows }, () => zones.length === 0)
  for (const zone of zones) {
    let isAny = false
    for (const at of isActive.keys()) {
      const middle = { X: ((at % columns) + 0.5) / columns, Y: (Math.floor(at / columns) + 0.5) / rows }
      if (!isWithin(middle, zone)) continue
      isActive[at] = true
      isAny = true
    }
    if (!isAny) isActive[cellAt(middleOf(zone), { columns, rows })] = true
  }
  return { columns, rows, isActive }
}

/** Rectangles that hold exactly these cells; none for all of them. Undefined where zones can't say it. */
export function zonesOf({ columns, rows, isActive }: Cells): ZonePoint[][] | undefined {
  if (isActive.every(Boolean)) return []
  const left = [...isActive]
  const zones: ZonePoint[][] = []
  for (let at = left.indexOf(true); at !== -1; at = left.indexOf(true)) {
    if (zones.length === MOST_ZONES) return undefined
    const [x, y] = [at % columns, Math.floor(at / columns)]
    let width = 1
    while (x + width < columns && left[at + width] === true) width++
    let height = 1
    const isWhole = (row: number): boolean =>
      left.slice(row * columns + x, row * columns + x + width).every(Boolean)
    while (y + height < rows && isWhole(y + height)) height++
    for (let row = y; row < y + height; row++) left.fill(false, row * columns + x, row * columns + x + width)
    zones.push(rectangle(x / columns, y / rows, (x + width) / columns, (y + height) / rows))
  }
  return zones.length > 0 ? zones : undefined
}

function rectangle(left: number, top: number, right: number, bottom: number): ZonePoint[] {
  return [
    { X: left, Y: top },
    { X: right, Y: top },
    { X: right, Y: bottom },
    { X: left, Y: bottom },
  ]
}

/** Even-odd rule. */
function isWithin({ X, Y }: ZonePoint, zone: Zone): boolean {
  let isIn = false
  for (const [at, a] of zone.entries()) {
    const b = zone.at(at - 1) ?? a
    if (a.Y > Y !== b.Y > Y && X < a.X + ((Y - a.Y) * (b.X - a.X)) / (b.Y - a.Y)) isIn = !isIn
  }
  return isIn
}

function middleOf(zone: Zone): ZonePoint {
  const mean = (of: (point: ZonePoint) => number): number =>
    zone.reduce((sum, point) => sum + of(point), 0) / zone.length
  return { X: mean(({ X }) => X), Y: mean(({ Y }) => Y) }
}

function cellAt({ X, Y }: ZonePoint, { columns, rows }: Grid): number {
  const within = (part: number, count: number): number => Math.min(count - 1, Math.floor(part * count))
  return within(Y, rows) * columns + within(X, columns)
}
