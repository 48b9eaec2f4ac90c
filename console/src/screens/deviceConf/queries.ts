import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getDetectionView,
  getDeviceCloudConfig,
  getDeviceInfo,
  getSubDeviceList,
  queryConfig,
} from '@vedette/contract/calls/device-config'
import { deviceEventList, sensorList } from '@vedette/contract/calls/gateway'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useCallback, useEffect } from 'react'

import { push } from '../../app/push.ts'
import { useTold } from '../../app/use-told.ts'
import { send } from '../../wire/send.ts'

const EVENTS_SHOWN = 50
/** What gateways say is not pushed to pages. */
const GATEWAY_EVERY_MS = 5000

/** The device as it is now; what others change of it, and a change of its presence, comes by push. */
export function useDevice(DID: string) {
  const queries = useQueryClient()
  const again = useCallback(
    () => queries.invalidateQueries({ queryKey: [getDeviceInfo.path, DID] }),
    [DID, queries],
  )
  useTold(METHOD.devicesChanged, again)
  useEffect(
    () =>
      push.on(METHOD.presence, (body) => {
        const changed = PresenceBody.safeParse(body).data?.List.some((it) => it.DID === DID)
        if (changed) void again()
      }),
    [DID, again],
  )
  return useQuery({
    queryKey: [getDeviceInfo.path, DID],
    queryFn: ({ signal }) => send(getDeviceInfo, { DID }, { signal }),
  })
}

export function useChannels(DID: string) {
  return useQuery({
    queryKey: [getSubDeviceList.path, DID],
    queryFn: async ({ signal }) => (await send(getSubDeviceList, { DID }, { signal })).List,
  })
}

export function useConfig(DID: string, Channel: number) {
  return useQuery({
    queryKey: [queryConfig.path, DID, Channel],
    queryFn: ({ signal }) => send(queryConfig, { DID, Channel }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

export function useAlarm(DID: string, Channel: number) {
  return useQuery({
    queryKey: [getDeviceCloudConfig.path, DID, Channel],
    queryFn: ({ signal }) => send(getDeviceCloudConfig, { DID, Channel }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
}

/** As often as the camera is looked at, but for the way. */
const SEEN_EVERY_MS = 300

export function useDetectionView(DID: string, Channel: number) {
  return useQuery({
    queryKey: [getDetectionView.path, DID, Channel],
    queryFn: ({ signal }) => send(getDetectionView, { DID, Channel }, { signal }),
    refetchInterval: SEEN_EVERY_MS,
    gcTime: 0,
  })
}

export function useSensors(DID: string) {
  return useQuery({
    queryKey: [sensorList.path, DID],
    queryFn: async ({ signal }) => (await send(sensorList, { DID }, { signal })).List,
    refetchInterval: GATEWAY_EVERY_MS,
  })
}

export function useEvents(DID: string) {
  return useQuery({
    queryKey: [deviceEventList.path, DID],
    queryFn: async ({ signal }) =>
      (await send(deviceEventList, { DID, PageSize: EVENTS_SHOWN }, { signal })).List,
    refetchInterval: GATEWAY_EVERY_MS,
  })
}
