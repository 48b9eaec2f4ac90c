import {
  deviceFilters,
  removeDeviceFilter,
  renameDeviceFilter,
  saveDeviceFilter,
} from '@vedette/contract/calls/device-filter'

import { type Route, serve } from '../../http/route.ts'
import { type FilterNeeds, filtersOf, removeFilter, renameFilter, saveFilter } from './device-filter.ts'
import { filterStore } from './store.ts'

export function deviceFilterModule(rest: Omit<FilterNeeds, 'store'>): Route[] {
  const needs = { ...rest, store: filterStore(rest.storage) }
  return [
    serve(deviceFilters, async (_body, session) => {
      const List = await filtersOf(session, needs)
      return { Total: List.length, List }
    }),

    serve(saveDeviceFilter, async (wanted, session, visitor) => {
      visitor.tell({ name: wanted.Name })
      return { FilterID: await saveFilter(session, wanted, needs) }
    }),

    serve(renameDeviceFilter, async ({ FilterID, Name }, session, visitor) => {
      visitor.tell({ name: Name })
      await renameFilter(session, { id: FilterID, name: Name }, needs)
      return {}
    }),

    serve(removeDeviceFilter, async ({ FilterID }, session) => {
      await removeFilter(session, FilterID, needs)
      return {}
    }),
  ]
}
