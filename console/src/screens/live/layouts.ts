/** The wall's layouts as data: another one is another entry. */
import type { Quality } from '@vedette/contract/live'

interface Cell {
  /** As CSS grid-area takes it. */
  area: string
  quality: Quality
}

export interface WallLayout {
  /** How many windows: also its name, and the key that chooses it together with Alt (reading 39). */
  windows: number
  columns: number
  rows: number
  cells: readonly Cell[]
}

export const LAYOUTS: readonly WallLayout[] = [even(1, 'main'), even(2, 'sub')]

/** As many places as the largest layout has windows; a smaller one shows a part of them. */
export const PLACE_COUNT = Math.max(...LAYOUTS.map(({ windows }) => windows))

export function layoutOf(windows: number): WallLayout {
  const layout = LAYOUTS.find((it) => it.windows === windows)
  if (!layout) throw new RangeError(`no layout of ${windows} windows`)
  return layout
}

function even(side: number, quality: Quality): WallLayout {
  const cells = Array.from({ length: side * side }, (_, i) => ({
    area: `${Math.floor(i / side) + 1} / ${(i % side) + 1}`,
    quality,
  }))
  return { windows: side * side, columns: side, rows: side, cells }
}
