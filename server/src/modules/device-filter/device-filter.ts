/** Filters of the device list, each its account's alone. */
import type { ParsedBodyOf } from '@vedette/contract/call'
import {
  deviceFilters,
  MOST_FILTERS,
  type SavedFilter,
  type saveDeviceFilter,
} from '@vedette/contract/calls/device-filter'
import { fault } from '@vedette/contract/reasons'

import { includesRegion, type Principal } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { FilterRow, FilterStore } from './store.ts'

export interface FilterNeeds {
  storage: Storage
  store: FilterStore
  clock: Clock
  newId: () => string
}

type Wanted = ParsedBodyOf<typeof saveDeviceFilter>

const Content = deviceFilters.reply.shape.List.element.pick({ Filter: true, Columns: true })

/** A region that the account sees no more is left out of what is answered, and kept: it may be seen again. */
export async function filtersOf(
  { companyId, accountId, regions }: Principal,
  { store }: FilterNeeds,
): Promise<SavedFilter[]> {
  const filters = (await store.all(companyId, accountId)).map((row) => ({
    FilterID: row.id,
    Name: row.name,
    ...Content.parse(JSON.parse(row.content)),
  }))
  const named = filters.flatMap(({ Filter }) => Filter.GID ?? [])
  const there = named.length > 0 ? await store.regions(companyId, named) : new Set<string>()
  return filters.map(({ Filter: { GID, ...rest }, ...filter }) => {
    const isSeen = GID !== undefined && there.has(GID) && includesRegion(regions, GID)
    return {
      ...filter,
      Filter: isSeen ? { GID, ...rest } : rest,
      IsRegionGone: GID !== undefined && !isSeen,
    }
  })
}

export async function saveFilter(
  { companyId, accountId }: Principal,
  { FilterID, Name, Filter, Columns }: Wanted,
  { storage, store, clock, newId }: FilterNeeds,
): Promise<string> {
  const content = JSON.stringify({ Filter, Columns })
  const id = FilterID ?? newId()
  await storage.transaction(async (transaction) => {
    const own = await store.allIn(companyId, accountId, transaction)
    checkName(own, Name, id)
    if (FilterID !== undefined) {
      checkThere(own, id)
      return store.update(companyId, accountId, { id, name: Name, content }, transaction)
    }
    if (own.length >= MOST_FILTERS) throw fault('badInput', 'Name', 'tooMany', { Most: MOST_FILTERS })
    const row = { id, name: Name, content, createdAt: clock.now() }
    return store.insert(companyId, accountId, row, transaction)
  })
  return id
}

export async function renameFilter(
  { companyId, accountId }: Principal,
  { id, name }: Pick<FilterRow, 'id' | 'name'>,
  { storage, store }: FilterNeeds,
): Promise<void> {
  await storage.transaction(async (transaction) => {
    const own = await store.allIn(companyId, accountId, transaction)
    checkThere(own, id)
    checkName(own, name, id)
    await store.update(companyId, accountId, { id, name }, transaction)
  })
}

export async function removeFilter(
  { companyId, accountId }: Principal,
  id: string,
  { store }: FilterNeeds,
): Promise<void> {
  if (!(await store.remove(companyId, accountId, id))) throw gone()
}

function checkThere(own: readonly FilterRow[], id: string): void {
  if (!own.some((row) => row.id === id)) throw gone()
}

function checkName(own: readonly FilterRow[], name: string, exceptId: string): void {
  if (own.some((row) => row.name === name && row.id !== exceptId))
    throw fault('badInput', 'Name', 'filterName')
}

function gone(): Error {
  return fault('badInput', 'FilterID', 'filterUnknown')
}
