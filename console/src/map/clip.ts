import type { Size } from './mercator.ts'

/** What is added at the edges lies beyond the window. */
const MARGIN_PX = 8

/**
 * An area (x, y, x, y, …) without what lies far beyond a window (Sutherland and Hodgman): a canvas loses its precision with
 * coordinates of millions of px.
 */
export function clipped(area: readonly number[], { width, height }: Size): readonly number[] {
  let points = area
  points = beside(points, 0, -MARGIN_PX, 1)
  points = beside(points, 0, width + MARGIN_PX, -1)
  points = beside(points, 1, -MARGIN_PX, 1)
  return beside(points, 1, height + MARGIN_PX, -1)
}

/** The part on one side of a line: `side` 1 keeps what is beyond `limit` on this axis, -1 what is before it. */
function beside(points: readonly number[], axis: 0 | 1, limit: number, side: 1 | -1): readonly number[] {
  const isIn = (at: number): boolean => ((points[at + axis] ?? 0) - limit) * side >= 0
  const kept: number[] = []
  let before = points.length - 2
  for (let at = 0; at < points.length; before = at, at += 2) {
    const [x = 0, y = 0] = [points[at], points[at + 1]]
    const [fromX = 0, fromY = 0] = [points[before], points[before + 1]]
    if (isIn(at) !== isIn(before)) {
      const [to, from] = axis === 0 ? [x, fromX] : [y, fromY]
      const part = (limit - from) / (to - from)
      const cut = axis === 0 ? [limit, fromY + (y - fromY) * part] : [fromX + (x - fromX) * part, limit]
      kept.push(...cut)
    }
    if (isIn(at)) kept.push(x, y)
  }
  return kept
}
