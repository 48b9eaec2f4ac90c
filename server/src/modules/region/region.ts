import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import { raiseEpoch } from '../../authority/epoch.ts'
import type { Query, Storage, Transaction } from '../../engines/storage/storage.ts'
import type { RegionStore } from './store.ts'

/** Each level costs every region below it a row. */
export const MAX_DEPTH = 20

interface Needs {
  storage: Storage
  store: RegionStore
  newId: () => string
}

/** What keeps the recordings of devices whose regions move. */
export interface RegionFootage {
  moving: (companyId: string, moved: { regions: readonly string[]; to: string }) => Promise<Query[]>
}

/** Makes a region below another and returns its id. */
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
    if (ancestors.length >= MAX_DEPTH) throw tooDeep()
    await store.insert(companyId, { id, parentId, name }, ancestors, transaction)
    await transaction.run(raiseEpoch(storage, companyId))
  })
  return id
}

/** Deletes a region with all below it and returns how many went; refused while a device is in any of them. */
export async function deleteRegion(
  companyId: string,
  regionId: string,
  { storage, store }: Omit<Needs, 'newId'>,
): Promise<number> {
  return storage.transaction(async (transaction) => {
    await keepTop(companyId, regionId, store, transaction)
    const Count = await store.deviceCount(companyId, regionId, transaction)
    if (Count > 0) throw new Refusal('regionHasDevices', { Count })
    const deleted = await store.deleteSubtree(companyId, regionId, transaction)
    await transaction.run(raiseEpoch(storage, companyId))
    return deleted
  })
}

export interface RegionMove {
  regionId: string
  parentId: string
  /** The sibling in front of which it goes; behind all when absent. */
  beforeId?: string | undefined
}

/** Hangs a region with all below it under another one. What accounts see changes with it. */
export async function moveRegion(
  companyId: string,
  { regionId, parentId, beforeId }: RegionMove,
  { storage, store, footage }: Omit<Needs, 'newId'> & { footage: RegionFootage },
): Promise<void> {
  await storage.transaction(async (transaction) => {
    await keepTop(companyId, regionId, store, transaction)
    const below = await store.below(companyId, regionId, transaction)
    const above = await store.ancestors(companyId, parentId, transaction)
    if (above.length === 0) throw new Refusal('noDataAuthority')
    if (below.some((it) => it.descendant_id === parentId))
      throw fault('badInput', 'ParentGID', 'regionInside')
    const height = Math.max(...below.map((it) => it.depth)) + 1
    if (above.length + height > MAX_DEPTH) throw tooDeep()
    const before =
      beforeId === undefined || beforeId === regionId
        ? undefined
        : await store.positionOf(companyId, parentId, beforeId, transaction)
    const position = before ?? (await store.lastPosition(companyId, parentId, transaction)) + 1
    const regions = below.map((it) => it.descendant_id)
    for (const query of await footage.moving(companyId, { regions, to: parentId }))
      await transaction.run(query)
    await store.move(companyId, { regionId, parentId, position }, transaction)
    await transaction.run(raiseEpoch(storage, companyId))
  })
}

/** A company always has its first region, and every other is below it. */
async function keepTop(
  companyId: string,
  regionId: string,
  store: RegionStore,
  transaction: Transaction,
): Promise<void> {
  const row = await store.parentOf(companyId, regionId, transaction)
  if (!row) throw new Refusal('noDataAuthority')
  if (row.parent_id === null) throw fault('badInput', 'GID', 'regionTop')
}

function tooDeep(): Refusal {
  return fault('badInput', 'ParentGID', 'regionDepth', { Most: MAX_DEPTH })
}
