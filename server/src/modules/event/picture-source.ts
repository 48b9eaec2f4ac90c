/** What the keeping of pictures counts and takes of those of events: the event stays without them. */
import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { PictureSource } from '../picture/index.ts'
import type { SnapshotKeeper } from './snapshots.ts'

export function eventPictureSource(
  storage: Storage,
  snapshots: Pick<SnapshotKeeper, 'delete'>,
): PictureSource {
  const { db } = storage
  return {
    async taken(companyId) {
      const [row] = await storage.readHeavy(
        db
          .selectFrom('event_picture')
          .where('company_id', '=', companyId)
          .select((it) => [it.fn.sum<number>('bytes').as('bytes'), it.fn.countAll<number>().as('count')]),
      )
      return { bytes: Number(row?.bytes ?? 0), count: Number(row?.count ?? 0) }
    },

    // Ids are in the order of their making.
    oldest: (companyId, limit) =>
      storage.read(
        db
          .selectFrom('event_picture')
          .where('company_id', '=', companyId)
          .select(['id', 'at', 'bytes'])
          .orderBy('event_id')
          .orderBy('id')
          .limit(limit),
      ),

    async drop(companyId, ids) {
      // The rows first: an event does not name a picture that is gone.
      await storage.write([
        db
          .updateTable('event')
          .set({ picture_id: null, box: '' })
          .where('company_id', '=', companyId)
          .where('id', 'in', (row) =>
            row
              .selectFrom('event_picture')
              .where('company_id', '=', companyId)
              .where('event_picture.id', 'in', listed(storage, ids))
              .select('event_id'),
          )
          .where('picture_id', 'in', listed(storage, ids)),
        db
          .deleteFrom('event_picture')
          .where('company_id', '=', companyId)
          .where('id', 'in', listed(storage, ids)),
      ])
      await snapshots.delete(companyId, ids)
    },
  }
}
