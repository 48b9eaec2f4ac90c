/** Calls about roles: section 6, readings 20 to 22. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { RoleID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

export const RoleName = nameOfAtMost(50)

const PageInput = z.object({
  pageKey: z.string().max(64).optional(),
  feature: z
    .array(z.object({ key: z.string().max(64) }))
    .max(64)
    .optional(),
})

/**
 * Pages with their features; those of a folder stand in its `children`, and it is given back with them (reading 47). Whatever
 * else an entry carries (`apis`, `collapse`, `check`) is the editor's own and grants nothing.
 */
export const PermissionInput = z
  .array(
    PageInput.extend({
      folderName: z.string().max(64).optional(),
      children: z.array(PageInput).max(64).optional(),
    }),
  )
  .max(64)
export type PermissionInput = z.infer<typeof PermissionInput>

/** A list, or the same as JSON in a string, which is how a login's `Permissions` come. */
const Permissions = z.union([z.string().max(200_000), PermissionInput])

const RoleItem = z.object({
  id: z.string(),
  RoleName: z.string(),
  /** 1: full rights on all pages, whatever it was given. */
  RoleStatus: z.number(),
  /** A JSON string of permission entries; those of a folder as `{ folderName, folder: true, children }`. */
  permissions: z.string(),
  /** Ms since 1970. */
  CreateTime: z.number(),
  AccountCount: z.int(),
  /** Whether the caller may change it, and give it to accounts: it admits to no more than the caller has. */
  Manageable: z.boolean(),
})
export type RoleItem = z.infer<typeof RoleItem>

export const roleList = call('/vms/permissions/roleList', {
  title: { en: 'List roles', 'zh-cn': '查询角色列表' },
  effect: 'reads',
  access: ['roleManger', 'accountManger'],
  body: z.object({ Keyword: z.string().trim().max(64).optional(), ...Paging }),
  reply: listOf(RoleItem),
  example: () => ({}),
})

export const newRole = call('/vms/permissions/newRole', {
  title: { en: 'Add a role', 'zh-cn': '添加角色' },
  access: ['roleManger.add'],
  body: z.object({ RoleName, permissions: Permissions }),
  reply: z.object({ id: z.string() }),
  example: () => ({ RoleName: 'New', permissions: [] }),
  refusals: ['beyondOwnRights'],
})

/**
 * Changes another role. For one's own role without `roleManger.edit` it is the permission sync of section 4, a
 * correction of spelling that neither gives nor takes anything (reading 21).
 */
export const updateRole = call('/vms/permissions/updateRole', {
  title: { en: 'Edit a role', 'zh-cn': '编辑角色' },
  access: 'session',
  listedFor: 'roleManger.edit',
  body: z.object({ id: RoleID, RoleName: RoleName.optional(), permissions: Permissions.optional() }),
  reply: Empty,
  example: (ids) => ({ id: ids.role, permissions: [{ pageKey: 'replay' }] }),
  refusals: ['beyondOwnRights', 'lastAdministrator'],
})

export const deleteRole = call('/vms/permissions/deleteRole', {
  title: { en: 'Delete a role', 'zh-cn': '删除角色' },
  access: ['roleManger.delete'],
  body: z.object({ id: RoleID }),
  reply: Empty,
  example: (ids) => ({ id: ids.role }),
  refusals: ['roleInUse', 'beyondOwnRights'],
})

/**
 * A session of the caller's that has this role and changes nothing. It ends with the caller's own session or rights, and
 * after 30 minutes.
 */
export const previewRole = call('/vms/permissions/previewRole', {
  title: { en: 'Preview a role', 'zh-cn': '预览角色' },
  access: ['roleManger'],
  body: z.object({ id: RoleID }),
  reply: z.object({
    Utoken: z.string(),
    Role: z.string(),
    RoleName: z.string(),
    RoleStatus: z.number(),
    Permissions: z.string(),
    /** Ms since 1970. */
    ExpiresAt: z.number(),
  }),
  example: (ids) => ({ id: ids.role }),
  refusals: ['beyondOwnRights'],
})

/** What the caller's role admits to now: for a page that stays open while it changes. */
export const ownRights = call('/vms/permissions/ownRights', {
  title: { en: 'Read own permissions', 'zh-cn': '获取个人权限' },
  access: 'session',
  effect: 'reads',
  body: Empty,
  reply: z.object({ Role: z.string(), RoleStatus: z.number(), Permissions: z.string() }),
  example: () => ({}),
})
