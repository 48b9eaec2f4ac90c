import type { Storage } from '../../engines/storage/storage.ts'
import type { ChannelScope } from '../../video/channel.ts'

export interface PresetRow {
  token: string
  name: string
  camera_name: string
  picture_id: string | null
  taken_at: number | null
}

export type PresetStore = ReturnType<typeof presetStore>

export function presetStore(storage: Storage) {
  const { db } = storage
  return {
    of: ({ companyId, did, channel }: ChannelScope): Promise<PresetRow[]> =>
      storage.read(
        db
          .selectFrom('ptz_preset')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .select(['token', 'name', 'camera_name', 'picture_id', 'taken_at']),
      ),

    /** Leaves the picture as it is. */
    async name(
      { companyId, did, channel }: ChannelScope,
      { token, ...names }: Pick<PresetRow, 'token' | 'name' | 'camera_name'>,
    ): Promise<void> {
      const nothingSeen = { picture_id: null, taken_at: null }
      await storage.write([
        db
          .insertInto('ptz_preset')
          .values({ company_id: companyId, did, channel, token, ...names, ...nothingSeen })
          .onConflict((conflict) =>
            conflict.columns(['company_id', 'did', 'channel', 'token']).doUpdateSet(names),
          ),
      ])
    },

    /** Returns which picture was its own before, or undefined where it is gone. */
    async show(
      { companyId, did, channel }: ChannelScope,
      token: string,
      seen: Pick<PresetRow, 'picture_id' | 'taken_at'>,
    ): Promise<{ picture_id: string | null } | undefined> {
      return storage.transaction(async (transaction) => {
        const its = db
          .selectFrom('ptz_preset')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('token', '=', token)
          .select('picture_id')
        const [before] = (await transaction.run(its)).rows
        if (before)
          await transaction.run(
            db
              .updateTable('ptz_preset')
              .set(seen)
              .where('company_id', '=', companyId)
              .where('did', '=', did)
              .where('channel', '=', channel)
              .where('token', '=', token),
          )
        return before
      })
    },

    /** Returns its picture, as a list of none or one. */
    async remove({ companyId, did, channel }: ChannelScope, token: string): Promise<string[]> {
      const [removed] = await storage.write([
        db
          .deleteFrom('ptz_preset')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('token', '=', token)
          .returning('picture_id'),
      ])
      return removed.rows.flatMap(({ picture_id }) => picture_id ?? [])
    },
  }
}
