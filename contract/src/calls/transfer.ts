/** Calls that hand devices to another company: one offers, the other accepts by a code. Reading 34. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { DID, GID } from '../ids.ts'
import { DeviceEvent } from './gateway.ts'
import { Upgrade } from './upgrade.ts'

/** Shown once to who offers; told to the other company by its people. */
const Code = z
  .string()
  .trim()
  .regex(/^[0-9A-HJKMNP-TV-Z]{12}$/)
const Offer = z.string().max(32)

/** Offers devices to anyone who has the code, or to a company that the caller belongs to as well. */
export const offerDevices = call('/vms/device/transfer/offer', {
  title: { en: 'Transfer devices to another company', 'zh-cn': '发起设备转移' },
  access: ['deviceTransfer'],
  body: z.object({
    DIDs: z.array(DID).min(1).max(500),
    /** One of `linkedCompanies`: it sees the offer in its own list, and no code is told. */
    CompanyID: z.string().max(32).optional(),
  }),
  reply: z.object({ Code: z.string(), ExpiresAt: z.number() }),
  example: (ids) => ({ DIDs: [ids.device] }),
})

/** Names the offer by the code that was told, or by its id when it is addressed to this company. */
const Taken = { Code: Code.optional(), Offer: Offer.optional() }

const Offered = z.object({
  DID: z.string(),
  DevName: z.string(),
  DevType: z.int(),
  Model: z.string(),
  /** The CTEI in the telecom variant. */
  License: z.string().optional(),
})

/** What a code stands for, before it is accepted. */
export const previewTransfer = call('/vms/device/transfer/preview', {
  title: { en: 'Preview a device transfer', 'zh-cn': '预览设备转移' },
  effect: 'reads',
  access: ['deviceTransfer'],
  body: z.object(Taken),
  reply: listOf(Offered).extend({ CompanyName: z.string(), ExpiresAt: z.number() }),
  example: () => ({ Code: '000000000000' }),
  refusals: ['tooManyTries'],
})

/** The devices are this company's from now on; what was before stays with the other. */
export const acceptTransfer = call('/vms/device/transfer/accept', {
  title: { en: 'Accept a device transfer', 'zh-cn': '接收设备转移' },
  access: ['deviceTransfer'],
  body: z.object({ ...Taken, GID }),
  reply: z.object({ Moved: z.int() }),
  example: (ids) => ({ Code: '000000000000', GID: ids.region }),
  refusals: ['tooManyTries'],
})

/** Takes back an offer that nobody accepted, or declines one that is addressed to this company. */
export const cancelTransfer = call('/vms/device/transfer/cancel', {
  title: { en: 'Cancel a device transfer', 'zh-cn': '取消设备转移' },
  access: ['deviceTransfer'],
  body: z.object({ Offer }),
  reply: Empty,
  example: () => ({ Offer: 'none' }),
})

export const TRANSFER_STATES = ['offered', 'accepted', 'cancelled', 'expired'] as const

/** Both sides' history, the newest 200, within the caller's regions. */
export const transferList = call('/vms/device/transfer/list', {
  title: { en: 'List device transfers', 'zh-cn': '查询设备转移记录' },
  effect: 'reads',
  access: ['deviceTransfer'],
  body: Empty,
  reply: listOf(
    z.object({
      Offer: z.string(),
      Direction: z.enum(['out', 'in']),
      State: z.enum(TRANSFER_STATES),
      /** The other company's name; empty while nobody accepted an offer that is addressed to nobody. */
      CompanyName: z.string(),
      Devices: z.array(z.object({ DID: z.string(), DevName: z.string() })),
      CreatedAt: z.number(),
      ExpiresAt: z.number(),
      /** When it was accepted or taken back; null while neither. */
      EndedAt: z.number().nullable(),
    }),
  ),
  example: () => ({}),
})

/** What a device that was handed over did while it was this company's: its events, newest first, and its last upgrades. */
export const transferredHistory = call('/vms/device/transfer/history', {
  title: { en: 'Read the history of a transferred device', 'zh-cn': '查看已转移设备的历史' },
  effect: 'reads',
  access: ['deviceTransfer'],
  // The device is another company's by now, so its id is checked by the offer alone.
  body: z.object({ Offer, Device: z.string().max(32), ...Paging }),
  reply: listOf(DeviceEvent).extend({ Upgrades: z.array(Upgrade) }),
  example: () => ({ Offer: 'none', Device: 'CAM-0000000001' }),
})
