/** What the administrator's page shows; asked anew while it is looked at. */
import { useQuery } from '@tanstack/react-query'
import type { ReplyOf } from '@vedette/contract/call'
import { peopleOn } from '@vedette/contract/calls/company'
import { deviceList } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { recordStorage } from '@vedette/contract/calls/record'
import { recordCheckWeek } from '@vedette/contract/calls/record-check'
import { DEVICE_TYPES, devTypeNumber, hasVideo, LOST } from '@vedette/contract/devices'

import { type CoveredCamera, coveredCameras } from '../../ui/coverage/coverage-cells.ts'
import { deviceToText } from '../../ui/device-tree/device-text.ts'
import { send } from '../../wire/send.ts'

const AGAIN_MS = 15_000
export const FAULTS_SHOWN = 8
/** Beyond what is shown: what else is wrong with them is no news. */
const MOST_LOST = 200
const ALARMS_SHOWN = 6
const CAMERAS_SHOWN = 14
const WITH_VIDEO = DEVICE_TYPES.map(devTypeNumber).filter(hasVideo)

export function useDeviceHealth() {
  return useQuery({
    queryKey: [deviceList.path, 'health'],
    queryFn: async ({ signal }) => {
      const [all, lost] = await Promise.all([
        send(deviceList, { PageSize: 1 }, { signal }),
        send(deviceList, { ...LOST, PageSize: MOST_LOST }, { signal }),
      ])
      const [total, lostTotal] = [all.Total, lost.Total]
      return { total, lost: lost.List, lostTotal, online: Math.max(total - lostTotal, 0) }
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

/** As many cameras as are shown, undefined until they are known; and whether there are more. */
export function useCamerasToCheck(): { cameras: readonly CoveredCamera[] | undefined; areMore: boolean } {
  const week = useRecordedWeek()
  const { data } = useQuery({
    queryKey: [deviceList.path, 'recorded'],
    queryFn: ({ signal }) =>
      send(deviceList, { DevTypes: WITH_VIDEO, PageSize: CAMERAS_SHOWN + 1 }, { signal }),
  })
  if (!data || week.isPending) return { cameras: undefined, areMore: false }
  const cameras = worstFirst(coveredCameras(data.List), week.data?.Wrong ?? [])
  return { cameras: cameras.slice(0, CAMERAS_SHOWN), areMore: cameras.length > CAMERAS_SHOWN }
}

/** Those of which something is wrong, also where they are not among `cameras`, and then the others. */
export function worstFirst(
  cameras: readonly CoveredCamera[],
  wrong: ReplyOf<typeof recordCheckWeek>['Wrong'],
): CoveredCamera[] {
  const worst = wrong.map(({ DID, Channel, Name }) => ({ did: DID, channel: Channel, name: Name }))
  const keys = new Set(worst.map(deviceToText))
  return [...worst, ...cameras.filter((camera) => !keys.has(deviceToText(camera)))]
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
