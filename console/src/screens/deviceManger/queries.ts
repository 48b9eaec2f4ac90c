import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceFacets, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { deviceFilters } from '@vedette/contract/calls/device-filter'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useCallback, useEffect } from 'react'

import { push } from '../../app/push.ts'
import { useTold } from '../../app/use-told.ts'
import { send } from '../../wire/send.ts'
import { DEVICE_PAGES, keepPresence } from './device-pages.ts'
import { filterOf } from './place-filter.ts'
import { type Place, STATUSES } from './place.ts'

/** Presence is pushed for the rows in sight alone, so the counts are asked for again. */
const COUNTED_AGAIN_MS = 15_000

export function useDevices(place: Place) {
  const asked = { ...filterOf(place), Page: place.page, PageSize: place.pageSize }
  return useQuery({
    queryKey: [...DEVICE_PAGES, asked],
    queryFn: ({ signal }) => send(deviceList, asked, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** How many devices there are in each state, of those that the rest of the filter takes. */
export function useStateCounts(place: Place) {
  const { Sort: _sort, Descending: _descending, ...asked } = filterOf({ ...place, status: '' })
  return useQuery({
    queryKey: [deviceList.path, 'counts', asked],
    queryFn: async ({ signal }) => {
      const count = async (status: Place['status']): Promise<[Place['status'], number]> => {
        const body = { ...filterOf({ ...place, status }), Page: 1, PageSize: 1 }
        return [status, (await send(deviceList, body, { signal })).Total]
      }
      return new Map(await Promise.all(STATUSES.map(count)))
    },
    placeholderData: keepPreviousData,
    refetchInterval: COUNTED_AGAIN_MS,
  })
}

/** The person's own, by name. */
export function useSavedFilters() {
  return useQuery({
    queryKey: [deviceFilters.path],
    queryFn: async ({ signal }) => (await send(deviceFilters, {}, { signal })).List,
  })
}

export function useFacets() {
  return useQuery({
    queryKey: [deviceFacets.path],
    queryFn: ({ signal }) => send(deviceFacets, {}, { signal }),
  })
}

/** Called after devices came, changed or went. */
export async function refreshDevices(client: QueryClient): Promise<void> {
  await Promise.all(
    [deviceList.path, deviceFacets.path, getGroupList.path].map((path) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  )
}

/** Devices and regions that others add, change or remove. */
export function useToldDevices(): void {
  const client = useQueryClient()
  const ask = useCallback(() => refreshDevices(client), [client])
  useTold(METHOD.devicesChanged, ask)
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
