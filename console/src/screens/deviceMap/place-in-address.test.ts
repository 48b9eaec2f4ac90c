import { expect, it } from 'vitest'

import { MAP_DEFAULT_CENTRE, MAP_DEFAULT_ZOOM } from '../../map/mercator.ts'
import type { MapFilter } from './filter.ts'
import { placeAsText, placeInAddress } from './place-in-address.ts'

const VIEW = { lng: -70.648, lat: -33.4489, zoom: 14.25 }
const inAddress = (text: string) => placeInAddress(`#/deviceMap?${text}`)

it('a place is read from the address as it was written', () => {
  const place = { view: VIEW, filter: {}, did: undefined }
  expect(placeAsText(place)).toBe('at=-70.648,-33.4489,14.25')
  expect(inAddress(placeAsText(place))).toEqual(place)
})

it('the chosen chips and the device whose card is open are read as they were written', () => {
  const filter: MapFilter = { kind: 'monitoring', presence: 'offline' }
  const place = { view: VIEW, filter, did: 'a&b=c %' }
  expect(placeAsText(place)).toBe('at=-70.648,-33.4489,14.25&show=monitoring,offline&open=a%26b%3Dc%20%25')
  expect(inAddress(placeAsText(place))).toEqual(place)
  expect(inAddress('show=online').filter).toEqual({ presence: 'online' })
  // Nothing else than chips is shown by.
  expect(inAddress('show=all,every,Offline&open=')).toMatchObject({ filter: {}, did: undefined })
})

it.each([
  '#/deviceMap',
  '#/deviceMap?at=',
  '#/deviceMap?at=1,2',
  '#/deviceMap?at=a,b,c',
  '#/deviceMap?at=1,,3',
])('%s is the default place', (hash) => {
  expect(placeInAddress(hash).view).toEqual({ ...MAP_DEFAULT_CENTRE, zoom: MAP_DEFAULT_ZOOM })
})

it('a place beyond the world is brought back onto it', () => {
  expect(inAddress('at=900,-900,99').view).toEqual({ lng: 180, lat: -85, zoom: 20 })
})
