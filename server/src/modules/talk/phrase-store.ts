import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export type PhraseStore = ReturnType<typeof phraseStore>

export function phraseStore(storage: Storage) {
  const { db } = storage
  const named = (companyId: string) =>
    db
      .selectFrom('talk_phrase')
      .where('company_id', '=', companyId)
      .select(['id', 'name', 'ms'])
      .orderBy('name')
      .orderBy('id')
  return {
    all: (companyId: string) => storage.read(named(companyId)),

    allIn: async (companyId: string, transaction: Transaction) =>
      (await transaction.run(named(companyId))).rows,

    /** Base64 of µ-law; undefined where the company has none of this id. */
    async sound(companyId: string, id: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db.selectFrom('talk_phrase').where('company_id', '=', companyId).where('id', '=', id).select('sound'),
      )
      return row?.sound
    },

    async add(
      companyId: string,
      row: { id: string; name: string; ms: number; sound: string; saved_at: number },
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(db.insertInto('talk_phrase').values({ company_id: companyId, ...row }))
    },

    /** Returns whether it was there. */
    async remove(companyId: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db.deleteFrom('talk_phrase').where('company_id', '=', companyId).where('id', '=', id),
      ])
      return removed.changes > 0
    },
  }
}
