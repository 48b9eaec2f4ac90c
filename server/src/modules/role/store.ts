import { type SqlBool, sql } from 'kysely'

import { raiseEpoch } from '../../authority/epoch.ts'
import { type NewSession, newSession } from '../../authority/new-session.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export interface RoleRow {
  id: string
  name: string
  role_status: number
  permissions: string
  folders: string | null
  created_at: number
}

/** Names of accounts that a refused deletion tells. */
const HOLDERS_TOLD = 20

export function roleStore(storage: Storage) {
  const { db } = storage

  const matching = (companyId: string, keyword: string | undefined) => {
    const query = db.selectFrom('role').where('role.company_id', '=', companyId)
    if (keyword === undefined) return query
    const pattern = `%${keyword.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    return query.where(sql<SqlBool>`role.name_search like ${pattern} escape '\\'`)
  }

  return {
    async total(companyId: string, keyword: string | undefined): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, keyword).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** The built-in one first, then by name. */
    page: (companyId: string, keyword: string | undefined, offset: number, limit: number) =>
      storage.read(
        matching(companyId, keyword)
          .select(['id', 'name', 'role_status', 'permissions', 'folders', 'created_at'])
          .select((row) =>
            row
              .selectFrom('account')
              .whereRef('account.company_id', '=', 'role.company_id')
              .whereRef('account.role_id', '=', 'role.id')
              .select((it) => it.fn.countAll<number>().as('holders'))
              .as('holders'),
          )
          .orderBy('role_status', 'desc')
          .orderBy('name')
          .orderBy('id')
          .limit(limit)
          .offset(offset),
      ),

    async role(companyId: string, id: string, transaction: Transaction): Promise<RoleRow | undefined> {
      const { rows } = await transaction.run(
        db
          .selectFrom('role')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .select(['id', 'name', 'role_status', 'permissions', 'folders', 'created_at']),
      )
      return rows[0]
    },

    async roleOfAccount(companyId: string, accountId: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .where('company_id', '=', companyId)
          .where('id', '=', accountId)
          .select('role_id'),
      )
      return row?.role_id
    },

    async isNameTaken(companyId: string, name: string, exceptId: string, transaction: Transaction) {
      const { rows } = await transaction.run(
        db
          .selectFrom('role')
          .where('company_id', '=', companyId)
          .where('name', '=', name)
          .where('id', '!=', exceptId)
          .select('id')
          .limit(1),
      )
      return rows.length > 0
    },

    /** Some of the accounts that have the role, and how many there are. */
    async holders(companyId: string, roleId: string, transaction: Transaction) {
      const having = db
        .selectFrom('account')
        .where('company_id', '=', companyId)
        .where('role_id', '=', roleId)
      const named = await transaction.run(having.select('name').orderBy('name').limit(HOLDERS_TOLD))
      const counted = await transaction.run(having.select((it) => it.fn.countAll<number>().as('total')))
      return { names: named.rows.map(({ name }) => name), total: counted.rows[0]?.total ?? 0 }
    },

    async insert(
      companyId: string,
      role: { id: string; name: string; permissions: string; folders: string; createdAt: number },
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db.insertInto('role').values({
          company_id: companyId,
          id: role.id,
          name: role.name,
          name_search: role.name.toLowerCase(),
          role_status: 0,
          permissions: role.permissions,
          folders: role.folders,
          created_at: role.createdAt,
        }),
      )
    },

    async update(
      companyId: string,
      id: string,
      row: Pick<RoleRow, 'name' | 'permissions' | 'folders'>,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db
          .updateTable('role')
          .set({ ...row, name_search: row.name.toLowerCase() })
          .where('company_id', '=', companyId)
          .where('id', '=', id),
      )
      await transaction.run(raiseEpoch(storage, companyId))
    },

    async delete(companyId: string, id: string, transaction: Transaction): Promise<void> {
      await transaction.run(db.deleteFrom('role').where('company_id', '=', companyId).where('id', '=', id))
      await transaction.run(raiseEpoch(storage, companyId))
    },

    /** Returns whether the session that it is made from goes on: with that one the preview would have ended. */
    async insertPreview(companyId: string, session: NewSession, madeFrom: string): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(
          db
            .selectFrom('session')
            .where('company_id', '=', companyId)
            .where('id', '=', madeFrom)
            .where('revoked_at', 'is', null)
            .select('id'),
        )
        if (rows.length === 0) return false
        await transaction.run(newSession(storage, companyId, session))
        return true
      })
    },
  }
}

export type RoleStore = ReturnType<typeof roleStore>
