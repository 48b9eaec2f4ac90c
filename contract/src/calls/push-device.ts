/** Calls about the browsers that are told of alarms while no page of the console is open: Web Push (RFC 8030, 8291, 8292). */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { EVENT_TYPES } from '../events.ts'

const ALARM_VIEWERS = ['alarmManger', 'realTimeVideo'] as const

/** Where the browser's maker takes messages for this browser. */
const Endpoint = z.string().min(1).max(1000)

/** Browsers of one account at a time. */
export const MOST_PUSH_DEVICES = 20

export const getPushKey = call('/vms/event/getPushKey', {
  title: { en: 'Read the key of alarm push', 'zh-cn': '查询报警推送公钥' },
  effect: 'reads',
  access: ALARM_VIEWERS,
  body: Empty,
  /** An uncompressed P-256 point in base64url (RFC 8292, section 3.2). */
  reply: z.object({ PublicKey: z.string() }),
  example: () => ({}),
})

/** Until the session ends. */
export const addPushDevice = call('/vms/event/addPushDevice', {
  title: { en: 'Switch alarm push on for a browser', 'zh-cn': '开启浏览器报警推送' },
  access: ALARM_VIEWERS,
  body: z.object({
    Endpoint,
    /** The browser's P-256 key and its secret, in base64url (RFC 8291, section 3). */
    P256dh: z.string().regex(/^[\w-]{87}=?$/),
    Auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
    Language: z.enum(['en', 'zh-cn']).default('en'),
    /** Sends a first message; if that fails, nothing is kept. */
    Test: z.boolean().default(true),
  }),
  reply: z.object({ Ok: z.boolean(), Detail: z.string() }),
  example: () => ({
    Endpoint: 'https://push.example.com/send/1',
    P256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    Auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }),
  refusals: ['tooLarge'],
})

export const removePushDevice = call('/vms/event/removePushDevice', {
  title: { en: 'Switch alarm push off for a browser', 'zh-cn': '关闭浏览器报警推送' },
  access: ALARM_VIEWERS,
  body: z.object({ Endpoint }),
  reply: Empty,
  example: () => ({ Endpoint: 'https://push.example.com/send/1' }),
})

/** What a browser is sent; encrypted for it alone. */
export const PushMessage = z.object({
  Language: z.enum(['en', 'zh-cn']),
  /** Empty: that push is switched on. */
  CloudEid: z.string(),
  Type: z.enum(EVENT_TYPES),
  DevName: z.string(),
  /** Ms since 1970. */
  Time: z.number(),
  /** HH:mm in the company's zone. */
  Clock: z.string(),
  /** How many others came since the message before. */
  Others: z.int(),
})
export type PushMessage = z.infer<typeof PushMessage>
