import { expect, it } from 'vitest'

import { MAP_DEFAULT_CENTRE, MAP_DEFAULT_ZOOM } from '../../map/mercator.ts'
import { viewAsText, viewInAddress } from './place-in-address.ts'

it('a place is read from the address as it was written', () => {
  const view = { lng: -70.648, lat: -33.4489, zoom: 14.25 }
  expect(viewAsText(view)).toBe('at=-70.648,-33.4489,14.25')
  expect(viewInAddress(`#/deviceMap?${viewAsText(view)}`)).toEqual(view)
})

it.each([
  '#/deviceMap',
  '#/deviceMap?at=',
  '#/deviceMap?at=1,2',
  '#/deviceMap?at=a,b,c',
  '#/deviceMap?at=1,,3',
])('%s is the default place', (hash) => {
  expect(viewInAddress(hash)).toEqual({ ...MAP_DEFAULT_CENTRE, zoom: MAP_DEFAULT_ZOOM })
})

it('a place beyond the world is brought back onto it', () => {
  expect(viewInAddress('#/deviceMap?at=900,-900,99')).toEqual({ lng: 180, lat: -85, zoom: 20 })
})
