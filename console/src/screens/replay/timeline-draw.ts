/** Paints a timeline; knows nothing of React. */
import type { TimelineColours } from './timeline-colours.ts'
import { lengthOf, rulerStep, type TimelineView } from './timeline-view.ts'

export interface DrawnLane {
  name: string
  spans: readonly number[]
  /** Locked spans alike. */
  locked?: readonly number[]
  isChosen?: boolean
  /** In order of their times. */
  events?: readonly { type: number; atMs: number }[]
}

export interface Drawn {
  view: TimelineView
  lanes: readonly DrawnLane[]
  atMs: number
  hoverMs?: number | undefined
  markInMs?: number | undefined
  markOutMs?: number | undefined
  nowMs: number
  /** A moment as the ruler tells it. */
  label: (ms: number, stepMs: number) => string
  /** Where the day begins that holds a moment, so that marks stand on whole hours. */
  dayStart: (ms: number) => number
}

export const RULER_PX = 22
export const LANE_PX = 28
const BAR_PX = 20
const HEAD_PX = 6

/** Where the names end and time begins. */
export const namesWidth = (widthPx: number): number => (widthPx < 560 ? 0 : 136)

export function paintTimeline(
  context: CanvasRenderingContext2D,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  drawn: Drawn,
  colours: TimelineColours,
): void {
  const { view, lanes } = drawn
  const left = namesWidth(widthPx)
  const perMs = (widthPx - left) / lengthOf(view)
  const xOf = (ms: number): number => left + (ms - view.fromMs) * perMs
  context.clearRect(0, 0, widthPx, heightPx)
  context.textBaseline = 'middle'
  context.font = `11px ${colours.font}`
  paintRuler(context, { drawn, colours, left, widthPx, heightPx, xOf })
  for (const [i, lane] of lanes.entries()) {
    const top = RULER_PX + i * LANE_PX + (LANE_PX - BAR_PX) / 2
    if (left > 0) paintName(context, lane, { top, left, colours })
    context.save()
    context.beginPath()
    context.rect(left, 0, widthPx - left, heightPx)
    context.clip()
    paintSpans(context, lane.spans, { top, height: BAR_PX, xOf, view, colour: colours.recorded })
    if (lane.events) paintEvents(context, lane.events, { top, xOf, view, colours })
    if (lane.locked)
      paintSpans(context, lane.locked, { top: top + BAR_PX + 1, height: 3, xOf, view, colour: colours.lock })
    if (left === 0) paintName(context, lane, { top, left: widthPx, colours })
    context.restore()
  }
  context.save()
  context.beginPath()
  context.rect(left - HEAD_PX, 0, widthPx - left + HEAD_PX, heightPx)
  context.clip()
  paintMarks(context, drawn, { xOf, heightPx, colours })
  if (drawn.hoverMs !== undefined) line(context, xOf(drawn.hoverMs), RULER_PX, heightPx, colours.quiet)
  paintHead(context, xOf(drawn.atMs), heightPx, colours)
  context.restore()
}

interface Ground {
  drawn: Drawn
  colours: TimelineColours
  left: number
  widthPx: number
  heightPx: number
  xOf: (ms: number) => number
}

function paintRuler(context: CanvasRenderingContext2D, ground: Ground): void {
  const { drawn, colours, left, widthPx, heightPx, xOf } = ground
  const { view, label, dayStart } = drawn
  const step = rulerStep(view, widthPx - left)
  context.textAlign = 'center'
  let ms = dayStart(view.fromMs)
  ms += Math.floor((view.fromMs - ms) / step) * step
  for (let i = 0; ms <= view.toMs && i < 400; i++, ms += step) {
    const x = xOf(ms)
    if (x < left) continue
    line(context, x, RULER_PX, heightPx, colours.line)
    context.fillStyle = colours.quiet
    context.fillText(label(ms, step), x, RULER_PX / 2)
  }
}

function paintName(
  context: CanvasRenderingContext2D,
  { name, isChosen }: DrawnLane,
  { top, left, colours }: { top: number; left: number; colours: TimelineColours },
): void {
  context.textAlign = 'left'
  context.font = `${isChosen ? 500 : 400} 12px ${colours.font}`
  context.fillStyle = isChosen ? colours.text : colours.text2
  context.fillText(fitted(context, name, Math.min(left, 240) - 16), 8, top + BAR_PX / 2)
  context.font = `11px ${colours.font}`
}

function fitted(context: CanvasRenderingContext2D, text: string, widthPx: number): string {
  if (context.measureText(text).width <= widthPx) return text
  let length = text.length
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > widthPx) length--
  return `${text.slice(0, length)}…`
}

interface Bar {
  top: number
  height: number
  xOf: (ms: number) => number
  view: TimelineView
  colour: string
}

function paintSpans(
  context: CanvasRenderingContext2D,
  spans: readonly number[],
  { top, height, xOf, view, colour }: Bar,
): void {
  context.fillStyle = colour
  for (let i = 0; i + 1 < spans.length; i += 2) {
    const [start = 0, end = 0] = [spans[i], spans[i + 1]]
    if (end < view.fromMs) continue
    if (start > view.toMs) return
    const x = xOf(Math.max(start, view.fromMs))
    context.fillRect(x, top, Math.max(1, xOf(Math.min(end, view.toMs)) - x), height)
  }
}

const TICK_PX = 3
/** Less dense than this no tick is painted beside another of its kind. */
const APART_PX = 1

function paintEvents(
  context: CanvasRenderingContext2D,
  events: readonly { type: number; atMs: number }[],
  { top, xOf, view, colours }: Pick<Ground, 'xOf' | 'colours'> & { top: number; view: TimelineView },
): void {
  const last = new Map<number, number>()
  for (let i = firstFrom(events, view.fromMs); i < events.length; i++) {
    const event = events[i]
    if (!event || event.atMs > view.toMs) return
    const x = Math.round(xOf(event.atMs))
    if (x - (last.get(event.type) ?? -Infinity) <= APART_PX) continue
    last.set(event.type, x)
    context.fillStyle = colours.events[event.type] ?? colours.text2
    const height = event.type === 0 ? BAR_PX / 2 : BAR_PX
    context.fillRect(x - 1, top + BAR_PX - height, TICK_PX, height)
  }
}

function firstFrom(events: readonly { atMs: number }[], fromMs: number): number {
  let [low, high] = [0, events.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((events[middle]?.atMs ?? 0) < fromMs) low = middle + 1
    else high = middle
  }
  return low
}

function paintMarks(
  context: CanvasRenderingContext2D,
  { markInMs, markOutMs }: Drawn,
  { xOf, heightPx, colours }: Pick<Ground, 'xOf' | 'heightPx' | 'colours'>,
): void {
  if (markInMs !== undefined && markOutMs !== undefined) {
    context.fillStyle = colours.wash
    context.fillRect(xOf(markInMs), RULER_PX, xOf(markOutMs) - xOf(markInMs), heightPx - RULER_PX)
  }
  for (const ms of [markInMs, markOutMs]) {
    if (ms === undefined) continue
    line(context, xOf(ms), RULER_PX - 8, heightPx, colours.ring, 2)
    context.fillStyle = colours.ring
    context.fillRect(xOf(ms) - 4, RULER_PX - 10, 8, 12)
  }
}

function paintHead(
  context: CanvasRenderingContext2D,
  x: number,
  heightPx: number,
  { text }: TimelineColours,
): void {
  line(context, x, RULER_PX - 6, heightPx, text, 2)
  context.fillStyle = text
  context.beginPath()
  context.moveTo(x - HEAD_PX, RULER_PX - 12)
  context.lineTo(x + HEAD_PX, RULER_PX - 12)
  context.lineTo(x, RULER_PX - 3)
  context.fill()
}

function line(
  context: CanvasRenderingContext2D,
  x: number,
  top: number,
  bottom: number,
  colour: string,
  width = 1,
): void {
  context.fillStyle = colour
  context.fillRect(x - width / 2, top, width, bottom - top)
}
