import { saveDeviceFilter } from '@vedette/contract/calls/device-filter'
import { expect, test } from 'vitest'

import { filterOf, placeOf } from './place-filter.ts'
import { placeFromText, STATUSES } from './place.ts'

test('a place becomes a filter that the server takes, and the same place again', () => {
  const links = [
    '',
    'gid=01HZ&text=gate&type=4&model=VC-210&firmware=1.0&sort=Model&desc=1',
    'type=4&type=1&model=VC-210&model=VB-320&firmware=1.0&firmware=2.0&sort=Region',
    ...STATUSES.map((status) => `status=${status}`),
  ]
  for (const link of links) {
    const place = placeFromText(link)
    const { Filter } = saveDeviceFilter.body.parse({ Name: 'Mine', Filter: filterOf(place), Columns: [] })
    expect({ ...placeFromText(''), ...placeOf(Filter) }).toEqual(place)
  }
})
