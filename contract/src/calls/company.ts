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

const PersonOn = z.object({
  AccountID: z.string(),
  /** The full name. */
  Account: z.string(),
  Name: z.string(),
  /** Of the session that was used last. */
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
