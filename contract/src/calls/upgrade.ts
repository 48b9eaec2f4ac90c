/** Calls about firmware: the store, single and batch upgrades, how they go. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** Model name as devices report it. */
const Model = nameOfAtMost(64)
const Version = nameOfAtMost(64)
export const MAX_FIRMWARE_BYTES = 512 * 1024 * 1024
/** Bytes of one piece, which travels in base64 within the limit of a body. */
export const FIRMWARE_PIECE_BYTES = 512 * 1024

const UPGRADERS = ['deviceManger.update', 'deviceManger.batchUpdate'] as const

/** Begins the upload of a file; one that was begun with the same facts goes on where it stopped. */
export const beginFirmware = call('/vms/device/firmware/begin', {
  title: { en: 'Upload firmware', 'zh-cn': '上传固件' },
  access: ['deviceManger.batchUpdate'],
  body: z.object({
    Model,
    Version,
    FileName: nameOfAtMost(200),
    Bytes: z.int().min(1).max(MAX_FIRMWARE_BYTES),
    /** SHA-256 of the whole file, hex. */
    Sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
  reply: z.object({ Received: z.int() }),
  example: () => ({ Model: 'M', Version: '1', FileName: 'm.bin', Bytes: 1, Sha256: '0'.repeat(64) }),
  refusals: ['tooLarge'],
})

/** The next piece, at exactly what was received so far. The last one completes the file, which is then checked. */
export const sendFirmware = call('/vms/device/firmware/send', {
  title: { en: 'Upload firmware', 'zh-cn': '上传固件' },
  access: ['deviceManger.batchUpdate'],
  body: z.object({
    Model,
    Version,
    Offset: z.int().min(0).max(MAX_FIRMWARE_BYTES),
    Data: z
      .base64()
      .min(1)
      .max(Math.ceil(FIRMWARE_PIECE_BYTES / 3) * 4),
  }),
  reply: z.object({ Received: z.int(), IsReady: z.boolean() }),
  example: () => ({ Model: 'M', Version: '1', Offset: 0, Data: 'AA==' }),
})

const Firmware = z.object({
  Model: z.string(),
  Version: z.string(),
  FileName: z.string(),
  Bytes: z.int(),
  Sha256: z.string(),
  Received: z.int(),
  IsReady: z.boolean(),
  CreatedAt: z.number(),
})
export type Firmware = z.infer<typeof Firmware>

export const firmwareList = call('/vms/device/firmware/list', {
  title: { en: 'List firmware', 'zh-cn': '查询固件列表' },
  effect: 'reads',
  access: UPGRADERS,
  body: Empty,
  reply: listOf(Firmware),
  example: () => ({}),
})

export const deleteFirmware = call('/vms/device/firmware/delete', {
  title: { en: 'Delete firmware', 'zh-cn': '删除固件' },
  access: ['deviceManger.batchUpdate'],
  body: z.object({ Model, Version }),
  reply: Empty,
  example: () => ({ Model: 'M', Version: '0' }),
})

/** Whether there is a newer version for the device. `Latest` is empty where the store has none for its model. */
export const checkDeviceUpVersion = call('/vms/device/checkDeviceUpVersion', {
  title: { en: 'Check for new firmware', 'zh-cn': '检查固件更新' },
  effect: 'reads',
  access: UPGRADERS,
  body: z.object({ DID }),
  reply: z.object({ Current: z.string(), Latest: z.string(), CanUpgrade: z.boolean() }),
  example: (ids) => ({ DID: ids.device }),
  refusals: ['noDeviceInformation'],
})

export const UPGRADE_STATES = ['waiting', 'sending', 'installing', 'done', 'failed'] as const
const State = z.enum(UPGRADE_STATES)
export type UpgradeState = z.infer<typeof State>

/** Why an upgrade was not begun, or failed. */
export const UPGRADE_WORDS = [
  'latest',
  'noFirmware',
  'offline',
  'running',
  'notSupported',
  'certificate',
  'credentials',
  'refused',
  'unchanged',
  'timeout',
  'interrupted',
] as const
const Word = z.enum(UPGRADE_WORDS)
export type UpgradeWord = z.infer<typeof Word>

/** Upgrades to the newest version that the store has for each model. More than one device is a batch. */
export const upgradeDevices = call('/vms/device/upgrade', {
  title: { en: 'Upgrade devices', 'zh-cn': '升级设备' },
  access: UPGRADERS,
  forSeveral: 'deviceManger.batchUpdate',
  body: z.object({ DIDs: z.array(DID).min(1).max(500) }),
  reply: listOf(z.object({ DID: z.string(), IsBegun: z.boolean(), Word: Word.optional() })),
  example: (ids) => ({ DIDs: [ids.device] }),
})

export const Upgrade = z.object({
  ID: z.string(),
  DID: z.string(),
  DevName: z.string(),
  From: z.string(),
  To: z.string(),
  State,
  /** Per cent of what is sent or installed, as far as it is known. */
  Progress: z.int(),
  Word: Word.optional(),
  CreatedAt: z.number(),
  ChangedAt: z.number(),
})
export type Upgrade = z.infer<typeof Upgrade>

/** The newest first. */
export const upgradeList = call('/vms/device/upgradeList', {
  title: { en: 'List upgrades', 'zh-cn': '查询升级记录' },
  effect: 'reads',
  access: ['deviceManger.update', 'deviceManger.batchUpdate', 'deviceManger'],
  body: z.object({ DID: DID.optional(), ...Paging }),
  reply: listOf(Upgrade),
  example: (ids) => ({ DID: ids.device }),
})
