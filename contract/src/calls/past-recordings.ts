/**
 * Recordings of devices that a company has no more: handed over, or removed. Such a device is no object that could be checked by its
 * region, so those who see the whole company are admitted: docs/decisions/0072-recordings-stay-with-their-company.md.
 */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { DeviceIdentity } from '../ids.ts'
import { Quality } from '../live.ts'
import { addRecordLock, RecordLock, StreamPlace } from './record.ts'
import { replayUrl, ReplayRange } from './replay.ts'

/** What there still is of such devices, stream by stream. */
export const pastRecordings = call('/vms/record/past', {
  title: { en: 'List recordings of former devices', 'zh-cn': '查询已移除设备的录像' },
  access: 'administrator',
  effect: 'reads',
  body: z.object({ ...Paging, PageSize: z.int().min(1).max(200).default(10) }),
  reply: listOf(
    z.object({
      Device: z.string(),
      Channel: z.int(),
      Quality,
      Bytes: z.int(),
      Files: z.int(),
      /** How many days it is kept, as when the device left. */
      Days: z.int(),
      /** Start, end, start, end, …, ms since 1970; gaps of less than a minute are not told. */
      Spans: z.array(z.number()),
      Locks: z.array(RecordLock.omit({ DID: true })),
    }),
  ),
  example: () => ({}),
})

export const pastReplayUrl = call('/vms/record/pastReplayUrl', {
  title: { en: 'Open recordings', 'zh-cn': '打开录像' },
  access: 'administrator',
  effect: 'discloses',
  body: z.object({ Device: DeviceIdentity, ...StreamPlace, ...ReplayRange }),
  reply: replayUrl.reply,
  example: () => ({ Device: 'CAM-0000000001', From: 1, To: 2 }),
  refusals: ['noRecording', 'unavailable'],
})

export const addPastLock = call('/vms/record/addPastLock', {
  title: { en: 'Lock recordings', 'zh-cn': '锁定录像' },
  access: 'administrator',
  body: addRecordLock.body.omit({ DID: true }).extend({ Device: DeviceIdentity }),
  reply: addRecordLock.reply,
  example: () => ({ Device: 'CAM-0000000001', From: 1, To: 2, Reason: 'evidence' }),
  refusals: ['noRecording'],
})

export const removePastLock = call('/vms/record/removePastLock', {
  title: { en: 'Unlock recordings', 'zh-cn': '解锁录像' },
  access: 'administrator',
  body: z.object({ Device: DeviceIdentity, LockID: z.string().max(32) }),
  reply: Empty,
  example: () => ({ Device: 'CAM-0000000001', LockID: 'none' }),
})

/** What a URL of `pastReplayUrl` admits to, checked again when it is fetched. */
export const fetchPastReplay = call('/vms/media/pastReplay', {
  title: { en: 'Fetch recordings', 'zh-cn': '获取录像' },
  access: 'administrator',
  effect: 'discloses',
  transport: 'url',
  body: z.object({ device: DeviceIdentity }),
  reply: Empty,
  example: () => ({ device: 'CAM-0000000001' }),
  refusals: ['noRecording'],
})
