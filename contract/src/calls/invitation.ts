/** Calls about accounts that wait for their owner to choose a password. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { AccountID, RoleID } from '../ids.ts'
import { PASSWORD_RULES } from '../password-rules.ts'
import { AccountName, Email, Phone, Regions, UserName } from './account.ts'
import { LoginReply } from './user.ts'

const Token = z.string().min(1).max(64)

/** Makes an account and sends its owner a link, by text message or mail: one of the two addresses is needed. */
export const invite = call('/vms/user/invite', {
  title: { en: 'Invite an account', 'zh-cn': '邀请账号' },
  access: ['accountManger.add'],
  body: z.object({
    Account: AccountName,
    Name: UserName,
    Phone: Phone.default(''),
    Email: Email.default(''),
    RoleID,
    ...Regions,
    AllRegions: z.boolean().default(true),
  }),
  /** `Sent`: whether somebody took the message. */
  reply: z.object({ AccountID: z.string(), Sent: z.boolean() }),
  example: (ids) => ({
    Account: 'guest',
    Name: 'Guest',
    Email: 'guest@example.com',
    RoleID: ids.role,
    AllRegions: false,
    GIDs: [ids.region],
  }),
  refusals: ['accountExists', 'phoneExists', 'beyondOwnRights', 'unavailable', 'tooManyTries'],
})

/** A new link, which makes the earlier one worthless. */
export const resendInvitation = call('/vms/user/resendInvitation', {
  title: { en: 'Resend an invitation', 'zh-cn': '重新发送邀请' },
  access: ['accountManger.add'],
  body: z.object({ AccountID }),
  reply: z.object({ Sent: z.boolean() }),
  example: (ids) => ({ AccountID: ids.account }),
  refusals: ['noSuchAccount', 'beyondOwnRights', 'unavailable', 'tooManyTries'],
})

/** Takes the account away again; one whose invitation was accepted is deleted like any other. */
export const withdrawInvitation = call('/vms/user/withdrawInvitation', {
  title: { en: 'Withdraw an invitation', 'zh-cn': '撤回邀请' },
  access: ['accountManger.add'],
  body: z.object({ AccountID }),
  reply: Empty,
  example: (ids) => ({ AccountID: ids.account }),
  refusals: ['noSuchAccount', 'beyondOwnRights', 'unavailable'],
})

/** Tells whom a link is for. */
export const invitation = call('/vms/user/invitation', {
  title: { en: 'Read an invitation', 'zh-cn': '查看邀请' },
  effect: 'reads',
  access: 'public',
  body: z.object({ Token }),
  reply: z.object({
    /** The full name. */
    Account: z.string(),
    EnterpriseCode: z.string(),
    CompanyName: z.string(),
    PasswordRule: z.enum(PASSWORD_RULES),
  }),
  example: () => ({ Token: 'none' }),
  refusals: ['loginInvalid', 'tooManyTries'],
})

/** Chooses the password, and logs in. */
export const acceptInvitation = call('/vms/user/acceptInvitation', {
  title: { en: 'Accept an invitation', 'zh-cn': '接受邀请' },
  access: 'public',
  body: z.object({ Token, Password: z.string().min(1).max(200) }),
  reply: LoginReply,
  example: () => ({ Token: 'none', Password: 'Correct#Horse9' }),
  refusals: ['loginInvalid', 'accountDisabled', 'tooManyTries', 'overloaded'],
})
