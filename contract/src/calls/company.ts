/** Calls about the company as a whole. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { PASSWORD_RULES } from '../password-rules.ts'

/** Which rule new passwords obey (reading 15); those that are in use stay. `userInfo` tells the rule. */
export const setPasswordRule = call('/vms/company/setPasswordRule', {
  title: { en: 'Set the password rule', 'zh-cn': '设置密码规则' },
  access: 'administrator',
  body: z.object({ PasswordRule: z.enum(PASSWORD_RULES) }),
  reply: Empty,
  example: () => ({ PasswordRule: 'strong' }),
})

/** Album and alarm pictures of a company that has set nothing; from this share of the room on, people are warned. */
export const PICTURE_KEEPING = { days: 365, gigabytes: 5, warnAtPercent: 90 }

const Keeping = { Days: z.int().min(1).max(3650), Gigabytes: z.int().min(1).max(10_000) }

export const pictureKeeping = call('/vms/image/keeping', {
  title: { en: 'Read how long pictures are kept', 'zh-cn': '查询图片保存策略' },
  access: ['albumManager', 'alarmManger'],
  effect: 'reads',
  body: Empty,
  reply: z.object({
    ...Keeping,
    /** What album and alarm pictures take now. */
    UsedBytes: z.int(),
    Pictures: z.int(),
  }),
  example: () => ({}),
})

/** What is beyond it is deleted with the next sweep, the oldest first. */
export const setPictureKeeping = call('/vms/image/setKeeping', {
  title: { en: 'Set how long pictures are kept', 'zh-cn': '设置图片保存策略' },
  access: 'administrator',
  body: z.object(Keeping),
  reply: Empty,
  example: () => ({ Days: 365, Gigabytes: 5 }),
})

const PersonOn = z.object({
  AccountID: z.string(),
  /** The full name. */
  Account: z.string(),
  Name: z.string(),
  /** Where the session that was used last came from. */
  Address: z.string(),
  UserAgent: z.string(),
  LastSeenAt: z.number(),
  Sessions: z.int(),
})
export type PersonOn = z.infer<typeof PersonOn>

/** Who used the platform within the last minutes, the latest first. */
export const peopleOn = call('/vms/company/peopleOn', {
  title: { en: 'List who is logged in', 'zh-cn': '查询在线人员' },
  access: 'administrator',
  effect: 'reads',
  body: Empty,
  reply: listOf(PersonOn),
  example: () => ({}),
})
