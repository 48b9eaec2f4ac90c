/** Where a device is, as its forms have it: `lng,lat`. */
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'

import type { Translate } from '../../i18n/language.ts'
import { pairIn, readPlace } from '../../map/coordinates.ts'
import type { LngLat } from '../../map/mercator.ts'
import { ask } from '../../wire/send.ts'

export interface Point {
  Lng: number | null
  Lat: number | null
}

export function placeText({ Lng, Lat }: Point): string {
  return Lng === null || Lat === null ? '' : `${Lng},${Lat}`
}

/** Undefined for what is no place. */
export function pointOf(text: string): Point | undefined {
  if (text.trim() === '') return { Lng: null, Lat: null }
  const place = placeIn(text)
  return place && { Lng: place.lng, Lat: place.lat }
}

export function placeIn(text: string): LngLat | undefined {
  const pair = pairIn(text)
  const read = pair && readPlace(pair.lng, pair.lat)
  return read?.kind === 'place' ? read.place : undefined
}

/** What is wrong at the field, or nothing. */
export function placeFault(t: Translate, text: string): Readonly<Record<string, string>> {
  if (pointOf(text)) return {}
  const pair = pairIn(text)
  const read = pair && readPlace(pair.lng, pair.lat)
  const isSwapped = read?.kind === 'fault' && read.fault === 'swapped'
  return { Lng: t(isSwapped ? 'map.faultSwapped' : 'devices.coordinatesFault') }
}

/** Places a device that was just added; does nothing where no place was typed. */
export async function putInPlace(DID: string, text: string): Promise<void> {
  const point = pointOf(text)
  if (point && point.Lng !== null) await ask(modifiedDeviceLatAndLng, { DID, ...point })
}
