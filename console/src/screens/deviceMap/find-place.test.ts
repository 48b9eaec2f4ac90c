import type { MapDevice } from '@vedette/contract/calls/device-map'
import { PRESENCE } from '@vedette/contract/devices'
import { expect, it } from 'vitest'

import { findPlaces } from './find-place.ts'

function device(n: number, more: Partial<MapDevice>): MapDevice {
  return {
    DID: `CAM-${n}`,
    DevName: `Camera ${n}`,
    Alias: '',
    GID: 'yard',
    GroupName: 'North yard',
    DevType: 1,
    Lng: 116,
    Lat: 39,
    Presence: PRESENCE.online,
    HasSub: false,
    Sensors: 0,
    License: '',
    ...more,
  }
}
const namesOf = (devices: readonly MapDevice[], text: string) =>
  findPlaces(devices, text, 'Region').map(({ name, detail }) => `${name} (${detail})`)

it('a device is found by its name, alias, id and CTEI, where it has a place', () => {
  const devices = [
    device(1, { Alias: 'Harbour gate' }),
    device(2, { License: '181234560000001' }),
    device(3, { Lng: null, Lat: null }),
  ]
  for (const text of ['camera 1', 'HARBOUR', 'cam-1'])
    expect(namesOf(devices, text)).toEqual(['Harbour gate (North yard)'])
  expect(namesOf(devices, '0000001')).toEqual(['Camera 2 (North yard)'])
  expect(namesOf(devices, 'camera 3')).toEqual([])
})

it('a region is found in the middle of its placed devices, before the devices', () => {
  const devices = [
    device(1, { Lng: 116, Lat: 39 }),
    device(2, { Lng: 118, Lat: 40 }),
    device(3, { Lng: null, Lat: null }),
    device(4, { GID: 'hall', GroupName: 'Hall', DevName: 'Yard lamp', Lng: 10 }),
  ]
  expect(namesOf(devices, 'yard')).toEqual(['North yard (Region)', 'Yard lamp (Hall)'])
  expect(findPlaces(devices, 'yard', 'Region')[0]).toMatchObject({ lng: 117, lat: 39.5 })
  expect(namesOf([device(5, { Lng: null, Lat: null })], 'north')).toEqual([])
})
