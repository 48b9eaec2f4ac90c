/** Puts the simulated cameras into the company `demo`, through the calls that any installer's script would use. */
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'

import type { Ask } from '../http/caller.ts'
import type { Simulated } from './simulated.ts'

const AT_ONCE = 4

/** Adds the devices with pictures that are not there yet, by name, each to its place's region; answers how many are there then. */
export async function enrol(ask: Ask, simulated: Simulated): Promise<number> {
  const { List: present } = await ask(deviceList, { PageSize: 9999 })
  const names = new Set(present.map((device) => device.DevName))
  const seen = simulated.devices.filter((device) => device.channels.length > 0)
  const missing = seen.filter((device) => !names.has(device.name))
  const regions = await regionsFor(ask, new Set(missing.map((device) => device.place)))

  const queue = missing.values()
  const work = async (): Promise<void> => {
    for (const { name, place, devType, channels } of queue) {
      await ask(addByAddress, {
        GID: regions.get(place) ?? '',
        DevName: name,
        DevType: devType,
        Url: channels[0]?.mainUrl ?? '',
        SubUrl: channels[0]?.subUrl,
        Username: simulated.username,
        Password: simulated.password,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return seen.length
}

async function regionsFor(ask: Ask, places: ReadonlySet<string>): Promise<Map<string, string>> {
  const { List } = await ask(getGroupList, {})
  const root = List[0]
  if (!root) throw new Error('the company demo has no region')
  const regions = new Map<string, string>()
  for (const GroupName of places) {
    const present = root.Childs.find((child) => child.GroupName === GroupName)
    regions.set(GroupName, present?.GID ?? (await ask(createGroup, { ParentGID: root.GID, GroupName })).GID)
  }
  return regions
}
