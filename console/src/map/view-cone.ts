/** What a camera sees, as a sector of a circle on the map. */
import type { FieldOfView } from '@vedette/contract/calls/device-map'

import { worldPx, type XY } from './mercator.ts'

const EQUATOR_M = 40_075_016.686

export function pxPerMetre(lat: number, zoom: number): number {
  return worldPx(zoom) / (EQUATOR_M * Math.cos((lat * Math.PI) / 180))
}

/** The path of an SVG, its camera at `at`. */
export function coneOf({ Heading, Angle, Reach }: FieldOfView, at: XY, scale: number): string {
  const radius = Reach * scale
  const text = (value: number): string => value.toFixed(1)
  if (Angle >= 360)
    return `M${text(at.x - radius)} ${text(at.y)}a${text(radius)} ${text(radius)} 0 1 0 ${text(2 * radius)} 0a${text(radius)} ${text(radius)} 0 1 0 ${text(-2 * radius)} 0z`
  const end = (degrees: number): string => {
    // North is up and the y of a screen goes down.
    const radians = ((degrees - 90) * Math.PI) / 180
    return `${text(at.x + radius * Math.cos(radians))} ${text(at.y + radius * Math.sin(radians))}`
  }
  const isLarge = Angle > 180 ? 1 : 0
  return `M${text(at.x)} ${text(at.y)}L${end(Heading - Angle / 2)}A${text(radius)} ${text(radius)} 0 ${isLarge} 1 ${end(Heading + Angle / 2)}z`
}
