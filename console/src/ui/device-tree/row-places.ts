import type { Row, TreeModel } from './tree-model.ts'

const ROOT = -1

/** By index: a row's place among the shown ones below the same parent, from 1, and how many those are. */
export interface RowPlaces {
  place: Int32Array
  siblings: Int32Array
}

export function placesOf(model: Pick<TreeModel, 'parent'>, rows: ArrayLike<Row>): RowPlaces {
  const parents = Int32Array.from(rows, (row) => model.parent(row) ?? ROOT)
  const counts = new Map<Row, number>()
  const place = parents.map((parent) => {
    const next = (counts.get(parent) ?? 0) + 1
    counts.set(parent, next)
    return next
  })
  return { place, siblings: parents.map((parent) => counts.get(parent) ?? 0) }
}
