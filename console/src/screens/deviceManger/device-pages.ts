/** The pages of the device list that have been fetched. */
import type { QueryClient } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { deviceList } from '@vedette/contract/calls/device'
import type { PresenceBody } from '@vedette/contract/push'

type Page = ReplyOf<typeof deviceList>

/** Other screens keep other lists of devices under the path alone. */
export const DEVICE_PAGES = [deviceList.path, 'page'] as const

/** Presence as it was pushed, in the rows that are known. */
export function keepPresence(client: QueryClient, { List }: PresenceBody): void {
  const news = new Map(List.map((it) => [it.DID, it]))
  client.setQueriesData<Page>({ queryKey: DEVICE_PAGES }, (page) =>
    page?.List.some(({ DID }) => news.has(DID))
      ? { ...page, List: page.List.map((row) => ({ ...row, ...news.get(row.DID) })) }
      : page,
  )
}
