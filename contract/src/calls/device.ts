/** Calls about devices. */
import { z } from 'zod'

import { Advice } from '../advice.ts'
import { call, Empty, listOf, Paging } from '../call.ts'
import { DeviceLicense } from '../device-license.ts'
import { DeviceStatus, DevType, Presence } from '../devices.ts'
import { DID, GID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const DeviceItem = z.object({
  DID: z.string(),
  DevName: z.string(),
  Alias: z.string(),
  GID: z.string(),
  GroupName: z.string(),
  DevType,
  Lng: z.number().nullable(),
  Lat: z.number().nullable(),
  Presence,
  /** Why the device has this presence: a word of the live wire. */
  Reason: z.string(),
  /** Since when, ms since 1970. */
  Since: z.number(),
  Status: DeviceStatus.optional(),
  Channels: z.int(),
  /** Whether the device has a second, smaller stream. */
  HasSub: z.boolean(),
  /** It can be turned, or zooms. */
  HasPTZ: z.boolean().optional(),
  /** The DID of an older device that says that it is the same one, as when a camera was imported again at its new address. */
  SameAs: z.string().optional(),
  /** What the device said of itself when it was last asked; empty where it did not. */
  Vendor: z.string(),
  Model: z.string(),
  Firmware: z.string(),
  SDKVersion: z.string(),
  /** The CTEI in the telecom variant. */
  License: z.string(),
  /** `onvif`: its settings can be read and changed; `rtsp`: it has streams alone. */
  Driver: z.string(),
  CreatedAt: z.number(),
})
export type DeviceItem = z.infer<typeof DeviceItem>

export const DEVICE_SORTS = [
  'DevName',
  /** Those that are away first, then by name. */
  'Trouble',
  'DID',
  'DevType',
  'Model',
  'Firmware',
  'Alias',
  'License',
  'CreatedAt',
  /** Sorted by the name of their region, then by name. */
  'Region',
] as const
const DeviceSort = z.enum(DEVICE_SORTS)
export type DeviceSort = z.infer<typeof DeviceSort>

/** One value, or any of several. */
const Several = z.union([z.string().max(100), z.array(z.string().max(100)).max(50)])

/** What of the list is asked for, and in which order. */
export const DEVICE_FILTER = {
  GID: GID.optional(),
  /** Part of the name, the alias or the DID. */
  Keyword: z.string().trim().max(64).optional(),
  DevTypes: z.array(DevType).max(9).optional(),
  Presence: Presence.optional(),
  Status: DeviceStatus.optional(),
  Model: Several.optional(),
  Firmware: Several.optional(),
  Sort: DeviceSort.default('DevName'),
  Descending: z.boolean().default(false),
}

const LISTING = {
  effect: 'reads',
  access: [
    'realTimeVideo',
    'replay',
    'deviceMap',
    'deviceManger',
    'deviceTransfer',
    'alarmManger',
    'albumManager',
  ],
  body: z.object({ ...DEVICE_FILTER, ...Paging }),
  reply: listOf(DeviceItem),
} as const

/** Devices of a region and those below it, or of all regions that the caller may see. */
export const deviceList = call('/vms/device/deviceList', {
  ...LISTING,
  title: { en: 'List devices', 'zh-cn': '查询设备列表' },
  example: (ids) => ({ GID: ids.region }),
})
/** The same, by the second name that the catalogue has for it. */
export const deviceListV2 = call('/vms/device/deviceListV2', {
  ...LISTING,
  title: { en: 'List devices', 'zh-cn': '查询设备列表' },
  example: (ids) => ({ GID: ids.region }),
})

/** A file of the devices that the filter leaves, in base64. Passwords are in none. */
export const exportDevices = call('/vms/device/exportDevices', {
  title: { en: 'Export devices', 'zh-cn': '导出设备' },
  effect: 'discloses',
  access: ['deviceManger'],
  body: z.object({
    ...DEVICE_FILTER,
    Format: z.enum(['xlsx', 'csv']).default('xlsx'),
    Language: z.enum(['zh-cn', 'en']).default('en'),
  }),
  reply: z.object({ FileName: z.string(), File: z.string() }),
  example: (ids) => ({ GID: ids.region }),
  refusals: ['tooLarge'],
})

/** The devices that a filter of events may offer: those of the caller's regions, by their names. */
export const getAllDevice = call('/vms/event/getAllDevice', {
  title: { en: 'List devices for an event filter', 'zh-cn': '查询事件筛选设备' },
  effect: 'reads',
  access: ['alarmManger', 'albumManager'],
  body: LISTING.body.pick({ GID: true, Keyword: true, DevTypes: true, Page: true, PageSize: true }),
  reply: listOf(
    DeviceItem.pick({ DID: true, DevName: true, Alias: true, GID: true, GroupName: true, DevType: true }),
  ),
  example: (ids) => ({ GID: ids.region }),
})

/** The models and firmware versions that the caller's devices have, for a filter. */
export const deviceFacets = call('/vms/device/deviceFacets', {
  title: { en: 'List models and firmware versions', 'zh-cn': '查询型号与固件版本' },
  effect: 'reads',
  access: ['deviceManger'],
  body: Empty,
  reply: z.object({ Models: z.array(z.string()), Firmwares: z.array(z.string()) }),
  example: () => ({}),
})

/** Checked by the server's address rules, not here: a wrong address is refused with the reason. */
const Url = z.string().trim().min(1).max(1000)
/** How a camera's media travel. `auto`: over its RTSP connection, and by UDP where it refuses that. */
const Transport = z.enum(['auto', 'tcp', 'udp']).default('auto')
/** For `rtsps://`. `any`: most cameras sign their own certificate. `verify`: it must be of a known authority and name. */
const Tls = z.enum(['any', 'verify']).default('any')
const Credentials = { Username: z.string().max(128).default(''), Password: z.string().max(128).default('') }

const Stream = z.object({
  Quality: z.enum(['main', 'sub']),
  Codec: z.string(),
  /** 0 where the device does not say; so with the others. */
  Width: z.int(),
  Height: z.int(),
  FrameRate: z.number(),
  BitrateKbps: z.number(),
})

const WhatStandsThere = { Url, Transport, Tls, ...Credentials }

/** What answers at an address. */
export const probeDevice = call('/vms/device/probe', {
  title: { en: 'Test a device address', 'zh-cn': '检测设备地址' },
  // It sends the platform, with a login, wherever somebody says.
  effect: 'discloses',
  access: ['deviceManger.add'],
  body: z.object(WhatStandsThere),
  reply: z.object({
    Protocol: z.enum(['rtsp', 'onvif']),
    /** What it seems to be, by its own words and its pictures: a proposal. */
    DevType,
    /** What the device says of itself; empty texts where it does not say. */
    Vendor: z.string(),
    Model: z.string(),
    Firmware: z.string(),
    Serial: z.string(),
    Name: z.string(),
    /** The protocol's server name, empty when it does not say. */
    Server: z.string(),
    HasPTZ: z.boolean(),
    /** One for each picture source: a camera has one, an NVR several. */
    Channels: z.array(z.object({ Channel: z.int(), Name: z.string(), Streams: z.array(Stream) })),
    /** The tracks of the first channel's main stream. */
    Streams: z.array(
      z.object({ Kind: z.enum(['video', 'audio', 'other']), Codec: z.string(), IsPlayable: z.boolean() }),
    ),
    Advice: z.array(Advice),
    /** The device of the caller's that this one is, known by its own identity, at this address or another. */
    KnownDID: z.string().optional(),
  }),
  // Nothing listens at port 1, so the answer comes at once.
  example: () => ({ Url: 'rtsp://127.0.0.1:1/' }),
  refusals: [
    'addressNotAllowed',
    'deviceUnreachable',
    'deviceCertificate',
    'deviceCredentials',
    'noUsableStream',
    'tooManyTries',
    'overloaded',
  ],
})

/**
 * A picture of what stands at an address sees now: the one that it gives out, made anew, else a key frame of its stream in a
 * file of its own, for the browser to decode. Refused as a probe is, and where there is neither.
 */
export const probePicture = call('/vms/device/probePicture', {
  title: { en: 'Take a picture from an address', 'zh-cn': '获取地址画面' },
  access: ['deviceManger.add'],
  effect: 'discloses',
  body: z.object(WhatStandsThere),
  reply: z.object({ Type: z.enum(['image/webp', 'video/mp4']), Data: z.base64() }),
  example: () => ({ Url: 'rtsp://127.0.0.1:1/' }),
  refusals: [
    'addressNotAllowed',
    'deviceUnreachable',
    'deviceCertificate',
    'deviceCredentials',
    'noUsableStream',
    'unavailable',
    'tooManyTries',
    'overloaded',
  ],
})

/** Which ONVIF devices answer on the networks of the platform's machine; takes some seconds. */
export const discoverDevices = call('/vms/device/discover', {
  title: { en: 'Search the network for devices', 'zh-cn': '搜索网络设备' },
  access: ['deviceManger.add'],
  effect: 'discloses',
  body: Empty,
  reply: listOf(
    z.object({
      Url: z.string(),
      Name: z.string(),
      Model: z.string(),
      /** What it seems to be: a proposal. */
      DevType,
      /** The same wherever the device stands. */
      Endpoint: z.string(),
      /** The device of the caller's that this one is. */
      KnownDID: z.string().optional(),
    }),
  ),
  example: () => ({}),
  refusals: ['unavailable', 'overloaded'],
})

/** Where a device is asked, or its pictures fetched, and as whom. */
export const deviceAddress = call('/vms/device/deviceAddress', {
  title: { en: 'Read the address of a device', 'zh-cn': '查看设备地址' },
  effect: 'reads',
  access: ['deviceManger.edit'],
  body: z.object({ DID }),
  reply: z.object({
    Protocol: z.enum(['rtsp', 'onvif']),
    Url: z.string(),
    /** Empty where there is none, or the device itself says where. */
    SubUrl: z.string(),
    Username: z.string(),
    Transport: z.enum(['auto', 'tcp', 'udp']),
    Tls: z.enum(['any', 'verify']),
  }),
  example: (ids) => ({ DID: ids.device }),
  refusals: ['noDeviceInformation'],
})

/**
 * The device stands at another address, or has another login. It must answer there: nothing changes otherwise. The password is
 * always said, so that none that is kept goes to an address which somebody types.
 */
export const updateDeviceAddress = call('/vms/device/updateDeviceAddress', {
  title: { en: 'Change the address or login of a device', 'zh-cn': '修改设备地址或登录信息' },
  access: ['deviceManger.edit'],
  body: z.object({ DID, SubUrl: Url.optional(), ...WhatStandsThere }),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, Url: 'rtsp://127.0.0.1:1/' }),
  refusals: [
    'addressNotAllowed',
    'deviceUnreachable',
    'deviceCertificate',
    'deviceCredentials',
    'noUsableStream',
    'unavailable',
    'tooManyTries',
    'overloaded',
    'deviceNotFound',
  ],
})

/** Adds what stands at an address; one that is known by its identity gets the new address instead. */
export const addByAddress = call('/vms/device/addByAddress', {
  title: { en: 'Add a device', 'zh-cn': '添加设备' },
  access: ['deviceManger.add'],
  body: z.object({
    GID,
    DevName: nameOfAtMost(50),
    DevType,
    License: DeviceLicense.default(''),
    SubUrl: Url.optional(),
    Channel: z.int().min(0).max(255).default(0),
    ...WhatStandsThere,
  }),
  reply: z.object({
    DID: z.string(),
    /** The device was there already, and has this address now. */
    IsKnown: z.boolean().optional(),
  }),
  example: (ids) => ({ GID: ids.region, DevName: 'New', DevType: 1, Url: 'rtsp://192.0.2.9/' }),
  refusals: [
    'addressNotAllowed',
    'deviceUnreachable',
    'deviceCertificate',
    'deviceCredentials',
    'noUsableStream',
    'unavailable',
    'tooManyTries',
    'overloaded',
  ],
})
