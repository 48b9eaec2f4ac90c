/** Coordinates as people type and paste them. */
import type { LngLat } from './mercator.ts'

/** What is wrong with typed coordinates; `swapped` is most likely latitude first. */
export type PlaceFault = 'notNumber' | 'lngRange' | 'latRange' | 'half' | 'swapped'

/** How each is said. */
export const PLACE_FAULTS = {
  notNumber: 'map.faultNotNumber',
  lngRange: 'map.faultLngRange',
  latRange: 'map.faultLatRange',
  half: 'map.faultHalf',
  swapped: 'map.faultSwapped',
} as const satisfies Record<PlaceFault, string>

export type ReadPlace =
  | { kind: 'none' }
  | { kind: 'place'; place: LngLat }
  | { kind: 'fault'; fault: PlaceFault; field: 'lng' | 'lat' }

const NUMBER = /^[+-]?\d{1,3}(?:\.\d*)?$/
/** By the specification an English comma; a Chinese one and a space are understood too. */
const PAIR = /^\s*([+-]?\d[\d.]*)\s*[,，\s]\s*([+-]?\d[\d.]*)\s*$/
/** A tenth of a metre. */
const DIGITS = 6

/** Both empty is no place. */
export function readPlace(lng: string, lat: string): ReadPlace {
  const [first, second] = [lng.trim(), lat.trim()]
  if (first === '' && second === '') return { kind: 'none' }
  if (first === '' || second === '')
    return { kind: 'fault', fault: 'half', field: first === '' ? 'lng' : 'lat' }
  if (!NUMBER.test(first)) return { kind: 'fault', fault: 'notNumber', field: 'lng' }
  if (!NUMBER.test(second)) return { kind: 'fault', fault: 'notNumber', field: 'lat' }
  const place = { lng: Number(first), lat: Number(second) }
  if (Math.abs(place.lat) > 90 && Math.abs(place.lng) <= 90 && Math.abs(place.lat) <= 180)
    return { kind: 'fault', fault: 'swapped', field: 'lat' }
  if (Math.abs(place.lng) > 180) return { kind: 'fault', fault: 'lngRange', field: 'lng' }
  if (Math.abs(place.lat) > 90) return { kind: 'fault', fault: 'latRange', field: 'lat' }
  return { kind: 'place', place }
}

/** `lng,lat` in one text; undefined where it is none. */
export function pairIn(text: string): { lng: string; lat: string } | undefined {
  const [, lng, lat] = PAIR.exec(text) ?? []
  return lng === undefined || lat === undefined ? undefined : { lng, lat }
}

export function degreesText(degrees: number): string {
  return String(Number(degrees.toFixed(DIGITS)))
}
