/** Puts the simulated cameras into the company `demo`, through the calls that any installer's script would use. */
import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { devTypeNumber } from '@vedette/contract/devices'

import { administrator, type Ask } from '../http/caller.ts'
import type { Simulated } from './simulated.ts'

const REGIONS = ['North gate', 'Car park', 'Warehouse']
const AT_ONCE = 4

/** Adds the cameras that are not there yet, by name; answers how many it added. */
export async function enrol(address: string, password: string, simulated: Simulated): Promise<number> {
  const { ask } = await administrator(address, password)
  const regions = await regionsFor(ask)
  const { List: present } = await ask(deviceList, { PageSize: 9999 })
  const names = new Set(present.map((device) => device.DevName))
  const missing = simulated.cameras.filter((camera) => !names.has(camera.name))

  const queue = missing.entries()
  const work = async (): Promise<void> => {
    for (const [i, camera] of queue) {
      await ask(addByAddress, {
        GID: regions[i % regions.length] ?? '',
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
  return missing.length
}

async function regionsFor(ask: Ask): Promise<string[]> {
  const { List } = await ask(getGroupList, {})
  const root = List[0]
  if (!root) throw new Error('the company demo has no region')
  const ids: string[] = []
  for (const GroupName of REGIONS) {
    const present = root.Childs.find((child) => child.GroupName === GroupName)
    ids.push(present?.GID ?? (await ask(createGroup, { ParentGID: root.GID, GroupName })).GID)
  }
  return ids
}
