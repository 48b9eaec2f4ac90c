import type { Storage } from '../../engines/storage/storage.ts'

export interface WallRow {
  number: number
  content: string
  savedAt: number
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
          .select(['number', 'content', 'saved_at'])
          .orderBy('number'),
      )
      return rows.map(({ number, content, saved_at }) => ({ number, content, savedAt: saved_at }))
    },

    /** In the place of the one that has the number. */
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
  }
}
