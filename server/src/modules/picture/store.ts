import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

/** Which pictures were uploaded: the files alone do not tell which of them nobody shows. */
export function pictureStore(storage: Storage) {
  const { db } = storage
  return {
    async add(companyId: string, id: string, now: number): Promise<void> {
      await storage.write([db.insertInto('picture').values({ company_id: companyId, id, created_at: now })])
    },

    /** Of all companies, for the sweep: those from before then that neither an account nor a device has. */
    async unused(before: number, limit: number): Promise<{ company_id: string; id: string }[]> {
      return storage.read(
        db
          .selectFrom('picture')
          .leftJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'picture.company_id')
              .onRef('account.icon', '=', 'picture.id'),
          )
          .leftJoin('device_photo', (join) =>
            join
              .onRef('device_photo.company_id', '=', 'picture.company_id')
              .onRef('device_photo.picture_id', '=', 'picture.id'),
          )
          .where('picture.created_at', '<', before)
          .where('account.id', 'is', null)
          .where('device_photo.did', 'is', null)
          .select(['picture.company_id', 'picture.id'])
          .orderBy('picture.created_at')
          .limit(limit),
      )
    },

    /** Those of them that an account or a device has. */
    async shown(companyId: string, ids: readonly string[]): Promise<Set<string>> {
      const icons = db
        .selectFrom('account')
        .where('company_id', '=', companyId)
        .where('icon', 'in', listed(storage, ids))
        .select('icon as id')
      const photos = db
        .selectFrom('device_photo')
        .where('company_id', '=', companyId)
        .where('picture_id', 'in', listed(storage, ids))
        .select('picture_id as id')
      const rows = await storage.read(icons.unionAll(photos))
      return new Set(rows.flatMap(({ id }) => id ?? []))
    },

    async forget(companyId: string, ids: readonly string[]): Promise<void> {
      await storage.write([
        db.deleteFrom('picture').where('company_id', '=', companyId).where('id', 'in', listed(storage, ids)),
      ])
    },
  }
}
