import './timeline.css'

import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'

import { type CompanyTime, useCompanyTime } from '../../app/company-time.ts'
import { useSession } from '../../app/session.ts'
import { usePhone } from '../../app/use-phone.ts'
import { momentOf } from '../../app/zoned-time.ts'
import { useT } from '../../i18n/language.ts'
import type { ReplayDeck } from '../../player/replay-deck.ts'
import { deviceToText } from '../../ui/device-tree/device-text.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { isCovered } from '../../ui/coverage/spans.ts'
import { type EventStep, stepAt } from './event-steps.ts'
import { gapMoment } from './gaps.ts'
import { type GapMoment, HoverPicture } from './HoverPicture.tsx'
import type { Lock } from '../../ui/lock.ts'
import { timelineColours } from './timeline-colours.ts'
import { axisOf, breadths, lanePxOf, RULER_PX } from './timeline-axis.ts'
import { type Drawn, type DrawnLane, paintTimeline } from './timeline-draw.ts'
import { HOUR_MS, lengthOf, type TimelineView, zoomed } from './timeline-view.ts'
import { type TimelineHover, useTimelineGestures } from './use-timeline-gestures.ts'

const ARROW_MS = 10_000
const SHIFTED_MS = 60_000
/** Half of the picture that stands beside a finger. */
const BESIDE_PX = 66
/** So near to it the pointer means a tick. */
const NEAR_PX = 4
/** In a longer view single pictures are not told apart. */
const FEW_PICTURES_MS = 20_000

interface Props {
  deck: ReplayDeck
  view: TimelineView
  lanes: readonly DrawnLane[]
  /** How long the steps are in which events are counted. */
  stepMs: number
  markInMs: number | undefined
  markOutMs: number | undefined
  /** The camera whose picture is shown for the moment under the pointer. */
  pictureOf: { did: string; channel: number; name: string } | undefined
  onView: (change: (view: TimelineView) => TimelineView) => void
  /** `isOver`: not while the head is dragged. */
  onSeek: (atMs: number, isOver: boolean) => void
  onMark: (which: 'in' | 'out', atMs: number) => void
}

/** The canvas of all lanes: what is recorded when, and the moment that is shown. */
export function Timeline(props: Props): ReactNode {
  const { deck, view, lanes, stepMs, markInMs, markOutMs, pictureOf, onView, onSeek, onMark } = props
  const t = useT()
  const time = useCompanyTime()
  const zone = useSession(({ user }) => user?.currentCompany.TimeZone ?? '')
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hovered, setHovered] = useState<TimelineHover | undefined>()
  const isVertical = usePhone()
  useTimelineGestures(canvas, {
    view: () => view,
    isVertical: () => isVertical,
    marks: () => ({ inMs: markInMs, outMs: markOutMs }),
    atMs: () => deck.atMs,
    changeView: onView,
    seek: onSeek,
    setMark: onMark,
    hover: setHovered,
  })
  const heightPx = RULER_PX + lanes.length * lanePxOf(lanes.length) + 4
  const pictures = (): Drawn['pictures'] => {
    const window = pictureOf && lengthOf(view) < FEW_PICTURES_MS && deck.window(deviceToText(pictureOf))
    const { takenMs, standingMs } = (window || undefined)?.pictures ?? {}
    return takenMs !== undefined && standingMs !== undefined
      ? { atMs: takenMs, frameMs: standingMs }
      : undefined
  }
  usePainting(canvas, deck, pictures, () => ({
    view,
    isVertical,
    lanes,
    stepMs,
    atMs: deck.atMs,
    hoverMs: hovered?.atMs,
    markInMs,
    markOutMs,
    nowMs: serverNow(),
    pictures: pictures(),
    label: (ms, stepMs) => rulerText(time, ms, stepMs),
    dayStart: (ms) => momentOf(zone, time.day(ms)),
  }))

  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? SHIFTED_MS : ARROW_MS
    if (event.key === 'ArrowLeft' || event.key === 'ArrowDown') onSeek(deck.atMs - by, true)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowUp') onSeek(deck.atMs + by, true)
    else if (event.key === '+' || event.key === '=') onView((it) => zoomed(it, 2, deck.atMs))
    else if (event.key === '-') onView((it) => zoomed(it, 0.5, deck.atMs))
    else return
    event.preventDefault()
  }

  return (
    <div
      className="timeline"
      data-vertical={isVertical}
      {...(!isVertical && { style: { height: heightPx } })}
    >
      <canvas
        ref={canvas}
        tabIndex={0}
        role="slider"
        aria-orientation={isVertical ? 'vertical' : 'horizontal'}
        aria-label={t('replay.timeline')}
        aria-description={t('replay.timelineHint')}
        aria-valuemin={Math.round(view.fromMs)}
        aria-valuemax={Math.round(view.toMs)}
        aria-valuenow={Math.round(deck.atMs)}
        aria-valuetext={time.since(deck.atMs, 0)}
        data-from={Math.round(view.fromMs)}
        data-to={Math.round(view.toMs)}
        onKeyDown={onKeyDown}
      />
      {hovered && (
        <HoverPicture
          atMs={hovered.atMs}
          perPxMs={axisOf(hovered, view, isVertical).perPx}
          text={lengthOf(view) > HOUR_MS * 24 ? time.since(hovered.atMs, 0) : time.clock(hovered.atMs)}
          camera={pictureOf}
          {...underPointer(props, hovered, isVertical)}
          place={
            isVertical
              ? { top: `clamp(0px, ${hovered.y - BESIDE_PX}px, calc(100% - ${2 * BESIDE_PX}px))` }
              : { left: `clamp(96px, ${hovered.x}px, calc(100% - 96px))` }
          }
        />
      )}
    </div>
  )
}

/** What lies under the pointer: the lane, and what is told of it at this moment. */
function underPointer(
  { lanes, view, stepMs }: Pick<Props, 'lanes' | 'view' | 'stepMs'>,
  { atMs, x, y, widthPx, heightPx }: TimelineHover,
  isVertical: boolean,
): { locks: Lock[]; event: EventStep | undefined; gapOf: GapMoment | undefined } {
  const size = { widthPx, heightPx }
  const { ruler, lane: lanePx } = breadths(size, isVertical, lanes.length)
  const lane = lanes[Math.floor(((isVertical ? x : y) - ruler) / lanePx)]
  const nearMs = NEAR_PX * axisOf(size, view, isVertical).perPx
  return {
    locks: lane?.locks?.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs) ?? [],
    event: stepAt(lane?.events ?? [], atMs, nearMs, stepMs),
    gapOf: lane && atMs < serverNow() ? gapAt(lane, atMs) : undefined,
  }
}

/** A gap whose begin is not in reach is asked for by the minute. */
const MINUTE_MS = 60_000

function gapAt({ camera, spans }: DrawnLane, atMs: number): GapMoment | undefined {
  if (!camera || isCovered(spans, atMs)) return undefined
  const begin = spans.findLast((ms, i) => i % 2 === 1 && ms <= atMs)
  return { ...camera, atMs: gapMoment(begin ?? Math.floor(atMs / MINUTE_MS) * MINUTE_MS) }
}

/** Paints when something has changed by as much as can be seen. */
function usePainting(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  deck: ReplayDeck,
  pictures: () => Drawn['pictures'],
  drawn: () => Drawn,
): void {
  const newest = useRef({ drawn, pictures })
  const isStale = useRef(true)
  useEffect(() => {
    newest.current = { drawn, pictures }
    isStale.current = true
  })
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context) return
    let frame = 0
    let painted = ''
    const paint = (): void => {
      frame = requestAnimationFrame(paint)
      const { clientWidth: widthPx, clientHeight: heightPx } = element
      const scale = devicePixelRatio
      const colours = timelineColours(element.parentElement ?? element)
      const shown = newest.current.pictures()
      const key = `${Math.round(deck.atMs)} ${shown?.atMs} ${shown?.frameMs} ${widthPx} ${heightPx} ${scale} ${colours.text}`
      if (!isStale.current && key === painted) return
      isStale.current = false
      painted = key
      const [width, height] = [Math.round(widthPx * scale), Math.round(heightPx * scale)]
      if (element.width !== width || element.height !== height) {
        element.width = width
        element.height = height
      }
      context.setTransform(scale, 0, 0, scale, 0, 0)
      paintTimeline(context, { widthPx, heightPx }, newest.current.drawn(), colours)
    }
    frame = requestAnimationFrame(paint)
    return () => cancelAnimationFrame(frame)
  }, [canvas, deck])
}

function rulerText(time: CompanyTime, ms: number, stepMs: number): string {
  const clock = time.clock(ms)
  if (stepMs >= 24 * HOUR_MS) return time.day(ms).slice(5)
  if (stepMs >= 60_000) return clock === '00:00:00' ? time.day(ms).slice(5) : time.minute(ms)
  if (stepMs >= 1000) return clock
  return `${clock.slice(6)}.${String(Math.floor(ms) % 1000).padStart(3, '0')}`
}
