/** The roles of a company. What a role admits to is its pages and features; paths are derived from them, never taken. */
import { PermissionInput, type RoleItem } from '@vedette/contract/calls/role'
import { type PermissionEntry, permissionEntry } from '@vedette/contract/catalogue'
import { Refusal } from '@vedette/contract/codes'
import { isPageKey, PAGES, pagesOf, type Variant } from '@vedette/contract/pages'
import { fault } from '@vedette/contract/reasons'
import { z } from 'zod'

import type { Authority } from '../../authority/authority.ts'
import { holds } from '../../authority/authorize.ts'
import type { Principal } from '../../authority/principal.ts'
import { FULL_ADMINISTRATOR, lacking, rightsOfRole, StoredRights } from '../../authority/rights.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import type { RoleRow, RoleStore } from './store.ts'

const Folders = z.array(z.object({ folderName: z.string(), pages: z.array(z.string()) }))

export interface RoleNeeds {
  storage: Storage
  store: RoleStore
  authority: Pick<Authority, 'refresh' | 'authorize'>
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
}

/** What a change of a role gave and took, for the audit log. */
export interface RightsChange {
  gained: string[]
  lost: string[]
}

export async function rolesOf(
  session: Principal,
  keyword: string | undefined,
  { offset, limit }: { offset: number; limit: number },
  { store, variants }: RoleNeeds,
): Promise<RoleItem[]> {
  const rows = await store.page(session.companyId, keyword, offset, limit)
  return rows.map((row) => ({
    id: row.id,
    RoleName: row.name,
    RoleStatus: row.role_status,
    permissions: permissionsInFolders(row, variants),
    CreateTime: row.created_at,
    AccountCount: row.holders ?? 0,
    Manageable: lackingOf(session, row, variants).length === 0,
  }))
}

/** The entries of a role as the wire has them. */
export function permissionsOf(
  role: Pick<RoleRow, 'role_status' | 'permissions'>,
  variants: readonly Variant[],
): string {
  return JSON.stringify(entriesOf(role, variants))
}

/** The same in the folders that its editor made, which stand last (reading 47). */
function permissionsInFolders(role: RoleRow, variants: readonly Variant[]): string {
  const left = new Map<string, PermissionEntry>(
    entriesOf(role, variants).map((entry) => [entry.pageKey, entry]),
  )
  const folders = Folders.parse(JSON.parse(role.folders ?? '[]')).map(({ folderName, pages }) => {
    const children = pages.flatMap((page) => left.get(page) ?? [])
    for (const page of pages) left.delete(page)
    return { folderName, folder: true, children }
  })
  return JSON.stringify([...left.values(), ...folders])
}

function entriesOf(role: Pick<RoleRow, 'role_status' | 'permissions'>, variants: readonly Variant[]) {
  return [...rightsOfRole(role, variants)].map(([page, features]) => permissionEntry(page, [...features]))
}

export async function addRole(
  session: Principal,
  wanted: { RoleName: string; permissions: string | PermissionInput },
  needs: RoleNeeds,
): Promise<{ id: string } & RightsChange> {
  const { storage, store, clock, newId } = needs
  const entries = listed(wanted.permissions)
  const permissions = JSON.stringify(rightsWanted(entries, '{}', needs.variants))
  checkOwn(session, { role_status: 0, permissions }, needs.variants)
  const id = newId()
  await storage.transaction(async (transaction) => {
    await checkName(session.companyId, wanted.RoleName, id, store, transaction)
    const folders = foldersOf(entries)
    const role = { id, name: wanted.RoleName, permissions, folders, createdAt: clock.now() }
    await store.insert(session.companyId, role, transaction)
  })
  return { id, gained: grantsIn({ role_status: 0, permissions }, needs.variants), lost: [] }
}

/** For the caller's own role without the right to edit roles: accepted, and nothing changes (reading 21). */
export async function updateRole(
  session: Principal,
  wanted: {
    id: string
    RoleName?: string | undefined
    permissions?: string | PermissionInput | undefined
  },
  needs: RoleNeeds,
): Promise<RightsChange> {
  const { storage, store, authority, variants } = needs
  const { companyId } = session
  const mayEdit = holds(session, 'roleManger.edit')
  const isOwn = (await store.roleOfAccount(companyId, session.accountId)) === wanted.id
  const isSync = isOwn && wanted.RoleName === undefined
  if (!mayEdit && !isSync) throw new Refusal('noPermission')
  const changed = await storage.transaction(async (transaction): Promise<RightsChange | 'sync'> => {
    const before = await store.role(companyId, wanted.id, transaction)
    if (!before) throw new Refusal('noDataAuthority')
    const isFull = before.role_status === FULL_ADMINISTRATOR
    if (isSync && (isFull || !mayEdit)) return 'sync'
    const after = { ...before, name: wanted.RoleName ?? before.name }
    if (wanted.permissions !== undefined && !isFull) {
      const entries = listed(wanted.permissions)
      after.permissions = JSON.stringify(rightsWanted(entries, before.permissions, variants))
      after.folders = foldersOf(entries)
    }
    checkOwn(session, before, variants)
    checkOwn(session, after, variants)
    await checkName(companyId, after.name, wanted.id, store, transaction)
    const { name, permissions, folders } = after
    await store.update(companyId, wanted.id, { name, permissions, folders }, transaction)
    const [had, has] = [grantsIn(before, variants), grantsIn(after, variants)]
    return {
      gained: has.filter((grant) => !had.includes(grant)),
      lost: had.filter((grant) => !has.includes(grant)),
    }
  })
  if (changed === 'sync') return { gained: [], lost: [] }
  await authority.refresh()
  return changed
}

export async function deleteRole(session: Principal, id: string, needs: RoleNeeds): Promise<void> {
  const { storage, store, variants } = needs
  const { companyId } = session
  await storage.transaction(async (transaction) => {
    const role = await store.role(companyId, id, transaction)
    if (!role) throw new Refusal('noDataAuthority')
    checkOwn(session, role, variants)
    const { names, total } = await store.holders(companyId, id, transaction)
    if (total > 0) {
      const Accounts = names.map((name) => `${session.companyCode}_${name}`)
      throw new Refusal('roleInUse', { Accounts, Total: total })
    }
    await store.delete(companyId, id, transaction)
  })
}

/** Throws Refusal `beyondOwnRights` where the caller lacks anything that the role admits to. */
export function checkOwn(
  session: Principal,
  role: Pick<RoleRow, 'role_status' | 'permissions'>,
  variants: readonly Variant[],
): void {
  const Missing = lackingOf(session, role, variants)
  if (Missing.length > 0) throw new Refusal('beyondOwnRights', { Missing })
}

function lackingOf(
  session: Principal,
  role: Pick<RoleRow, 'role_status' | 'permissions'>,
  variants: readonly Variant[],
): string[] {
  return lacking(session, role.role_status, rightsOfRole(role, variants))
}

/** Pages and features of the active variants; of the others a role keeps what it has. */
function rightsWanted(wanted: PermissionInput, stored: string, variants: readonly Variant[]): StoredRights {
  const active: readonly string[] = pagesOf(variants)
  const rights = new Map<string, string[]>()
  for (const [page, features] of Object.entries(StoredRights.parse(JSON.parse(stored))))
    if (!active.includes(page)) rights.set(page, features)
  const entries = wanted.flatMap((entry) => [entry, ...(entry.children ?? [])])
  for (const { pageKey = '', feature = [] } of entries) {
    if (!isPageKey(pageKey) || !active.includes(pageKey)) continue
    const known = PAGES[pageKey].filter((key) => feature.some((it) => it.key === key))
    rights.set(pageKey, [...new Set([...(rights.get(pageKey) ?? []), ...known])])
  }
  return Object.fromEntries(rights)
}

/** JSON of the folders and their pages. */
function foldersOf(wanted: PermissionInput): string {
  const folders = wanted.flatMap(({ folderName, children = [] }) =>
    folderName === undefined
      ? []
      : [{ folderName, pages: children.map(({ pageKey }) => pageKey).filter((it) => it !== undefined) }],
  )
  return JSON.stringify(folders)
}

function listed(permissions: string | PermissionInput): PermissionInput {
  if (typeof permissions !== 'string') return permissions
  try {
    const { data } = PermissionInput.safeParse(JSON.parse(permissions))
    if (data) return data
  } catch {
    // No JSON: told below like a list of another shape.
  }
  throw fault('badInput', 'permissions', 'permissions')
}

function grantsIn(
  role: Pick<RoleRow, 'role_status' | 'permissions'>,
  variants: readonly Variant[],
): string[] {
  return [...rightsOfRole(role, variants)].flatMap(([page, features]) => [
    page,
    ...[...features].map((feature) => `${page}.${feature}`),
  ])
}

async function checkName(
  companyId: string,
  name: string,
  exceptId: string,
  store: RoleStore,
  transaction: Transaction,
): Promise<void> {
  if (await store.isNameTaken(companyId, name, exceptId, transaction))
    throw fault('badInput', 'RoleName', 'roleName')
}
