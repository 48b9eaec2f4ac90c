/** Where moments lie on a timeline: from left to right beside the lanes' names, or on a phone from the bottom up. */
import { lengthOf, type TimelineView } from './timeline-view.ts'

export interface TimelineSize {
  widthPx: number
  heightPx: number
}

export interface TimelineAxis {
  isVertical: boolean
  /** Where time begins along the axis, and how long it is, px. */
  startPx: number
  lengthPx: number
  perPx: number
  /** 1 where later is further along, −1 where it is less far. */
  sign: 1 | -1
  placeOf: (ms: number) => number
  momentAt: (px: number) => number
}

export const RULER_PX = 22
/** Room for a time of day beside the lanes. */
export const TALL_RULER_PX = 56
const LANE_PX = 28
/** From this many lanes on each is lower, which leaves the pictures more room. */
const MANY_LANES = 6
const LOW_LANE_PX = 20
const WIDEST_LANE_PX = 72
const NAMES_PX = 136
const NARROW_PX = 560

export function axisOf(
  { widthPx, heightPx }: TimelineSize,
  view: TimelineView,
  isVertical: boolean,
): TimelineAxis {
  const startPx = isVertical || widthPx < NARROW_PX ? 0 : NAMES_PX
  const lengthPx = Math.max(1, (isVertical ? heightPx : widthPx) - startPx)
  const perPx = lengthOf(view) / lengthPx
  const sign = isVertical ? -1 : 1
  const origin = isVertical ? lengthPx : startPx
  return {
    isVertical,
    startPx,
    lengthPx,
    perPx,
    sign,
    placeOf: (ms) => origin + (sign * (ms - view.fromMs)) / perPx,
    momentAt: (px) => view.fromMs + sign * (px - origin) * perPx,
  }
}

/** The height of one horizontal lane where there are this many. */
export function lanePxOf(lanes: number): number {
  return lanes < MANY_LANES ? LANE_PX : LOW_LANE_PX
}

/** The ruler's breadth, and that of a lane. */
export function breadths({ widthPx }: TimelineSize, isVertical: boolean, lanes: number) {
  if (!isVertical) return { ruler: RULER_PX, lane: lanePxOf(lanes) }
  const lane = (widthPx - TALL_RULER_PX) / Math.max(1, lanes)
  return { ruler: TALL_RULER_PX, lane: Math.min(WIDEST_LANE_PX, lane) }
}
