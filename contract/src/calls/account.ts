/** Calls about the accounts of a company: section 2 "Account management", readings 13, 17 and 20. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { AccountID, GID, RoleID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** Accounts of one batch. */
export const MAX_BATCH = 500

/** The bare name (reading 13); the enterprise's code is put before it. */
export const AccountName = z.string().trim().toLowerCase().min(3).max(32)
/** User name (sections 5 and 9). */
export const USER_NAME_MAX = 50
export const UserName = nameOfAtMost(USER_NAME_MAX)
/** Empty for none. */
export const Phone = z
  .string()
  .trim()
  .regex(/^(\+?\d[\d -]{4,22}\d)?$/, 'is no phone number')
export const Email = z
  .string()
  .trim()
  .max(254)
  .regex(/^([^\s@]+@[^\s@]+\.[^\s@]+)?$/, 'is no e-mail address')

export const ACCOUNT_SORTS = ['Account', 'Name', 'RoleName', 'CreateTime'] as const

const AccountItem = z.object({
  AccountID: z.string(),
  /** The full name: `<EnterpriseCode>_<name>`. */
  Account: z.string(),
  Name: z.string(),
  Phone: z.string(),
  Email: z.string(),
  RoleID: z.string(),
  RoleName: z.string(),
  RoleStatus: z.number(),
  /** Ms since 1970. */
  CreateTime: z.number(),
  Disabled: z.boolean(),
  /** Its log-ins need a second factor. */
  HasSecondFactor: z.boolean(),
  /** Bound to no region: it sees all. */
  AllRegions: z.boolean(),
  /** The regions that it is bound to. */
  GIDs: z.array(z.string()),
  /** Whether the binding takes in regions below that are made later. */
  Future: z.boolean(),
  /** Whether the caller may change it: it may do no more than the caller. */
  Manageable: z.boolean(),
  /** The caller's own. */
  Self: z.boolean(),
  /** Its owner logs in at the company's identity provider, whose groups give the role. */
  Outer: z.boolean(),
  /** Until when its owner may accept the invitation, ms since 1970; 0 where none is open. */
  InvitedUntil: z.number(),
})
export type AccountItem = z.infer<typeof AccountItem>

const Filter = {
  /** In the account, the name, the phone number or the e-mail address. */
  Keyword: z.string().trim().max(64).optional(),
  RoleID: RoleID.optional(),
  Sort: z.enum(ACCOUNT_SORTS).default('CreateTime'),
  Order: z.enum(['asc', 'desc']).default('desc'),
}

export const accountList = call('/vms/user/accountList', {
  effect: 'reads',
  access: ['accountManger'],
  body: z.object({ ...Filter, ...Paging }),
  reply: listOf(AccountItem),
})

/** Which regions an account sees: all, or these with those below them. */
export const Regions = {
  AllRegions: z.boolean(),
  GIDs: z.array(GID).max(1000).default([]),
  /** Also regions that are made below these later; else exactly the regions named. */
  Future: z.boolean().default(true),
}

export const addAccount = call('/vms/user/addAccount', {
  access: ['accountManger.add'],
  body: z.object({
    Account: AccountName,
    Name: UserName,
    /** Left out or empty: a random one is made. Either way the account chooses its own at its first login. */
    Password: z.string().max(200).default(''),
    Phone: Phone.default(''),
    Email: Email.default(''),
    RoleID,
    ...Regions,
    AllRegions: z.boolean().default(true),
  }),
  /** `Password` only where a random one was made: it is shown this once. */
  reply: z.object({ AccountID: z.string(), Password: z.string() }),
})

export const updateAccountInfo = call('/vms/user/updateAccountInfo', {
  access: ['accountManger.edit'],
  body: z.object({ AccountID, Name: UserName, Phone, Email }),
  reply: Empty,
})

/** Gives an account another role, or bars it. */
export const updateUserAccount = call('/vms/user/updateUserAccount', {
  access: ['accountManger.edit'],
  body: z.object({ AccountID, RoleID: RoleID.optional(), Disabled: z.boolean().optional() }),
  reply: Empty,
})

/** More than one needs `deleteAll`. All or none are deleted. */
export const deleteAccountList = call('/vms/user/deleteAccountList', {
  access: ['accountManger.delete', 'accountManger.deleteAll'],
  forSeveral: 'accountManger.deleteAll',
  body: z.object({ AccountIDs: z.array(AccountID).min(1).max(MAX_BATCH) }),
  reply: Empty,
})

/** A workbook of the accounts that the filter leaves, in base64. */
export const accountListExport = call('/vms/user/accountListExport', {
  effect: 'discloses',
  access: ['accountManger.export'],
  body: z.object({ ...Filter, Language: z.enum(['zh-cn', 'en']).default('en') }),
  reply: z.object({ FileName: z.string(), File: z.string() }),
})

/** A random password, shown this once; it is good for choosing an own one (reading 17). */
export const resetDefaultPassword = call('/vms/user/resetDefaultPassword', {
  access: ['accountManger.resetPassword'],
  body: z.object({ AccountID }),
  reply: z.object({ Password: z.string() }),
})

/** Takes the second factor away from an account whose owner has lost it; its sessions end, and the password stays. */
export const endSecondFactor = call('/vms/user/endSecondFactor', {
  access: ['accountManger.resetPassword'],
  body: z.object({ AccountID }),
  reply: Empty,
})

/** Binds an account to regions, or to none. */
export const joinGroups = call('/vms/user/joinGroups', {
  access: ['accountManger.regionManager'],
  body: z.object({ AccountID, ...Regions }),
  reply: Empty,
})
