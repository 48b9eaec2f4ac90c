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
    DevTypes: place.devType === 0 ? undefined : [place.devType],
    Presence: status === '' || status === 'upgrading' ? undefined : PRESENCE[status],
    Status: status === 'upgrading' ? status : undefined,
    Model: place.model || undefined,
    Firmware: place.firmware || undefined,
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
    devType: filter.DevTypes?.[0] ?? 0,
    status: STATUSES.find(isSaid) ?? '',
    model: filter.Model ?? '',
    firmware: filter.Firmware ?? '',
    sort: filter.Sort,
    isDescending: filter.Descending,
  }
}
