/** Moving and zooming a map by pointer, wheel, touch and keys. */
import type { MapView, Size, XY } from './mercator.ts'
import { movedBy, zoomedAt } from './mercator.ts'

export interface Gestured {
  view: () => MapView
  size: () => Size
  /** `isAtOnce`: it follows a finger, and is not to glide there. */
  onView: (view: MapView, isAtOnce: boolean) => void
  /** A press that moved nothing. */
  onPress: (at: XY) => void
  onDoublePress: (at: XY) => void
}

/** A hand is never quite still. */
const STILL_PX = 4
const WHEEL_PX_PER_ZOOM = 260
const LINE_PX = 16
const STEP_PX = 90
/** A jump of the wheel by more than this is a mouse's notch. */
const NOTCH_PX = 400

/** Returns how to stop listening. Presses on markers and panels above the map are theirs. */
export function listenToGestures(element: HTMLElement, map: Gestured): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const fingers = new Map<number, XY>()
  let wandered = 0

  const at = ({ clientX, clientY }: MouseEvent): XY => {
    const { left, top } = element.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0 || isAbove(event, 'button, .map-above')) return
      if (fingers.size === 0) wandered = 0
      fingers.set(event.pointerId, at(event))
      element.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = fingers.get(event.pointerId)
      if (!before) return
      const now = at(event)
      const [other] = [...fingers].flatMap(([id, finger]) => (id === event.pointerId ? [] : [finger]))
      wandered += Math.hypot(now.x - before.x, now.y - before.y)
      if (!other && wandered < STILL_PX) return
      fingers.set(event.pointerId, now)
      let view = map.view()
      if (other) {
        const grown = distance(now, other) / Math.max(distance(before, other), 1)
        view = zoomedAt(view, map.size(), between(before, other), view.zoom + Math.log2(grown || 1))
      }
      const [from, to] = other ? [between(before, other), between(now, other)] : [before, now]
      map.onView(movedBy(view, map.size(), { x: to.x - from.x, y: to.y - from.y }), true)
    },
    { signal },
  )
  const lift = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return
    if (event.type === 'pointerup' && wandered < STILL_PX) map.onPress(at(event))
  }
  element.addEventListener('pointerup', lift, { signal })
  element.addEventListener('pointercancel', lift, { signal })
  element.addEventListener(
    'dblclick',
    (event) => {
      if (!isAbove(event, 'button, .map-above')) map.onDoublePress(at(event))
    },
    { signal },
  )
  element.addEventListener(
    'wheel',
    (event) => {
      if (isAbove(event, '.map-above')) return
      event.preventDefault()
      const px = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX
      const view = map.view()
      const step = Math.max(-NOTCH_PX, Math.min(px, NOTCH_PX)) / WHEEL_PX_PER_ZOOM
      map.onView(zoomedAt(view, map.size(), at(event), view.zoom - step), true)
    },
    { signal, passive: false },
  )
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.target !== element || event.ctrlKey || event.altKey || event.metaKey) return
      const next = afterKey(event.key, map.view(), map.size())
      if (!next) return
      event.preventDefault()
      event.stopPropagation()
      map.onView(next, false)
    },
    { signal },
  )
  return () => ended.abort()
}

/** Undefined for a key that is not the map's. */
function afterKey(key: string, view: MapView, size: Size): MapView | undefined {
  const middle = { x: size.width / 2, y: size.height / 2 }
  switch (key) {
    case 'ArrowLeft':
      return movedBy(view, size, { x: STEP_PX, y: 0 })
    case 'ArrowRight':
      return movedBy(view, size, { x: -STEP_PX, y: 0 })
    case 'ArrowUp':
      return movedBy(view, size, { x: 0, y: STEP_PX })
    case 'ArrowDown':
      return movedBy(view, size, { x: 0, y: -STEP_PX })
    case '+':
    case '=':
      return zoomedAt(view, size, middle, view.zoom + 1)
    case '-':
      return zoomedAt(view, size, middle, view.zoom - 1)
    default:
      return undefined
  }
}

/** Whether it happened on something that lies on the map and takes it itself. */
function isAbove({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

function distance(a: XY, b: XY): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

function between(a: XY, b: XY): XY {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
