/** The accounts of a company. Nobody changes an account that may do more than himself, nor gives what he does not have. */
import type { AccountItem } from '@vedette/contract/calls/account'
import { Refusal } from '@vedette/contract/codes'
import type { Variant } from '@vedette/contract/pages'
import { fault } from '@vedette/contract/reasons'

import type { Authority } from '../../authority/authority.ts'
import { includesRegion, type Principal } from '../../authority/principal.ts'
import { lacking, rightsOfRole } from '../../authority/rights.ts'
import type { Clock } from '../../engines/clock.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import type { Semaphore } from '../../http/semaphore.ts'
import { randomPassword } from '../company/index.ts'
import { hashPassword, ISSUED_MS, OUTER, withoutOpenLogins } from '../session/index.ts'
import type { Sorting } from './sorting.ts'
import type { AccountFilter, AccountStore, Binding } from './store.ts'

export interface AccountNeeds {
  storage: Storage
  store: AccountStore
  authority: Pick<Authority, 'refresh' | 'revokeAccount'>
  clock: Clock
  newId: () => string
  variants: readonly Variant[]
  /** Deriving a key takes 20 ms of a core and 19 MiB, so few may at once. */
  semaphore: Semaphore
}

/** Which regions: all, or these. */
export interface WantedRegions {
  AllRegions: boolean
  GIDs: readonly string[]
  Future: boolean
}

interface StoredRole {
  role_status: number
  permissions: string
}

/** What a list or a workbook shows of the accounts that the caller may see. */
export async function accountsOf(
  session: Principal,
  filter: AccountFilter,
  sorting: Sorting,
  { offset, limit }: { offset: number; limit: number },
  { store, variants }: AccountNeeds,
): Promise<AccountItem[]> {
  const { companyId, companyCode, accountId } = session
  const rows = await store.page(session, filter, sorting, offset, limit)
  const bound = new Map<string, { region_id: string; has_below: 0 | 1 }[]>()
  const ids = rows.filter((row) => !row.all_regions).map((row) => row.id)
  for (const row of ids.length > 0 ? await store.bindings(companyId, ids) : [])
    bound.set(row.account_id, [...(bound.get(row.account_id) ?? []), row])
  return rows.map((row) => {
    const regions = bound.get(row.id) ?? []
    return {
      AccountID: row.id,
      Account: `${companyCode}_${row.name}`,
      Name: row.display_name,
      Phone: row.phone ?? '',
      Email: row.email ?? '',
      RoleID: row.role_id,
      RoleName: row.role_name,
      RoleStatus: row.role_status,
      CreateTime: row.created_at,
      Disabled: row.disabled === 1,
      HasSecondFactor: row.second_factor_since !== null,
      AllRegions: row.all_regions === 1,
      GIDs: regions.map(({ region_id }) => region_id),
      Future: regions.every(({ has_below }) => has_below === 1),
      Manageable: lackingOf(session, row, variants).length === 0,
      Self: row.id === accountId,
      Outer: row.admin_role !== 0,
      InvitedUntil: row.invited_until ?? 0,
    }
  })
}

export async function updateInfo(
  session: Principal,
  { AccountID, Name, Phone, Email }: { AccountID: string; Name: string; Phone: string; Email: string },
  needs: AccountNeeds,
): Promise<void> {
  const { storage, store } = needs
  await storage.transaction(async (transaction) => {
    await manageable(session, [AccountID], needs, transaction)
    await checkPhone(session.companyId, Phone, AccountID, store, transaction)
    const row = { display_name: Name, phone: Phone || null, email: Email || null }
    await store.update(session.companyId, AccountID, row, transaction)
  })
}

export async function updateAccount(
  session: Principal,
  wanted: { AccountID: string; RoleID?: string | undefined; Disabled?: boolean | undefined },
  needs: AccountNeeds,
): Promise<void> {
  const { storage, store, authority } = needs
  const { AccountID: id, RoleID, Disabled } = wanted
  const { companyId } = session
  await storage.transaction(async (transaction) => {
    const [account] = await manageable(session, [id], needs, transaction)
    const changesRole = RoleID !== undefined && account?.role_id !== RoleID
    const changesState = Disabled !== undefined && account?.disabled !== (Disabled ? 1 : 0)
    if (!changesRole && !changesState) return
    if (id === session.accountId) throw new Refusal('ownAccount')
    if (changesRole) await checkRole(session, RoleID, needs, transaction)
    const row = {
      ...(changesRole ? { role_id: RoleID } : {}),
      ...(changesState ? { disabled: Disabled ? (1 as const) : (0 as const) } : {}),
    }
    await keepingAdministrator(companyId, store, transaction, () =>
      store.update(companyId, id, row, transaction),
    )
  })
  if (Disabled) await authority.revokeAccount(companyId, id)
  await authority.refresh()
}

export async function deleteAccounts(
  session: Principal,
  ids: readonly string[],
  needs: AccountNeeds,
): Promise<void> {
  const { storage, store, authority } = needs
  const { companyId } = session
  if (ids.includes(session.accountId)) throw new Refusal('ownAccount')
  await storage.transaction(async (transaction) => {
    await manageable(session, ids, needs, transaction)
    await keepingAdministrator(companyId, store, transaction, () => store.delete(companyId, ids, transaction))
  })
  // Their sessions' rows went with them; anyone who uses one finds that out now.
  await authority.refresh()
}

/** Good for choosing an own one. The account's sessions end. */
export async function resetPassword(
  session: Principal,
  id: string,
  needs: AccountNeeds,
): Promise<{ Password: string }> {
  const { storage, store, authority, clock } = needs
  const { companyId, companyCode } = session
  if (id === session.accountId) throw new Refusal('ownAccount')
  const Password = await storage.transaction(async (transaction) => {
    const [account] = await manageable(session, [id], needs, transaction)
    if (account?.admin_role !== 0) throw fault('unavailable', 'AccountID', 'outerAccount', { Name: OUTER })
    const { name } = account
    return randomPassword([name, `${companyCode}_${name}`])
  })
  const password_hash = await needs.semaphore.take(() => hashPassword(Password))
  await storage.transaction(async (transaction) => {
    await manageable(session, [id], needs, transaction)
    const issued_until = clock.now() + ISSUED_MS
    const row = { password_hash, password_state: 'issued' as const, issued_until }
    await keepingAdministrator(companyId, store, transaction, () =>
      store.update(companyId, id, row, transaction),
    )
    // Anyone who gets this password needs no invitation.
    await store.endInvitation(companyId, id, transaction)
    await transaction.run(withoutOpenLogins(storage, companyId, id))
  })
  await authority.revokeAccount(companyId, id)
  return { Password }
}

/** Binds an account to regions, or to none. */
export async function bindRegions(
  session: Principal,
  id: string,
  regions: WantedRegions,
  needs: AccountNeeds,
): Promise<void> {
  const { storage, store, authority } = needs
  const { companyId } = session
  const binding = await bindingWanted(session, regions, store)
  await storage.transaction(async (transaction) => {
    await manageable(session, [id], needs, transaction)
    await keepingAdministrator(companyId, store, transaction, () =>
      store.bind(companyId, id, binding, transaction),
    )
  })
  await authority.refresh()
}

/** The accounts as they are in this transaction, none of which may do more than the caller. */
export async function manageable(
  session: Principal,
  ids: readonly string[],
  { store, variants }: AccountNeeds,
  transaction: Transaction,
) {
  const accounts = await store.accounts(session.companyId, ids, transaction)
  // It was there when the call was authorized; somebody may have deleted it since.
  if (accounts.length < new Set(ids).size) throw new Refusal('noSuchAccount')
  for (const account of accounts)
    if (lackingOf(session, account, variants).length > 0)
      // The names would tell the caller what others may do.
      throw new Refusal('beyondOwnRights', { Missing: [] })
  return accounts
}

export async function checkRole(
  session: Principal,
  roleId: string,
  { store, variants }: AccountNeeds,
  transaction: Transaction,
): Promise<void> {
  const role = await store.role(session.companyId, roleId, transaction)
  if (!role) throw new Refusal('noDataAuthority')
  const Missing = lackingOf(session, role, variants)
  if (Missing.length > 0) throw new Refusal('beyondOwnRights', { Missing })
}

function lackingOf(session: Principal, role: StoredRole, variants: readonly Variant[]): string[] {
  return lacking(session, role.role_status, rightsOfRole(role, variants))
}

export async function checkPhone(
  companyId: string,
  phone: string,
  exceptId: string,
  store: AccountStore,
  transaction: Transaction,
): Promise<void> {
  if (phone !== '' && (await store.isPhoneTaken(companyId, phone, exceptId, transaction)))
    throw new Refusal('phoneExists')
}

/** Refuses what would leave the company without anybody who may do everything. */
export async function keepingAdministrator(
  companyId: string,
  store: AccountStore,
  transaction: Transaction,
  change: () => Promise<void>,
): Promise<void> {
  const before = await store.administrators(companyId, transaction)
  await change()
  const after = await store.administrators(companyId, transaction)
  for (const kind of ['all', 'withOwnPassword'] as const)
    if (before[kind] > 0 && after[kind] === 0) throw new Refusal('lastAdministrator')
}

/** Every region was checked to be one of the caller's; what is built below it later may still not be. */
export async function bindingWanted(
  session: Principal,
  { AllRegions, GIDs, Future }: WantedRegions,
  store: AccountStore,
): Promise<Binding> {
  const { companyId, accountId, regions } = session
  if (AllRegions) {
    if (regions !== 'all') throw new Refusal('beyondOwnRights', { Missing: ['AllRegions'] })
    return { regionIds: undefined, hasBelow: true }
  }
  const regionIds = [...new Set(GIDs)]
  if (regionIds.length === 0) throw fault('badInput', 'GIDs', 'noRegion')
  if (regions !== 'all') {
    const missing = regionIds.filter((id) => !includesRegion(regions, id))
    if (missing.length > 0) throw new Refusal('beyondOwnRights', { Missing: missing })
    if (Future) {
      const seen = await store.seenWithBelow(companyId, accountId, regionIds)
      const partly = regionIds.filter((id) => !seen.has(id))
      if (partly.length > 0) throw new Refusal('beyondOwnRights', { Missing: ['Future'] })
    }
  }
  return { regionIds, hasBelow: Future }
}
