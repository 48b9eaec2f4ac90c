import {
  type CSSProperties,
  type PointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'

import { panned, pinched, type Point, WHOLE, zoomedAt } from './zoom.ts'

const PER_WHEEL_PX = 0.002
const PER_WHEEL_LINE = 0.06
const CENTRE = { x: 0.5, y: 0.5 }

export interface ZoomControls {
  scale: number
  isZoomed: boolean
  style: CSSProperties | undefined
  zoomBy: (factor: number) => void
  reset: () => void
  onPointerDown: (event: PointerEvent) => void
  onPointerMove: (event: PointerEvent) => void
}

/**
 * Digital zoom of a window: the wheel zooms at the pointer, two fingers between them, dragging moves what is zoomed.
 * `key` is what is seen: with another one it begins anew.
 */
export function useZoom(tile: RefObject<HTMLElement | null>, key: string | undefined): ZoomControls {
  const [zoom, setZoom] = useState(WHOLE)
  const [seen, setSeen] = useState(key)
  const fingers = useRef<readonly Point[]>([])
  if (seen !== key) {
    setSeen(key)
    setZoom(WHOLE)
  }

  useEffect(() => {
    const element = tile.current
    if (!element || key === undefined) return
    const within = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
      const box = element.getBoundingClientRect()
      return { x: (clientX - box.x) / box.width, y: (clientY - box.y) / box.height }
    }
    const onWheel = (event: WheelEvent): void => {
      // With Ctrl it is the browser's own zoom.
      if (event.ctrlKey) return
      event.preventDefault()
      const perUnit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? PER_WHEEL_PX : PER_WHEEL_LINE
      setZoom((it) => zoomedAt(it, Math.exp(-event.deltaY * perUnit), within(event)))
    }
    const onTouch = (event: TouchEvent): void => {
      const now = [...event.targetTouches].map(within)
      const [before, there] = [two(fingers.current), two(now)]
      fingers.current = now
      if (!there) return
      event.preventDefault()
      if (before && event.type === 'touchmove') setZoom((it) => pinched(it, before, there))
    }
    // React's own listeners could not keep the page from scrolling.
    element.addEventListener('wheel', onWheel, { passive: false })
    for (const type of TOUCHES) element.addEventListener(type, onTouch, { passive: false })
    return () => {
      element.removeEventListener('wheel', onWheel)
      for (const type of TOUCHES) element.removeEventListener(type, onTouch)
    }
  }, [tile, key])

  const isZoomed = zoom.scale > 1
  return {
    scale: zoom.scale,
    isZoomed,
    style: isZoomed
      ? { transform: `translate(${zoom.x * 100}%, ${zoom.y * 100}%) scale(${zoom.scale})` }
      : undefined,
    zoomBy: useCallback((factor) => setZoom((it) => zoomedAt(it, factor, CENTRE)), []),
    reset: useCallback(() => setZoom(WHOLE), []),
    onPointerDown: ({ currentTarget, target, pointerId, isPrimary }) => {
      const isControl = target instanceof Element && target.closest('button')
      if (isZoomed && !isControl && isPrimary) currentTarget.setPointerCapture(pointerId)
    },
    onPointerMove: ({ currentTarget, pointerId, movementX, movementY }) => {
      if (!currentTarget.hasPointerCapture(pointerId) || fingers.current.length > 1) return
      const { clientWidth, clientHeight } = currentTarget
      setZoom((it) => panned(it, { x: movementX / clientWidth, y: movementY / clientHeight }))
    },
  }
}

const TOUCHES = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const

function two([a, b]: readonly Point[]): readonly [Point, Point] | undefined {
  return a && b ? [a, b] : undefined
}
