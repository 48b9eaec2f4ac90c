import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceFacets, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE } from '@vedette/contract/devices'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useEffect } from 'react'

import { push } from '../../app/push.ts'
import { send } from '../../wire/send.ts'
import { DEVICE_PAGES, keepPresence } from './device-pages.ts'
import type { Place } from './place.ts'

function askedFor(place: Place) {
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
    Page: place.page,
    PageSize: place.pageSize,
  }
}

export function useDevices(place: Place) {
  const asked = askedFor(place)
  return useQuery({
    queryKey: [...DEVICE_PAGES, asked],
    queryFn: ({ signal }) => send(deviceList, asked, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useFacets() {
  return useQuery({
    queryKey: [deviceFacets.path],
    queryFn: ({ signal }) => send(deviceFacets, {}, { signal }),
  })
}

/** After devices came, changed or went. */
export async function refreshDevices(client: QueryClient): Promise<void> {
  await Promise.all(
    [deviceList.path, deviceFacets.path, getGroupList.path].map((path) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  )
}

/** Presence as it is pushed, in the rows that are shown. Which rows a filter on status has is asked anew. */
export function usePushedPresence(isFilteredByStatus: boolean): void {
  const client = useQueryClient()
  useEffect(
    () =>
      push.on(METHOD.presence, (body) => {
        const said = PresenceBody.safeParse(body)
        if (!said.success) return
        if (isFilteredByStatus) void client.invalidateQueries({ queryKey: DEVICE_PAGES })
        else keepPresence(client, said.data)
      }),
    [client, isFilteredByStatus],
  )
}
