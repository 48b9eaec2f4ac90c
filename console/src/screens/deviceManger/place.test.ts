import fc from 'fast-check'
import { expect, it } from 'vitest'

import { placeFromText, placeToText } from './place.ts'

it('a place in the table is the same after its link was followed', () => {
  const place = {
    ...placeFromText(''),
    gid: '01HZ',
    text: 'Tür & Tor',
    devTypes: [4, 1],
    models: ['VC-210', 'Eye & Dome'],
    firmwares: ['1.0'],
    status: 'sleeping' as const,
    sort: 'Model' as const,
    isDescending: true,
    page: 7,
    pageSize: 50,
  }
  expect(placeFromText(placeToText(place))).toEqual(place)
  expect(placeToText(placeFromText(''))).toBe('')
})

it('any link leads to some place', () => {
  fc.assert(
    fc.property(fc.webQueryParameters(), (text) => {
      const place = placeFromText(text)
      expect(placeFromText(placeToText(place))).toEqual(place)
    }),
  )
})
