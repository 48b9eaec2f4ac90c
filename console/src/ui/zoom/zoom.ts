/** Digital zoom as a part of the picture that fills the window. */

export interface Zoom {
  /** 1 shows the whole picture. */
  scale: number
  /** How far the picture is moved, in parts of the window's width and height. */
  x: number
  y: number
}

/** In parts of the window's width and height. */
export interface Point {
  x: number
  y: number
}

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 }
const LARGEST = 8

/** Zooms by a factor and keeps what is at the point (in parts of the window) where it is. */
export function zoomedAt({ scale, x, y }: Zoom, factor: number, point: Point): Zoom {
  const next = Math.min(LARGEST, Math.max(1, scale * factor))
  const ratio = next / scale
  return clamped({ scale: next, x: point.x - (point.x - x) * ratio, y: point.y - (point.y - y) * ratio })
}

export function panned({ scale, x, y }: Zoom, by: Point): Zoom {
  return clamped({ scale, x: x + by.x, y: y + by.y })
}

/** What is under each of two fingers stays there while they move, so far as they do not turn. */
export function pinched(zoom: Zoom, before: readonly [Point, Point], after: readonly [Point, Point]): Zoom {
  const [from, to] = [centreOf(before), centreOf(after)]
  const apart = apartOf(before)
  const larger = apart > 0 ? zoomedAt(zoom, apartOf(after) / apart, from) : zoom
  return panned(larger, { x: to.x - from.x, y: to.y - from.y })
}

function centreOf([a, b]: readonly [Point, Point]): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

function apartOf([a, b]: readonly [Point, Point]): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** The picture always covers the window. */
function clamped({ scale, x, y }: Zoom): Zoom {
  const within = (value: number): number => Math.min(0, Math.max(1 - scale, value))
  return scale === 1 ? WHOLE : { scale, x: within(x), y: within(y) }
}
