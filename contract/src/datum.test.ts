import fc from 'fast-check'
import { expect, it } from 'vitest'

import { fromDatum, toDatum } from './datum.ts'

it('Tian’anmen lies in GCJ-02 where maps of China have it', () => {
  // Published pair of the two datums.
  const { lng, lat } = toDatum('gcj02', { lng: 116.397_5, lat: 39.908_6 })
  expect(lng).toBeCloseTo(116.403_74, 3)
  expect(lat).toBeCloseTo(39.910_0, 3)
})

it('outside China, and in WGS-84, a place stays where it is', () => {
  const berlin = { lng: 13.4, lat: 52.5 }
  expect(toDatum('gcj02', berlin)).toEqual(berlin)
  expect(toDatum('wgs84', { lng: 116.4, lat: 39.9 })).toEqual({ lng: 116.4, lat: 39.9 })
})

it('there and back is the same place to a centimetre', () => {
  const inChina = fc.record({
    lng: fc.double({ min: 73, max: 135, noNaN: true }),
    lat: fc.double({ min: 5, max: 53, noNaN: true }),
  })
  fc.assert(
    fc.property(inChina, (place) => {
      const back = fromDatum('gcj02', toDatum('gcj02', place))
      expect(Math.abs(back.lng - place.lng)).toBeLessThan(1e-7)
      expect(Math.abs(back.lat - place.lat)).toBeLessThan(1e-7)
    }),
  )
})
