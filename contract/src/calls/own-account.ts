/** Calls about the caller's own account. */
import { z } from 'zod'

import { call, Empty, listOf } from '../call.ts'
import { UserName } from './account.ts'

/** §7's change of password: a call for everybody, its entry for those of adminRole 0. Ends every session of the account. */
export const resetPassword = call('/vms/user/resetPassword', {
  access: 'session',
  body: z.object({
    oldPassword: z.string().min(1).max(200),
    password: z.string().max(200),
    accountType: z.union([z.string().max(16), z.number()]).optional(),
    account: z.string().max(70).optional(),
    AppID: z.string().max(64).default(''),
  }),
  reply: Empty,
})

/** The user name and the avatar; what is left out stays. */
export const uploadInfo = call('/vms/user/uploadInfo', {
  access: 'session',
  seqid: '61',
  success: '0',
  body: z.object({
    Name: UserName.optional(),
    /** An address that `uploadImage` answered. */
    Icon: z.string().max(300).optional(),
  }),
  reply: Empty,
})

/** The largest picture with what surrounds it. */
export const PICTURE_BODY_BYTES = 6 * 1024 * 1024

/** One picture (PNG, JPEG, WebP; at most 5 MB), which is decoded and encoded anew. */
export const uploadImage = call('/vms/image/uploadImage', {
  access: 'session',
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: Empty,
  reply: z.object({
    /** Shows the picture for a day. */
    Url: z.string(),
  }),
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
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: listOf(OwnSession),
})

/** Ends one of the account's sessions; one that is not its own is none. */
export const endSession = call('/vms/user/endSession', {
  access: 'session',
  body: z.object({ SessionID: z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id') }),
  reply: Empty,
})

const OwnPassword = z.string().min(1).max(200)

/** Whether log-ins of the account need a second factor. */
export const twoFactor = call('/vms/user/twoFactor', {
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: z.object({ IsOn: z.boolean(), RecoveryCodesLeft: z.int() }),
})

/** Makes a secret for an authenticator; nothing changes before `twoFactorConfirm`. */
export const twoFactorBegin = call('/vms/user/twoFactorBegin', {
  access: 'session',
  body: z.object({ Password: OwnPassword }),
  reply: z.object({
    /** Base 32. */
    Secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    Uri: z.string(),
  }),
})

/** Switches the second factor on, with a code that proves the authenticator. The recovery codes are shown this once. */
export const twoFactorConfirm = call('/vms/user/twoFactorConfirm', {
  access: 'session',
  body: z.object({ Code: z.string().trim().min(1).max(40) }),
  reply: z.object({ RecoveryCodes: z.array(z.string()) }),
})

export const twoFactorEnd = call('/vms/user/twoFactorEnd', {
  access: 'session',
  body: z.object({ Password: OwnPassword, Code: z.string().trim().min(1).max(40) }),
  reply: Empty,
})

const LinkedCompany = z.object({
  CompanyID: z.string(),
  CompanyName: z.string(),
  /** The full name. */
  Account: z.string(),
})

/** The companies that the person has linked to this account, without its own. */
export const linkedCompanies = call('/vms/user/linkedCompanies', {
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: listOf(LinkedCompany),
})

/** Links an account of another company to the caller's, by the passwords of both (reading 13). */
export const linkCompany = call('/vms/user/linkCompany', {
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
})

/** Takes the caller's account out of what is linked. */
export const unlinkCompany = call('/vms/user/unlinkCompany', {
  access: 'session',
  body: Empty,
  reply: Empty,
})
