/** One message to one device, by the number of its method (section 7, reading 52), and what PTZ needs beside it. */
import { z } from 'zod'

import { type Access, call, Empty, type Effect, listOf } from '../call.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

interface DeviceMethod<Body extends z.ZodType = z.ZodType, Reply extends z.ZodType = z.ZodType> {
  number: string
  /** Checked beside that of `setMsgIn`, which admits anyone who may use any method. */
  access: Access
  effect: Effect
  /** The parsed `ReqBody`; no ids of objects stand in it. */
  body: Body
  reply: Reply
}

function method<Body extends z.ZodType, Reply extends z.ZodType, Name extends string>(
  declaration: DeviceMethod<Body, Reply> & { number: Name },
): DeviceMethod<Body, Reply> & { number: Name } {
  return declaration
}
export type { DeviceMethod }

export const PTZ_TYPES = [
  'up',
  'down',
  'left',
  'right',
  'leftUp',
  'leftDown',
  'rightUp',
  'rightDown',
  'zoomIn',
  'zoomOut',
  'focusNear',
  'focusFar',
] as const
export type PtzType = (typeof PTZ_TYPES)[number]

/** A start that is not repeated within this time stops by itself (reading 52). */
export const PTZ_REPEAT_WITHIN_MS = 1000
/** Who repeats more often may have it stop sooner: the picture of a camera that stands comes later still. */
export const PTZ_LEAST_HOLD_MS = 300
/** Who moved a camera keeps it for so long after the last command. */
export const PTZ_LEASE_MS = 10_000
export const PTZ_STEP = { min: 1, max: 10 } as const
export const PRESET_NAME_MAX = 32

const Channel = z.int().min(0).max(255).default(0)
const PresetToken = z.string().min(1).max(64)

/** Who has a camera in hand; `Account` is empty for nobody. */
const Lease = z.object({
  Account: z.string(),
  /** Whether the caller's own session sent it. */
  IsMine: z.boolean(),
  /** Ms since 1970. */
  Until: z.number(),
})
export type PtzLease = z.infer<typeof Lease>

export const ptzMethod = method({
  number: '13352',
  access: ['realTimeVideo.PTZ'],
  effect: 'changes',
  body: z.object({
    PTZControl: z.enum(['start', 'stop']),
    PTZType: z.enum(PTZ_TYPES),
    Step: z.int().min(PTZ_STEP.min).max(PTZ_STEP.max).default(5),
    /** A start that is not repeated within so many ms stops by itself. */
    HoldMs: z.int().min(PTZ_LEAST_HOLD_MS).max(PTZ_REPEAT_WITHIN_MS).default(PTZ_REPEAT_WITHIN_MS),
    ChannelNum: Channel,
  }),
  reply: z.object({ Lease }),
})

/** The events of a device on a day of the company's zone, the earliest first. */
export const dayEventsMethod = method({
  number: '13436',
  access: ['replay'],
  effect: 'reads',
  body: z.object({
    Date: z.iso.date(),
    PageSize: z.int().min(1).max(9999).default(9999),
    /** Absent: of all. */
    ChannelNum: z.int().min(0).max(255).optional(),
  }),
  reply: listOf(z.object({ CloudEid: z.string(), EventID: z.int(), Time: z.number(), channelNum: z.int() })),
})

export const setMsgIn = call('/vms/device/setMsgIn', {
  title: { en: 'Send a message to a device', 'zh-cn': '向设备发送消息' },
  // What a method does is told by the method.
  effect: 'reads',
  audits: true,
  access: ['realTimeVideo.PTZ', 'replay'],
  accessOf: ({ Method }) => (String(Method) === dayEventsMethod.number ? ['replay'] : ['realTimeVideo.PTZ']),
  body: z.object({
    DID,
    Method: z.union([z.string().regex(/^\d{1,9}$/), z.int().min(0).max(999_999_999)]),
    /** JSON. */
    ReqBody: z.string().max(10_000).default('{}'),
  }),
  reply: z.record(z.string(), z.unknown()),
  example: ({ device }) => ({
    DID: device,
    Method: ptzMethod.number,
    ReqBody: JSON.stringify({ PTZControl: 'stop', PTZType: 'left', Step: 5 }),
  }),
  refusals: ['cameraInHand', 'deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

/** What a camera that turns can do, where it can go, and who has it in hand. */
export const ptzState = call('/vms/device/ptz/state', {
  title: { en: 'See what a PTZ camera can do', 'zh-cn': '查看云台能力' },
  effect: 'reads',
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel }),
  reply: z.object({
    HasZoom: z.boolean(),
    HasFocus: z.boolean(),
    HasHome: z.boolean(),
    /** Whether `aimPtz` works: the camera can turn by parts of its picture. */
    CanAim: z.boolean(),
    Lease,
    Presets: z.array(
      z.object({
        Token: z.string(),
        Name: z.string(),
        /** What the camera saw there when it was last at it; empty where no picture was taken. */
        Url: z.string(),
      }),
    ),
  }),
  example: ({ device }) => ({ DID: device, Channel: 0 }),
  refusals: ['deviceOffline', 'deviceChangeFailed', 'unavailable'],
})
export type PtzState = z.infer<typeof ptzState.reply>

/** Keeps where the camera looks now; with the token of a preset, in its place. */
export const savePtzPreset = call('/vms/device/ptz/savePreset', {
  title: { en: 'Save a preset', 'zh-cn': '保存预置点' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, Token: PresetToken.optional(), Name: nameOfAtMost(PRESET_NAME_MAX) }),
  reply: z.object({ Token: z.string() }),
  example: ({ device }) => ({ DID: device, Channel: 0, Name: 'Gate' }),
  refusals: ['deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

/** Gives a preset another name; where the camera looks then stays as it is. */
export const renamePtzPreset = call('/vms/device/ptz/renamePreset', {
  title: { en: 'Rename a preset', 'zh-cn': '重命名预置点' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, Token: PresetToken, Name: nameOfAtMost(PRESET_NAME_MAX) }),
  reply: Empty,
  example: ({ device }) => ({ DID: device, Channel: 0, Token: '1', Name: 'Gate' }),
  refusals: ['deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

export const goPtzPreset = call('/vms/device/ptz/goPreset', {
  title: { en: 'Turn a camera to a preset', 'zh-cn': '转到预置点' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, Token: PresetToken }),
  reply: z.object({ Lease }),
  example: ({ device }) => ({ DID: device, Channel: 0, Token: '1' }),
  refusals: ['cameraInHand', 'deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

const ShortenedTour = z.object({ Name: z.string(), IsTooShort: z.boolean() })
export type ShortenedTour = z.infer<typeof ShortenedTour>

/** Takes the preset out of the camera's tours too; a running one that is left with fewer than two ends. */
export const removePtzPreset = call('/vms/device/ptz/removePreset', {
  title: { en: 'Remove a preset', 'zh-cn': '删除预置点' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, Token: PresetToken }),
  reply: z.object({
    /** Those that lost it. One that `IsTooShort` can't be started until it is given another preset. */
    Tours: z.array(ShortenedTour),
  }),
  example: ({ device }) => ({ DID: device, Channel: 0, Token: '1' }),
  refusals: ['deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

/** Turns a camera so that a point of its picture comes into the middle, and zooms in on what is around it. */
export const aimPtz = call('/vms/device/ptz/aim', {
  title: { en: 'Aim a camera at a point of its picture', 'zh-cn': '云台定位到画面位置' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({
    DID,
    Channel,
    /** From the middle: -1 at the left and the bottom, 1 at the right and the top. */
    X: z.number().min(-1).max(1),
    Y: z.number().min(-1).max(1),
    /** How much of the picture's width is to be seen then; above 1 it zooms out. */
    Width: z.number().min(0.02).max(50).default(1),
  }),
  reply: z.object({ Lease }),
  example: ({ device }) => ({ DID: device, Channel: 0, X: 0.5, Y: 0 }),
  refusals: ['cameraInHand', 'deviceOffline', 'deviceChangeFailed', 'unavailable'],
})

/** Turns a camera to its home position, or makes where it looks now that position. */
export const ptzHome = call('/vms/device/ptz/home', {
  title: { en: 'Turn a camera home', 'zh-cn': '云台归位' },
  access: ['realTimeVideo.PTZ'],
  body: z.object({ DID, Channel, Act: z.enum(['go', 'set']) }),
  reply: z.object({ Lease }),
  example: ({ device }) => ({ DID: device, Channel: 0, Act: 'go' as const }),
  refusals: ['cameraInHand', 'deviceOffline', 'deviceChangeFailed', 'unavailable'],
})
