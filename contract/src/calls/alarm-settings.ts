/** How long alarms are kept, and where they are sent on to: for full administrators. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { EVENT_TYPES } from '../events.ts'
import { nameOfAtMost } from '../names.ts'

const TargetID = z.string().regex(/^[0-9A-Z]{26}$/, 'not the id of a target')
export const ALARM_TARGET_KINDS = ['webhook', 'mqtt'] as const
export const MOST_ALARM_TARGETS = 10
const EXAMPLE = '01JDGZ0000000000000000000B'

/** Why a message was not taken: `''` for what only its text says, `answered` for a webhook's status, `login` for a broker's refusal. */
export const FORWARD_TROUBLES = [
  '',
  'address',
  'silent',
  'slow',
  'tooLarge',
  'redirect',
  'answered',
  'login',
] as const
export type ForwardTrouble = (typeof FORWARD_TROUBLES)[number]
const Trouble = z.enum(FORWARD_TROUBLES)

/** So many are kept of a company: filters answer at once among them. */
export const MOST_ALARMS = 10_000_000
export const FEWEST_ALARMS = 100

/**
 * Older alarms, and the oldest beyond `Most`, are deleted with their pictures. How much room pictures take is `setPictureKeeping`'s.
 */
const Policy = {
  Days: z.int().min(1).max(3650),
  Most: z.int().min(FEWEST_ALARMS).max(MOST_ALARMS).default(MOST_ALARMS),
}

export const alarmPolicy = call('/vms/event/alarmPolicy', {
  title: { en: 'Show how long alarms are kept', 'zh-cn': '查看报警保存策略' },
  effect: 'reads',
  access: 'administrator',
  body: Empty,
  reply: z.object({ ...Policy, Alarms: z.int() }),
  example: () => ({}),
})

export const setAlarmPolicy = call('/vms/event/setAlarmPolicy', {
  title: { en: 'Set how long alarms are kept', 'zh-cn': '设置报警保存策略' },
  access: 'administrator',
  body: z.object(Policy),
  reply: Empty,
  example: () => ({ Days: 90, Most: 1_000_000 }),
})

const Target = {
  Kind: z.enum(ALARM_TARGET_KINDS),
  /** https:// or mqtts://; http:// and mqtt:// on this machine alone. */
  Url: z.string().trim().min(1).max(500),
  /** Used by MQTT alone, as is the topic. */
  UserName: nameOfAtMost(100, 0).default(''),
  Topic: z
    .string()
    .trim()
    .max(200)
    .refine((topic) => !/[#+\0]/.test(topic), 'a topic to publish to has no # and no +')
    .default(''),
  /** None: all. */
  Types: z
    .array(
      z
        .int()
        .min(0)
        .max(EVENT_TYPES.length - 1),
    )
    .max(EVENT_TYPES.length)
    .default([]),
  IsOn: z.boolean().default(true),
}

/** Where alarms are sent on to. */
export const alarmTargetList = call('/vms/event/alarmTargetList', {
  title: { en: 'List where alarms are forwarded', 'zh-cn': '查询报警转发目标' },
  effect: 'reads',
  access: 'administrator',
  body: Empty,
  reply: listOf(
    z.object({
      TargetID: z.string(),
      Kind: z.enum(ALARM_TARGET_KINDS),
      Url: z.string(),
      UserName: z.string(),
      Topic: z.string(),
      Types: z.array(z.int()),
      IsOn: z.boolean(),
      LastOkTime: z.number().nullable(),
      /** Why the last attempt failed. */
      LastFault: z.string(),
      LastTrouble: Trouble,
      /** What a webhook answered; 0 otherwise. */
      LastStatus: z.int(),
      Waiting: z.int(),
      /** That were given up. */
      Dead: z.int(),
    }),
  ),
  example: () => ({}),
})

/** Changes a target, or makes one when there is no TargetID. */
export const setAlarmTarget = call('/vms/event/setAlarmTarget', {
  title: { en: 'Set where alarms are forwarded', 'zh-cn': '设置报警转发目标' },
  access: 'administrator',
  body: z.object({
    TargetID: TargetID.optional(),
    ...Target,
    /** For MQTT; left out, it stays. A webhook's key is made by the platform. */
    Password: z.string().max(200).optional(),
  }),
  reply: z.object({
    TargetID: z.string(),
    /** The key that signs a new webhook's messages, told this once; empty otherwise. */
    Key: z.string(),
  }),
  example: () => ({ Kind: 'webhook' as const, Url: 'https://alarms.example.com/vedette' }),
  refusals: ['tooLarge'],
})

export const removeAlarmTarget = call('/vms/event/removeAlarmTarget', {
  title: { en: 'Stop forwarding alarms', 'zh-cn': '删除报警转发目标' },
  access: 'administrator',
  body: z.object({ TargetID }),
  reply: Empty,
  example: () => ({ TargetID: EXAMPLE }),
})

/** Sends a message that is marked as a test, now. */
export const testAlarmTarget = call('/vms/event/testAlarmTarget', {
  title: { en: 'Test where alarms are forwarded', 'zh-cn': '测试报警转发目标' },
  access: 'administrator',
  body: z.object({ TargetID }),
  reply: z.object({
    Ok: z.boolean(),
    /** What went wrong. */
    Detail: z.string(),
    Trouble,
    Status: z.int(),
  }),
  example: () => ({ TargetID: EXAMPLE }),
})

/** Messages that were given up. */
export const deadAlarmList = call('/vms/event/deadAlarmList', {
  title: { en: 'List alarms that could not be forwarded', 'zh-cn': '查询转发失败的报警' },
  effect: 'reads',
  access: 'administrator',
  body: z.object({ TargetID, ...Paging }),
  reply: listOf(
    z.object({
      CloudEid: z.string(),
      Time: z.number(),
      Tries: z.int(),
      Fault: z.string(),
      Trouble,
      Status: z.int(),
    }),
  ),
  example: () => ({ TargetID: EXAMPLE }),
})

/** Those that were given up are tried again, or forgotten. */
export const handleDeadAlarms = call('/vms/event/handleDeadAlarms', {
  title: { en: 'Retry or drop alarms that could not be forwarded', 'zh-cn': '重试或清除转发失败的报警' },
  access: 'administrator',
  body: z.object({ TargetID, Deed: z.enum(['retry', 'drop']) }),
  reply: z.object({ Count: z.int() }),
  example: () => ({ TargetID: EXAMPLE, Deed: 'retry' as const }),
})
