/** The SQL of seals. They are of the whole archive, so no company comes first here. */
import type { Selectable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export type StoredSeal = Selectable<Tables['archive_seal']>

/** Where the chain of a stream ends. */
export interface ChainHead {
  stream: string
  seq: number
  link: string
}

type Stream = Pick<Selectable<Tables['segment_stream']>, 'company_id' | 'did' | 'channel' | 'quality'>

/** The stream's name in the archive's paths. */
export const streamOf = ({ company_id, did, channel, quality }: Stream): string =>
  `${company_id}/${did}/${channel}-${quality}`

export function sealStore(index: Storage) {
  const { db } = index

  const headsQuery = () =>
    db
      .selectFrom('segment_stream')
      .orderBy('company_id')
      .orderBy('did')
      .orderBy('channel')
      .orderBy('quality')
      .select(['company_id', 'did', 'channel', 'quality', 'seq', 'link'])
  const lastQuery = () => db.selectFrom('archive_seal').orderBy('number', 'desc').limit(1).selectAll()
  const headOf = (row: Stream & { seq: number; link: string }): ChainHead => ({
    stream: streamOf(row),
    seq: row.seq,
    link: row.link,
  })

  return {
    /** Makes a seal of the last one and of what the chains of all streams are, as one unit. */
    add(
      make: (before: StoredSeal | undefined, heads: ChainHead[]) => StoredSeal | undefined,
    ): Promise<StoredSeal | undefined> {
      return index.transaction(async (transaction: Transaction) => {
        const [before] = (await transaction.run(lastQuery())).rows
        const seal = make(before, (await transaction.run(headsQuery())).rows.map(headOf))
        if (seal) await transaction.run(db.insertInto('archive_seal').values(seal))
        return seal
      })
    },

    async last(): Promise<StoredSeal | undefined> {
      return (await index.read(lastQuery()))[0]
    },

    /** The first one that was made at this time or later, and up to `limit` in all. */
    since(at: number, limit: number): Promise<StoredSeal[]> {
      return index.readHeavy(
        db.selectFrom('archive_seal').where('at', '>=', at).orderBy('number').limit(limit).selectAll(),
      )
    },

    async one(number: number): Promise<StoredSeal | undefined> {
      return (await index.read(db.selectFrom('archive_seal').where('number', '=', number).selectAll()))[0]
    },

    /** The next ones in order. */
    after(number: number, limit: number): Promise<StoredSeal[]> {
      return index.readHeavy(
        db.selectFrom('archive_seal').where('number', '>', number).orderBy('number').limit(limit).selectAll(),
      )
    },

    /** Heads of the chains of all streams that ever had a file. */
    async heads(): Promise<ChainHead[]> {
      return (await index.readHeavy(headsQuery())).map(headOf)
    },
  }
}
