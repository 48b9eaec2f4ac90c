import {
  changeGroupName,
  createGroup,
  deleteGroup,
  deviceGroupList,
  getGroupChildList,
  getGroupList,
  getHomeGroupList,
  getTopGroupList,
  type GroupItem,
  type GroupNode,
  joinHomeGroup,
  moveGroup,
} from '@vedette/contract/calls/group'

import type { Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve, telling } from '../../http/route.ts'
import { type CountByRegion, forestOf } from './forest.ts'
import { itemsOf } from './items.ts'
import { createRegion, deleteRegion, moveRegion, type RegionFootage } from './region.ts'
import { regionStore } from './store.ts'

export { rootRegion } from './store.ts'

interface Needs {
  storage: Storage
  clock: Clock
  newId: () => string
  footage: RegionFootage
  /** How many devices are online, by their region. */
  onlineByRegion: (companyId: string) => CountByRegion
  /** Called after the regions of a company have changed. */
  onChange: (companyId: string) => void
}

export function regionModule(needs: Needs): Route[] {
  const { storage, clock, newId, footage, onlineByRegion, onChange } = needs
  const store = regionStore(storage)
  const forest = async ({ companyId, regions }: Principal): Promise<GroupNode[]> => {
    const [rows, devices] = await Promise.all([store.regions(companyId), store.deviceCounts(companyId)])
    return forestOf(rows, regions, devices, onlineByRegion(companyId))
  }
  const items = async (session: Principal): Promise<GroupItem[]> => itemsOf(await forest(session))
  const changing = [
    serve(createGroup, async ({ ParentGID, GroupName }, { companyId }, visitor) => {
      visitor.tell({ name: GroupName })
      const wanted = { parentId: ParentGID, name: GroupName }
      return { GID: await createRegion(companyId, wanted, { storage, store, newId }) }
    }),

    serve(changeGroupName, async ({ GID, GroupName }, { companyId }, visitor) => {
      visitor.tell({ name: GroupName })
      await store.rename(companyId, GID, GroupName)
      return {}
    }),

    serve(deleteGroup, async ({ GID }, { companyId }) => ({
      Deleted: await deleteRegion(companyId, GID, { storage, store }),
    })),

    serve(moveGroup, async ({ GID, ParentGID, BeforeGID }, { companyId }) => {
      await moveRegion(
        companyId,
        { regionId: GID, parentId: ParentGID, beforeId: BeforeGID },
        { storage, store, footage },
      )
      return {}
    }),
  ]
  return [
    serve(getGroupList, async (_body, session) => listed(await forest(session))),

    serve(getTopGroupList, async (_body, session) =>
      listed((await items(session)).filter(({ ParentGID }) => ParentGID === '')),
    ),

    serve(getGroupChildList, async ({ GID }, session) =>
      listed((await items(session)).filter(({ ParentGID }) => ParentGID === GID)),
    ),

    serve(deviceGroupList, async ({ Keyword = '' }, session) => {
      const wanted = Keyword.toLowerCase()
      return listed(
        (await items(session)).filter(({ GroupName }) => GroupName.toLowerCase().includes(wanted)),
      )
    }),

    ...changing.map((route) => telling(route, onChange)),

    serve(joinHomeGroup, async ({ GID, IsHome }, { companyId, accountId }) => {
      await (IsHome
        ? store.addHome(companyId, accountId, GID, clock.now())
        : store.removeHome(companyId, accountId, GID))
      return {}
    }),

    serve(getHomeGroupList, async (_body, session) => {
      const homes = await store.homes(session.companyId, session.accountId)
      const seen = await items(session)
      // One that may be seen no more is none for now.
      return listed(homes.flatMap((gid) => seen.find((item) => item.GID === gid) ?? []))
    }),
  ]
}

function listed<Item>(List: Item[]): { Total: number; List: Item[] } {
  return { Total: List.length, List }
}
