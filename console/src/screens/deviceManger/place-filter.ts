/** What of a place the server is asked for, and back. */
import type { BodyOf } from '@vedette/contract/call'
import type { SavedFilter, saveDeviceFilter } from '@vedette/contract/calls/device-filter'
import { PRESENCE } from '@vedette/contract/devices'

import { type Place, STATUSES } from './place.ts'

export function filterOf(place: Place): BodyOf<typeof saveDeviceFilter>['Filter'] {
  const { status } = place
  return {
    GID: place.gid || undefined,
    Keyword: place.text || undefined,
    DevTypes: place.devTypes.length === 0 ? undefined : [...place.devTypes],
    Presence: status === '' || status === 'upgrading' ? undefined : PRESENCE[status],
    Status: status === 'upgrading' ? status : undefined,
    Model: place.models.length === 0 ? undefined : [...place.models],
    Firmware: place.firmwares.length === 0 ? undefined : [...place.firmwares],
    Sort: place.sort,
    Descending: place.isDescending,
  }
}

/** All that a filter decides. */
export function placeOf(filter: SavedFilter['Filter']): Omit<Place, 'page' | 'pageSize'> {
  const isSaid = (status: (typeof STATUSES)[number]): boolean =>
    status !== '' &&
    (status === 'upgrading' ? filter.Status === status : filter.Presence === PRESENCE[status])
  return {
    gid: filter.GID ?? '',
    text: filter.Keyword ?? '',
    devTypes: filter.DevTypes ?? [],
    status: STATUSES.find(isSaid) ?? '',
    models: severalOf(filter.Model),
    firmwares: severalOf(filter.Firmware),
    sort: filter.Sort,
    isDescending: filter.Descending,
  }
}

function severalOf(kept: string | readonly string[] | undefined): readonly string[] {
  return typeof kept === 'string' ? [kept] : (kept ?? [])
}
