import { type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import { raiseEpoch } from '../../authority/epoch.ts'
import type { Principal } from '../../authority/principal.ts'
import { FULL_ADMINISTRATOR } from '../../authority/rights.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import { firstRegionOf, ORDER, type Sorting } from './sorting.ts'

export interface AccountFilter {
  keyword?: string | undefined
  /** Any of these. */
  roleIds?: readonly string[] | undefined
  isDisabled?: boolean | undefined
}

export interface Binding {
  /** Undefined: bound to none, so it sees all. */
  regionIds: readonly string[] | undefined
  hasBelow: boolean
}

export interface Administrators {
  all: number
  /** Those who need nobody to get in: an issued password ends, and another person made it. */
  withOwnPassword: number
}

export interface NewAccount {
  id: string
  name: string
  displayName: string
  phone: string | null
  email: string | null
  /** Null where the owner's password is elsewhere, or not chosen yet. */
  passwordHash: string | null
  passwordState: 'own' | 'issued'
  /** 0: an account with a password of its own (reading 25). */
  adminRole: number
  roleId: string
  createdAt: number
}

type AccountRow = ExpressionBuilder<Tables, 'account'>

const REGIONS_PER_STATEMENT = 400

export function accountStore(storage: Storage) {
  const { db } = storage

  /** The regions that an account sees, as a subquery: a bound account may see more than a statement has room for. */
  const seenBy = (row: AccountRow, companyId: string, accountId: string) =>
    row
      .selectFrom('account_region as own')
      .innerJoin('region_closure as below', (join) =>
        join
          .onRef('below.company_id', '=', 'own.company_id')
          .onRef('below.ancestor_id', '=', 'own.region_id'),
      )
      .where('own.company_id', '=', companyId)
      .where('own.account_id', '=', accountId)
      .where((it) => it.or([it('own.has_below', '=', 1), it('below.depth', '=', 0)]))
      .select('below.descendant_id')

  /** A bound caller sees those whose regions are all among his own. */
  const matching = (
    { companyId, companyCode, accountId, regions }: Principal,
    { keyword, roleIds, isDisabled }: AccountFilter,
  ) => {
    let query = db.selectFrom('account').where('account.company_id', '=', companyId)
    if (regions !== 'all')
      query = query.where('account.all_regions', '=', 0).where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('account_region as bound')
              .whereRef('bound.company_id', '=', 'account.company_id')
              .whereRef('bound.account_id', '=', 'account.id')
              .where('bound.region_id', 'not in', seenBy(row, companyId, accountId))
              .select('bound.region_id'),
          ),
        ),
      )
    if (roleIds !== undefined) query = query.where('account.role_id', 'in', roleIds)
    if (isDisabled !== undefined) query = query.where('account.disabled', '=', isDisabled ? 1 : 0)
    if (keyword !== undefined) {
      const pattern = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where((row) =>
        row.or([
          ...(['name', 'display_name_search', 'phone', 'email_search'] as const).map(
            (column) => sql<SqlBool>`${row.ref(`account.${column}`)} like ${pattern} escape '\\'`,
          ),
          // As lists show it; a part of the enterprise's code alone would find everybody.
          ...(keyword.toLowerCase().startsWith(`${companyCode}_`)
            ? [sql<SqlBool>`${`${companyCode}_`} || account.name like ${pattern} escape '\\'`]
            : []),
        ]),
      )
    }
    return query
  }

  const bindingOf = (companyId: string, accountId: string, { regionIds = [], hasBelow }: Binding) => {
    const rows = regionIds.map((region_id) => ({
      company_id: companyId,
      account_id: accountId,
      region_id,
      has_below: hasBelow ? (1 as const) : (0 as const),
    }))
    const pieces = Array.from({ length: Math.ceil(rows.length / REGIONS_PER_STATEMENT) }, (_, at) =>
      rows.slice(at * REGIONS_PER_STATEMENT, (at + 1) * REGIONS_PER_STATEMENT),
    )
    return pieces.map((piece) => db.insertInto('account_region').values(piece))
  }

  return {
    async total(principal: Principal, filter: AccountFilter): Promise<number> {
      const [row] = await storage.read(
        matching(principal, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    async page(principal: Principal, filter: AccountFilter, sorting: Sorting, offset: number, limit: number) {
      const [first, second] = ORDER[sorting.by]
      return storage.read(
        matching(principal, filter)
          .innerJoin('role', (join) =>
            join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
          )
          .leftJoin('second_factor', (join) =>
            join
              .onRef('second_factor.company_id', '=', 'account.company_id')
              .onRef('second_factor.account_id', '=', 'account.id'),
          )
          .leftJoin('invitation', (join) =>
            join
              .onRef('invitation.company_id', '=', 'account.company_id')
              .onRef('invitation.account_id', '=', 'account.id'),
          )
          .select((row) => [
            sql<number>`1 - ${row.ref('account.all_regions')}`.as('sees_less'),
            firstRegionOf(row).as('first_region'),
            'second_factor.confirmed_at as second_factor_since',
            'account.id',
            'account.name',
            'account.display_name',
            'account.phone',
            'account.email',
            'account.role_id',
            'account.all_regions',
            'account.disabled',
            'account.created_at',
            'account.admin_role',
            'invitation.expires_at as invited_until',
            'role.name as role_name',
            'role.role_status',
            'role.permissions',
          ])
          .orderBy(first, sorting.order)
          .orderBy(second, sorting.order)
          .orderBy('account.id', sorting.order)
          .limit(limit)
          .offset(offset),
      )
    },

    async passwordRule(companyId: string) {
      const [row] = await storage.read(
        db.selectFrom('company').where('id', '=', companyId).select('password_rule'),
      )
      return row?.password_rule
    },

    /** Which regions these accounts are bound to. */
    bindings: (companyId: string, accountIds: readonly string[]) =>
      storage.read(
        db
          .selectFrom('account_region')
          .where('company_id', '=', companyId)
          .where('account_id', 'in', accountIds)
          .select(['account_id', 'region_id', 'has_below'])
          .orderBy('region_id'),
      ),

    /** Returns those of these regions that an account sees with whatever is made below them later. */
    async seenWithBelow(
      companyId: string,
      accountId: string,
      regionIds: readonly string[],
    ): Promise<Set<string>> {
      const rows = await storage.read(
        db
          .selectFrom('account_region')
          .innerJoin('region_closure', (join) =>
            join
              .onRef('region_closure.company_id', '=', 'account_region.company_id')
              .onRef('region_closure.ancestor_id', '=', 'account_region.region_id'),
          )
          .where('account_region.company_id', '=', companyId)
          .where('account_region.account_id', '=', accountId)
          .where('account_region.has_below', '=', 1)
          .where('region_closure.descendant_id', 'in', regionIds)
          .select('region_closure.descendant_id as id')
          .distinct(),
      )
      return new Set(rows.map(({ id }) => id))
    },

    /** The accounts with their roles, as they are now. */
    async accounts(companyId: string, ids: readonly string[], transaction: Transaction) {
      const { rows } = await transaction.run(
        db
          .selectFrom('account')
          .innerJoin('role', (join) =>
            join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.id', 'in', ids)
          .select([
            'account.id',
            'account.name',
            'account.phone',
            'account.email',
            'account.all_regions',
            'account.disabled',
            'account.admin_role',
            'account.role_id',
            'role.role_status',
            'role.permissions',
          ]),
      )
      return rows
    },

    async role(companyId: string, roleId: string, transaction: Transaction) {
      const { rows } = await transaction.run(
        db
          .selectFrom('role')
          .where('company_id', '=', companyId)
          .where('id', '=', roleId)
          .select(['role_status', 'permissions']),
      )
      return rows[0]
    },

    /** However it is written: with spaces and hyphens or without. */
    async isPhoneTaken(companyId: string, phone: string, exceptId: string, transaction: Transaction) {
      const { rows } = await transaction.run(
        db
          .selectFrom('account')
          .where('company_id', '=', companyId)
          .where(sql<SqlBool>`replace(replace(phone, ' ', ''), '-', '') = ${phone.replaceAll(/[ -]/g, '')}`)
          .where('id', '!=', exceptId)
          .select('id')
          .limit(1),
      )
      return rows.length > 0
    },

    /** Those who can give everybody everything: full administrators of all regions who are not barred. */
    async administrators(companyId: string, transaction: Transaction): Promise<Administrators> {
      const { rows } = await transaction.run(
        db
          .selectFrom('account')
          .innerJoin('role', (join) =>
            join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
          )
          .where('account.company_id', '=', companyId)
          .where('account.disabled', '=', 0)
          .where('account.all_regions', '=', 1)
          .where('role.role_status', '=', FULL_ADMINISTRATOR)
          .select(['account.password_state', 'account.password_hash']),
      )
      // Who is known at an identity provider has none: the provider may be gone, or switched off by the last one.
      const withOwnPassword = rows.filter(
        ({ password_state, password_hash }) => password_state === 'own' && password_hash !== null,
      ).length
      return { all: rows.length, withOwnPassword }
    },

    /** The account that is called so, in whatever company. */
    async accountNamed(companyCode: string, name: string) {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .innerJoin('company', 'company.id', 'account.company_id')
          .where('company.code', '=', companyCode)
          .where('account.name', '=', name)
          .select(['account.id', 'account.name', 'company.id as company_id', 'company.code as company_code']),
      )
      return row
    },

    async insert(
      companyId: string,
      account: NewAccount,
      binding: Binding,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db.insertInto('account').values({
          company_id: companyId,
          id: account.id,
          name: account.name,
          display_name: account.displayName,
          display_name_search: account.displayName.toLowerCase(),
          phone: account.phone,
          email: account.email,
          email_search: account.email?.toLowerCase() ?? '',
          password_hash: account.passwordHash,
          password_state: account.passwordState,
          role_id: account.roleId,
          all_regions: binding.regionIds ? 0 : 1,
          admin_role: account.adminRole,
          icon: null,
          disabled: 0,
          created_at: account.createdAt,
        }),
      )
      for (const statement of bindingOf(companyId, account.id, binding)) await transaction.run(statement)
      await transaction.run(raiseEpoch(storage, companyId))
    },

    async update(
      companyId: string,
      id: string,
      row: {
        display_name?: string
        phone?: string | null
        email?: string | null
        role_id?: string
        disabled?: 0 | 1
        password_hash?: string
        password_state?: 'issued'
        issued_until?: number
      },
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db
          .updateTable('account')
          .set({
            ...row,
            ...(row.display_name === undefined
              ? {}
              : { display_name_search: row.display_name.toLowerCase() }),
            ...(row.email === undefined ? {} : { email_search: row.email?.toLowerCase() ?? '' }),
          })
          .where('company_id', '=', companyId)
          .where('id', '=', id),
      )
      await transaction.run(raiseEpoch(storage, companyId))
    },

    async endInvitation(companyId: string, accountId: string, transaction: Transaction): Promise<void> {
      await transaction.run(
        db.deleteFrom('invitation').where('company_id', '=', companyId).where('account_id', '=', accountId),
      )
    },

    async bind(
      companyId: string,
      accountId: string,
      binding: Binding,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db
          .deleteFrom('account_region')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId),
      )
      await transaction.run(
        db
          .updateTable('account')
          .set({ all_regions: binding.regionIds ? 0 : 1 })
          .where('company_id', '=', companyId)
          .where('id', '=', accountId),
      )
      for (const statement of bindingOf(companyId, accountId, binding)) await transaction.run(statement)
      await transaction.run(raiseEpoch(storage, companyId))
    },

    async delete(companyId: string, ids: readonly string[], transaction: Transaction): Promise<void> {
      await transaction.run(
        db.deleteFrom('account').where('company_id', '=', companyId).where('id', 'in', ids),
      )
      await transaction.run(raiseEpoch(storage, companyId))
    },
  }
}

export type AccountStore = ReturnType<typeof accountStore>
