import './base-map.css'

import type { MapSource } from '@vedette/contract/calls/map'
import { toDatum } from '@vedette/contract/datum'
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'

import { useT } from '../i18n/language.ts'
import { listenToGestures } from './gestures.ts'
import { Graticule } from './Graticule.tsx'
import {
  type LngLat,
  type MapView,
  placeAt,
  projector,
  type Size,
  withinWorld,
  type XY,
  zoomedAt,
} from './mercator.ts'
import { openPlain, openSurface } from './open-surface.ts'
import { MapSourceChoice } from './MapSourceChoice.tsx'
import type { Surface } from './surface.ts'
import { useMapSource } from './use-map-source.ts'
import type { MapViewState } from './use-map-view.ts'

/** What is needed to put something on the map. */
export interface MapScene {
  view: MapView
  size: Size
  /** Where a place of the world lies, in px from the map's upper left corner. */
  put: (world: XY) => XY
}

interface Props {
  label: string
  state: MapViewState
  onPress?: (place: LngLat) => void
  onDoublePress?: (place: LngLat) => void
  /** Markers and cards; undefined until the map has a size. */
  children: (scene: MapScene) => ReactNode
  /** Further buttons above those that zoom. */
  controls?: ReactNode
}

/** A map with what is put on it. What stands on it and takes presses itself is a button or within `.map-above`. */
export function BaseMap({ label, state, onPress, onDoublePress, children, controls }: Props): ReactNode {
  const t = useT()
  const root = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState<Size>()
  const view = useMemo(() => withinWorld(state.view, size ?? { width: 1, height: 1 }), [state.view, size])
  const { sources, source, choose } = useMapSource()
  const { ground, kind, isSourceThere } = useSurface(view, size, source)

  const now = useRef({ view, size: size ?? { width: 1, height: 1 } })
  useLayoutEffect(() => {
    now.current = { view, size: size ?? { width: 1, height: 1 } }
  })
  const onView = useEffectEvent((next: MapView, isAtOnce: boolean) => {
    // Several moves may come between two frames: each goes on from the one before.
    now.current.view = next
    if (isAtOnce) state.show(next)
    else state.glide(next)
  })
  const placeOf = (at: XY): LngLat => placeAt(now.current.view, now.current.size, at)
  const pressed = useEffectEvent((at: XY) => onPress?.(placeOf(at)))
  const pressedTwice = useEffectEvent((at: XY) => {
    const { view: from, size: within } = now.current
    if (onDoublePress) onDoublePress(placeOf(at))
    else state.glide(zoomedAt(from, within, at, from.zoom + 1))
  })
  useEffect(() => {
    const element = root.current
    if (!element) return
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    const stop = listenToGestures(element, {
      view: () => now.current.view,
      size: () => now.current.size,
      onView,
      onPress: pressed,
      onDoublePress: pressedTwice,
    })
    return () => {
      stop()
      observer.disconnect()
    }
  }, [])

  const zoomBy = (step: number): void => {
    const { width, height } = now.current.size
    state.glide(zoomedAt(view, now.current.size, { x: width / 2, y: height / 2 }, view.zoom + step))
  }
  return (
    <div
      ref={root}
      className="base-map"
      role="group"
      aria-label={label}
      aria-roledescription={t('map.map')}
      tabIndex={0}
      data-surface={kind}
      data-source={source?.Name}
      data-zoom={view.zoom.toFixed(2)}
      data-centre={`${view.lng.toFixed(6)},${view.lat.toFixed(6)}`}
    >
      <div ref={ground} className="base-map-ground" aria-hidden="true" />
      {size && size.width > 0 && (
        <>
          <Graticule view={view} size={size} />
          <div className="base-map-markers">{children({ view, size, put: projector(view, size) })}</div>
        </>
      )}
      <MapSourceChoice sources={sources} source={source} isFailed={!isSourceThere} choose={choose} />
      <div className="base-map-controls">
        {controls}
        <button type="button" aria-label={t('map.zoomIn')} title={t('map.zoomIn')} onClick={() => zoomBy(1)}>
          +
        </button>
        <button
          type="button"
          aria-label={t('map.zoomOut')}
          title={t('map.zoomOut')}
          onClick={() => zoomBy(-1)}
        >
          −
        </button>
      </div>
    </div>
  )
}

/** Keeps a surface drawn into `ground`; one that breaks gives way to the plain one. */
function useSurface(view: MapView, size: Size | undefined, source: MapSource | undefined) {
  const ground = useRef<HTMLDivElement>(null)
  const [surface, setSurface] = useState<Surface>()
  const [kind, setKind] = useState<'webgl' | 'canvas'>()
  const [isSourceThere, setIsSourceThere] = useState(true)

  useEffect(() => {
    const container = ground.current
    if (!container) return
    let isGone = false
    let open: Surface | undefined
    const take = (opened: Surface): void => {
      if (isGone) return opened.close()
      open = opened
      setSurface(opened)
      setKind(container.querySelector('.maplibregl-canvas') ? 'webgl' : 'canvas')
    }
    const goPlain = (): void => {
      open?.close()
      open = undefined
      container.replaceChildren()
      if (!isGone)
        void openPlain(container, { onBroken: () => undefined, onSource: setIsSourceThere }).then(take)
    }
    openSurface(container, { onBroken: goPlain, onSource: setIsSourceThere }).then(take, (error: unknown) => {
      // Such as a driver that MapLibre cannot use.
      console.info('the map is drawn without WebGL', error)
      goPlain()
    })
    return () => {
      isGone = true
      open?.close()
    }
  }, [])

  useEffect(() => {
    const container = ground.current
    if (!surface || !container) return
    const paint = (): void => surface.paint({ land: getComputedStyle(container).color })
    paint()
    const stopped = new AbortController()
    const observer = new MutationObserver(paint)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', paint, { signal: stopped.signal })
    return () => {
      stopped.abort()
      observer.disconnect()
    }
  }, [surface])

  useEffect(() => surface?.use(source), [surface, source])

  const datum = source?.Datum ?? 'wgs84'
  useLayoutEffect(() => {
    // The whole base is moved by the shift at its middle, which changes by less than 3 px up to the map's edges.
    if (size && size.width > 0) surface?.draw({ ...toDatum(datum, view), zoom: view.zoom }, size)
  }, [surface, view, size, datum])
  return { ground, kind, isSourceThere }
}
