/** Calls about devices. */
import { z } from 'zod'

import { call, listOf, Paging } from '../call.ts'
import { DeviceStatus, DevType, Presence } from '../devices.ts'
import { GID } from '../ids.ts'

const DeviceItem = z.object({
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
})
export type DeviceItem = z.infer<typeof DeviceItem>

/** Devices of a region and those below it, or of all regions that the caller may see. */
export const deviceList = call('/vms/device/deviceList', {
  access: [
    'realTimeVideo',
    'replay',
    'deviceMap',
    'deviceManger',
    'deviceTransfer',
    'alarmManger',
    'albumManager',
  ],
  body: z.object({ GID: GID.optional(), Keyword: z.string().trim().max(64).optional(), ...Paging }),
  reply: listOf(DeviceItem),
})

/** Judged by the server's address rules, not here: a wrong address is refused with the reason. */
const Url = z.string().trim().min(1).max(1000)
/** How a camera's media travel. `auto`: over its RTSP connection, and by UDP where it refuses that. */
const Transport = z.enum(['auto', 'tcp', 'udp']).default('auto')
/** For `rtsps://`. `any`: most cameras sign their own certificate. `verify`: it must be of a known authority and name. */
const Tls = z.enum(['any', 'verify']).default('any')
const Credentials = { Username: z.string().max(128).default(''), Password: z.string().max(128).default('') }

/** What answers at an address. */
export const probeDevice = call('/vms/device/probe', {
  access: ['deviceManger.add'],
  body: z.object({ Url, Transport, Tls, ...Credentials }),
  reply: z.object({
    /** The protocol's server name, empty when it does not say. */
    Server: z.string(),
    Streams: z.array(
      z.object({ Kind: z.enum(['video', 'audio', 'other']), Codec: z.string(), IsPlayable: z.boolean() }),
    ),
    Advice: z.array(z.string()),
  }),
})

export const addByAddress = call('/vms/device/addByAddress', {
  access: ['deviceManger.add'],
  body: z.object({
    GID,
    DevName: z.string().trim().min(1).max(50),
    DevType,
    Url,
    SubUrl: Url.optional(),
    Channel: z.int().min(0).max(255).default(0),
    Transport,
    Tls,
    ...Credentials,
  }),
  reply: z.object({ DID: z.string() }),
})
