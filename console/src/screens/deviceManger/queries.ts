import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { deviceFacets, deviceList } from '@vedette/contract/calls/device'
import { getGroupList } from '@vedette/contract/calls/group'
import { PRESENCE } from '@vedette/contract/devices'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useEffect } from 'react'

import { push } from '../../app/push.ts'
import { send } from '../../wire/send.ts'
import type { Place } from './place.ts'

type Page = ReplyOf<typeof deviceList>

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
    queryKey: [deviceList.path, asked],
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
        if (isFilteredByStatus) return void client.invalidateQueries({ queryKey: [deviceList.path] })
        const news = new Map(said.data.List.map((it) => [it.DID, it]))
        client.setQueriesData<Page>({ queryKey: [deviceList.path] }, (page) =>
          page?.List.some(({ DID }) => news.has(DID))
            ? { ...page, List: page.List.map((row) => ({ ...row, ...news.get(row.DID) })) }
            : page,
        )
      }),
    [client, isFilteredByStatus],
  )
}
