/** The SQL of what is missing in the chains of hashes for a reason: `segment_gone`. */
import type { Kysely, Selectable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage, Transaction } from '../../engines/storage/storage.ts'

/** The first and the last place. */
export type Places = readonly [from: number, to: number]
type StreamColumns = Pick<Selectable<Tables['segment_gone']>, 'company_id' | 'did' | 'channel' | 'quality'>

export function forgetGone(db: Kysely<Tables>, stream: StreamColumns): Query {
  return db
    .deleteFrom('segment_gone')
    .where('company_id', '=', stream.company_id)
    .where('did', '=', stream.did)
    .where('channel', '=', stream.channel)
    .where('quality', '=', stream.quality)
}

/** Must be stored in the unit in which they go. */
export async function noteGone(
  { db }: Pick<Storage, 'db'>,
  transaction: Transaction,
  { company_id, did, channel, quality }: StreamColumns,
  places: readonly Places[],
): Promise<void> {
  const stream = { company_id, did, channel, quality }
  for (const [from, to] of rangesOf(places)) {
    const { rows } = await transaction.run(
      db
        .deleteFrom('segment_gone')
        .where('company_id', '=', company_id)
        .where('did', '=', did)
        .where('channel', '=', channel)
        .where('quality', '=', quality)
        .where('from_seq', '<=', to + 1)
        .where('to_seq', '>=', from - 1)
        .returning(['from_seq', 'to_seq']),
    )
    const met = rangesOf([[from, to], ...rows.map(({ from_seq, to_seq }): Places => [from_seq, to_seq])])
    for (const [from_seq, to_seq] of met)
      await transaction.run(db.insertInto('segment_gone').values({ ...stream, from_seq, to_seq }))
  }
}

/** Sorts them and joins those that meet. */
export function rangesOf(places: readonly Places[]): Places[] {
  const ranges: [number, number][] = []
  for (const [from, to] of places.toSorted((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1)
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to)
    else ranges.push([from, to])
  }
  return ranges
}

/** What of some places is in none of these ranges, which are in order. */
export function outside([from, to]: Places, ranges: readonly Places[]): Places[] {
  const left: Places[] = []
  let at = from
  for (const [first, last] of ranges) {
    if (last < at) continue
    if (first > to) break
    if (first > at) left.push([at, first - 1])
    at = last + 1
  }
  if (at <= to) left.push([at, to])
  return left
}
