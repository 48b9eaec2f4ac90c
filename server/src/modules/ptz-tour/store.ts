import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import type { ChannelScope } from '../../video/channel.ts'

export interface TourRow {
  id: string
  name: string
  /** JSON. */
  presets: string
  dwell_s: number
  started_by: string | null
  started_at: number | null
}

export type TourStore = ReturnType<typeof tourStore>

const COLUMNS = ['id', 'name', 'presets', 'dwell_s', 'started_by', 'started_at'] as const

export function tourStore(storage: Storage) {
  const { db } = storage
  const at = ({ companyId, did, channel }: ChannelScope) =>
    db
      .selectFrom('ptz_tour')
      .where('company_id', '=', companyId)
      .where('did', '=', did)
      .where('channel', '=', channel)
  const changeAt = ({ companyId, did, channel }: ChannelScope) =>
    db
      .updateTable('ptz_tour')
      .where('company_id', '=', companyId)
      .where('did', '=', did)
      .where('channel', '=', channel)
  return {
    of: (place: ChannelScope): Promise<TourRow[]> => storage.read(at(place).select(COLUMNS).orderBy('name')),

    ofIn: async (place: ChannelScope, transaction: Transaction): Promise<TourRow[]> =>
      (await transaction.run(at(place).select(COLUMNS))).rows,

    async put(
      { companyId, did, channel }: ChannelScope,
      { id, ...content }: Omit<TourRow, 'started_by' | 'started_at'>,
      transaction: Transaction,
    ): Promise<void> {
      const stands = { started_by: null, started_at: null }
      await transaction.run(
        db
          .insertInto('ptz_tour')
          .values({ company_id: companyId, did, channel, id, ...content, ...stands })
          .onConflict((conflict) => conflict.columns(['company_id', 'id']).doUpdateSet(content)),
      )
    },

    async setPresets(
      place: ChannelScope,
      id: string,
      presets: string,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(changeAt(place).where('id', '=', id).set({ presets }))
    },

    /** Returns whether it was there. */
    async remove({ companyId, did, channel }: ChannelScope, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db
          .deleteFrom('ptz_tour')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('id', '=', id),
      ])
      return removed.changes > 0
    },

    /** This one runs, and no other of the camera. */
    async start(place: ChannelScope, id: string, started: { by: string; at: number }): Promise<void> {
      await storage.write([
        changeAt(place).set({ started_by: null, started_at: null }),
        changeAt(place).where('id', '=', id).set({ started_by: started.by, started_at: started.at }),
      ])
    },

    async stop(place: ChannelScope): Promise<void> {
      await storage.write([changeAt(place).set({ started_by: null, started_at: null })])
    },

    /** Those of any company, for a start. */
    running: () =>
      storage.read(
        db
          .selectFrom('ptz_tour')
          .where('started_at', 'is not', null)
          .select(['company_id as companyId', 'did', 'channel', 'id']),
      ),
  }
}
