/** Calls about whether devices were there. */
import { z } from 'zod'

import { call, listOf, Paging } from '../call.ts'
import { DeviceStatus, Presence } from '../devices.ts'
import { DID } from '../ids.ts'

const PresenceChange = z.object({
  /** Since when it was so, ms since 1970. */
  Time: z.number(),
  /** Until when; null for the last one, which it still is. */
  Until: z.number().nullable(),
  Presence,
  /** Why: a word of the live wire. */
  Reason: z.string(),
  Status: DeviceStatus,
  /** The first that this start of the platform saw of the device: what was before it, nobody watched. */
  IsFirst: z.boolean(),
})
export type PresenceChange = z.infer<typeof PresenceChange>

/** When a device came, went, slept and was upgraded, the latest first: its last 200 changes of 90 days. */
export const presenceHistory = call('/vms/device/presenceHistory', {
  title: { en: 'Read the online history of a device', 'zh-cn': '查询设备上下线记录' },
  effect: 'reads',
  access: ['deviceManger', 'deviceMap', 'realTimeVideo'],
  body: z.object({ DID, ...Paging }),
  reply: listOf(PresenceChange),
  example: (ids) => ({ DID: ids.device }),
})
