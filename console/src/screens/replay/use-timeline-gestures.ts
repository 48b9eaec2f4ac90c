/** What fingers, mouse and wheel do to a timeline. */
import { type RefObject, useEffect, useRef } from 'react'

import { namesWidth, RULER_PX } from './timeline-draw.ts'
import { lengthOf, panned, type TimelineView, zoomed } from './timeline-view.ts'

const CLICK_PX = 4
const GRIP_PX = 8
const WHEEL_STEP = 1.25
/** A pan goes on by what is left of its speed after each picture. */
const FRICTION = 0.93
const STANDS_PX = 0.2

export interface TimelineGestures {
  view: () => TimelineView
  marks: () => { inMs: number | undefined; outMs: number | undefined }
  atMs: () => number
  setView: (view: TimelineView) => void
  seek: (atMs: number, isOver: boolean) => void
  setMark: (which: 'in' | 'out', atMs: number) => void
  hover: (over: { atMs: number; x: number } | undefined) => void
}

type Held = 'head' | 'in' | 'out' | 'pan'

/** Fast moves of the last picture, px. */
interface Drag {
  held: Held
  startX: number
  lastX: number
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
  const fingers = new Map<number, number>()
  let drag: Drag | undefined
  let momentum = 0

  const place = ({ clientX, clientY }: PointerEvent | WheelEvent) => {
    const { left, top, width } = element.getBoundingClientRect()
    const names = namesWidth(width)
    const view = its().view()
    const perPx = lengthOf(view) / Math.max(1, width - names)
    const x = clientX - left
    return { x, y: clientY - top, ms: view.fromMs + (x - names) * perPx, perPx, isOnTime: x >= names }
  }
  const glide = (speedPx: number): void => {
    const { width } = element.getBoundingClientRect()
    const view = its().view()
    its().setView(panned(view, (-speedPx * lengthOf(view)) / Math.max(1, width - namesWidth(width))))
    const left = speedPx * FRICTION
    momentum = Math.abs(left) > STANDS_PX ? requestAnimationFrame(() => glide(left)) : 0
  }
  const heldAt = (x: number, y: number, perPx: number, ms: number): Held => {
    const isNear = (other: number | undefined): boolean =>
      other !== undefined && Math.abs(other - ms) / perPx <= GRIP_PX
    const { inMs, outMs } = its().marks()
    if (y > RULER_PX + 4) return isNear(its().atMs()) ? 'head' : 'pan'
    if (isNear(outMs)) return 'out'
    if (isNear(inMs)) return 'in'
    return 'head'
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      const { x, y, ms, perPx, isOnTime } = place(event)
      if (event.button !== 0 || !isOnTime) return
      cancelAnimationFrame(momentum)
      element.setPointerCapture(event.pointerId)
      fingers.set(event.pointerId, event.clientX)
      drag = { held: heldAt(x, y, perPx, ms), startX: x, lastX: x, speedPx: 0, hasMoved: false }
      if (drag.held === 'head') its().seek(ms, false)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const { x, ms, perPx, isOnTime } = place(event)
      its().hover(isOnTime ? { atMs: ms, x } : undefined)
      if (!fingers.has(event.pointerId)) return
      const before = spreadOf(fingers)
      fingers.set(event.pointerId, event.clientX)
      if (fingers.size === 2) {
        const now = spreadOf(fingers)
        if (before > 8 && now > 8) its().setView(zoomed(its().view(), now / before, ms))
        drag = undefined
        return
      }
      if (!drag) return
      if (Math.abs(x - drag.startX) > CLICK_PX) drag.hasMoved = true
      if (drag.held === 'head') its().seek(ms, false)
      else if (drag.held !== 'pan') its().setMark(drag.held, ms)
      else if (drag.hasMoved) its().setView(panned(its().view(), (drag.lastX - x) * perPx))
      drag.speedPx = x - drag.lastX
      drag.lastX = x
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
      const { ms, perPx } = place(event)
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
        its().setView(panned(its().view(), event.deltaX * perPx))
      else its().setView(zoomed(its().view(), event.deltaY > 0 ? 1 / WHEEL_STEP : WHEEL_STEP, ms))
    },
    { signal, passive: false },
  )
  return () => {
    aborter.abort()
    cancelAnimationFrame(momentum)
  }
}

function spreadOf(fingers: ReadonlyMap<number, number>): number {
  const [one = 0, two = one] = fingers.values()
  return Math.abs(one - two)
}
