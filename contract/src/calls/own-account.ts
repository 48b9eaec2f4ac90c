/** Calls about the caller's own account. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { UserName } from './account.ts'

/** Anybody may change the own password; only accounts with adminRole 0 have it in their menu. Ends every session of the account. */
export const resetPassword = call('/vms/user/resetPassword', {
  title: { en: 'Change own password', 'zh-cn': '修改密码' },
  access: 'session',
  body: z.object({
    oldPassword: z.string().min(1).max(200),
    password: z.string().max(200),
    accountType: z.union([z.string().max(16), z.number()]).optional(),
    account: z.string().max(70).optional(),
    AppID: z.string().max(64).default(''),
  }),
  reply: Empty,
  example: () => ({ oldPassword: 'Wrong#Horse9', password: 'Other#Horse9' }),
  refusals: ['wrongPassword', 'tooManyTries', 'unavailable', 'overloaded'],
})

/** The user name and the avatar; what is left out stays. */
const Icon = z.string().max(300)

export const uploadInfo = call('/vms/user/uploadInfo', {
  title: { en: 'Edit own profile', 'zh-cn': '修改个人信息' },
  access: 'session',
  seqid: '61',
  success: '0',
  body: z.object({
    Name: UserName.optional(),
    /** An address that `uploadImage` answered; empty: no picture. */
    Icon: Icon.optional(),
    /** The specification writes its fields small as well (reading 40). */
    name: UserName.optional(),
    icon: Icon.optional(),
  }),
  reply: Empty,
  example: () => ({ Name: 'Clerk' }),
})

/** The largest picture with what surrounds it. */
export const PICTURE_BODY_BYTES = 6 * 1024 * 1024

/** One picture (JPEG, PNG, WebP, GIF, BMP; at most 5 MB), which is decoded and encoded anew. */
export const uploadImage = call('/vms/image/uploadImage', {
  title: { en: 'Upload a picture', 'zh-cn': '上传图片' },
  access: 'session',
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: Empty,
  reply: z.object({
    /** Shows the picture for a day. */
    Url: z.string(),
  }),
  example: () => ({}),
  refusals: ['tooLarge', 'overloaded'],
})

const OwnSession = z.object({
  SessionID: z.string(),
  Address: z.string(),
  UserAgent: z.string(),
  /** ms since 1970 */
  CreatedAt: z.number(),
  LastSeenAt: z.number(),
  /** The one that asks. */
  IsCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof OwnSession>

/** Where the account is logged in. */
export const sessionList = call('/vms/user/sessionList', {
  title: { en: 'List own sessions', 'zh-cn': '查询登录会话' },
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: listOf(OwnSession),
  example: () => ({}),
})

/** Ends one of the account's sessions; one that is not its own is none. */
export const endSession = call('/vms/user/endSession', {
  title: { en: 'End a session', 'zh-cn': '结束会话' },
  access: 'session',
  body: z.object({ SessionID: z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id') }),
  reply: Empty,
  example: () => ({ SessionID: '01HZZZZZZZZZZZZZZZZZZZZZZZ' }),
})

/** Ends all of the account's sessions but the one that asks. */
export const endOtherSessions = call('/vms/user/endOtherSessions', {
  title: { en: 'End all other sessions', 'zh-cn': '结束其他全部会话' },
  access: 'session',
  body: Empty,
  reply: z.object({ Ended: z.int() }),
  example: () => ({}),
})

const OwnPassword = z.string().min(1).max(200)

/** Whether log-ins of the account need a second factor. */
export const twoFactor = call('/vms/user/twoFactor', {
  title: { en: 'Read the state of two-step verification', 'zh-cn': '查看两步验证状态' },
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: z.object({ IsOn: z.boolean(), RecoveryCodesLeft: z.int() }),
  example: () => ({}),
})

/** Makes a secret for an authenticator; nothing changes before `twoFactorConfirm`. */
export const twoFactorBegin = call('/vms/user/twoFactorBegin', {
  title: { en: 'Set up two-step verification', 'zh-cn': '设置两步验证' },
  access: 'session',
  body: z.object({ Password: OwnPassword }),
  reply: z.object({
    /** Base 32. */
    Secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    Uri: z.string(),
  }),
  example: () => ({ Password: 'Wrong#Horse9' }),
  refusals: ['wrongPassword', 'tooManyTries', 'unavailable', 'overloaded'],
})

/** Switches the second factor on, with a code that proves the authenticator. The recovery codes are shown this once. */
export const twoFactorConfirm = call('/vms/user/twoFactorConfirm', {
  title: { en: 'Turn on two-step verification', 'zh-cn': '开启两步验证' },
  access: 'session',
  body: z.object({ Code: z.string().trim().min(1).max(40) }),
  reply: z.object({ RecoveryCodes: z.array(z.string()) }),
  example: () => ({ Code: '000000' }),
  refusals: ['tooManyTries'],
})

export const twoFactorEnd = call('/vms/user/twoFactorEnd', {
  title: { en: 'Turn off two-step verification', 'zh-cn': '关闭两步验证' },
  access: 'session',
  body: z.object({ Password: OwnPassword, Code: z.string().trim().min(1).max(40) }),
  reply: Empty,
  example: () => ({ Password: 'Wrong#Horse9', Code: '000000' }),
  refusals: ['wrongPassword', 'tooManyTries', 'unavailable', 'overloaded'],
})

const LinkedCompany = z.object({
  CompanyID: z.string(),
  CompanyName: z.string(),
  /** The full name. */
  Account: z.string(),
})

/** The companies that the person has linked to this account, without its own. */
export const linkedCompanies = call('/vms/user/linkedCompanies', {
  title: { en: 'List linked companies', 'zh-cn': '查询关联企业' },
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: listOf(LinkedCompany),
  example: () => ({}),
})

/** Links an account of another company to the caller's, by the passwords of both (reading 13). */
export const linkCompany = call('/vms/user/linkCompany', {
  title: { en: 'Link an account of another company', 'zh-cn': '关联其他企业账号' },
  access: 'session',
  body: z.object({
    /** The caller's own. */
    OwnPassword,
    EnterpriseCode: z.string().trim().min(1).max(32),
    Account: z.string().trim().min(1).max(70),
    Password: z.string().min(1).max(200),
    /** Where the other account has a second factor. */
    Code: z.string().trim().max(40).default(''),
  }),
  reply: Empty,
  example: () => ({
    OwnPassword: 'Wrong#Horse9',
    EnterpriseCode: 'demo',
    Account: 'nobody',
    Password: 'Correct#Horse9',
  }),
  refusals: ['wrongPassword', 'accountDisabled', 'tooManyTries', 'unavailable', 'overloaded'],
})

/** Takes the caller's account out of what is linked. */
export const unlinkCompany = call('/vms/user/unlinkCompany', {
  title: { en: 'Unlink other companies', 'zh-cn': '解除企业账号关联' },
  access: 'session',
  body: Empty,
  reply: Empty,
  example: () => ({}),
})
