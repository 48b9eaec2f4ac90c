/** The events of the shown cameras, on the timeline and by the keys N and P. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getEventListV2 } from '@vedette/contract/calls/event'

import { deviceFromText } from '../../ui/device-tree/device-text.ts'
import { serverNow } from '../../wire/server-clock.ts'
import { ask } from '../../wire/send.ts'
import { askedRange, type TimelineView } from './timeline-view.ts'

export interface LaneEvent {
  /** The camera's key, as deviceToText makes it. */
  key: string
  type: number
  atMs: number
}

const NEWEST_EVERY_MS = 5000
/** Event list page size (section 9). */
const MOST = 9999
const NONE: readonly LaneEvent[] = []

/** Sorted by time. */
export function useEvents(keys: readonly string[], view: TimelineView): readonly LaneEvent[] {
  const { From, To } = askedRange(view)
  const { data } = useQuery({
    queryKey: [getEventListV2.path, 'lanes', keys, From, To],
    queryFn: async ({ signal }) => {
      const DIDs = [...new Set(keys.map((key) => deviceFromText(key)?.did ?? ''))]
      const { List } = await ask(getEventListV2, { DIDs, From, To, PageSize: MOST }, { signal })
      return List.map(({ DID, channelNum, Type, Time }): LaneEvent => ({
        key: channelNum === 0 ? DID : `${DID}~${channelNum}`,
        type: Type,
        atMs: Time,
      })).toSorted((a, b) => a.atMs - b.atMs)
    },
    enabled: keys.length > 0,
    retry: false,
    placeholderData: keepPreviousData,
    refetchInterval: To >= serverNow() ? NEWEST_EVERY_MS : false,
  })
  return data ?? NONE
}

/** Less far away is the event that one stands at. */
const SAME_MS = 500

export function eventBeside(
  events: readonly LaneEvent[],
  atMs: number,
  towards: 1 | -1,
): LaneEvent | undefined {
  return towards > 0
    ? events.find((it) => it.atMs > atMs + SAME_MS)
    : events.findLast((it) => it.atMs < atMs - SAME_MS)
}
