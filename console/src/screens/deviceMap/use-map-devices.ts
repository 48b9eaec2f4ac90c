/** All devices of the map with their counts, kept up to date by pushes. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { deviceMapCounts, deviceMapList, type MapDevice } from '@vedette/contract/calls/device-map'
import { METHOD, PresenceBody } from '@vedette/contract/push'
import { useCallback, useEffect, useMemo, useReducer } from 'react'

import { push } from '../../app/push.ts'
import type { Pin } from '../../map/clusters.ts'
import { worldOf } from '../../map/mercator.ts'
import { send } from '../../wire/send.ts'
import { isOnline } from './filter.ts'

/** A device on the map; one without a place has none of its numbers. */
export interface DevicePin extends Pin {
  device: MapDevice
}

const PAGE_SIZE = 9999
/** 200 pages are two million devices: an answer that never ends is a fault. */
const MOST_PAGES = 200
/** What is pushed together is drawn and counted together. */
const TOGETHER_MS = 500

export function useMapDevices() {
  const client = useQueryClient()
  const [revision, bump] = useReducer((count: number) => count + 1, 0)
  const query = useQuery({
    queryKey: [deviceMapList.path],
    queryFn: ({ signal }) => allOnMap(signal),
    staleTime: 60_000,
    refetchOnMount: 'always',
  })
  const counts = useQuery({
    queryKey: [deviceMapCounts.path],
    queryFn: ({ signal }) => send(deviceMapCounts, {}, { signal }),
    refetchOnMount: 'always',
  })
  const devices = query.data
  const byDid = useMemo(() => new Map(devices?.map((device) => [device.DID, device])), [devices])
  const refresh = useCallback(
    () =>
      Promise.all(
        [deviceMapList.path, deviceMapCounts.path].map((path) =>
          client.invalidateQueries({ queryKey: [path] }),
        ),
      ),
    [client],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hasNewcomer = false
    const settle = (): void => {
      timer = undefined
      bump()
      const path = hasNewcomer ? deviceMapList.path : deviceMapCounts.path
      if (hasNewcomer) void client.invalidateQueries({ queryKey: [deviceMapCounts.path] })
      hasNewcomer = false
      void client.invalidateQueries({ queryKey: [path] })
    }
    const stops = [
      push.on(METHOD.presence, (body) => {
        const told = PresenceBody.safeParse(body)
        if (!told.success) return
        for (const { DID, Presence, Status } of told.data.List) {
          const device = byDid.get(DID)
          if (device) Object.assign(device, { Presence, Status: Status ?? 'normal' })
          else hasNewcomer = true
        }
        timer ??= setTimeout(settle, TOGETHER_MS)
      }),
      push.on(METHOD.devicesChanged, () => {
        hasNewcomer = true
        timer ??= setTimeout(settle, TOGETHER_MS)
      }),
      // What was pushed while the socket was down is lost.
      push.on(METHOD.loginReply, () => void refresh()),
    ]
    return () => {
      for (const stop of stops) stop()
      clearTimeout(timer)
    }
  }, [byDid, client, refresh])

  const pins = useMemo(
    () => (devices ?? []).flatMap((device) => pinOf(device) ?? []),
    // The devices themselves are changed by what is pushed.
    // oxlint-disable-next-line react/exhaustive-deps
    [devices, revision],
  )
  return { devices, pins, counts: counts.data, isFailed: query.isError, refresh, byDid, revision }
}

async function allOnMap(signal: AbortSignal): Promise<MapDevice[]> {
  const devices: MapDevice[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const After = devices.at(-1)?.DID ?? ''
    const { List } = await send(deviceMapList, { After, PageSize: PAGE_SIZE }, { signal })
    devices.push(...List)
    if (List.length < PAGE_SIZE) break
  }
  return devices
}

function pinOf(device: MapDevice): DevicePin | undefined {
  const { DID, Lng, Lat } = device
  if (Lng === null || Lat === null) return undefined
  return { id: DID, device, isOnline: isOnline(device), ...worldOf({ lng: Lng, lat: Lat }) }
}
