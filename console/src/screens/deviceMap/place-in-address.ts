/** What the map shows stands in the address, so that a reload, a bookmark and a colleague come to the same place. */
import { useEffect, useEffectEvent } from 'react'

import {
  clamp,
  MAP_DEFAULT_CENTRE,
  MAP_DEFAULT_ZOOM,
  MAP_MAX_ZOOM,
  type MapView,
} from '../../map/mercator.ts'
import { pathInAddress } from '../../ui/path-in-address.ts'

const PATH = '#/deviceMap'
const QUIET_MS = 300

/** `#/deviceMap?at=116.331398,39.897445,12`; the default where it is not said. */
export function viewInAddress(hash: string): MapView {
  const at = new URLSearchParams(hash.split('?')[1] ?? '').get('at') ?? ''
  const [lng = NaN, lat = NaN, zoom = NaN] = at.split(',').map((part) => (part === '' ? NaN : Number(part)))
  if (![lng, lat, zoom].every(Number.isFinite)) return { ...MAP_DEFAULT_CENTRE, zoom: MAP_DEFAULT_ZOOM }
  return { lng: clamp(lng, -180, 180), lat: clamp(lat, -85, 85), zoom: clamp(zoom, 0, MAP_MAX_ZOOM) }
}

export function viewAsText({ lng, lat, zoom }: MapView): string {
  return `at=${Number(lng.toFixed(6))},${Number(lat.toFixed(6))},${Number(zoom.toFixed(2))}`
}

/** Written once the map has come to rest: browsers refuse an address that changes with each frame. A link to another place is followed. */
export function usePlaceInAddress(view: MapView, onLink: (view: MapView) => void): void {
  const follow = useEffectEvent(() => {
    if (pathInAddress() === PATH && location.hash.includes('at=')) onLink(viewInAddress(location.hash))
  })
  useEffect(() => {
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      // The address of the next page is there before this one is gone.
      if (pathInAddress() === PATH) history.replaceState(history.state, '', `${PATH}?${viewAsText(view)}`)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [view])
}
