/** Calls about accounts and sessions. */
import { z } from 'zod'

import { call, Empty } from '../call.ts'
import { PASSWORD_RULES } from '../password-rules.ts'

export const EnterpriseCode = z.string().trim().min(1).max(32)

/** Which enterprises the login form may offer: the only one of the server, or none. */
export const loginOptions = call('/vms/user/loginOptions', {
  title: { en: 'Read the login options', 'zh-cn': '获取登录选项' },
  effect: 'reads',
  access: 'public',
  body: z.object({ EnterpriseCode: EnterpriseCode.optional() }),
  reply: z.object({
    EnterpriseCode: z.string(),
    /** The name of the identity provider of the enterprise that was asked for, or of the only one; else empty. */
    Provider: z.string(),
  }),
  example: () => ({}),
})

const CompanyInfo = z.object({
  CompanyID: z.string(),
  CompanyName: z.string(),
  /** The role's id. */
  Role: z.string(),
  /** 1: the company's full administrator. */
  RoleStatus: z.number(),
  /** A JSON string of permission entries. */
  Permissions: z.string(),
  /** 0: an account with a password of its own. */
  AdminRole: z.number(),
  Utoken: z.string(),
  SaasID: z.string(),
  UID: z.string(),
  /** Ours, as all that is not in section 3: without it the browser's is taken (reading 40). */
  TimeZone: z.string().default(''),
})
export type CompanyInfo = z.infer<typeof CompanyInfo>

/** What a log-in still lacks. The ticket is good for this step alone, and for ten minutes. */
const Challenge = z.object({
  Kind: z.enum(['secondFactor', 'newPassword']),
  Ticket: z.string(),
  /** What the new password has to be. */
  PasswordRule: z.enum(PASSWORD_RULES),
})
export type Challenge = z.infer<typeof Challenge>

/** The list is empty while a challenge is to be answered. */
export const LoginReply = z.object({ CompanyInfos: z.array(CompanyInfo), Challenge: Challenge.optional() })

/** The bare or the full name. */
export const Account = z.string().trim().min(1).max(70)
export const Password = z.string().min(1).max(200)
export const VerifyCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'six digits')

/** Either by password or by verification code. */
export const login = call('/vms/user/login', {
  title: { en: 'Log in', 'zh-cn': '登录' },
  access: 'public',
  seqid: '48',
  body: z.object({
    EnterpriseCode,
    Account,
    Password: Password.optional(),
    VerifyCode: VerifyCode.optional(),
    AppID: z.string().max(64).default(''),
  }),
  reply: LoginReply,
  example: () => ({ EnterpriseCode: 'demo', Account: 'nobody', Password: 'Correct#Horse9' }),
  refusals: [
    'wrongPassword',
    'accountDisabled',
    'noSuchAccount',
    'tooManyTries',
    'loginInvalid',
    'overloaded',
  ],
})

/** Sends a code to the account's phone or e-mail. The answer never tells whether there is such an account. */
export const sendVerifyCode = call('/vms/user/sendVerifyCode', {
  title: { en: 'Send a verification code', 'zh-cn': '发送验证码' },
  access: 'public',
  body: z.object({ EnterpriseCode, Account, Purpose: z.enum(['login', 'reset']) }),
  reply: Empty,
  example: () => ({ EnterpriseCode: 'demo', Account: 'nobody', Purpose: 'login' }),
  refusals: ['tooManyTries'],
})

export const logout = call('/vms/user/logout', {
  title: { en: 'Log out', 'zh-cn': '退出登录' },
  access: 'session',
  inPreview: true,
  method: 'GET',
  body: Empty,
  reply: z.object({
    /** Where the browser ends the session at the identity provider as well. */
    Url: z
      .string()
      .regex(/^https?:/)
      .optional(),
  }),
  example: () => ({}),
})

/** Gives the caller's session a new lifetime under the same token (reading 18). */
export const renewSession = call('/vms/user/renew', {
  title: { en: 'Extend the session', 'zh-cn': '延长会话' },
  access: 'session',
  body: Empty,
  reply: z.object({
    /** When the session ends without activity, ms since 1970. */
    ExpiresAt: z.number(),
  }),
  example: () => ({}),
  refusals: ['tokenExpired'],
})

export const userInfo = call('/vms/user/info', {
  title: { en: 'Read own profile', 'zh-cn': '获取个人信息' },
  effect: 'reads',
  access: 'session',
  seqid: '14',
  body: Empty,
  reply: z.object({
    Account: z.string().default(''),
    AccountType: z.number().default(0),
    Name: z.string(),
    Icon: z.string(),
    PasswordRule: z.enum(PASSWORD_RULES).optional(),
    /** When the session ends without activity, ms since 1970; 0 where nothing is known of it. */
    ExpiresAt: z.number().default(0),
  }),
  example: () => ({}),
  refusals: ['noUserInfo'],
})
