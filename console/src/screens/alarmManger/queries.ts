import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '@vedette/contract/call'
import { getAllDevice } from '@vedette/contract/calls/device'
import {
  countEvents,
  deleteEvent,
  type EventItem,
  getEventListV2,
  reviewEvents,
  setAlarmState,
} from '@vedette/contract/calls/event'
import type { AlarmState } from '@vedette/contract/events'
import { getGroupList } from '@vedette/contract/calls/group'

import { send } from '../../wire/send.ts'

const PAGE_SIZE = 50
const MOST_DEVICES = 9999

export type AlarmFilter = Omit<BodyOf<typeof getEventListV2>, 'Page' | 'PageSize' | 'Before'>

/** The alarms as far as somebody has scrolled: older ones begin behind the last, so that new ones move nothing. */
export function useAlarmList(filter: AlarmFilter) {
  return useInfiniteQuery({
    queryKey: [getEventListV2.path, filter],
    queryFn: ({ pageParam, signal }) =>
      send(
        getEventListV2,
        { ...filter, PageSize: PAGE_SIZE, ...(pageParam === '' ? {} : { Before: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ List }) => (List.length < PAGE_SIZE ? undefined : List.at(-1)?.CloudEid),
    placeholderData: keepPreviousData,
  })
}

/** Counts by type and hour of a time. */
export function useAlarmCounts(range: BodyOf<typeof countEvents>) {
  return useQuery({
    queryKey: [getEventListV2.path, 'counts', range],
    queryFn: ({ signal }) => send(countEvents, range, { signal }),
    placeholderData: keepPreviousData,
  })
}

export function useAlarmDevices() {
  return useQuery({
    queryKey: [getAllDevice.path],
    queryFn: async ({ signal }) => (await send(getAllDevice, { PageSize: MOST_DEVICES }, { signal })).List,
  })
}

export function useRegionForest() {
  return useQuery({
    queryKey: [getGroupList.path],
    queryFn: async ({ signal }) => (await send(getGroupList, {}, { signal })).List,
  })
}

export function useAlarmActions() {
  const queries = useQueryClient()
  const changed = (): Promise<void> => queries.invalidateQueries({ queryKey: [getEventListV2.path] })
  return {
    remove: async (alarms: readonly EventItem[]): Promise<number> => {
      const { Deleted } = await send(deleteEvent, { CloudEids: idsOf(alarms) })
      await changed()
      return Deleted
    },
    /** Returns how many are of the state now. */
    handle: async (alarms: readonly EventItem[], State: AlarmState, Note?: string): Promise<number> => {
      const body = { CloudEids: idsOf(alarms), State, ...(Note === undefined ? {} : { Note }) }
      const { Changed } = await send(setAlarmState, body)
      await changed()
      return Changed
    },
    /** Gives each the state and the note that it has here. */
    putBack: async (alarms: readonly EventItem[]): Promise<void> => {
      const groups = Map.groupBy(alarms, ({ State, Note }) => `${State} ${Note}`)
      for (const some of groups.values())
        for (const { State, Note } of some.slice(0, 1))
          await send(setAlarmState, { CloudEids: idsOf(some), State, Note })
      await changed()
    },
    review: async (alarms: readonly EventItem[], Reviewed = true): Promise<void> => {
      await send(reviewEvents, { CloudEids: idsOf(alarms), Reviewed })
      await changed()
    },
  }
}

function idsOf(alarms: readonly EventItem[]): string[] {
  return alarms.map(({ CloudEid }) => CloudEid)
}
