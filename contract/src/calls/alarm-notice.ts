/** Calls about which alarms call a person to the screen: snoozes and quiet hours of their own account. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { EVENT_TYPES } from '../events.ts'
import { DID } from '../ids.ts'

const ALARM_VIEWERS = ['alarmManger', 'realTimeVideo'] as const
/** HH:mm:ss in the company's zone. */
const Clock = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/)

/** A span of the day, over midnight where the end is the earlier one. */
const QuietHours = z
  .object({ startTime: Clock, endTime: Clock })
  .refine(({ startTime, endTime }) => startTime !== endTime, 'begins when it ends')
export type QuietHours = z.infer<typeof QuietHours>

const TypeNumber = z
  .int()
  .min(0)
  .max(EVENT_TYPES.length - 1)

export const Snooze = z.object({
  DID: z.string(),
  /** Its current name; empty for one that is gone. */
  DevName: z.string(),
  /** Null: of any type. */
  Type: TypeNumber.nullable(),
  Until: z.number(),
})
export type Snooze = z.infer<typeof Snooze>

/** Snoozed cameras of one account at a time. */
export const MOST_SNOOZES = 200
const MOST_MINUTES = 7 * 24 * 60

export const NoticeRules = z.object({
  QuietHours: QuietHours.nullable(),
  /** Those that still last. */
  Snoozes: z.array(Snooze),
})
export type NoticeRules = z.infer<typeof NoticeRules>

export const getNoticeRules = call('/vms/event/getNoticeRules', {
  title: { en: 'Read the own alarm notice settings', 'zh-cn': '查询个人报警提醒设置' },
  effect: 'reads',
  access: ALARM_VIEWERS,
  body: Empty,
  reply: NoticeRules,
  example: () => ({}),
})

/** Null: none. Alarms are stored and listed meanwhile; nobody is called. */
export const setQuietHours = call('/vms/event/setQuietHours', {
  title: { en: 'Set the own quiet hours', 'zh-cn': '设置个人免打扰时段' },
  access: ALARM_VIEWERS,
  body: z.object({ QuietHours: QuietHours.nullable() }),
  reply: Empty,
  example: () => ({ QuietHours: { startTime: '22:00:00', endTime: '06:00:00' } }),
})

/** No notices of this device, or of this type of it, for so long; 0 ends it. */
export const snoozeAlarms = call('/vms/event/snoozeAlarms', {
  title: { en: 'Snooze alarm notices', 'zh-cn': '暂停报警提醒' },
  access: ALARM_VIEWERS,
  body: z.object({
    DID,
    Type: TypeNumber.nullable().default(null),
    Minutes: z.int().min(0).max(MOST_MINUTES),
  }),
  reply: z.object({ Snoozes: NoticeRules.shape.Snoozes }),
  example: (ids) => ({ DID: ids.device, Type: 0, Minutes: 60 }),
  refusals: ['tooLarge'],
})

interface SilencingRules {
  QuietHours: QuietHours | null
  Snoozes: readonly Omit<Snooze, 'DevName'>[]
}

/** Whether the rules keep an alarm from calling anybody; `clock` is HH:mm:ss in the company's zone. */
export function isSilenced(
  { QuietHours: quiet, Snoozes: snoozes }: SilencingRules,
  alarm: { did: string; type: number },
  nowMs: number,
  clock: string,
): boolean {
  if (quiet && isQuiet(quiet, clock)) return true
  return snoozes.some(
    ({ DID: did, Type, Until }) =>
      did === alarm.did && (Type === null || Type === alarm.type) && nowMs < Until,
  )
}

export function isQuiet({ startTime, endTime }: QuietHours, clock: string): boolean {
  return startTime < endTime ? startTime <= clock && clock < endTime : startTime <= clock || clock < endTime
}
