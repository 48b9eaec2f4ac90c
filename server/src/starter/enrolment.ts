/** Puts the simulated cameras into the company `demo`, through the calls that any installer's script would use. */
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'

import type { Ask } from '../http/caller.ts'
import type { Simulated } from './simulated.ts'

const AT_ONCE = 4

/** Adds the cameras that are not there yet, by name, each to its place's region; answers how many are there then. */
export async function enrol(ask: Ask, simulated: Simulated): Promise<number> {
  const { List: present } = await ask(deviceList, { PageSize: 9999 })
  const names = new Set(present.map((device) => device.DevName))
  const missing = simulated.cameras.filter((camera) => !names.has(camera.name))
  const regions = await regionsFor(ask, new Set(missing.map(placeOf)))

  const queue = missing.values()
  const work = async (): Promise<void> => {
    for (const camera of queue) {
      await ask(addByAddress, {
        GID: regions.get(placeOf(camera)) ?? '',
        DevName: camera.name,
        DevType: devTypeNumber('camera'),
        Url: camera.mainUrl,
        SubUrl: camera.subUrl,
        Username: simulated.username,
        Password: simulated.password,
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return simulated.cameras.length
}

/** Where the camera says that it stands: "Main gate 01" is at the main gate. */
function placeOf({ name, place }: Simulated['cameras'][number]): string {
  return place ?? (name.replace(/\s*\d+$/, '') || name)
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
