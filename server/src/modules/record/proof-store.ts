/** The SQL of proving and mending the index: a whole stream of it at one moment. */
import type { Selectable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import type { Places } from './gone-store.ts'
import { withPath } from './segment-columns.ts'

export type StreamColumns = Pick<Selectable<Tables['segment']>, 'company_id' | 'did' | 'channel' | 'quality'>

export interface WholeStream {
  /** Sorted as in the chain. */
  rows: {
    path: string
    seq: number
    hash: string
    link: string
    linkBefore: string
    bytes: number
    startMs: number
    endMs: number
    recordedAt: number
  }[]
  head: Pick<Selectable<Tables['segment_stream']>, 'files' | 'bytes' | 'seq' | 'link'> | undefined
  days: Pick<Selectable<Tables['segment_day']>, 'day' | 'spans'>[]
  gone: Places[]
}

const STREAM = ['company_id', 'did', 'channel', 'quality'] as const

/** All that any table of the index names. */
export async function streamsOf(index: Storage): Promise<StreamColumns[]> {
  const { db } = index
  return index.readHeavy(
    db
      .selectFrom('segment_stream')
      .select(STREAM)
      .union(db.selectFrom('segment').select(STREAM))
      .union(db.selectFrom('segment_day').select(STREAM))
      .orderBy('company_id')
      .orderBy('did')
      .orderBy('channel')
      .orderBy('quality'),
  )
}

export function readStream(index: Storage, stream: StreamColumns): Promise<WholeStream> {
  return index.transaction((transaction) => readStreamIn(index, transaction, stream))
}

export async function readStreamIn(
  { db }: Pick<Storage, 'db'>,
  transaction: Transaction,
  stream: StreamColumns,
): Promise<WholeStream> {
  const { rows } = await transaction.run(
    db
      .selectFrom('segment')
      .where('company_id', '=', stream.company_id)
      .where('did', '=', stream.did)
      .where('channel', '=', stream.channel)
      .where('quality', '=', stream.quality)
      .orderBy('seq')
      .select([
        'company_id',
        'did',
        'channel',
        'quality',
        'id',
        'start_ms',
        'seq',
        'hash',
        'link',
        'link_before as linkBefore',
        'bytes',
        'end_ms as endMs',
        'recorded_at as recordedAt',
      ]),
  )
  const { rows: heads } = await transaction.run(
    db
      .selectFrom('segment_stream')
      .where('company_id', '=', stream.company_id)
      .where('did', '=', stream.did)
      .where('channel', '=', stream.channel)
      .where('quality', '=', stream.quality)
      .select(['files', 'bytes', 'seq', 'link']),
  )
  const { rows: days } = await transaction.run(
    db
      .selectFrom('segment_day')
      .where('company_id', '=', stream.company_id)
      .where('did', '=', stream.did)
      .where('channel', '=', stream.channel)
      .where('quality', '=', stream.quality)
      .orderBy('day')
      .select(['day', 'spans']),
  )
  const { rows: gone } = await transaction.run(
    db
      .selectFrom('segment_gone')
      .where('company_id', '=', stream.company_id)
      .where('did', '=', stream.did)
      .where('channel', '=', stream.channel)
      .where('quality', '=', stream.quality)
      .orderBy('from_seq')
      .select(['from_seq', 'to_seq']),
  )
  return {
    rows: rows.map((row) => ({ ...row, path: withPath(row).path, startMs: row.start_ms })),
    head: heads[0],
    days,
    gone: gone.map(({ from_seq, to_seq }) => [from_seq, to_seq]),
  }
}
