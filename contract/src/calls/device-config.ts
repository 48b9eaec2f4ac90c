/** Calls about what a device is set to: picture, sound, streams, clock, name, alarms. */
import { z } from 'zod'

import { ALARM_PARTS, AlarmSettings, NO_ALARMS } from '../alarm-settings.ts'
import { call, listOf } from '../call.ts'
import { DeviceStatus } from '../devices.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'
import { DeviceItem } from './device.ts'

const Channel = z.int().min(0).max(255).default(0)
const Name = nameOfAtMost(50)
/** POSIX, as devices have it: `CST-8`, `CET-1CEST,M3.5.0,M10.5.0/3`. */
const TimeZone = z.string().regex(/^[\x21-\x7e]{0,64}$/)

const Range = z.object({ Min: z.number(), Max: z.number() })
const IR_CUT = ['ON', 'OFF', 'AUTO'] as const

/** What a stream can be set to; of JPEG it can be neither played nor recorded here. */
export const STREAM_CODECS = ['H264', 'H265', 'JPEG'] as const

/** A number of the picture, with its range where the device tells one. */
const PictureNumber = z.object({ Value: z.number(), Range: Range.nullable() }).nullable()

const Picture = z.object({
  Brightness: PictureNumber,
  Contrast: PictureNumber,
  Saturation: PictureNumber,
  Sharpness: PictureNumber,
  IrCut: z.enum(IR_CUT).nullable(),
})

const Stream = z.object({
  Token: z.string(),
  Quality: z.enum(['main', 'sub', 'other']),
  Encoding: z.string(),
  /** Profile of the codec, such as `Main`; empty where the device does not say. */
  Profile: z.string(),
  Width: z.int(),
  Height: z.int(),
  FrameRate: z.number(),
  BitrateKbps: z.number(),
  /** Pictures from one key frame to the next; null where the device does not say. */
  Gop: z.int().nullable(),
  /** What it can be set to. */
  Options: z.array(
    z.object({
      Encoding: z.string(),
      Profiles: z.array(z.string()),
      Resolutions: z.array(z.object({ Width: z.int(), Height: z.int() })),
      FrameRate: Range,
      BitrateKbps: Range.nullable(),
      Gop: Range.nullable(),
    }),
  ),
})
export type StreamConfig = z.infer<typeof Stream>

const Audio = z.object({
  Token: z.string(),
  Encoding: z.string(),
  BitrateKbps: z.number(),
  SampleRateKhz: z.number(),
})

const Clock = z.object({
  /** Ms since 1970 by the device's clock when it was asked; null where it gives none. */
  Time: z.number().nullable(),
  /** How far it was ahead of the platform, ms. */
  AheadMs: z.number(),
  TimeZone: z.string(),
  DaylightSaving: z.boolean(),
  Source: z.enum(['Manual', 'NTP']),
})

export const CONFIG_PARTS = ['name', 'picture', 'streams', 'audio', 'time', 'alarm'] as const
export const ConfigPart = z.enum(CONFIG_PARTS)
export type ConfigPart = z.infer<typeof ConfigPart>

/** Why a device could not be asked; `none`: it was. `noService`: it has streams alone, so nothing can be set. */
export const DeviceTrouble = z.enum([
  'none',
  'noService',
  'unreachable',
  'certificate',
  'credentials',
  'refused',
])
export type DeviceTrouble = z.infer<typeof DeviceTrouble>

/** What the device is set to, asked from itself just now. A part that it does not have is null or empty. */
export const queryConfig = call('/vms/device/queryConfig', {
  title: { en: 'Read the settings of a device', 'zh-cn': '查看设备配置' },
  effect: 'reads',
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel }),
  reply: z.object({
    Trouble: DeviceTrouble,
    Name: z.string(),
    Picture: Picture.nullable(),
    Streams: z.array(Stream),
    Audio: z.array(Audio),
    Clock: Clock.nullable(),
    Network: z.array(
      z.object({ Name: z.string(), Mac: z.string(), Addresses: z.array(z.string()), IsDhcp: z.boolean() }),
    ),
    /** Kept by the platform until the device can be reached. */
    Pending: z.array(ConfigPart),
  }),
  example: (ids) => ({ DID: ids.device }),
})
export type DeviceConfig = z.infer<typeof queryConfig.reply>

/** What to change; what is left out stays. */
export const ConfigChange = z.object({
  Name: Name.optional(),
  Picture: z
    .object({
      Brightness: z.number().optional(),
      Contrast: z.number().optional(),
      Saturation: z.number().optional(),
      Sharpness: z.number().optional(),
      IrCut: z.enum(IR_CUT).optional(),
    })
    .optional(),
  Streams: z
    .array(
      z.object({
        Quality: z.enum(['main', 'sub']),
        Encoding: z.enum(STREAM_CODECS).optional(),
        Profile: z
          .string()
          .regex(/^\w{1,40}$/)
          .optional(),
        Width: z.int().min(16).max(16_384).optional(),
        Height: z.int().min(16).max(16_384).optional(),
        FrameRate: z.number().min(1).max(240).optional(),
        BitrateKbps: z.number().min(1).max(1_000_000).optional(),
        Gop: z.int().min(1).max(10_000).optional(),
      }),
    )
    .max(2)
    .optional(),
  Audio: z
    .object({
      Encoding: z
        .string()
        .regex(/^[\w-]{1,20}$/)
        .optional(),
      BitrateKbps: z.number().min(1).max(10_000).optional(),
      SampleRateKhz: z.number().min(1).max(192).optional(),
    })
    .optional(),
  Clock: z
    .object({
      TimeZone: TimeZone.optional(),
      DaylightSaving: z.boolean().optional(),
      Source: z.enum(['Manual', 'NTP']).optional(),
      /** Sets the device's clock to the platform's. */
      IsSetNow: z.boolean().optional(),
    })
    .optional(),
})
export type ConfigChange = z.infer<typeof ConfigChange>

const Outcome = z.object({
  /** What the device has now. */
  Written: z.array(ConfigPart),
  /** What the platform keeps and writes when the device is back. */
  Pending: z.array(ConfigPart),
  /** What the device has not, or refused. */
  Refused: z.array(ConfigPart),
  Trouble: DeviceTrouble,
})
export type ConfigOutcome = z.infer<typeof Outcome>

/** Refused with `deviceChangeFailed` where the device took nothing of it. */
export const setDeviceConfig = call('/vms/device/setDeviceConfig', {
  title: { en: 'Change the settings of a device', 'zh-cn': '修改设备配置' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel, Change: ConfigChange }),
  reply: Outcome,
  example: (ids) => ({ DID: ids.device, Change: { Name: 'North' } }),
  refusals: ['deviceChangeFailed'],
})

const Detection = z.object({
  /** What decodes pictures on this machine, and what finds people in them; empty where nothing does. */
  Decoder: z.string(),
  People: z.string(),
  /** Why there is none, one sentence for the operator; empty where there are both. */
  Detail: z.string(),
  /** The device tells of motion itself, and the platform does not look for it. */
  IsOwnMotion: z.boolean(),
  /** It can be turned after what is seen. */
  HasPTZ: z.boolean(),
  /** Null while the camera is not looked at. */
  LooksPerSecond: z.number().nullable(),
  /** The machine has too much to do: cameras are looked at less often, in turn. */
  IsResting: z.boolean(),
})
export type Detection = z.infer<typeof Detection>

/** The settings of alarms: what the device detects itself is asked from it just now, the rest the platform keeps. */
export const getDeviceCloudConfig = call('/vms/device/getDeviceCloudConfig', {
  title: { en: 'Read the alarm settings of a device', 'zh-cn': '查看设备告警配置' },
  effect: 'reads',
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel }),
  reply: z.object({
    Alarm: AlarmSettings,
    /** What is kept for the platform's detection, or for the device, and does nothing yet. */
    Inactive: z.array(z.enum(ALARM_PARTS)),
    /** Why the device could not be asked. */
    Trouble: DeviceTrouble,
    /** The device is written to when it is back. */
    IsPending: z.boolean(),
    /** What the platform's own detection can do here; how the camera is looked at just now. */
    Detection: Detection.optional(),
  }),
  example: (ids) => ({ DID: ids.device }),
})

const SeenBox = z.object({ X: z.number(), Y: z.number(), W: z.number(), H: z.number() })

/** What the platform's detection sees in the camera's picture just now, in parts of it; to be asked again and again. */
export const getDetectionView = call('/vms/device/getDetectionView', {
  title: { en: 'Watch the detection of a camera', 'zh-cn': '查看检测画面' },
  effect: 'reads',
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel }),
  reply: z.object({
    /** Null while the camera is not looked at. */
    Seen: z
      .object({
        Time: z.number(),
        /** Motion enough to raise an alarm. */
        IsActive: z.boolean(),
        /** Cells in a row; a bit for each, row by row, base64: 1 where something moves. */
        Columns: z.int(),
        Cells: z.string(),
        Moved: z.array(SeenBox),
        People: z.array(SeenBox.extend({ Score: z.number(), IsSure: z.boolean() })),
      })
      .nullable(),
  }),
  example: (ids) => ({ DID: ids.device }),
})

export const setDeviceNoticeConfig = call('/vms/device/setDeviceNoticeConfig', {
  title: { en: 'Change the alarm settings of a device', 'zh-cn': '修改设备告警配置' },
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel, Alarm: AlarmSettings }),
  /** The platform has them in any case; `alarm` stands where the device is to have its part of them. */
  reply: Outcome,
  example: (ids) => ({ DID: ids.device, Alarm: NO_ALARMS }),
})

/** Copies what one device is set to onto others; each answers for itself. */
export const copyDeviceConfig = call('/vms/device/copyDeviceConfig', {
  title: { en: 'Copy the settings of a device', 'zh-cn': '复制设备配置' },
  access: ['deviceManger.deviceConf'],
  body: z.object({
    DID,
    Channel,
    ToDIDs: z.array(DID).min(1).max(100),
    Parts: z
      .array(z.enum(['picture', 'streams', 'audio', 'time', 'alarm']))
      .min(1)
      .max(5),
  }),
  reply: listOf(z.object({ DID: z.string(), Outcome })),
  example: (ids) => ({ DID: ids.device, ToDIDs: [ids.device], Parts: ['alarm'] }),
  refusals: ['deviceOffline'],
})

const DeviceInfo = DeviceItem.omit({ HasSub: true }).extend({
  Status: DeviceStatus,
  /** Photo of where the device hangs (`deviceUploadImage`): an address good for a day, and when it was uploaded. */
  Photo: z.object({ Url: z.string(), Time: z.number() }).optional(),
})
export type DeviceInfo = z.infer<typeof DeviceInfo>

/** One device, as it is now. */
export const getDeviceInfo = call('/vms/device/getDeviceInfo', {
  title: { en: 'Read a device', 'zh-cn': '查看设备信息' },
  effect: 'reads',
  access: ['deviceManger', 'deviceMap', 'realTimeVideo', 'replay', 'alarmManger'],
  body: z.object({ DID }),
  reply: DeviceInfo,
  example: (ids) => ({ DID: ids.device }),
  refusals: ['noDeviceInformation'],
})

const SubDevice = z.object({
  DID: z.string(),
  Channel: z.int(),
  Name: z.string(),
  /** Which streams the channel has. */
  Qualities: z.array(z.enum(['main', 'sub'])),
})

/** The channels of an NVR. */
export const getSubDeviceList = call('/vms/device/nvr/getSubDeviceList', {
  title: { en: 'List the channels of an NVR', 'zh-cn': '查询NVR通道列表' },
  effect: 'reads',
  access: ['deviceManger', 'deviceMap', 'realTimeVideo', 'replay', 'alarmManger'],
  body: z.object({ DID }),
  reply: listOf(SubDevice),
  example: (ids) => ({ DID: ids.device }),
})

/** What is kept of one channel of an NVR. */
export const getSubDeviceConfig = call('/vms/device/nvr/getSubDeviceConfig', {
  title: { en: 'Read the settings of an NVR channel', 'zh-cn': '查看NVR通道配置' },
  effect: 'reads',
  access: ['deviceManger.deviceConf'],
  body: z.object({ DID, Channel: z.int().min(0).max(255) }),
  reply: SubDevice.extend({ Alarm: AlarmSettings, Pending: z.array(ConfigPart) }),
  example: (ids) => ({ DID: ids.device, Channel: 0 }),
})

/** The device of the caller's that has this CTEI, or licence. */
export const getDIDByCtei = call('/vms/device/getDIDByCtei', {
  title: { en: 'Find a device by CTEI', 'zh-cn': '按CTEI查询设备' },
  effect: 'reads',
  access: ['deviceManger', 'install-maintenance'],
  body: z.object({ Ctei: z.string().trim().min(1).max(64) }),
  reply: z.object({ DID: z.string() }),
  example: () => ({ Ctei: 'CT-0001' }),
  refusals: ['deviceNotQueried'],
})
