/** Puts the simulated cameras into the company `demo`, through the calls that any installer's script would use. */
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { modifiedDeviceLatAndLng } from '@vedette/contract/calls/device-edit'
import { addGateway } from '@vedette/contract/calls/gateway'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { devTypeNumber, isGateway } from '@vedette/contract/devices'

import type { OwnLanguage } from '../config.ts'
import type { Ask } from '../http/caller.ts'
import { namedIn, positionOf } from './positions.ts'
import type { Simulated } from './simulated.ts'

const AT_ONCE = 4

export interface Enrolled {
  cameras: number
  gateways: number
  guns: number
}

/** Adds the devices that are not there yet, each to its place's region; returns how many are there then. */
export async function enrol(ask: Ask, simulator: Simulated, language: OwnLanguage): Promise<Enrolled> {
  const simulated = {
    ...simulator,
    devices: simulator.devices.map((device) => ({
      ...device,
      name: namedIn(language, device.place, device.name),
    })),
  }
  const { List: present } = await ask(deviceList, { PageSize: 9999 })
  const names = new Set(present.map((device) => device.DevName))
  const seen = simulated.devices.filter((device) => device.onvifUrl !== '')
  const missing = seen.filter((device) => !names.has(device.name))
  const reporting = simulated.devices.filter((device) => isGateway(device.devType))
  const dids = new Set(present.map((device) => device.DID))
  const unknown = reporting.filter((device) => !dids.has(device.did))
  const places = [...missing, ...unknown].map((device) => device.place)
  const regions = await regionsFor(ask, new Set(places), language)

  const counts = new Map<string, number>()
  const nthAt = (place: string): number => {
    const nth = counts.get(place) ?? 0
    counts.set(place, nth + 1)
    return nth
  }
  const put = (DID: string, place: string, nth: number) =>
    ask(modifiedDeviceLatAndLng, { DID, ...positionOf(place, nth) })

  const queue = missing.map((device) => ({ ...device, nth: nthAt(device.place) })).values()
  const work = async (): Promise<void> => {
    for (const { name, place, nth, devType, onvifUrl } of queue) {
      const { DID } = await ask(addByAddress, {
        GID: regions.get(place) ?? '',
        DevName: name,
        DevType: devType,
        Url: onvifUrl,
        Username: simulated.username,
        Password: simulated.password,
      })
      await put(DID, place, nth)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const { did, licence, name, place, devType } of unknown) {
    await ask(addGateway, {
      DID: did,
      License: licence,
      GID: regions.get(place) ?? '',
      DevName: name,
      DevType: devType,
    })
    // What reports to a gateway lies beside it: one point of the map for both.
    await put(did, place, 0)
  }
  const guns = reporting.filter((device) => device.devType === devTypeNumber('barcodeGun')).length
  return { cameras: seen.length, gateways: reporting.length - guns, guns }
}

async function regionsFor(
  ask: Ask,
  places: ReadonlySet<string>,
  language: OwnLanguage,
): Promise<Map<string, string>> {
  const { List } = await ask(getGroupList, {})
  const root = List[0]
  if (!root) throw new Error('the company demo has no region')
  const regions = new Map<string, string>()
  for (const place of places) {
    const GroupName = namedIn(language, place)
    const present = root.Childs.find((child) => child.GroupName === GroupName)
    regions.set(place, present?.GID ?? (await ask(createGroup, { ParentGID: root.GID, GroupName })).GID)
  }
  return regions
}
