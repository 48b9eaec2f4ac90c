/** What fingers, mouse and wheel do to a timeline. */
import { type RefObject, useEffect, useRef } from 'react'

import { axisOf, RULER_PX, TALL_RULER_PX, type TimelineAxis } from './timeline-axis.ts'
import { panned, type TimelineView, zoomed } from './timeline-view.ts'

const CLICK_PX = 4
const GRIP_PX = 8
const WHEEL_STEP = 1.25
/** A pan goes on by what is left of its speed after each picture. */
const FRICTION = 0.93
const STANDS_PX = 0.2

/** Where the pointer is. */
export interface TimelineHover {
  atMs: number
  x: number
  y: number
  /** Size of the timeline. */
  widthPx: number
  heightPx: number
}

export interface TimelineGestures {
  view: () => TimelineView
  isVertical: () => boolean
  marks: () => { inMs: number | undefined; outMs: number | undefined }
  atMs: () => number
  /** By what the view has become meanwhile: several events come between two pictures. */
  changeView: (change: (view: TimelineView) => TimelineView) => void
  seek: (atMs: number, isOver: boolean) => void
  setMark: (which: 'in' | 'out', atMs: number) => void
  hover: (over: TimelineHover | undefined) => void
}

type Held = 'head' | 'in' | 'out' | 'pan'

/** Fast moves of the last picture, px. */
interface Drag {
  held: Held
  start: number
  last: number
  speedPx: number
  hasMoved: boolean
}

export function useTimelineGestures(
  canvas: RefObject<HTMLCanvasElement | null>,
  gestures: TimelineGestures,
): void {
  const newest = useRef(gestures)
  useEffect(() => {
    newest.current = gestures
  })
  useEffect(() => {
    const element = canvas.current
    return element ? follow(element, () => newest.current) : undefined
  }, [canvas])
}

function follow(element: HTMLCanvasElement, its: () => TimelineGestures): () => void {
  const aborter = new AbortController()
  const { signal } = aborter
  const fingers = new Map<number, { x: number; y: number }>()
  let drag: Drag | undefined
  let momentum = 0

  const axisIn = (view: TimelineView): TimelineAxis => {
    const { width, height } = element.getBoundingClientRect()
    return axisOf({ widthPx: width, heightPx: height }, view, its().isVertical())
  }
  /** Closer by a factor around a place, or moved by pixels. */
  const zoom = (factor: number, along: number): void =>
    its().changeView((view) => zoomed(view, factor, axisIn(view).momentAt(along)))
  const pan = (byPx: number): void =>
    its().changeView((view) => {
      const { perPx, sign } = axisIn(view)
      return panned(view, byPx * sign * perPx)
    })
  const place = ({ clientX, clientY }: PointerEvent | WheelEvent) => {
    const { left, top } = element.getBoundingClientRect()
    const axis = axisIn(its().view())
    const [x, y] = [clientX - left, clientY - top]
    const [along, across] = axis.isVertical ? [y, x] : [x, y]
    return { x, y, along, across, axis, ms: axis.momentAt(along), isOnTime: along >= axis.startPx }
  }
  const glide = (speedPx: number): void => {
    pan(-speedPx)
    const left = speedPx * FRICTION
    momentum = Math.abs(left) > STANDS_PX ? requestAnimationFrame(() => glide(left)) : 0
  }
  const heldAt = ({ across, ms, axis }: ReturnType<typeof place>): Held => {
    const { perPx, isVertical } = axis
    const isNear = (other: number | undefined): boolean =>
      other !== undefined && Math.abs(other - ms) / perPx <= GRIP_PX
    const { inMs, outMs } = its().marks()
    if (across > (isVertical ? TALL_RULER_PX : RULER_PX) + 4) return isNear(its().atMs()) ? 'head' : 'pan'
    if (isNear(outMs)) return 'out'
    if (isNear(inMs)) return 'in'
    return 'head'
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      const at = place(event)
      if (event.button !== 0 || !at.isOnTime) return
      cancelAnimationFrame(momentum)
      element.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      drag = { held: heldAt(at), start: at.along, last: at.along, speedPx: 0, hasMoved: false }
      if (drag.held === 'head') its().seek(at.ms, false)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const { x, y, along, ms, isOnTime } = place(event)
      const { clientWidth: widthPx, clientHeight: heightPx } = element
      its().hover(isOnTime ? { atMs: ms, x, y, widthPx, heightPx } : undefined)
      if (!fingers.has(event.pointerId)) return
      const before = spreadOf(fingers)
      fingers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      if (fingers.size === 2) {
        const now = spreadOf(fingers)
        if (before > 8 && now > 8) zoom(now / before, along)
        drag = undefined
        return
      }
      if (!drag) return
      if (Math.abs(along - drag.start) > CLICK_PX) drag.hasMoved = true
      if (drag.held === 'head') its().seek(ms, false)
      else if (drag.held !== 'pan') its().setMark(drag.held, ms)
      else if (drag.hasMoved) pan(drag.last - along)
      drag.speedPx = along - drag.last
      drag.last = along
    },
    { signal },
  )
  const end = (event: PointerEvent): void => {
    const was = fingers.delete(event.pointerId) ? drag : undefined
    drag = undefined
    if (!was || event.type === 'pointercancel') return
    const { ms } = place(event)
    if (was.held === 'head' || (was.held === 'pan' && !was.hasMoved)) its().seek(ms, true)
    else if (was.held === 'pan' && !matchMedia('(prefers-reduced-motion: reduce)').matches) glide(was.speedPx)
  }
  element.addEventListener('pointerup', end, { signal })
  element.addEventListener('pointercancel', end, { signal })
  element.addEventListener('pointerleave', () => its().hover(undefined), { signal })
  element.addEventListener(
    'wheel',
    (event) => {
      // With Ctrl it is the browser's own zoom, but for a touchpad's pinch, which is told alike.
      event.preventDefault()
      const { along, axis } = place(event)
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) pan(event.deltaX * axis.sign)
      else zoom(event.deltaY > 0 ? 1 / WHEEL_STEP : WHEEL_STEP, along)
    },
    { signal, passive: false },
  )
  return () => {
    aborter.abort()
    cancelAnimationFrame(momentum)
  }
}

function spreadOf(fingers: ReadonlyMap<number, { x: number; y: number }>): number {
  const [one, two] = fingers.values()
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0
}
