/** The SQL of taking files out of the archive's index, and of the days of a timeline. */
import { type PlaceOfFile, placeOfPath, streamFolder } from '@vedette/media/record/segment-row'
import type { Kysely } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage, Transaction } from '../../engines/storage/storage.ts'
import { noteGone, type Places } from './gone-store.ts'
import { DAY_MS, dayOf } from './days.ts'
import { isOfDay, type StoredSegment, withPath } from './segment-columns.ts'
import { packSpans, type Span, unionOf, unpackSpans, within } from './spans.ts'

type StreamColumns = Pick<StoredSegment, 'company_id' | 'did' | 'channel' | 'quality'>

/** In one statement, far below what either engine takes. */
const FILES = 200

/** Takes these files out of the index, where they still are in it, and returns those that were. Their places in the chain are noted. */
export function removeFiles(
  index: Storage,
  companyId: string,
  paths: readonly string[],
): Promise<StoredSegment[]> {
  const { db } = index
  return index.transaction(async (transaction) => {
    const gone: StoredSegment[] = []
    const places = paths.map(placeOfPath).filter((place) => place !== undefined)
    const ofCompany = places.filter(({ company }) => company === companyId)
    for (const ofDay of Map.groupBy(ofCompany, dayFolder).values())
      for (let at = 0; at < ofDay.length; at += FILES) {
        const some = ofDay.slice(at, at + FILES)
        const [first] = some
        if (!first) continue
        const ids = some.map(({ id }) => id)
        const { rows } = await transaction.run(
          db
            .deleteFrom('segment')
            .where((row) => isOfDay(row, first, ids))
            .returningAll(),
        )
        gone.push(...rows.map(withPath))
      }
    for (const rows of Map.groupBy(gone, keyOf).values()) {
      const [stream] = rows
      if (!stream) continue
      await transaction.run(
        db
          .updateTable('segment_stream')
          .set((was) => ({
            files: was('files', '-', rows.length),
            bytes: was(
              'bytes',
              '-',
              rows.reduce((sum, { bytes }) => sum + bytes, 0),
            ),
          }))
          .where('company_id', '=', companyId)
          .where('did', '=', stream.did)
          .where('channel', '=', stream.channel)
          .where('quality', '=', stream.quality),
      )
      await noteGone(
        index,
        transaction,
        stream,
        rows.map(({ seq }): Places => [seq, seq]),
      )
      for (const [day, of] of Map.groupBy(rows, ({ start_ms: startMs }) => dayOf(startMs)))
        await cutDay(db, transaction, stream, { day, goneUntilMs: Math.max(...of.map((row) => row.end_ms)) })
    }
    return gone
  })
}

/** A day whose first files went is the same from the first that is left; any other is drawn anew. */
async function cutDay(
  db: Kysely<Tables>,
  transaction: Transaction,
  { company_id, did, channel, quality }: StreamColumns,
  { day, goneUntilMs }: { day: number; goneUntilMs: number },
): Promise<void> {
  const { rows } = await transaction.run(
    db
      .selectFrom('segment')
      .where('company_id', '=', company_id)
      .where('did', '=', did)
      .where('channel', '=', channel)
      .where('quality', '=', quality)
      .where('start_ms', '>=', day)
      .where('start_ms', '<', day + DAY_MS)
      .select((it) => it.fn.min<number | null>('start_ms').as('firstMs')),
  )
  const firstMs = rows[0]?.firstMs ?? undefined
  const stream = { company_id, did, channel, quality }
  if (firstMs === undefined || firstMs < goneUntilMs) return drawDay(db, transaction, stream, day)
  const { rows: days } = await transaction.run(
    db
      .selectFrom('segment_day')
      .where('company_id', '=', company_id)
      .where('did', '=', did)
      .where('channel', '=', channel)
      .where('quality', '=', quality)
      .where('day', '=', day)
      .select('spans'),
  )
  const left = within(unpackSpans(days[0]?.spans ?? new Uint8Array(), day), firstMs, Infinity)
  await transaction.run(setDay(db, { ...stream, day }, left))
}

/** A day of a stream as its files have it. */
export async function drawDay(
  db: Kysely<Tables>,
  transaction: Transaction,
  { company_id, did, channel, quality }: StreamColumns,
  day: number,
): Promise<void> {
  const { rows } = await transaction.run(
    db
      .selectFrom('segment')
      .where('company_id', '=', company_id)
      .where('did', '=', did)
      .where('channel', '=', channel)
      .where('quality', '=', quality)
      .where('start_ms', '>=', day)
      .where('start_ms', '<', day + DAY_MS)
      .select(['start_ms as startMs', 'end_ms as endMs']),
  )
  await transaction.run(
    rows.length > 0
      ? setDay(db, { company_id, did, channel, quality, day }, unionOf(rows))
      : db
          .deleteFrom('segment_day')
          .where('company_id', '=', company_id)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('quality', '=', quality)
          .where('day', '=', day),
  )
}

export function setDay(
  db: Kysely<Tables>,
  of: StreamColumns & { day: number },
  spans: readonly Span[],
): Query {
  const { company_id, did, channel, quality, day } = of
  const packed = packSpans(spans, day)
  return db
    .insertInto('segment_day')
    .values({ company_id, did, channel, quality, day, spans: packed })
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'did', 'channel', 'quality', 'day']).doUpdateSet({ spans: packed }),
    )
}

const dayFolder = (place: PlaceOfFile): string => `${streamFolder(place)}/${place.dayMs}`

const keyOf = ({ did, channel, quality }: StoredSegment): string => `${did}/${channel}/${quality}`
