import type { MapDevice } from '@vedette/contract/calls/device-map'
import { devTypeNumber, type DeviceType, PRESENCE } from '@vedette/contract/devices'
import { describe, expect, it } from 'vitest'

import { afterChip, isChosen, isShown, type MapFilter } from './filter.ts'

function device(type: DeviceType, presence: MapDevice['Presence'], Status?: 'upgrading'): MapDevice {
  return {
    DID: 'A',
    DevName: 'A',
    Alias: '',
    GID: '1',
    GroupName: 'Yard',
    DevType: devTypeNumber(type),
    Lng: 1,
    Lat: 2,
    Presence: presence,
    HasSub: true,
    Sensors: 0,
    License: '',
    ...(Status && { Status }),
  }
}

describe('the chips of the map', () => {
  it('choose a kind and a presence together, and let go when they are pressed again', () => {
    const cameras = afterChip({}, 'monitoring')
    const lost = afterChip(cameras, 'offline')
    expect(lost).toEqual({ kind: 'monitoring', presence: 'offline' })
    expect(afterChip(lost, 'gateway')).toEqual({ kind: 'gateway', presence: 'offline' })
    expect(afterChip(lost, 'offline')).toEqual({ kind: 'monitoring' })
    expect(afterChip(lost, 'all')).toEqual({})
    expect(isChosen({}, 'all')).toBe(true)
    expect(isChosen(lost, 'all')).toBe(false)
  })

  it.each<[MapFilter, DeviceType, MapDevice['Presence'], boolean]>([
    [{ kind: 'monitoring' }, 'nvr', PRESENCE.offline, true],
    [{ kind: 'monitoring' }, 'iotGate', PRESENCE.online, false],
    [{ kind: 'gateway' }, 'iotGate', PRESENCE.online, true],
    [{ kind: 'gateway' }, 'barcodeGun', PRESENCE.online, false],
    [{ kind: 'iot' }, 'barcodeGun', PRESENCE.offline, true],
    [{ presence: 'online' }, 'solarCamera', PRESENCE.sleeping, true],
    [{ presence: 'offline' }, 'solarCamera', PRESENCE.sleeping, false],
    [{ kind: 'monitoring', presence: 'offline' }, 'camera', PRESENCE.offline, true],
  ])('%j shows a %s with presence %i: %s', (filter, type, presence, expected) => {
    expect(isShown(device(type, presence), filter)).toBe(expected)
  })

  it('a gateway with sensors is of the things they count, one without is not', () => {
    const gateway = device('iotGate', PRESENCE.online)
    expect(isShown({ ...gateway, Sensors: 3 }, { kind: 'iot' })).toBe(true)
    expect(isShown(gateway, { kind: 'iot' })).toBe(false)
    expect(isShown({ ...device('nvr', PRESENCE.online), Sensors: 0 }, { kind: 'iot' })).toBe(false)
  })

  it('a device that is upgraded counts as online, as the server counts it', () => {
    const upgraded = device('camera', PRESENCE.offline, 'upgrading')
    expect(isShown(upgraded, { presence: 'online' })).toBe(true)
    expect(isShown(upgraded, { presence: 'offline' })).toBe(false)
  })
})
