/** The last alarm's picture of each device of a list: small, made already, and asked for all at once. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getEventListV2 } from '@vedette/contract/calls/event'

import { useCan } from '../app/session.ts'
import { send } from '../wire/send.ts'
import { requestBase } from '../wire/settings.ts'

export interface Thumbnail {
  url: string
  /** When it was taken. */
  at: number
}

/** Their addresses are good for five minutes. */
const AGAIN_MS = 240_000
const MOST_DEVICES = 100
/** Pictures per camera on average, so that one that sees much crowds out no other. */
const EACH = 4

export function useThumbnails(dids: readonly string[]): ReadonlyMap<string, Thumbnail> {
  const may = [useCan('alarmManger'), useCan('deviceMap')].includes(true)
  const { data } = useQuery({
    queryKey: ['thumbnails', ...dids],
    queryFn: async ({ signal }) => {
      const DIDs = dids.slice(0, MOST_DEVICES)
      const { List } = await send(getEventListV2, { DIDs, PageSize: DIDs.length * EACH }, { signal })
      const pictured = List.filter(({ Url }) => Url !== '').toReversed()
      return new Map(pictured.map(({ DID, Url, Time }) => [DID, { url: requestBase + Url, at: Time }]))
    },
    enabled: may && dids.length > 0,
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  return data ?? NONE
}

const NONE: ReadonlyMap<string, Thumbnail> = new Map()
