/** Mends what the files tell of the index, and says what they do not. */
import type { Storage, Transaction } from '../../engines/storage/storage.ts'
import { ArchiveFiles } from './archive-files.ts'
import { endMarked } from './end-marked.ts'
import { FileProver } from './file-proof.ts'
import { noteGone } from './gone-store.ts'
import { Ages, missingLinks, otherDays } from './index-proof.ts'
import { readStream, readStreamIn, type StreamColumns, streamsOf, type WholeStream } from './proof-store.ts'
import { rebuildIndex } from './rebuild.ts'
import { addSeal, type SealKey } from './seals.ts'
import { drawDay } from './segment-removal.ts'
import { isAt, type StoredSegment } from './segment-columns.ts'
import { linkAfter, segmentStore } from './segment-store.ts'

const PAGE = 500

export interface Mended {
  /** Rows that said otherwise of a file than it does itself. */
  rows: number
  /** Rows whose files are gone. */
  gone: number
  /** Files that the index did not know. */
  found: number
  /** Streams whose sums, days or links were others. */
  streams: number
  /** Places of chains that nothing accounted for: from now on this action does, and a seal says so. */
  links: number
  /** What cannot be mended: files that are not as they were recorded. */
  faults: string[]
}

/** Nobody else may write to the index or the archive. */
export async function repairIndex(
  index: Storage,
  folder: string,
  key: SealKey,
  onProgress: (done: number) => void = () => {},
): Promise<Mended> {
  await endMarked(folder)
  const mended: Mended = { rows: 0, gone: 0, found: 0, streams: 0, links: 0, faults: [] }
  const files = new FileProver(index, folder)
  let done = 0
  await eachRow(index, async (row) => {
    const proof = await files.prove(row)
    if (proof.kind === 'otherBytes') mended.faults.push(`${row.path}: ${proof.fault}`)
    if (proof.kind === 'others') {
      await rewrite(index, row, proof)
      mended.rows++
    }
    onProgress(++done)
  })
  mended.gone = await forgetMissingFiles(index, folder)
  const { files: found, faults } = await rebuildIndex(index, folder, key)
  mended.found = found
  mended.faults.push(...faults)
  for (const stream of await streamsOf(index)) {
    const { isOther, links } = await index.transaction((transaction) =>
      mendStream(index, transaction, stream),
    )
    if (isOther) mended.streams++
    mended.links += links
  }
  mended.rows += await mendAges(index, folder)
  if (mended.links > 0) await addSeal(index, key, Date.now(), { reason: 'rebuild', restarted: [] })
  return mended
}

/** Rows whose files are not there, as after a restore. Returns how many. */
export async function forgetMissingFiles(index: Storage, folder: string): Promise<number> {
  const files = new ArchiveFiles(folder)
  const missing: StoredSegment[] = []
  await eachRow(index, async (row) => {
    // A path that is not ours leads to no file.
    if (!(await files.exists(row.path).catch(() => false))) missing.push(row)
  })
  for (const [companyId, rows] of Map.groupBy(missing, ({ company_id: companyId }) => companyId))
    for (let at = 0; at < rows.length; at += PAGE)
      await segmentStore(index).remove(
        companyId,
        rows.slice(at, at + PAGE).map(({ path }) => path),
      )
  return missing.length
}

async function eachRow(index: Storage, act: (row: StoredSegment) => Promise<void>): Promise<void> {
  const store = segmentStore(index)
  let after: StoredSegment | undefined
  for (;;) {
    const rows = await store.allInChainOrder(after, PAGE)
    for (const row of rows) await act(row)
    after = rows.at(-1)
    if (rows.length < PAGE) return
  }
}

async function rewrite(
  index: Storage,
  { path }: StoredSegment,
  { told, init }: Extract<Awaited<ReturnType<FileProver['prove']>>, { kind: 'others' }>,
): Promise<void> {
  const { db } = index
  await index.write([
    db
      .updateTable('segment')
      .set(told)
      .where((it) => isAt(it, path)),
    db
      .insertInto('segment_init')
      .values(init)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ bytes: init.bytes })),
  ])
}

async function mendStream(
  index: Storage,
  transaction: Transaction,
  stream: StreamColumns,
): Promise<{ isOther: boolean; links: number }> {
  const { db } = index
  const whole = await readStreamIn(index, transaction, stream)
  const days = otherDays(whole)
  for (const day of days) await drawDay(db, transaction, stream, day)
  const missing = missingLinks(whole)
  await noteGone(index, transaction, stream, missing)
  const relinked = await relink(index, transaction, whole)
  const head = headOf(whole)
  const isHead = JSON.stringify(head) === JSON.stringify(whole.head)
  const key = {
    company_id: stream.company_id,
    did: stream.did,
    channel: stream.channel,
    quality: stream.quality,
  }
  if (!isHead)
    await transaction.run(
      db
        .insertInto('segment_stream')
        .values({ ...key, ...head })
        .onConflict((conflict) =>
          conflict.columns(['company_id', 'did', 'channel', 'quality']).doUpdateSet(head),
        ),
    )
  const links = missing.reduce((sum, [from, to]) => sum + to - from + 1, 0)
  return { isOther: days.length > 0 || !isHead || relinked || links > 0, links }
}

/** Values of the chain that the ones before and behind them contradict. */
async function relink(
  { db }: Storage,
  transaction: Transaction,
  { rows, head }: WholeStream,
): Promise<boolean> {
  let isAny = false
  let before: Pick<WholeStream['rows'][number], 'seq' | 'link'> = { seq: 0, link: '' }
  for (const [at, row] of rows.entries()) {
    const should = linkAfter(before.link, row.hash)
    const next = rows[at + 1]
    const isVouchedFor =
      next?.seq === row.seq + 1
        ? linkAfter(should, next.hash) === next.link
        : head?.seq === row.seq && head.link === should
    if (before.seq === row.seq - 1 && row.link !== should && isVouchedFor) {
      row.link = should
      isAny = true
      await transaction.run(
        db
          .updateTable('segment')
          .set({ link: should })
          .where((it) => isAt(it, row.path)),
      )
    }
    const isBeforeRight = row.linkBefore === '' || linkAfter(row.linkBefore, row.hash) === row.link
    if (!isBeforeRight) {
      isAny = true
      const known = before.seq === row.seq - 1 && linkAfter(before.link, row.hash) === row.link
      await transaction.run(
        db
          .updateTable('segment')
          .set({ link_before: known ? before.link : '' })
          .where((it) => isAt(it, row.path)),
      )
    }
    before = row
  }
  return isAny
}

async function mendAges(index: Storage, folder: string): Promise<number> {
  const nowMs = Date.now()
  const ages = new Ages(folder, nowMs)
  for (const stream of await streamsOf(index)) await ages.take(await readStream(index, stream))
  const wrong = ages.wrong()
  for (const { path, endMs } of wrong)
    await index.write([
      index.db
        .updateTable('segment')
        .set({ recorded_at: Math.min(endMs, nowMs) })
        .where((row) => isAt(row, path)),
    ])
  return wrong.length
}

function headOf({ rows, head }: WholeStream): NonNullable<WholeStream['head']> {
  const last = rows.at(-1)
  const end = last && (!head || head.seq <= last.seq) ? last : (head ?? { seq: 0, link: '' })
  return {
    files: rows.length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    seq: end.seq,
    link: end.link,
  }
}
