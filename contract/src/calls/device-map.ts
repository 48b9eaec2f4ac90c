/** Calls of the device map. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { DeviceStatus, DevType, Presence } from '../devices.ts'
import { DID, GID } from '../ids.ts'
import { deviceList } from './device.ts'

/** What a camera sees: degrees clockwise from north, the angle between its sides, and metres. */
export const FieldOfView = z.object({
  Heading: z.number().min(0).max(360),
  Angle: z.number().min(1).max(360),
  Reach: z.number().min(1).max(2000),
})
export type FieldOfView = z.infer<typeof FieldOfView>

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
  /** How many sensors a gateway has. */
  Sensors: z.int(),
  /** The CTEI in the telecom variant. */
  License: z.string(),
  /** Absent where nobody has drawn it. */
  View: FieldOfView.optional(),
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

/** Regions whose name has this text, each where the middle of its placed devices is; of those the caller may see alone. */
export const placedRegions = call('/vms/device/placedRegions', {
  title: { en: 'Find regions on the map', 'zh-cn': '搜索地图区域' },
  effect: 'reads',
  access: deviceList.access,
  isQuiet: true,
  body: z.object({ Keyword: z.string().trim().min(1).max(64) }),
  reply: z.object({
    List: z.array(z.object({ GID: z.string(), GroupName: z.string(), Lng: z.number(), Lat: z.number() })),
  }),
  example: () => ({ Keyword: 'Gate' }),
  refusals: [],
})

/** Null takes it off the map. */
export const setFieldOfView = call('/vms/device/setFieldOfView', {
  title: { en: 'Set the field of view of a camera', 'zh-cn': '设置摄像机视野' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, View: FieldOfView.nullable() }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, View: { Heading: 90, Angle: 60, Reach: 40 } }),
})
export type DeviceMapCounts = z.infer<typeof deviceMapCounts.reply>
