import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type PushDeviceRow = Tables['push_device']

export type PushDeviceStore = ReturnType<typeof pushDeviceStore>

export function pushDeviceStore(storage: Storage) {
  const { db } = storage
  return {
    ofCompany: (companyId: string): Promise<PushDeviceRow[]> =>
      storage.read(
        db
          .selectFrom('push_device')
          .where('company_id', '=', companyId)
          .selectAll()
          .orderBy('account_id')
          .orderBy('id'),
      ),

    async countOthers(companyId: string, accountId: string, id: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('push_device')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '!=', id)
          .select(({ fn }) => fn.countAll<number>().as('count')),
      )
      return Number(row?.count ?? 0)
    },

    /** Replaces what the browser had before it logged in anew. */
    async set(row: PushDeviceRow): Promise<void> {
      const { company_id: _company, account_id: _account, id: _id, ...change } = row
      await storage.write([
        db
          .insertInto('push_device')
          .values(row)
          .onConflict((conflict) => conflict.columns(['company_id', 'account_id', 'id']).doUpdateSet(change)),
      ])
    },

    async remove(companyId: string, accountId: string, id: string): Promise<void> {
      await storage.write([
        db
          .deleteFrom('push_device')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id),
      ])
    },

    async timeZone(companyId: string): Promise<string> {
      const [row] = await storage.read(
        db.selectFrom('company').where('id', '=', companyId).select('time_zone'),
      )
      return row?.time_zone ?? 'UTC'
    },
  }
}
