/** What the map shows stands in the address, so that a reload, a bookmark and a colleague come to the same place, chips and card. */
import { useEffect, useEffectEvent } from 'react'

import {
  clamp,
  MAP_DEFAULT_CENTRE,
  MAP_DEFAULT_ZOOM,
  MAP_MAX_ZOOM,
  type MapView,
} from '../../map/mercator.ts'
import { pathInAddress } from '../../ui/path-in-address.ts'
import { afterChip, CHIPS, type MapFilter } from './filter.ts'

const PATH = '#/deviceMap'
const QUIET_MS = 300

export interface MapPlace {
  view: MapView
  filter: MapFilter
  /** The device whose card is open. */
  did: string | undefined
}

/** `#/deviceMap?at=116.331398,39.897445,12&show=monitoring,offline&open=…`; the default where it is not said. */
export function placeInAddress(hash: string): MapPlace {
  const said = new URLSearchParams(hash.split('?')[1] ?? '')
  const wanted = (said.get('show') ?? '').split(',')
  const chips = CHIPS.filter((chip) => wanted.includes(chip))
  return {
    view: viewOf(said.get('at') ?? ''),
    filter: chips.reduce<MapFilter>(afterChip, {}),
    did: said.get('open') || undefined,
  }
}

function viewOf(at: string): MapView {
  const [lng = NaN, lat = NaN, zoom = NaN] = at.split(',').map((part) => (part === '' ? NaN : Number(part)))
  if (![lng, lat, zoom].every(Number.isFinite)) return { ...MAP_DEFAULT_CENTRE, zoom: MAP_DEFAULT_ZOOM }
  return { lng: clamp(lng, -180, 180), lat: clamp(lat, -85, 85), zoom: clamp(zoom, 0, MAP_MAX_ZOOM) }
}

export function placeAsText({ view: { lng, lat, zoom }, filter, did }: MapPlace): string {
  const chips = [filter.kind, filter.presence].filter((it) => it !== undefined)
  return [
    `at=${Number(lng.toFixed(6))},${Number(lat.toFixed(6))},${Number(zoom.toFixed(2))}`,
    ...(chips.length === 0 ? [] : [`show=${chips.join(',')}`]),
    ...(did === undefined ? [] : [`open=${encodeURIComponent(did)}`]),
  ].join('&')
}

/** Written once the map has come to rest: browsers refuse an address that changes with each frame. A link to another place is followed. */
export function usePlaceInAddress(place: MapPlace, onLink: (place: MapPlace) => void): void {
  const follow = useEffectEvent(() => {
    if (pathInAddress() === PATH && location.hash.includes('at=')) onLink(placeInAddress(location.hash))
  })
  useEffect(() => {
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  const text = placeAsText(place)
  useEffect(() => {
    const timer = setTimeout(() => {
      // The address of the next page is there before this one is gone.
      if (pathInAddress() === PATH) history.replaceState(history.state, '', `${PATH}?${text}`)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [text])
}
