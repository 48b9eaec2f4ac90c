/** Which time a timeline shows, and how gestures change it. */

export interface TimelineView {
  fromMs: number
  toMs: number
}

/** A few pictures. */
export const SHORTEST_MS = 200
export const LONGEST_MS = 40 * 86_400_000
export const HOUR_MS = 3_600_000

export const lengthOf = ({ fromMs, toMs }: TimelineView): number => toMs - fromMs

/** Around a moment, so long. */
export function viewAround(atMs: number, lengthMs: number, share = 0.5): TimelineView {
  const fromMs = atMs - lengthMs * share
  return { fromMs, toMs: fromMs + lengthMs }
}

/** Closer by a factor above 1; the moment under the pointer stays there. */
export function zoomed(view: TimelineView, factor: number, atMs: number): TimelineView {
  const length = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, lengthOf(view) / factor))
  const share = (atMs - view.fromMs) / lengthOf(view)
  return viewAround(atMs, length, share)
}

export function panned({ fromMs, toMs }: TimelineView, byMs: number): TimelineView {
  return { fromMs: fromMs + byMs, toMs: toMs + byMs }
}

/** A marked time, with a little room on both sides. */
export function viewOf(fromMs: number, toMs: number): TimelineView {
  const roomMs = Math.max(SHORTEST_MS - (toMs - fromMs), (toMs - fromMs) / 10) / 2
  return { fromMs: fromMs - roomMs, toMs: toMs + roomMs }
}

export function isInSight({ fromMs, toMs }: TimelineView, atMs: number): boolean {
  return atMs >= fromMs && atMs <= toMs
}

/** Moved as little as needed for the moment to be in sight; the same view where it is. */
export function holding(view: TimelineView, atMs: number): TimelineView {
  if (isInSight(view, atMs)) return view
  return viewAround(atMs, lengthOf(view), atMs < view.fromMs ? 0.9 : 0.1)
}

const STEPS_MS = [
  1,
  5,
  10,
  50,
  100,
  500,
  1000,
  5000,
  10_000,
  30_000,
  60_000,
  300_000,
  600_000,
  1_800_000,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
  48 * HOUR_MS,
  168 * HOUR_MS,
]

/** How far apart the ruler's marks stand, so that their texts have room. */
export function rulerStep(view: TimelineView, widthPx: number, leastPx = 76): number {
  const perPx = lengthOf(view) / Math.max(1, widthPx)
  return STEPS_MS.find((step) => step / perPx >= leastPx) ?? LONGEST_MS
}

/** What is asked of the server for a view: wider than it, on a grid, so that panning a little asks for nothing new. */
export function askedRange(view: TimelineView): { From: number; To: number; Step: number } {
  const grid = 2 ** Math.ceil(Math.log2(lengthOf(view)))
  return {
    From: Math.max(0, Math.floor(view.fromMs / grid) * grid - grid),
    To: Math.ceil(view.toMs / grid) * grid + grid,
    Step: Math.min(86_400_000, Math.floor(grid / 2000)),
  }
}
