import { useCallback, useEffect, useRef, useState } from 'react'

import { type MapView, worldOf, worldPx } from './mercator.ts'

const GLIDE_MS = 280
/** What is further away than this is jumped to: nothing on the way is of interest. */
const FAR_PX = 4000

export interface MapViewState {
  view: MapView
  show: (view: MapView) => void
  /** Gets there in a moment, for the eye to follow; at once for who wants no motion. */
  glide: (view: MapView) => void
}

export function useMapView(first: MapView | (() => MapView)): MapViewState {
  const [view, setView] = useState(first)
  const shown = useRef(view)
  const frame = useRef(0)
  const stop = useCallback(() => cancelAnimationFrame(frame.current), [])
  useEffect(() => stop, [stop])

  const put = useCallback((next: MapView): void => {
    shown.current = next
    setView(next)
  }, [])
  const show = useCallback(
    (next: MapView): void => {
      stop()
      put(next)
    },
    [put, stop],
  )
  const glide = useCallback(
    (next: MapView): void => {
      stop()
      const from = shown.current
      if (isFar(from, next) || matchMedia('(prefers-reduced-motion: reduce)').matches) return put(next)
      const startMs = performance.now()
      const step = (nowMs: number): void => {
        const part = Math.min(1, Math.max(0, (nowMs - startMs) / GLIDE_MS))
        const eased = 1 - (1 - part) ** 3
        put(part === 1 ? next : between(from, next, eased))
        if (part < 1) frame.current = requestAnimationFrame(step)
      }
      frame.current = requestAnimationFrame(step)
    },
    [put, stop],
  )
  return { view, show, glide }
}

function isFar(from: MapView, to: MapView): boolean {
  const [a, b] = [worldOf(from), worldOf(to)]
  return Math.hypot(a.x - b.x, a.y - b.y) * worldPx(Math.max(from.zoom, to.zoom)) > FAR_PX
}

function between(from: MapView, to: MapView, part: number): MapView {
  return {
    lng: from.lng + (to.lng - from.lng) * part,
    lat: from.lat + (to.lat - from.lat) * part,
    zoom: from.zoom + (to.zoom - from.zoom) * part,
  }
}
