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

/** `Regions`: who sees all, then by the first of the own ones; `State`: those who may log in, then those who may not. */
export const ACCOUNT_SORTS = ['Account', 'Name', 'RoleName', 'Regions', 'State', 'CreateTime'] as const

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
  /** Found in the account, the name, the phone number or the e-mail address. */
  Keyword: z.string().trim().max(64).optional(),
  RoleID: RoleID.optional(),
  /** Any of these roles. */
  RoleIDs: z.array(RoleID).min(1).max(100).optional(),
  Disabled: z.boolean().optional(),
  Sort: z.enum(ACCOUNT_SORTS).default('CreateTime'),
  Order: z.enum(['asc', 'desc']).default('desc'),
}

export const accountList = call('/vms/user/accountList', {
  title: { en: 'List accounts', 'zh-cn': '查询账号列表' },
  effect: 'reads',
  access: ['accountManger'],
  body: z.object({ ...Filter, ...Paging }),
  reply: listOf(AccountItem),
  example: (ids) => ({ RoleID: ids.role }),
})

/** Which regions an account sees: all, or these with those below them. */
export const Regions = {
  AllRegions: z.boolean(),
  GIDs: z.array(GID).max(1000).default([]),
  /** Also regions that are made below these later; else exactly the regions named. */
  Future: z.boolean().default(true),
}

export const addAccount = call('/vms/user/addAccount', {
  title: { en: 'Add an account', 'zh-cn': '添加账号' },
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
  example: (ids) => ({
    Account: 'newcomer',
    Name: 'New',
    RoleID: ids.role,
    AllRegions: false,
    GIDs: [ids.region],
  }),
  refusals: ['accountExists', 'phoneExists', 'beyondOwnRights', 'overloaded'],
})

export const updateAccountInfo = call('/vms/user/updateAccountInfo', {
  title: { en: 'Edit an account', 'zh-cn': '编辑账号' },
  access: ['accountManger.edit'],
  body: z.object({ AccountID, Name: UserName, Phone, Email }),
  reply: Empty,
  example: (ids) => ({ AccountID: ids.account, Name: 'Renamed', Phone: '', Email: '' }),
  refusals: ['noSuchAccount', 'phoneExists', 'beyondOwnRights'],
})

/** Gives an account another role, or bars it. */
export const updateUserAccount = call('/vms/user/updateUserAccount', {
  title: { en: 'Edit an account', 'zh-cn': '编辑账号' },
  access: ['accountManger.edit'],
  body: z.object({ AccountID, RoleID: RoleID.optional(), Disabled: z.boolean().optional() }),
  reply: Empty,
  example: (ids) => ({ AccountID: ids.account, RoleID: ids.role }),
  refusals: ['noSuchAccount', 'ownAccount', 'beyondOwnRights', 'lastAdministrator', 'unavailable'],
})

/** More than one needs `deleteAll`. All or none are deleted. */
export const deleteAccountList = call('/vms/user/deleteAccountList', {
  title: { en: 'Delete accounts', 'zh-cn': '删除账号' },
  access: ['accountManger.delete', 'accountManger.deleteAll'],
  forSeveral: 'accountManger.deleteAll',
  body: z.object({ AccountIDs: z.array(AccountID).min(1).max(MAX_BATCH) }),
  reply: Empty,
  example: (ids) => ({ AccountIDs: [ids.account] }),
  refusals: ['noSuchAccount', 'ownAccount', 'beyondOwnRights', 'lastAdministrator'],
})

/** A file of the accounts that the filter leaves, in base64. */
export const accountListExport = call('/vms/user/accountListExport', {
  title: { en: 'Export accounts', 'zh-cn': '导出账号' },
  effect: 'discloses',
  access: ['accountManger.export'],
  body: z.object({
    ...Filter,
    Format: z.enum(['xlsx', 'csv']).default('xlsx'),
    Language: z.enum(['zh-cn', 'en']).default('en'),
  }),
  reply: z.object({ FileName: z.string(), File: z.string() }),
  example: (ids) => ({ RoleID: ids.role }),
  refusals: ['tooLarge'],
})

/** A random password, shown this once; it is good for choosing an own one (reading 17). */
export const resetDefaultPassword = call('/vms/user/resetDefaultPassword', {
  title: { en: 'Reset a password', 'zh-cn': '重置密码' },
  access: ['accountManger.resetPassword'],
  body: z.object({ AccountID }),
  reply: z.object({ Password: z.string() }),
  example: (ids) => ({ AccountID: ids.account }),
  refusals: ['noSuchAccount', 'ownAccount', 'beyondOwnRights', 'unavailable', 'overloaded'],
})

/** Takes the second factor away from an account whose owner has lost it; its sessions end, and the password stays. */
export const endSecondFactor = call('/vms/user/endSecondFactor', {
  title: { en: 'Turn off two-step verification of an account', 'zh-cn': '关闭账号两步验证' },
  access: ['accountManger.resetPassword'],
  body: z.object({ AccountID }),
  reply: Empty,
  example: (ids) => ({ AccountID: ids.account }),
  refusals: ['noSuchAccount', 'ownAccount', 'beyondOwnRights'],
})

/** Binds an account to regions, or to none. */
export const joinGroups = call('/vms/user/joinGroups', {
  title: { en: 'Set the regions of an account', 'zh-cn': '设置账号区域' },
  access: ['accountManger.regionManager'],
  body: z.object({ AccountID, ...Regions }),
  reply: Empty,
  example: (ids) => ({ AccountID: ids.account, AllRegions: false, GIDs: [ids.region] }),
  refusals: ['noSuchAccount', 'ownAccount', 'beyondOwnRights', 'lastAdministrator'],
})
