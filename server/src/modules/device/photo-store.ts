import type { Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from './store.ts'

export function photoStore(storage: Storage) {
  const { db } = storage
  return {
    async of(companyId: string, did: string) {
      const [row] = await storage.read(
        db
          .selectFrom('device_photo')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select(['picture_id', 'taken_at']),
      )
      return row
    },

    /** The pictures of all these devices. */
    async pictures(companyId: string, dids: readonly string[]): Promise<string[]> {
      const rows = await storage.read(
        db
          .selectFrom('device_photo')
          .where('company_id', '=', companyId)
          .where((row) => isOneOf(storage, row.ref('did'), dids))
          .select('picture_id'),
      )
      return rows.map(({ picture_id }) => picture_id)
    },

    /** Returns which picture it was before, or undefined where the company has no such device any more. */
    async put(
      companyId: string,
      did: string,
      pictureId: string,
      now: number,
    ): Promise<{ id: string | null } | undefined> {
      const said = { picture_id: pictureId, taken_at: now }
      const before = db
        .selectFrom('device')
        .leftJoin('device_photo', (join) =>
          join
            .onRef('device_photo.company_id', '=', 'device.company_id')
            .onRef('device_photo.did', '=', 'device.did'),
        )
        .where('device.company_id', '=', companyId)
        .where('device.did', '=', did)
        .select('device_photo.picture_id as id')
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(before)
        if (rows.length === 0) return undefined
        await transaction.run(
          db
            .insertInto('device_photo')
            .values({ company_id: companyId, did, ...said })
            .onConflict((conflict) => conflict.columns(['company_id', 'did']).doUpdateSet(said)),
        )
        return rows[0]
      })
    },

    /** Returns which picture it was, as a list of none or one. */
    async remove(companyId: string, did: string): Promise<string[]> {
      const [removed] = await storage.write([
        db
          .deleteFrom('device_photo')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .returning('picture_id'),
      ])
      return removed.rows.map(({ picture_id }) => picture_id)
    },
  }
}
