/** Digital zoom as a part of the picture that fills the window. */

export interface Zoom {
  /** 1 shows the whole picture. */
  scale: number
  /** How far the picture is moved, in parts of the window's width and height. */
  x: number
  y: number
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
const LARGEST = 8

/** Zooms by a factor and keeps what is at the point (in parts of the window) where it is. */
export function zoomedAt({ scale, x, y }: Zoom, factor: number, point: { x: number; y: number }): Zoom {
  const next = Math.min(LARGEST, Math.max(1, scale * factor))
  const ratio = next / scale
  return clamped({ scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio })
}

export function panned({ scale, x, y }: Zoom, by: { x: number; y: number }): Zoom {
  return clamped({ scale, x: x + by.x, y: y + by.y })
}

/** The picture always covers the window. */
function clamped({ scale, x, y }: Zoom): Zoom {
  const within = (value: number): number => Math.min(0, Math.max(1 - scale, value))
  return scale === 1 ? WHOLE : { scale, x: within(x), y: within(y) }
}
