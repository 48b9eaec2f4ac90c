/** Who may see and do what, and why not: answered by the very rules that check calls. */
import { z } from 'zod'

import { call, listOf, Paging } from '../call.ts'
import { AccountID, DID, OBJECT_KINDS, RoleID } from '../ids.ts'

export const WHY_NOT = [
  'admitted',
  'disabled',
  'lacksGrant',
  'administratorsOnly',
  'unknown',
  'region',
  'preview',
  'mayNotPreview',
] as const

/** What an account may see: `Grants` are pages and `page.feature`. */
export const rightsOfAccount = call('/vms/rights/ofAccount', {
  title: { en: 'Show what an account may see', 'zh-cn': '查看账号权限' },
  access: 'administrator',
  effect: 'reads',
  body: z.object({ AccountID }),
  reply: z.object({
    Account: z.string(),
    RoleName: z.string(),
    RoleStatus: z.number(),
    Disabled: z.boolean(),
    Grants: z.array(z.string()),
    AllRegions: z.boolean(),
    Regions: z.array(z.object({ GID: z.string(), GroupName: z.string() })),
    /** Cameras that it may watch, and how many the company has. */
    Devices: z.int(),
    DevicesInAll: z.int(),
    /** What keeps it from watching the others, or all; `admitted`: nothing does. */
    Why: z.enum(WHY_NOT),
    /** Some of those that it may watch. */
    Some: z.array(z.object({ DID: z.string(), DevName: z.string() })),
  }),
  example: (ids) => ({ AccountID: ids.account }),
  refusals: ['noSuchAccount'],
})

/** Who may see a device: every account of the company, and what stands in the way of those who may not. */
export const rightsOfDevice = call('/vms/rights/ofDevice', {
  title: { en: 'Show who may see a device', 'zh-cn': '查看设备可见账号' },
  access: 'administrator',
  effect: 'reads',
  body: z.object({ DID, ...Paging }),
  reply: listOf(
    z.object({
      AccountID: z.string(),
      Account: z.string(),
      RoleName: z.string(),
      /** Live pictures, and the device in lists. */
      Watch: z.boolean(),
      List: z.boolean(),
      Why: z.enum(WHY_NOT),
    }),
  ),
  example: (ids) => ({ DID: ids.device }),
})

/** Ids on which the rights of the account asked about are checked, not the caller's; so these are no ids of `ids.ts`. */
const Thing = z.object({ Kind: z.enum(OBJECT_KINDS), ID: z.string().trim().min(1).max(32) })

/** Whether an account may make a call on these things, and why not. */
export const whyRefused = call('/vms/rights/why', {
  title: { en: 'Explain a refusal', 'zh-cn': '查询拒绝原因' },
  access: 'administrator',
  effect: 'reads',
  body: z.object({
    AccountID,
    /** The call's path. */
    Path: z.string().max(100),
    Things: z.array(Thing).max(20).default([]),
    /** Asked in a preview that the account has of this role, rather than by itself. */
    PreviewRoleID: RoleID.optional(),
  }),
  reply: z.object({
    Admitted: z.boolean(),
    Why: z.enum(WHY_NOT),
    /** Any one of which would admit. */
    Grants: z.array(z.string()),
    /** What stands in the way. */
    Objects: z.array(z.object({ Kind: z.enum(OBJECT_KINDS), ID: z.string() })),
  }),
  example: (ids) => ({
    AccountID: ids.account,
    Path: '/vms/device/deviceList',
    Things: [{ Kind: 'device', ID: ids.device }],
    PreviewRoleID: ids.role,
  }),
  refusals: ['noSuchAccount'],
})
