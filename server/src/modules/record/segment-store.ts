/** The SQL of the archive's index. */
import { createHash } from 'node:crypto'

import type { RecordedStream, SegmentRow } from '@vedette/media/record/segment-row'
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import { forgetGone } from './gone-store.ts'
import { dayOf } from './days.ts'
import { columnsOf, isAt, type StoredSegment, withPath } from './segment-columns.ts'
import { removeFiles, setDay } from './segment-removal.ts'
import { unionOf, unpackSpans } from './spans.ts'

export type StreamKey = Omit<RecordedStream, 'company'>

/** A file with what the platform adds to the shard's report. */
export interface ToldSegment {
  row: SegmentRow
  init: { hash: string; bytes: Uint8Array }
  recordedAt: number
}

export function segmentStore(index: Storage) {
  const { db } = index

  const ofStream = (companyId: string, { did, channel, quality }: StreamKey) =>
    db
      .selectFrom('segment')
      .where('company_id', '=', companyId)
      .where('did', '=', did)
      .where('channel', '=', channel)
      .where('quality', '=', quality)

  async function addOne(transaction: Transaction, told: ToldSegment): Promise<boolean> {
    const { row, init, recordedAt } = told
    const { company: companyId, did, channel, quality } = row
    const key = { company_id: companyId, did, channel, quality }
    const [chain] = (
      await transaction.run(
        db
          .selectFrom('segment_stream')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('quality', '=', quality)
          .select(['seq', 'link']),
      )
    ).rows
    // A chain that begins anew: what was said of the old one's places is none of it.
    if (!chain) await transaction.run(forgetGone(db, key))
    const seq = (chain?.seq ?? 0) + 1
    const link = linkAfter(chain?.link ?? '', row.hash)
    const added = await transaction.run(
      db
        .insertInto('segment')
        .values({
          ...columnsOf(row, init.hash),
          recorded_at: recordedAt,
          seq,
          link,
          link_before: chain?.link ?? '',
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id'),
    )
    if (added.rows.length === 0) return false
    await transaction.run(
      db
        .insertInto('segment_init')
        .values(init)
        .onConflict((conflict) => conflict.doNothing()),
    )
    await transaction.run(
      db
        .insertInto('segment_stream')
        .values({ ...key, files: 1, bytes: row.bytes, seq, link })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'did', 'channel', 'quality']).doUpdateSet((was) => ({
            files: was('segment_stream.files', '+', 1),
            bytes: was('segment_stream.bytes', '+', row.bytes),
            seq,
            link,
          })),
        ),
    )
    const day = dayOf(row.startMs)
    const [before] = (
      await transaction.run(
        db
          .selectFrom('segment_day')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('channel', '=', channel)
          .where('quality', '=', quality)
          .where('day', '=', day)
          .select('spans'),
      )
    ).rows
    const spans = unionOf([...(before ? unpackSpans(before.spans, day) : []), row])
    await transaction.run(setDay(db, { ...key, day }, spans))
    return true
  }

  return {
    /** Returns how many were not known yet; a file that is told twice counts once. */
    add(told: readonly ToldSegment[]): Promise<number> {
      return index.transaction(async (transaction) => {
        let added = 0
        for (const one of told) if (await addOne(transaction, one)) added++
        return added
      })
    },

    /** The files that hold something of this time, in order. */
    async between(
      companyId: string,
      stream: StreamKey,
      fromMs: number,
      toMs: number,
    ): Promise<StoredSegment[]> {
      const rows = await index.read(
        ofStream(companyId, stream)
          // The file before that may reach into it, however long a camera sent no key frame to end it by.
          .where('start_ms', '>=', (file) =>
            file.fn.coalesce(
              ofStream(companyId, stream)
                .where('start_ms', '<=', fromMs)
                .select((it) => it.fn.max('start_ms').as('start')),
              file.val(fromMs),
            ),
          )
          .where('start_ms', '<', toMs)
          .where('end_ms', '>', fromMs)
          .orderBy('start_ms')
          .orderBy('id')
          .selectAll(),
      )
      return rows.map(withPath)
    },

    /** The last file that began before a moment. */
    async lastBefore(companyId: string, stream: StreamKey, atMs: number): Promise<StoredSegment | undefined> {
      const [last] = await index.read(
        ofStream(companyId, stream)
          .where('start_ms', '<=', atMs)
          .orderBy('start_ms', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .selectAll(),
      )
      return last && withPath(last)
    },

    /** The hashes of a stream's files behind a place of its chain, in order, as far as they are still known. */
    chainAfter(
      companyId: string,
      stream: StreamKey,
      seq: number,
      limit: number,
    ): Promise<{ seq: number; hash: string; link: string }[]> {
      return index.readHeavy(
        ofStream(companyId, stream)
          .where('seq', '>', seq)
          .orderBy('seq')
          .limit(limit)
          .select(['seq', 'hash', 'link']),
      )
    },

    /** Files of all companies, stream after stream, each in the order of its chain, from the place after `after`. */
    async allInChainOrder(after: StoredSegment | undefined, limit: number): Promise<StoredSegment[]> {
      let query = db.selectFrom('segment')
      if (after)
        query = query.where((row) =>
          row(
            row.refTuple('company_id', 'did', 'channel', 'quality', 'seq'),
            '>',
            row.tuple(after.company_id, after.did, after.channel, after.quality, after.seq),
          ),
        )
      const rows = await index.readHeavy(
        query
          .orderBy('company_id')
          .orderBy('did')
          .orderBy('channel')
          .orderBy('quality')
          .orderBy('seq')
          .limit(limit)
          .selectAll(),
      )
      return rows.map(withPath)
    },

    /** Whether any company has a file at this path. */
    async has(path: string): Promise<boolean> {
      const query = db.selectFrom('segment').where((row) => isAt(row, path))
      return (await index.read(query.select('id'))).length > 0
    },

    async byPath(companyId: string, path: string): Promise<StoredSegment | undefined> {
      const query = db
        .selectFrom('segment')
        .where('company_id', '=', companyId)
        .where((row) => isAt(row, path))
      return (await index.read(query.selectAll())).map(withPath)[0]
    },

    /** What of these devices was recorded before a time, by the clock that recordings age by. */
    async olderThan(companyId: string, dids: readonly string[], recordedBefore: number) {
      if (dids.length === 0) return undefined
      const [row] = await index.readHeavy(
        db
          .selectFrom('segment')
          .where('company_id', '=', companyId)
          .where('did', 'in', [...dids])
          .where('recorded_at', '<', recordedBefore)
          .select((it) => [
            it.fn.sum<number | null>('bytes').as('bytes'),
            it.fn.min<number | null>('start_ms').as('fromMs'),
            it.fn.max<number | null>('end_ms').as('toMs'),
          ]),
      )
      return row?.bytes === null ? undefined : row
    },

    async init(hash: string): Promise<Buffer | undefined> {
      const [row] = await index.read(db.selectFrom('segment_init').where('hash', '=', hash).select('bytes'))
      return row && Buffer.from(row.bytes)
    },

    /** What is recorded of these streams between two days, both included, day after day, as `packSpans` packed it. */
    async days(
      companyId: string,
      streams: readonly StreamKey[],
      firstDay: number,
      lastDay: number,
    ): Promise<(StreamKey & { day: number; packed: Uint8Array })[]> {
      if (streams.length === 0) return []
      return index.read(
        db
          .selectFrom('segment_day')
          .where('company_id', '=', companyId)
          .where('day', '>=', firstDay)
          .where('day', '<=', lastDay)
          .where((row) =>
            row.or(
              streams.map(({ did, channel, quality }) =>
                row.and([row('did', '=', did), row('channel', '=', channel), row('quality', '=', quality)]),
              ),
            ),
          )
          .orderBy('day')
          .select(['did', 'channel', 'quality', 'day', 'spans as packed']),
      )
    },

    /** What each stream of the company holds, or of these devices of it. */
    usage(companyId: string, dids?: readonly string[]) {
      let query = db.selectFrom('segment_stream').where('company_id', '=', companyId)
      if (dids) query = query.where('did', 'in', [...dids])
      return index.read(
        query
          .orderBy('did')
          .orderBy('channel')
          .orderBy('quality')
          .select(['did', 'channel', 'quality', 'files', 'bytes']),
      )
    },

    /** Size of the recordings of each device of every company. */
    async usageByDevice(): Promise<{ companyId: string; did: string; bytes: number }[]> {
      const rows = await index.read(
        db
          .selectFrom('segment_stream')
          .groupBy(['company_id', 'did'])
          .select(['company_id as companyId', 'did'])
          .select((row) => row.fn.sum<number>('bytes').as('bytes')),
      )
      return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
    },

    /** Files by when they were recorded, the oldest first, from the place after `after`: of all companies, or of some devices of one. */
    async oldest(
      of: { companyId: string; dids: readonly string[] } | 'all',
      { recordedBefore, after, limit }: { recordedBefore: number; after?: Place | undefined; limit: number },
    ): Promise<StoredSegment[]> {
      let query = db.selectFrom('segment').where('recorded_at', '<', recordedBefore)
      if (of !== 'all') query = query.where('company_id', '=', of.companyId).where('did', 'in', [...of.dids])
      if (after)
        query = query.where((row) =>
          row.or([
            row('recorded_at', '>', after.recorded_at),
            row.and([
              row('recorded_at', '=', after.recorded_at),
              row(row.refTuple('id', 'did'), '>', row.tuple(after.id, after.did)),
            ]),
          ]),
        )
      const rows = await index.read(
        query.orderBy('recorded_at').orderBy('id').orderBy('did').limit(limit).selectAll(),
      )
      return rows.map(withPath)
    },

    /** What each device of every company recorded since then. */
    async recordedSince(ms: number) {
      const rows = await index.readHeavy(
        db
          .selectFrom('segment')
          .where('recorded_at', '>=', ms)
          .groupBy(['company_id', 'did'])
          .select((row) => [
            'company_id as companyId',
            'did',
            row.fn.sum<number>('bytes').as('bytes'),
            row.fn.min('start_ms').as('startMs'),
            row.fn.max('end_ms').as('endMs'),
          ]),
      )
      return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }))
    },

    /** When the first and the last recording of each of these devices is. */
    async reach(
      companyId: string,
      dids: readonly string[],
    ): Promise<Map<string, { fromMs: number; toMs: number }>> {
      const found = new Map<string, { fromMs: number; toMs: number }>()
      if (dids.length === 0) return found
      const rows = await index.read(
        db
          .selectFrom('segment_day')
          .where('company_id', '=', companyId)
          .where('did', 'in', dids)
          .orderBy('day')
          .select(['did', 'day', 'spans']),
      )
      for (const { did, day, spans } of rows)
        for (const { startMs, endMs } of unpackSpans(spans, day)) {
          const reach = found.get(did) ?? { fromMs: startMs, toMs: endMs }
          found.set(did, { fromMs: Math.min(reach.fromMs, startMs), toMs: Math.max(reach.toMs, endMs) })
        }
      return found
    },

    remove: (companyId: string, paths: readonly string[]) => removeFiles(index, companyId, paths),
  }
}

/** Where a file stands among all, by age. */
export type Place = Pick<StoredSegment, 'recorded_at' | 'id' | 'did'>
export type SegmentStore = ReturnType<typeof segmentStore>

/** The chain's next value: SHA-256 over the last one and the file's hash, hex. */
export function linkAfter(link: string, hash: string): string {
  return createHash('sha256').update(link).update(hash).digest('hex')
}
