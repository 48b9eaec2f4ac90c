import { useQuery } from '@tanstack/react-query'
import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'
import { getGroupList, type GroupNode } from '@vedette/contract/calls/group'

import { METHOD } from '@vedette/contract/push'

import { useTold } from '../../app/use-told.ts'
import { allDevices } from '../../wire/all-devices.ts'
import { send } from '../../wire/send.ts'

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
  useTold(METHOD.devicesChanged, refetch, isSuccess)
  return site
}
