import { Refusal } from '@vedette/contract/codes'

import { raiseEpoch } from '../../authority/epoch.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { RegionStore } from './store.ts'

/** Each level costs every region below it a row. */
export const MAX_DEPTH = 20

interface Needs {
  storage: Storage
  store: RegionStore
  newId: () => string
}

/** Makes a region below another and answers its id. */
export async function createRegion(
  companyId: string,
  { parentId, name }: { parentId: string; name: string },
  { storage, store, newId }: Needs,
): Promise<string> {
  const id = newId()
  await storage.transaction(async (transaction) => {
    const ancestors = await store.ancestors(companyId, parentId, transaction)
    // It was there when the call was authorized; somebody may have deleted it since.
    if (ancestors.length === 0) throw new Refusal('noDataAuthority')
    if (ancestors.length >= MAX_DEPTH)
      throw new Refusal('badInput', {
        Field: 'ParentGID',
        Reason: `regions are at most ${MAX_DEPTH} levels deep`,
      })
    await store.insert(companyId, { id, parentId, name }, ancestors, transaction)
    await transaction.run(raiseEpoch(storage, companyId))
  })
  return id
}
