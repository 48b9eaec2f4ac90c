import { useQuery } from '@tanstack/react-query'
import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'
import { getGroupList, type GroupNode } from '@vedette/contract/calls/group'

import { send } from '../../wire/send.ts'

/** The largest page that the contract allows. */
const PAGE_SIZE = 9999
/** 200 pages are two million devices: an answer that never ends is a fault. */
const MOST_PAGES = 200

export interface Site {
  regions: GroupNode[]
  devices: DeviceItem[]
}

/** The regions and all devices that the caller may see. */
export function useSite() {
  return useQuery({
    queryKey: [getGroupList.path, deviceList.path],
    queryFn: async ({ signal }): Promise<Site> => {
      const [groups, devices] = await Promise.all([send(getGroupList, {}, { signal }), allDevices(signal)])
      return { regions: groups.List, devices }
    },
    // Presence is pushed; what else changes here changes rarely.
    staleTime: 60_000,
  })
}

async function allDevices(signal: AbortSignal): Promise<DeviceItem[]> {
  const devices: DeviceItem[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { List, Total } = await send(deviceList, { Page: page, PageSize: PAGE_SIZE }, { signal })
    devices.push(...List)
    if (List.length === 0 || devices.length >= Total) break
  }
  return devices
}
