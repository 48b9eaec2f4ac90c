import type { Storage } from '../../engines/storage/storage.ts'

/** Which pictures were uploaded: the files alone do not tell which of them nobody shows. */
export function pictureStore(storage: Storage) {
  const { db } = storage
  return {
    async add(companyId: string, id: string, now: number): Promise<void> {
      await storage.write([db.insertInto('picture').values({ company_id: companyId, id, created_at: now })])
    },

    /** Of all companies, for the sweep: those from before then that are no account's. */
    async unused(before: number, limit: number): Promise<{ company_id: string; id: string }[]> {
      return storage.read(
        db
          .selectFrom('picture')
          .leftJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'picture.company_id')
              .onRef('account.icon', '=', 'picture.id'),
          )
          .where('picture.created_at', '<', before)
          .where('account.id', 'is', null)
          .select(['picture.company_id', 'picture.id'])
          .orderBy('picture.created_at')
          .limit(limit),
      )
    },

    async forget(companyId: string, id: string): Promise<void> {
      await storage.write([db.deleteFrom('picture').where('company_id', '=', companyId).where('id', '=', id)])
    },
  }
}
