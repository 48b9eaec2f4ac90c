/** What a log-in may need besides the credentials: apart from `user.ts`, which is all of the calls that the login page loads. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { Account, EnterpriseCode, LoginReply, Password, VerifyCode } from './user.ts'

const Ticket = z.string().min(1).max(64)

/** The second step of a log-in: a code of the authenticator, or one of the recovery codes. */
export const loginSecondFactor = call('/vms/user/loginSecondFactor', {
  title: { en: 'Log in', 'zh-cn': '登录' },
  access: 'public',
  body: z.object({ Ticket, Code: z.string().trim().min(1).max(40) }),
  reply: LoginReply,
  example: () => ({ Ticket: 'none', Code: '000000' }),
  refusals: ['loginInvalid', 'accountDisabled', 'tooManyTries'],
})

/** The last step of a log-in whose password somebody else had chosen. */
export const loginNewPassword = call('/vms/user/loginNewPassword', {
  title: { en: 'Log in', 'zh-cn': '登录' },
  access: 'public',
  body: z.object({ Ticket, Password }),
  reply: LoginReply,
  example: () => ({ Ticket: 'none', Password: 'Correct#Horse9' }),
  refusals: ['loginInvalid', 'accountDisabled', 'overloaded'],
})

/** Sets a new password with a code whose purpose is `reset`, and ends the account's sessions. */
export const forgetPassword = call('/vms/user/forgetPassword', {
  title: { en: 'Reset a forgotten password', 'zh-cn': '找回密码' },
  access: 'public',
  body: z.object({ EnterpriseCode, Account, VerifyCode, Password }),
  reply: Empty,
  example: () => ({
    EnterpriseCode: 'demo',
    Account: 'nobody',
    VerifyCode: '000000',
    Password: 'Correct#Horse9',
  }),
  refusals: ['loginInvalid', 'wrongPassword', 'tooManyTries', 'overloaded'],
})
