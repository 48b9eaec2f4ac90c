import { createGroup, getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE, type Presence } from '@vedette/contract/devices'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { forestOf } from './forest.ts'
import { createRegion } from './region.ts'
import { regionStore } from './store.ts'

export { rootRegion } from './store.ts'

interface Needs {
  storage: Storage
  newId: () => string
  presenceOf: (companyId: string, did: string) => { presence: Presence } | undefined
}

export function regionModule({ storage, newId, presenceOf }: Needs): Route[] {
  const store = regionStore(storage)
  return [
    serve(getGroupList, async (_body, { companyId, regions }) => {
      const [rows, devices] = await Promise.all([store.regions(companyId), store.devicesByRegion(companyId)])
      const isOnline = (did: string): boolean => presenceOf(companyId, did)?.presence === PRESENCE.online
      const List = forestOf(rows, regions, devices, isOnline)
      return { Total: List.length, List }
    }),

    serve(createGroup, async ({ ParentGID, GroupName }, { companyId }) => ({
      GID: await createRegion(companyId, { parentId: ParentGID, name: GroupName }, { storage, store, newId }),
    })),
  ]
}
