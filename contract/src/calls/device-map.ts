/** Calls of the device map. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DeviceStatus, DevType, Presence } from '../devices.ts'
import { GID } from '../ids.ts'

const MapDevice = z.object({
  DID: z.string(),
  DevName: z.string(),
  Alias: z.string(),
  GID: z.string(),
  GroupName: z.string(),
  DevType,
  /** WGS-84 degrees; both null for a device that has no place yet. */
  Lng: z.number().nullable(),
  Lat: z.number().nullable(),
  Presence,
  Status: DeviceStatus.optional(),
  /** Whether the device has a second, smaller stream. */
  HasSub: z.boolean(),
  /** The CTEI in the telecom variant. */
  License: z.string(),
})
export type MapDevice = z.infer<typeof MapDevice>

/** The devices that the caller may see, placed or not, in the order of their DIDs: those behind `After`. */
export const deviceMapList = call('/vms/device/deviceMapList', {
  title: { en: 'List devices on the map', 'zh-cn': '获取地图设备' },
  effect: 'reads',
  access: ['deviceMap'],
  body: z.object({
    GID: GID.optional(),
    /** The last DID of the page before. */
    After: z.string().max(32).default(''),
    PageSize: z.int().min(1).max(9999).default(9999),
  }),
  reply: z.object({ List: z.array(MapDevice) }),
  example: (ids) => ({ GID: ids.region }),
  refusals: [],
})

/**
 * Devices by reading 51: with video, IoT gateways, and scanning guns with the sensors behind gateways. Sleeping and upgrading
 * count as online; `All` = `Online` + `Offline`, without sensors.
 */
export const deviceMapCounts = call('/vms/device/deviceMapCounts', {
  title: { en: 'Count devices on the map', 'zh-cn': '统计地图设备' },
  effect: 'reads',
  access: ['deviceMap'],
  body: Empty,
  reply: z.object({
    All: z.int(),
    Monitoring: z.int(),
    Gateway: z.int(),
    IoT: z.int(),
    Online: z.int(),
    Offline: z.int(),
    /** Those without coordinates. */
    Unplaced: z.int(),
  }),
  example: () => ({}),
  refusals: [],
})
export type DeviceMapCounts = z.infer<typeof deviceMapCounts.reply>
