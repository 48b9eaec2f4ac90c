import { useQuery } from '@tanstack/react-query'
import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'
import { getGroupList, type GroupNode } from '@vedette/contract/calls/group'

import { METHOD } from '@vedette/contract/push'
import { useEffect } from 'react'

import { push } from '../../app/push.ts'
import { allDevices } from '../../wire/all-devices.ts'
import { send } from '../../wire/send.ts'

/** Devices that are changed together are asked for once, and not by all consoles at the same moment. */
const CHANGES_WAIT_MS = 1000

export interface Site {
  regions: GroupNode[]
  devices: DeviceItem[]
}

/** The regions and all devices that the caller may see. */
export function useSite() {
  const site = useQuery({
    queryKey: [getGroupList.path, deviceList.path],
    queryFn: async ({ signal }): Promise<Site> => {
      const [groups, devices] = await Promise.all([send(getGroupList, {}, { signal }), allDevices(signal)])
      return { regions: groups.List, devices }
    },
    // Presence is pushed; what else changes here is changed on other pages, so coming back asks anew.
    staleTime: 60_000,
    refetchOnMount: 'always',
  })
  const { refetch, isSuccess } = site
  useEffect(() => {
    if (!isSuccess) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    const ask = (): void => {
      waiting = undefined
      void refetch()
    }
    const stops = [
      // What was pushed while the socket was down is lost.
      push.on(METHOD.loginReply, () => void refetch({ cancelRefetch: false })),
      push.on(METHOD.devicesChanged, () => {
        waiting ??= setTimeout(ask, CHANGES_WAIT_MS * (0.5 + Math.random()))
      }),
    ]
    return () => {
      clearTimeout(waiting)
      for (const stop of stops) stop()
    }
  }, [refetch, isSuccess])
  return site
}
