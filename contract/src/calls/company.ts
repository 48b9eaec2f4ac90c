/** Calls about the company as a whole. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { PASSWORD_RULES } from '../password-rules.ts'

/** Which rule new passwords obey (reading 15); those that are in use stay. `userInfo` tells the rule. */
export const setPasswordRule = call('/vms/company/setPasswordRule', {
  title: { en: 'Set the password rule', 'zh-cn': '设置密码规则' },
  access: 'administrator',
  body: z.object({ PasswordRule: z.enum(PASSWORD_RULES) }),
  reply: Empty,
  example: () => ({ PasswordRule: 'strong' }),
})
