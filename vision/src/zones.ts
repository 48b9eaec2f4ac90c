/** Where alarms are raised. */
import { type Box, CELL } from './picture.ts'
import type { ZonePoint } from './settings.ts'

type Zones = readonly (readonly ZonePoint[])[]

/** 1 for the pixels that are not watched; undefined where all are. A cell is watched when its middle is in a zone. */
export function maskOf(zones: Zones, width: number, height: number): Uint8Array | undefined {
  if (zones.length === 0) return undefined
  const mask = new Uint8Array(width * height).fill(1)
  for (let top = 0; top < height; top += CELL) {
    for (let left = 0; left < width; left += CELL) {
      const middle = { X: (left + CELL / 2) / width, Y: (top + CELL / 2) / height }
      if (!zones.some((zone) => isWithin(middle, zone))) continue
      for (let row = top; row < top + CELL; row++)
        mask.fill(0, row * width + left, row * width + Math.min(width, left + CELL))
    }
  }
  return mask
}

export function isWatched(box: Box, zones: Zones): boolean {
  return zones.length === 0 || zoneOf(box, zones) !== undefined
}

/**
 * The number, from 1, of the first zone that a box is in. Somebody is where they stand: the middle of the box's lower edge, or its middle
 * where that is out of the picture.
 */
export function zoneOf({ x, y, width, height }: Box, zones: Zones): number | undefined {
  const middle = { X: x + width / 2, Y: y + height / 2 }
  const feet = { X: middle.X, Y: Math.min(1, y + height * 0.95) }
  const at = zones.findIndex((zone) => isWithin(feet, zone) || isWithin(middle, zone))
  return at < 0 ? undefined : at + 1
}

/** Even-odd rule. */
export function isWithin({ X, Y }: ZonePoint, zone: readonly ZonePoint[]): boolean {
  let isIn = false
  for (const [at, a] of zone.entries()) {
    const b = zone.at(at - 1) ?? a
    if (a.Y > Y !== b.Y > Y && X < a.X + ((Y - a.Y) * (b.X - a.X)) / (b.Y - a.Y)) isIn = !isIn
  }
  return isIn
}
