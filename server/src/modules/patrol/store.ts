import type { Regions } from '../../authority/principal.ts'
import { listed } from '../../engines/storage/listed.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export interface TourRow {
  id: string
  name: string
  role_id: string | null
  /** JSON. */
  content: string
  saved_at: number
}

export type TourStore = ReturnType<typeof tourStore>

export function tourStore(storage: Storage) {
  const { db } = storage
  return {
    /** Their own, and those of others that are shared with the role. */
    seen: (companyId: string, accountId: string, roleId: string) =>
      storage.read(
        db
          .selectFrom('patrol_tour')
          .innerJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'patrol_tour.company_id')
              .onRef('account.id', '=', 'patrol_tour.account_id'),
          )
          .where('patrol_tour.company_id', '=', companyId)
          .where((row) =>
            row.or([row('patrol_tour.account_id', '=', accountId), row('patrol_tour.role_id', '=', roleId)]),
          )
          .select([
            'patrol_tour.id',
            'patrol_tour.account_id',
            'patrol_tour.name',
            'patrol_tour.role_id',
            'patrol_tour.content',
            'account.display_name as owner',
          ])
          .orderBy('patrol_tour.name')
          .orderBy('patrol_tour.id'),
      ),

    /** Those of these devices that are there and seen. */
    async devices(companyId: string, regions: Regions, dids: readonly string[]): Promise<Set<string>> {
      let query = db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        .where('did', 'in', listed(storage, dids))
      if (regions !== 'all') query = query.where('region_id', 'in', listed(storage, [...regions]))
      return new Set((await storage.read(query.select('did'))).map(({ did }) => did))
    },

    async ownIn(companyId: string, accountId: string, transaction: Transaction) {
      const { rows } = await transaction.run(
        db
          .selectFrom('patrol_tour')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .select(['id', 'name']),
      )
      return rows
    },

    async put(companyId: string, accountId: string, row: TourRow, transaction: Transaction): Promise<void> {
      const { id, ...changed } = row
      await transaction.run(
        db
          .insertInto('patrol_tour')
          .values({ company_id: companyId, account_id: accountId, id, ...changed })
          .onConflict((conflict) => conflict.columns(['company_id', 'id']).doUpdateSet(changed)),
      )
    },

    /** Returns whether it was there. */
    async remove(companyId: string, accountId: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db
          .deleteFrom('patrol_tour')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id),
      ])
      return removed.changes > 0
    },
  }
}
