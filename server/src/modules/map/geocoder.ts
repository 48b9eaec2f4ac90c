/** Asks the operator's geocoder, whose answer is one of the forms that are usual. */
import { fromDatum } from '@vedette/contract/datum'
import { z } from 'zod'

import type { Geocoder } from '../../map-config.ts'

export interface Found {
  Name: string
  Detail: string
  Lng: number
  Lat: number
}

const LIMIT_MS = 6000
const MOST_BYTES = 1_000_000
const MOST_FOUND = 8
const LONGEST = 200

const Text = z.string().catch('')
const Degrees = z.coerce.number()
const Pair = z.string().regex(/^-?[\d.]+,-?[\d.]+$/)

/** Nominatim, as `format=jsonv2`. */
const Nominatim = z
  .object({ lon: Degrees, lat: Degrees, display_name: z.string(), name: Text })
  .transform(({ lon, lat, display_name, name }) => ({
    name: name || (display_name.split(',')[0] ?? ''),
    detail: display_name,
    lng: lon,
    lat,
  }))

/** Photon, Pelias, MapTiler and others: a GeoJSON feature. */
const Feature = z
  .object({
    geometry: z.object({
      type: z.literal('Point'),
      coordinates: z.tuple([z.number(), z.number()]).rest(z.number()),
    }),
    properties: z
      .object({
        name: Text,
        label: Text,
        street: Text,
        district: Text,
        city: Text,
        state: Text,
        country: Text,
      })
      .partial(),
    place_name: Text,
  })
  .transform(({ geometry: { coordinates }, properties: of, place_name }) => {
    const parts = [of.street, of.district, of.city, of.state, of.country].filter(Boolean).join(', ')
    const detail = of.label || place_name || parts
    return { name: of.name || (detail.split(',')[0] ?? ''), detail, lng: coordinates[0], lat: coordinates[1] }
  })

/** AMap: geocodes, points of interest and input tips. */
const Amap = z
  .object({ location: Pair, name: Text, formatted_address: Text, address: Text, district: Text })
  .transform(({ location, name, formatted_address, address, district }) => {
    const [lng, lat] = location.split(',').map(Number)
    const detail = formatted_address || [district, address].filter(Boolean).join('')
    return { name: name || detail, detail, lng: lng ?? NaN, lat: lat ?? NaN }
  })

const Place = z.union([Nominatim, Feature, Amap])
const Answer = z.union([
  z.array(z.unknown()),
  z.object({ features: z.array(z.unknown()) }).transform(({ features }) => features),
  z.object({ geocodes: z.array(z.unknown()) }).transform(({ geocodes }) => geocodes),
  z.object({ tips: z.array(z.unknown()) }).transform(({ tips }) => tips),
  z.object({ pois: z.array(z.unknown()) }).transform(({ pois }) => pois),
])

/** Throws where it does not answer, or not in a form that is known. */
export async function geocode(
  { url, datum }: Geocoder,
  { keyword, language }: { keyword: string; language: string },
): Promise<Found[]> {
  const address = url
    .reveal()
    .replaceAll('{query}', encodeURIComponent(keyword))
    .replaceAll('{language}', encodeURIComponent(language))
  const response = await fetch(address, {
    redirect: 'error',
    signal: AbortSignal.timeout(LIMIT_MS),
    headers: { accept: 'application/json', 'accept-language': language, 'user-agent': 'Vedette' },
  })
  const text = await textOf(response)
  if (!response.ok) throw new Error(`the geocoder answered ${response.status}`)
  const list = Answer.parse(JSON.parse(text))
  const places = list.flatMap((it) => {
    const read = Place.safeParse(it)
    return read.success && isOnEarth(read.data) ? [read.data] : []
  })
  return places.slice(0, MOST_FOUND).map(({ name, detail, ...there }) => {
    const { lng, lat } = fromDatum(datum, there)
    return { Name: name.slice(0, LONGEST), Detail: detail.slice(0, LONGEST), Lng: lng, Lat: lat }
  })
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > MOST_BYTES) throw new Error(`the geocoder answered more than ${MOST_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function isOnEarth({ lng, lat }: { lng: number; lat: number }): boolean {
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90
}
