import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export interface FilterRow {
  id: string
  name: string
  /** JSON. */
  content: string
}

export type FilterStore = ReturnType<typeof filterStore>

export function filterStore(storage: Storage) {
  const { db } = storage
  const own = (companyId: string, accountId: string) =>
    db
      .selectFrom('account_device_filter')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .select(['id', 'name', 'content'])
      .orderBy('name')
  const one = (companyId: string, accountId: string, id: string) =>
    db
      .updateTable('account_device_filter')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .where('id', '=', id)
  return {
    all: (companyId: string, accountId: string): Promise<FilterRow[]> =>
      storage.read(own(companyId, accountId)),

    async allIn(companyId: string, accountId: string, transaction: Transaction): Promise<FilterRow[]> {
      return (await transaction.run(own(companyId, accountId))).rows
    },

    /** Which of these regions there are. */
    async regions(companyId: string, ids: readonly string[]): Promise<Set<string>> {
      const rows = await storage.read(
        db.selectFrom('region').where('company_id', '=', companyId).where('id', 'in', ids).select('id'),
      )
      return new Set(rows.map(({ id }) => id))
    },

    async insert(
      companyId: string,
      accountId: string,
      { createdAt, ...row }: FilterRow & { createdAt: number },
      transaction: Transaction,
    ): Promise<void> {
      const values = { company_id: companyId, account_id: accountId, created_at: createdAt, ...row }
      await transaction.run(db.insertInto('account_device_filter').values(values))
    },

    /** What is left out stays. */
    async update(
      companyId: string,
      accountId: string,
      { id, ...changed }: Pick<FilterRow, 'id' | 'name'> & Partial<FilterRow>,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(one(companyId, accountId, id).set(changed))
    },

    /** Returns whether it was there. */
    async remove(companyId: string, accountId: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db
          .deleteFrom('account_device_filter')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('id', '=', id),
      ])
      return removed.changes > 0
    },
  }
}
