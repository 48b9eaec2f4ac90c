/** What the administrator's page shows; asked anew while it is looked at. */
import { useQuery } from '@tanstack/react-query'
import { peopleOn } from '@vedette/contract/calls/company'
import { deviceList } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { recordStorage } from '@vedette/contract/calls/record'
import { recordCheckWeek } from '@vedette/contract/calls/record-check'
import { PRESENCE, type Presence } from '@vedette/contract/devices'

import { send } from '../../wire/send.ts'

const AGAIN_MS = 15_000
export const LOST_SHOWN = 8
const ALARMS_SHOWN = 6

export function useDeviceHealth() {
  return useQuery({
    queryKey: [deviceList.path, 'health'],
    queryFn: async ({ signal }) => {
      const ask = (Presence: Presence | undefined, PageSize: number) =>
        send(deviceList, { Presence, PageSize }, { signal })
      const [all, lost, online] = await Promise.all([
        ask(undefined, 1),
        ask(PRESENCE.offline, LOST_SHOWN),
        ask(PRESENCE.online, 1),
      ])
      return { total: all.Total, lost: lost.List, lostTotal: lost.Total, online: online.Total }
    },
    refetchInterval: AGAIN_MS,
  })
}

export function useStorage() {
  return useQuery({
    queryKey: [recordStorage.path, 'home'],
    queryFn: ({ signal }) => send(recordStorage, {}, { signal }),
    refetchInterval: 4 * AGAIN_MS,
  })
}

export function useRecordedWeek() {
  return useQuery({
    queryKey: [recordCheckWeek.path],
    queryFn: ({ signal }) => send(recordCheckWeek, {}, { signal }),
  })
}

export function useLastAlarms() {
  return useQuery({
    queryKey: [getEventListV2.path, 'home'],
    queryFn: async ({ signal }) => (await send(getEventListV2, { PageSize: ALARMS_SHOWN }, { signal })).List,
  })
}

export function usePeopleOn() {
  return useQuery({
    queryKey: [peopleOn.path],
    queryFn: ({ signal }) => send(peopleOn, {}, { signal }),
    refetchInterval: 4 * AGAIN_MS,
  })
}
