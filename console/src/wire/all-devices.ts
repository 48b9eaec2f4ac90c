import { deviceList, type DeviceItem } from '@vedette/contract/calls/device'

import { send } from './send.ts'

/** The largest page that the contract allows. */
const PAGE_SIZE = 9999
/** 200 pages are two million devices: an answer that never ends is a fault. */
const MOST_PAGES = 200

/** All devices that the caller may see, page by page. */
export async function allDevices(signal: AbortSignal): Promise<DeviceItem[]> {
  const devices: DeviceItem[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { List, Total } = await send(deviceList, { Page: page, PageSize: PAGE_SIZE }, { signal })
    devices.push(...List)
    if (List.length === 0 || devices.length >= Total) break
  }
  return devices
}
