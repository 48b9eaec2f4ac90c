/** Takes files away: a line in the journal first, never what is locked, each device's actions one after the other. */
import type { Clock } from '../../engines/clock.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { JournalRow, JournalStore } from './journal-store.ts'
import type { LockStore } from './lock-store.ts'
import type { StoredSegment } from './segment-columns.ts'
import type { SegmentStore } from './segment-store.ts'

export interface DeletionsOptions {
  segments: SegmentStore
  locks: LockStore
  journal: JournalStore
  files: ArchiveFiles
  clock: Clock
  newId: () => string
}

type Sum = Pick<JournalRow, 'files' | 'bytes' | 'from_ms' | 'to_ms'>

export interface Deleted {
  bytes: number
  /** Devices with something that was to go and is locked. */
  locked: ReadonlySet<string>
}

export class Deletions {
  readonly #with: DeletionsOptions
  readonly #work = new Map<string, Promise<unknown>>()

  constructor(options: DeletionsOptions) {
    this.#with = options
  }

  /** While `work` runs, nothing of these devices is deleted. */
  async alone<T>(companyId: string, dids: readonly string[], work: () => Promise<T>): Promise<T> {
    const keys = dids.map((did) => keyOf(companyId, did))
    const run = Promise.all(keys.map((key) => this.#work.get(key) ?? Promise.resolve())).then(work)
    const settled = run.catch(() => {
      // The caller of this run gets the error.
    })
    for (const key of keys) this.#work.set(key, settled)
    try {
      return await run
    } finally {
      for (const key of keys) if (this.#work.get(key) === settled) this.#work.delete(key)
    }
  }

  /** Those of these files of a company that are not locked: one unit of the journal and of the index for all. */
  async delete(
    companyId: string,
    rows: readonly StoredSegment[],
    reason: JournalRow['reason'],
  ): Promise<Deleted> {
    const dids = [...new Set(rows.map(({ did }) => did))]
    return this.alone(companyId, dids, async () => {
      const { journal, segments, files, newId, clock } = this.#with
      const { doomed, locked } = await this.#check(companyId, rows)
      if (doomed.length === 0) return { bytes: 0, locked }
      const at = clock.now()
      const entries = [...Map.groupBy(doomed, ({ did }) => did)].map(([did, of]) => ({
        id: newId(),
        did,
        at,
        reason,
        ...sumOf(of),
        segments: JSON.stringify(of.map(({ path }) => path)),
      }))
      await journal.intend(companyId, entries)
      const removed = await files.removeAll(doomed.map(({ path }) => path))
      // What is out of the index at the same moment counts: it may have gone by another way.
      const gone = await segments.remove(companyId, removed.paths)
      const byDevice = Map.groupBy(gone, ({ did }) => did)
      await journal.finish(
        companyId,
        entries.map(({ id, did }) => ({ id, ...sumOf(byDevice.get(did) ?? []) })),
      )
      if (removed.fault !== undefined) throw removed.fault
      return { bytes: sumOf(gone).bytes, locked }
    })
  }

  /** Finishes what a process that ended had begun to delete. */
  async resume(): Promise<void> {
    const { journal, segments, files } = this.#with
    for (const entry of await journal.unfinished()) {
      const missing: string[] = []
      for (const path of pathsIn(entry)) if (!(await files.exists(path))) missing.push(path)
      const gone = await segments.remove(entry.company_id, missing)
      await journal.finish(entry.company_id, [{ id: entry.id, ...sumOf(gone) }])
    }
  }

  async #check(companyId: string, rows: readonly StoredSegment[]) {
    const { locks } = this.#with
    const withLocks = await locks.lockedDevices(companyId)
    const [doomed, locked] = [[] as StoredSegment[], new Set<string>()]
    for (const [did, of] of Map.groupBy(rows, (row) => row.did)) {
      const times = withLocks.has(did) ? await locks.ofDevices(companyId, [did]) : []
      for (const row of of)
        if (!times.some((lock) => lock.from_ms < row.end_ms && lock.to_ms > row.start_ms)) doomed.push(row)
        else locked.add(did)
    }
    return { doomed, locked }
  }
}

export const keyOf = (companyId: string, did: string): string => `${companyId}/${did}`

function sumOf(rows: readonly StoredSegment[]): Sum {
  let [bytes, fromMs, toMs] = [0, Infinity, -Infinity]
  for (const row of rows) {
    bytes += row.bytes
    fromMs = Math.min(fromMs, row.start_ms)
    toMs = Math.max(toMs, row.end_ms)
  }
  return rows.length === 0
    ? { files: 0, bytes: 0, from_ms: 0, to_ms: 0 }
    : { files: rows.length, bytes, from_ms: fromMs, to_ms: toMs }
}

function pathsIn({ segments }: JournalRow): string[] {
  const paths: unknown = JSON.parse(segments || '[]')
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
}
