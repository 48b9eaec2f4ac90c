import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

/** Which pictures were uploaded: the files alone do not tell which of them nobody shows. */
export function pictureStore(storage: Storage) {
  const { db } = storage
  return {
    async add(companyId: string, id: string, now: number): Promise<void> {
      await storage.write([db.insertInto('picture').values({ company_id: companyId, id, created_at: now })])
    },

    /** Pictures of any company from before then that nothing shows, for the sweep. */
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
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('album_picture')
                  .whereRef('album_picture.company_id', '=', 'picture.company_id')
                  .whereRef('album_picture.id', '=', 'picture.id')
                  .select('album_picture.id'),
              ),
            ),
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('community_photo')
                  .whereRef('community_photo.company_id', '=', 'picture.company_id')
                  .whereRef('community_photo.picture_id', '=', 'picture.id')
                  .select('community_photo.owner_id'),
              ),
            ),
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('album_picture')
                  .whereRef('album_picture.company_id', '=', 'picture.company_id')
                  .whereRef('album_picture.thumb_id', '=', 'picture.id')
                  .select('album_picture.id'),
              ),
            ),
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('floor_plan')
                  .whereRef('floor_plan.company_id', '=', 'picture.company_id')
                  .whereRef('floor_plan.picture_id', '=', 'picture.id')
                  .select('floor_plan.region_id'),
              ),
            ),
          )
          .where((row) =>
            row.not(
              row.exists(
                row
                  .selectFrom('ptz_preset')
                  .whereRef('ptz_preset.company_id', '=', 'picture.company_id')
                  .whereRef('ptz_preset.picture_id', '=', 'picture.id')
                  .select('ptz_preset.token'),
              ),
            ),
          )
          .select(['picture.company_id', 'picture.id'])
          .orderBy('picture.created_at')
          .limit(limit),
      )
    },

    /** Those of them that something shows. */
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
      const lived = db
        .selectFrom('community_photo')
        .where('company_id', '=', companyId)
        .where('picture_id', 'in', listed(storage, ids))
        .select('picture_id as id')
      const plans = db
        .selectFrom('floor_plan')
        .where('company_id', '=', companyId)
        .where('picture_id', 'in', listed(storage, ids))
        .select('picture_id as id')
      const presets = db
        .selectFrom('ptz_preset')
        .where('company_id', '=', companyId)
        .where('picture_id', 'in', listed(storage, ids))
        .select('picture_id as id')
      const taken = db
        .selectFrom('album_picture')
        .where('company_id', '=', companyId)
        .where((row) =>
          row.or([row('id', 'in', listed(storage, ids)), row('thumb_id', 'in', listed(storage, ids))]),
        )
        .select(['id', 'thumb_id'])
      const [rows, album] = await Promise.all([
        storage.read(icons.unionAll(photos).unionAll(lived).unionAll(plans).unionAll(presets)),
        storage.read(taken),
      ])
      const kept = album.flatMap(({ id, thumb_id }) => [id, thumb_id])
      return new Set([...rows.flatMap(({ id }) => id ?? []), ...kept])
    },

    async forget(companyId: string, ids: readonly string[]): Promise<void> {
      await storage.write([
        db.deleteFrom('picture').where('company_id', '=', companyId).where('id', 'in', listed(storage, ids)),
      ])
    },
  }
}
