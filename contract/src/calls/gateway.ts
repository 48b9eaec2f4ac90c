/** Calls about devices that speak MQTT: gateways with sensors, scanning guns. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { DeviceLicense } from '../device-license.ts'
import { DevType } from '../devices.ts'
import { DeviceIdentity, DID, GID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** What the device presents as its password. */
export const License = z
  .string()
  .regex(/^[\x21-\x7e]{8,64}$/, 'a licence has 8 to 64 characters without spaces')

/** How the device is to be set up: told once, for the platform shows no secret again. */
const Setup = z.object({
  DID: z.string(),
  /** Both its client id and its user name. */
  ClientId: z.string(),
  Secret: z.string(),
  Port: z.int(),
  Topic: z.string(),
})
export type GatewaySetup = z.infer<typeof Setup>

/** Adds by the DID and the licence on its box; without a licence the platform issues a secret. */
export const addGateway = call('/vms/device/addGateway', {
  title: { en: 'Add a gateway', 'zh-cn': '添加网关' },
  access: ['deviceManger.add'],
  body: z.object({
    DID: DeviceIdentity,
    License: License.optional(),
    /** Its licence, the CTEI in the telecom variant: no secret, and nothing that it presents. */
    Ctei: DeviceLicense.default(''),
    GID,
    DevName: nameOfAtMost(50),
    DevType,
  }),
  reply: Setup,
  example: (ids) => ({ DID: 'GATE-0000001', GID: ids.region, DevName: 'Gate', DevType: 7 }),
  refusals: ['addedByOthers', 'unavailable'],
})

/** A code that a device presents instead of a licence, and keeps as its secret once the company that asked has joined it. */
export const genBindCode = call('/vms/device/genBindCode', {
  title: { en: 'Issue a bind code', 'zh-cn': '生成绑定码' },
  access: ['deviceManger.add'],
  body: Empty,
  reply: z.object({ BindCode: z.string(), ExpiresAt: z.number(), Port: z.int() }),
  example: () => ({}),
  refusals: ['unavailable'],
})

/** Adds a device that is known to the platform and no company's: by DID and licence, or by the bind code that it presented. */
export const joinGroup = call('/vms/device/joinGroup', {
  title: { en: 'Add a device', 'zh-cn': '添加设备' },
  access: ['deviceManger.add'],
  body: z.object({
    DID: DeviceIdentity.optional(),
    License: z.string().trim().min(1).max(64).optional(),
    BindCode: z.string().trim().min(1).max(64).optional(),
    /** As in `addGateway`. */
    Ctei: DeviceLicense.default(''),
    GID,
    DevName: nameOfAtMost(50),
    DevType: DevType.default(7),
  }),
  reply: z.object({ DID: z.string() }),
  example: (ids) => ({ DID: 'GATE-0000002', License: 'Box-label-4712', GID: ids.region, DevName: 'Joined' }),
  refusals: ['deviceNotQueried', 'addedByOthers', 'unavailable', 'tooManyTries'],
})

/** Issues another secret; the one before admits no more and its connection ends. */
export const renewGatewaySecret = call('/vms/device/renewGatewaySecret', {
  title: { en: 'Renew the secret of a gateway', 'zh-cn': '更新网关密钥' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID }),
  reply: Setup,
  example: (ids) => ({ DID: ids.device }),
  refusals: ['unavailable'],
})

const SensorValue = z.union([z.number(), z.boolean(), z.string()])

/** What each sensor of a gateway said last. */
export const sensorList = call('/vms/device/sensorList', {
  title: { en: 'List the sensors of a gateway', 'zh-cn': '查询网关传感器' },
  effect: 'reads',
  access: ['deviceManger', 'deviceMap'],
  body: z.object({ DID }),
  reply: listOf(
    z.object({
      Sensor: z.string(),
      Kind: z.string(),
      Value: SensorValue,
      Unit: z.string(),
      Time: z.number(),
      /** Outside of these an alarm is raised; null: no limit. */
      Low: z.number().nullable(),
      High: z.number().nullable(),
    }),
  ),
  example: (ids) => ({ DID: ids.device }),
})

const Limit = z.number().min(-1e9).max(1e9).nullable()

/** Outside of its limits a sensor raises an alarm. Smoke and water always do. */
export const setSensorLimit = call('/vms/device/setSensorLimit', {
  title: { en: 'Set the limits of a sensor', 'zh-cn': '设置传感器阈值' },
  access: ['deviceManger.deviceConf'],
  body: z
    .object({ DID, Sensor: z.string().min(1).max(64), Low: Limit, High: Limit })
    .refine(({ Low, High }) => Low === null || High === null || Low < High, 'the lower limit is not below'),
  reply: Empty,
  example: (ids) => ({ DID: ids.device, Sensor: 'Cold room', Low: null, High: 8 }),
})

export const DEVICE_EVENT_KINDS = ['sensor', 'scan', 'takenOver', 'fault'] as const

export const DeviceEvent = z.object({
  ID: z.string(),
  Kind: z.enum(DEVICE_EVENT_KINDS),
  Time: z.number(),
  /** The sensor, or the symbology of a code. */
  Name: z.string(),
  /** The sensor's value, the code, the address of the newer client, or what was not understood. */
  Value: SensorValue,
  Unit: z.string(),
})
export type DeviceEvent = z.infer<typeof DeviceEvent>

/** What a gateway or gun said, newest first. */
export const deviceEventList = call('/vms/device/eventList', {
  title: { en: 'List the messages of a gateway', 'zh-cn': '查询网关消息' },
  effect: 'reads',
  access: ['deviceManger', 'deviceMap', 'alarmManger'],
  body: z.object({ DID, Kind: z.enum(DEVICE_EVENT_KINDS).optional(), ...Paging }),
  reply: listOf(DeviceEvent),
  example: (ids) => ({ DID: ids.device }),
})
