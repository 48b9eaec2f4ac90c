import { includesRegion, type Regions } from '../../authority/principal.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'

/** Those of the page and its windows have smaller ones. */
export const FIRST_NAMED = 100

export interface WallRow {
  number: number
  content: string
  savedAt: number
}

/** One that has a name. */
export interface NamedRow {
  id: string
  number: number
  name: string
  content: string
  role_id: string | null
  saved_at: number
}

export type WallStore = ReturnType<typeof wallStore>

export function wallStore(storage: Storage) {
  const { db } = storage
  return {
    async all(companyId: string, accountId: string): Promise<WallRow[]> {
      const rows = await storage.read(
        db
          .selectFrom('account_wall')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('number', '<', FIRST_NAMED)
          .select(['number', 'content', 'saved_at'])
          .orderBy('number'),
      )
      return rows.map(({ number, content, saved_at }) => ({ number, content, savedAt: saved_at }))
    },

    /** Replaces the one that has the number. */
    async keep(companyId: string, accountId: string, { number, content, savedAt }: WallRow): Promise<void> {
      const values = { content, saved_at: savedAt }
      await storage.write([
        db
          .insertInto('account_wall')
          .values({
            company_id: companyId,
            account_id: accountId,
            number,
            name: '',
            role_id: null,
            ...values,
          })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'account_id', 'number']).doUpdateSet(values),
          ),
      ])
    },

    /** Their own, and those of others that are shared with the role. */
    async named(companyId: string, accountId: string, roleId: string) {
      return storage.read(
        db
          .selectFrom('account_wall')
          .innerJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'account_wall.company_id')
              .onRef('account.id', '=', 'account_wall.account_id'),
          )
          .where('account_wall.company_id', '=', companyId)
          .where('account_wall.number', '>=', FIRST_NAMED)
          .where((row) =>
            row.or([
              row('account_wall.account_id', '=', accountId),
              row('account_wall.role_id', '=', roleId),
            ]),
          )
          .select([
            'account_wall.id',
            'account_wall.account_id',
            'account_wall.name',
            'account_wall.content',
            'account_wall.role_id',
            'account_wall.saved_at',
            'account.display_name as owner',
          ])
          .orderBy('account_wall.name')
          .orderBy('account_wall.id'),
      )
    },

    /** Whether the company has the device in one of these regions. */
    async hasDevice(companyId: string, regions: Regions, did: string): Promise<boolean> {
      const device = db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        .where('did', '=', did)
        .select('region_id')
      const [row] = await storage.read(device)
      return row !== undefined && includesRegion(regions, row.region_id)
    },

    async namedIn(companyId: string, accountId: string, transaction: Transaction): Promise<NamedRow[]> {
      const { rows } = await transaction.run(
        db
          .selectFrom('account_wall')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('number', '>=', FIRST_NAMED)
          .select(['id', 'number', 'name', 'content', 'role_id', 'saved_at'])
          .orderBy('number'),
      )
      return rows
    },

    async putNamed(
      companyId: string,
      accountId: string,
      { number, ...row }: NamedRow,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db
          .insertInto('account_wall')
          .values({ company_id: companyId, account_id: accountId, number, ...row })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'account_id', 'number']).doUpdateSet(row),
          ),
      )
    },

    /** Returns whether it was there. */
    async removeNamed(companyId: string, accountId: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db
          .deleteFrom('account_wall')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('number', '>=', FIRST_NAMED)
          .where('id', '=', id),
      ])
      return removed.changes > 0
    },
  }
}
