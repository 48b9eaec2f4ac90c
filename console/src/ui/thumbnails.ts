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
export const MOST_DEVICES = 100
/** Pictures per camera on average, so that one that sees much crowds out no other. */
const EACH = 4

export function useThumbnails(dids: readonly string[]): ReadonlyMap<string, Thumbnail> {
  const may = useMaySeeAlarms()
  const { data } = useQuery({
    queryKey: ['thumbnails', ...dids],
    queryFn: ({ signal }) => lastPictures(dids.slice(0, MOST_DEVICES), signal),
    enabled: may && dids.length > 0,
    refetchInterval: AGAIN_MS,
    placeholderData: keepPreviousData,
  })
  return data ?? NONE
}

/** Whether the alarms of the cameras that somebody sees are told them at all. */
export function useMaySeeAlarms(): boolean {
  return [useCan('alarmManger'), useCan('deviceMap'), useCan('realTimeVideo'), useCan('replay')].includes(
    true,
  )
}

export async function lastPictures(
  DIDs: string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Thumbnail>> {
  const { List } = await send(getEventListV2, { DIDs, PageSize: DIDs.length * EACH }, { signal })
  const pictured = List.filter(({ Url }) => Url !== '').toReversed()
  return new Map(pictured.map(({ DID, Url, Time }) => [DID, { url: requestBase + Url, at: Time }]))
}

const NONE: ReadonlyMap<string, Thumbnail> = new Map()
