/** Paints a timeline; knows nothing of React. */
import type { DeviceChannel } from '../../ui/device-tree/device-text.ts'
import { type EventStep, stepStart } from './event-steps.ts'
import type { Lock } from '../../ui/lock.ts'
import { type GapReason, type GapReasons, gapMoment } from './gaps.ts'
import { axisOf, breadths, type TimelineAxis, type TimelineSize } from './timeline-axis.ts'
import type { TimelineColours } from './timeline-colours.ts'
import { rulerStep, type TimelineView } from './timeline-view.ts'

export interface DrawnLane {
  name: string
  spans: readonly number[]
  /** What is not recorded between the first and the last recording in reach: drawn as a gap. */
  gaps?: readonly number[]
  /** Why, as far as it has been asked for. */
  gapReasons?: GapReasons
  /** Locked spans alike. */
  locked?: readonly number[]
  /** What they are; said where the pointer is. */
  locks?: readonly Lock[]
  /** Whose recordings they are, for what is asked of a gap. */
  camera?: DeviceChannel
  isChosen?: boolean
  /** On the device, not in the archive. */
  isOnDevice?: boolean
  /** Sorted by time. */
  events?: readonly EventStep[]
}

export interface Drawn {
  view: TimelineView
  isVertical: boolean
  lanes: readonly DrawnLane[]
  /** How long the steps are in which events are counted. */
  stepMs: number
  atMs: number
  hoverMs?: number | undefined
  markInMs?: number | undefined
  markOutMs?: number | undefined
  nowMs: number
  /** A moment at which a picture of the chosen camera begins, and how long its pictures stand. */
  pictures?: { atMs: number; frameMs: number } | undefined
  /** A moment as the ruler tells it. */
  label: (ms: number, stepMs: number) => string
  /** Where the day begins that holds a moment, so that marks stand on whole hours. */
  dayStart: (ms: number) => number
}

/** Space between two lanes. */
const SPACE_PX = 8
const HEAD_PX = 6
/** Apart along the axis. */
const LABELS_PX = { beside: 76, above: 44 }

interface Ground {
  context: CanvasRenderingContext2D
  drawn: Drawn
  colours: TimelineColours
  axis: TimelineAxis
  size: TimelineSize
  ruler: number
}

export function paintTimeline(
  context: CanvasRenderingContext2D,
  size: TimelineSize,
  drawn: Drawn,
  colours: TimelineColours,
): void {
  const { view, lanes, isVertical } = drawn
  const axis = axisOf(size, view, isVertical)
  const { ruler, lane: lanePx } = breadths(size, isVertical, lanes.length)
  const ground: Ground = { context, drawn, colours, axis, size, ruler }
  context.clearRect(0, 0, size.widthPx, size.heightPx)
  context.textBaseline = 'middle'
  context.font = `11px ${colours.font}`
  paintRuler(ground)
  for (const [i, lane] of lanes.entries()) {
    const across = ruler + i * lanePx + SPACE_PX / 2
    const breadth = lanePx - SPACE_PX
    if (axis.startPx > 0) paintName(ground, lane, across, breadth)
    clipped(ground, 0, () => {
      paintSpans(ground, lane.spans, {
        across,
        breadth,
        colour: lane.isOnDevice ? colours.onDevice : colours.recorded,
      })
      if (lane.gaps) paintGaps(ground, lane, { across, breadth })
      if (lane.events) paintEvents(ground, lane.events, { across, breadth })
      if (lane.locked)
        paintSpans(ground, lane.locked, { across: across + breadth + 1, breadth: 3, colour: colours.lock })
      if (lane.isChosen) paintPictures(ground, { across, breadth })
    })
    if (axis.startPx === 0) paintName(ground, lane, across, breadth)
  }
  clipped(ground, HEAD_PX, () => {
    paintMarks(ground)
    if (drawn.hoverMs !== undefined) line(ground, axis.placeOf(drawn.hoverMs), ruler, colours.quiet)
    paintHead(ground)
  })
}

/** Along the axis from one place to another, across it from one on. */
function fill({ context, axis }: Ground, from: number, to: number, across: number, breadth: number): void {
  const [start, length] = [Math.min(from, to), Math.abs(to - from)]
  if (axis.isVertical) context.fillRect(across, start, breadth, length)
  else context.fillRect(start, across, length, breadth)
}

const breadthOf = ({ size, axis }: Ground): number => (axis.isVertical ? size.widthPx : size.heightPx)

/** Where time is, and a little before it. */
function clipped(ground: Ground, before: number, paint: () => void): void {
  const { context, axis, size } = ground
  context.save()
  context.beginPath()
  if (axis.isVertical) context.rect(0, 0, size.widthPx, size.heightPx)
  else context.rect(axis.startPx - before, 0, size.widthPx - axis.startPx + before, size.heightPx)
  context.clip()
  paint()
  context.restore()
}

function paintRuler(ground: Ground): void {
  const { context, drawn, colours, axis, ruler } = ground
  const { view, label, dayStart } = drawn
  const step = rulerStep(view, axis.lengthPx, axis.isVertical ? LABELS_PX.above : LABELS_PX.beside)
  context.textAlign = 'center'
  let ms = dayStart(view.fromMs)
  ms += Math.floor((view.fromMs - ms) / step) * step
  for (let i = 0; ms <= view.toMs && i < 400; i++, ms += step) {
    const place = axis.placeOf(ms)
    if (place < axis.startPx) continue
    line(ground, place, ruler, colours.line)
    context.fillStyle = colours.quiet
    if (axis.isVertical) context.fillText(label(ms, step), ruler / 2, place)
    else context.fillText(label(ms, step), place, ruler / 2)
  }
}

function paintName(
  { context, colours, axis }: Ground,
  { name, isChosen }: DrawnLane,
  across: number,
  breadth: number,
): void {
  const room = axis.isVertical ? breadth : axis.startPx > 0 ? axis.startPx - 16 : 224
  context.textAlign = axis.isVertical ? 'center' : 'left'
  context.font = `${isChosen ? 500 : 400} ${axis.isVertical ? 11 : 12}px ${colours.font}`
  context.fillStyle = isChosen ? colours.text : colours.text2
  const text = fitted(context, name, room)
  if (axis.isVertical) context.fillText(text, across + breadth / 2, 10)
  else context.fillText(text, 8, across + breadth / 2)
  context.font = `11px ${colours.font}`
}

function fitted(context: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (context.measureText(text).width <= widthPx) return text
  let length = text.length
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > widthPx) length--
  return `${text.slice(0, length)}…`
}

interface Bar {
  across: number
  breadth: number
}

function paintSpans(
  ground: Ground,
  spans: readonly number[],
  { across, breadth, colour }: Bar & { colour: string },
): void {
  const { context, axis, drawn } = ground
  const { view } = drawn
  context.fillStyle = colour
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [start = 0, end = 0] = [spans[i], spans[i + 1]]
    if (end < view.fromMs) continue
    if (start > view.toMs) return
    const from = axis.placeOf(Math.max(start, view.fromMs))
    const to = axis.placeOf(Math.min(end, view.toMs))
    fill(ground, from, Math.abs(to - from) < 1 ? from + axis.sign : to, across, breadth)
  }
}

const HATCH_PX = 6

/** Slanted lines: time without a recording. */
/** What should have been recorded, what was not to be, and the rest. */
const LOOKS: Partial<Record<GapReason, 'lost' | 'off'>> = {
  away: 'lost',
  disk: 'lost',
  platform: 'lost',
  off: 'off',
  alarm: 'off',
}
const OFF_PX = 2

function paintGaps(
  ground: Ground,
  { gaps = [], gapReasons }: DrawnLane,
  { across, breadth }: Pick<Bar, 'across' | 'breadth'>,
): void {
  const { context, axis, drawn, colours } = ground
  const { view } = drawn
  const point = (along: number, acrossPx: number): [number, number] =>
    axis.isVertical ? [acrossPx, along] : [along, acrossPx]
  for (let i = 0; i + 1 < gaps.length; i += 2) {
    const [start = 0, end = 0] = [gaps[i], gaps[i + 1]]
    if (end < view.fromMs || start > view.toMs) continue
    const places = [axis.placeOf(Math.max(start, view.fromMs)), axis.placeOf(Math.min(end, view.toMs))]
    const [from, to] = [Math.min(...places), Math.max(...places)]
    if (to - from < 1) continue
    const look = LOOKS[gapReasons?.get(gapMoment(start)) ?? 'unknown']
    if (look === 'off') {
      context.fillStyle = colours.quiet
      fill(ground, from, to, across + (breadth - OFF_PX) / 2, OFF_PX)
      continue
    }
    context.save()
    context.beginPath()
    const [x, y] = point(from, across)
    const [width, height] = point(to - from, breadth)
    context.rect(x, y, width, height)
    context.clip()
    context.strokeStyle = look === 'lost' ? colours.lost : colours.line
    context.lineWidth = 1.5
    context.beginPath()
    // On a grid of the page, so that the lines stand while the ends move.
    for (let at = Math.floor((from - breadth) / HATCH_PX) * HATCH_PX; at < to; at += HATCH_PX) {
      context.moveTo(...point(at, across + breadth))
      context.lineTo(...point(at + breadth, across))
    }
    context.stroke()
    context.restore()
  }
}

/** Where single pictures begin, once they are far enough apart to be told. */
const PICTURES_PX = 8

function paintPictures(ground: Ground, { across, breadth }: Bar): void {
  const { context, axis, drawn, colours } = ground
  const { pictures, view } = drawn
  if (!pictures || pictures.frameMs / axis.perPx < PICTURES_PX) return
  context.fillStyle = colours.text
  let at = pictures.atMs - Math.floor((pictures.atMs - view.fromMs) / pictures.frameMs) * pictures.frameMs
  for (; at <= view.toMs; at += pictures.frameMs) {
    const place = Math.round(axis.placeOf(at))
    fill(ground, place, place + 1, across + breadth - 6, 6)
  }
}

const TICK_PX = 3
/** The least that a step with a single motion has of the lane's breadth. */
const LEAST_MOTION = 0.25
/** From so many motions in a step on, the busiest step of a lane fills it. */
const FEW_MOTIONS = 4

function paintEvents(ground: Ground, events: readonly EventStep[], bar: Bar): void {
  const { drawn } = ground
  const { fromMs, toMs } = drawn.view
  const first = firstFrom(events, fromMs - drawn.stepMs)
  const inSight = events.slice(first).filter(({ atMs }) => atMs <= toMs)
  paintMotion(ground, inSight, bar)
  paintTicks(ground, inSight, bar)
}

/** How much moved when: a bar for each step. */
function paintMotion(ground: Ground, events: readonly EventStep[], { across, breadth }: Bar): void {
  const { context, axis, drawn, colours } = ground
  const motions = events.filter(({ type }) => type === 0)
  const most = motions.reduce((max, { count }) => Math.max(max, count), FEW_MOTIONS)
  context.fillStyle = colours.events[0] ?? colours.text2
  for (const { atMs, count } of motions) {
    const start = stepStart(atMs, drawn.stepMs)
    const [from, to] = [axis.placeOf(start), axis.placeOf(start + drawn.stepMs)]
    const isWide = Math.abs(to - from) >= 2
    const high = Math.max(2, Math.round(breadth * (LEAST_MOTION + (1 - LEAST_MOTION) * (count / most))))
    // A narrow space tells bars apart; what is too narrow for one is a tick.
    if (isWide) fill(ground, from, to - axis.sign * 0.5, across + breadth - high, high)
    else fill(ground, axis.placeOf(atMs) - 1, axis.placeOf(atMs) + 1, across + breadth - high, high)
  }
}

/** Beside another of its kind no tick is painted that could not be told from it. */
function paintTicks(ground: Ground, events: readonly EventStep[], { across, breadth }: Bar): void {
  const { context, axis, colours } = ground
  const last = new Map<number, number>()
  for (const { atMs, type } of events) {
    if (type === 0) continue
    const place = Math.round(axis.placeOf(atMs))
    if (Math.abs(place - (last.get(type) ?? -Infinity)) <= 1) continue
    last.set(type, place)
    context.fillStyle = colours.events[type] ?? colours.text2
    fill(ground, place - 1, place - 1 + TICK_PX, across, breadth)
  }
}

function firstFrom(events: readonly EventStep[], fromMs: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.atMs ?? 0) < fromMs) low = middle + 1
    else high = middle
  }
  return low
}

function paintMarks(ground: Ground): void {
  const { context, axis, colours, ruler, drawn } = ground
  const { markInMs, markOutMs } = drawn
  if (markInMs !== undefined && markOutMs !== undefined) {
    context.fillStyle = colours.wash
    fill(ground, axis.placeOf(markInMs), axis.placeOf(markOutMs), ruler, breadthOf(ground) - ruler)
  }
  for (const ms of [markInMs, markOutMs]) {
    if (ms === undefined) continue
    const place = axis.placeOf(ms)
    line(ground, place, ruler - 8, colours.ring, 2)
    context.fillStyle = colours.ring
    fill(ground, place - 4, place + 4, ruler - 10, 12)
  }
}

function paintHead(ground: Ground): void {
  const { context, axis, colours, ruler, drawn } = ground
  const place = axis.placeOf(drawn.atMs)
  line(ground, place, ruler - 6, colours.text, 2)
  context.fillStyle = colours.text
  context.beginPath()
  const corner = (along: number, across: number): void =>
    axis.isVertical ? context.lineTo(across, along) : context.lineTo(along, across)
  corner(place - HEAD_PX, ruler - 12)
  corner(place + HEAD_PX, ruler - 12)
  corner(place, ruler - 3)
  context.fill()
}

/** Across all lanes, from a place of the ruler on. */
function line(ground: Ground, place: number, from: number, colour: string, thick = 1): void {
  ground.context.fillStyle = colour
  fill(ground, place - thick / 2, place + thick / 2, from, breadthOf(ground) - from)
}
