import { describe, expect, it } from 'vitest'

import { degreesText, pairIn, readPlace } from './coordinates.ts'

describe('typed coordinates', () => {
  it('are a place, or none where both are empty', () => {
    expect(readPlace(' 116.331398', '39.897445 ')).toEqual({
      kind: 'place',
      place: { lng: 116.331398, lat: 39.897445 },
    })
    expect(readPlace('-0.1', '-51')).toMatchObject({ place: { lng: -0.1, lat: -51 } })
    expect(readPlace('', ' ')).toEqual({ kind: 'none' })
  })

  it.each([
    ['116.3', '', 'half', 'lat'],
    ['', '39.9', 'half', 'lng'],
    ['12e3', '39', 'notNumber', 'lng'],
    ['116.3', 'north', 'notNumber', 'lat'],
    ['181', '39.9', 'lngRange', 'lng'],
    ['116', '-90.5', 'latRange', 'lat'],
    ['116', '500', 'latRange', 'lat'],
    ['39.9', '116.3', 'swapped', 'lat'],
  ])('%j and %j are refused: %s at %s', (lng, lat, fault, field) => {
    expect(readPlace(lng, lat)).toEqual({ kind: 'fault', fault, field })
  })

  it('are read out of one pasted text', () => {
    expect(pairIn('116.331398,39.897445')).toEqual({ lng: '116.331398', lat: '39.897445' })
    expect(pairIn(' -70.6 ， -33.4 ')).toEqual({ lng: '-70.6', lat: '-33.4' })
    expect(pairIn('116.3')).toBeUndefined()
    expect(pairIn('Gate 3, 4th floor')).toBeUndefined()
  })

  it('are written to a tenth of a metre, without needless zeros', () => {
    expect(degreesText(116.33139812345)).toBe('116.331398')
    expect(degreesText(13.4)).toBe('13.4')
  })
})
