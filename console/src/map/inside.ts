import type { XY } from './mercator.ts'

/** Whether a point lies within the closed line of these corners, by even and odd crossings. */
export function isInside({ x, y }: XY, corners: readonly XY[]): boolean {
  let isWithin = false
  let before = corners.at(-1)
  for (const corner of corners) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = ((before.x - corner.x) * (y - corner.y)) / (before.y - corner.y) + corner.x
      if (x < crossing) isWithin = !isWithin
    }
    before = corner
  }
  return isWithin
}
