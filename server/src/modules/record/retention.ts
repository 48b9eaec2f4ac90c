/** What goes, when and why: the days, the sizes and the disk decide, locks forbid. */
import type { Clock, Timer } from '../../engines/clock.ts'
import type { Reserve } from '../../engines/reserve.ts'
import type { TrustedClock } from '../../engines/trusted-clock.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { type Deleted, Deletions, keyOf } from './deletions.ts'
import type { JournalRow, JournalStore } from './journal-store.ts'
import type { LockStore } from './lock-store.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import { DAY_MS } from './days.ts'
import type { StoredSegment } from './segment-columns.ts'
import type { Place, SegmentStore } from './segment-store.ts'

const SWEEP_MS = 30_000
/** Files that go as one unit of the index; fewer where a database takes long for so many. */
const CHUNK = 200
/** What is over its days goes when so much of it is. */
const SLACK_MS = 10 * 60_000
/** What the archive is over its size goes with as much as so many sweeps bring. */
const SWEEPS_AT_ONCE = 20
/** How long the journal says what went. */
const JOURNAL_MS = 400 * DAY_MS
/** What the disk keeps free: for the rest of the machine, and so that the newest always has room. */
const RESERVE_BYTES = 1024 ** 3
const RESERVE_SHARE = 0.05
/** Part of the reserve. */
const LEAST_SHARE = 1 / 16
const FULL_FOR_MS = 10 * 60_000

export type ArchiveState = 'ok' | 'full' | 'unwritable' | 'locked'

export interface RetentionOptions {
  policies: PolicyStore
  segments: SegmentStore
  locks: LockStore
  journal: JournalStore
  files: ArchiveFiles
  time: TrustedClock
  clock: Clock
  newId: () => string
  /** Limit of the whole archive; 0: what the disk has. */
  maxBytes: number
  /** Reserve of the disk for the database. */
  reserve: Pick<Reserve, 'isShort' | 'look' | 'onChange'>
  /** Whether it keeps what it records. */
  onState?: ((state: ArchiveState) => void) | undefined
  onError: (error: unknown) => void
}

export class Retention {
  readonly #with: RetentionOptions
  readonly #timer: Timer
  readonly #deletions: Deletions
  /** Keyed by device: what was recorded before then is gone. */
  readonly #purgedTo = new Map<string, number>()
  #forgotAtMs = -Infinity
  #hasMetLock = false
  #chunk = CHUNK
  #sweeping: Promise<void> = Promise.resolve()
  #isClosed = false
  #state: { state: ArchiveState; reason: string; sinceMs: number }
  /** When a recorder last said that the disk has no room; one that has died says nothing more. */
  #recorderFullAtMs = -Infinity

  constructor(options: RetentionOptions) {
    this.#with = options
    this.#deletions = new Deletions(options)
    this.#state = { state: 'ok', reason: '', sinceMs: options.clock.now() }
    options.reserve.onChange((isShort) => {
      if (isShort) void this.sweep().catch(options.onError)
    })
    this.#timer = options.clock.every(SWEEP_MS, () => void this.sweep().catch(options.onError))
  }

  /** Finishes what a process that ended had begun to delete. */
  resume(): Promise<void> {
    return this.#deletions.resume()
  }

  /** One at a time; a caller gets one that began after the call. */
  sweep(): Promise<void> {
    const next = this.#sweeping.then(() => (this.#isClosed ? undefined : this.#sweepOnce()))
    this.#sweeping = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  /** While `work` runs, nothing of the device is deleted. */
  alone<T>(companyId: string, did: string, work: () => Promise<T>): Promise<T> {
    return this.#deletions.alone(companyId, [did], work)
  }

  /** Deletes files that nothing happened in, unless they are locked. */
  async drop(companyId: string, paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length && !this.#isClosed; at += CHUNK) {
      const some = paths.slice(at, at + CHUNK)
      const found = await Promise.all(some.map((path) => this.#with.segments.byPath(companyId, path)))
      const rows = found.filter((row) => row !== undefined)
      if (rows.length > 0) await this.#delete(companyId, rows, 'noAlarm')
    }
  }

  /** A recorder could not write, or can again. */
  recorderSays(fault: 'none' | 'full' | 'unwritable', reason: string): void {
    if (fault === 'full') {
      this.#recorderFullAtMs = this.#with.clock.now()
      this.#be('full', reason)
      void this.sweep().catch(this.#with.onError)
    } else if (fault === 'unwritable') this.#be('unwritable', reason)
    else {
      this.#recorderFullAtMs = -Infinity
      if (this.#state.state === 'unwritable') this.#be('ok', '')
    }
  }

  now(): { state: ArchiveState; reason: string; sinceMs: number } {
    return this.#state
  }

  /** What the archive may take, as the disk and the operator have it. */
  async limitBytes(usedBytes: number): Promise<{ limitBytes: number; freeBytes: number }> {
    const { freeBytes, totalBytes } = await this.#with.files.room()
    const room = Math.max(0, usedBytes + freeBytes - reserveOf(totalBytes))
    const { maxBytes } = this.#with
    return { limitBytes: maxBytes > 0 ? Math.min(maxBytes, room) : room, freeBytes: Math.max(0, freeBytes) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#timer.stop()
    await this.#sweeping
  }

  async #sweepOnce(): Promise<void> {
    const { segments, policies, journal, time, clock } = this.#with
    await time.keep()
    const before = Map.groupBy(await segments.usageByDevice(), ({ companyId }) => companyId)
    for (const [companyId, usage] of before) {
      const inForce = await policiesOf(policies, companyId)
      await this.#purgeByDays(
        companyId,
        usage.map(({ did }) => did),
        inForce,
      )
      const held = new Map<string, number>()
      for (const { did, bytes } of await segments.usage(companyId))
        held.set(did, (held.get(did) ?? 0) + Number(bytes))
      const forgotten = [...inForce.past].filter(
        ([did, { left_at: leftAt }]) => !held.has(did) && time.now() - leftAt > DAY_MS,
      )
      if (forgotten.length > 0)
        await policies.forgetPast(
          companyId,
          forgotten.map(([did]) => did),
        )
      for (const { reason, maxBytes, dids } of inForce.limits) {
        const used = dids.reduce((sum, did) => sum + (held.get(did) ?? 0), 0)
        await this.#purge({ companyId, dids }, reason, used - maxBytes)
      }
    }
    await this.#makeRoom()
    if (clock.now() - this.#forgotAtMs > DAY_MS) {
      this.#forgotAtMs = clock.now()
      await journal.forget(Math.floor(time.now()) - JOURNAL_MS)
    }
  }

  /** Deletes what is older than a device's days; together for all devices a few times an hour, so that a sweep is worth its writes. */
  async #purgeByDays(
    companyId: string,
    dids: readonly string[],
    inForce: Awaited<ReturnType<typeof policiesOf>>,
  ): Promise<void> {
    const { segments, time } = this.#with
    let due: StoredSegment[] = []
    const flush = async (): Promise<void> => {
      const rows = due
      due = []
      if (rows.length === 0 || this.#isClosed) return
      const again = (did: string): unknown => this.#purgedTo.delete(keyOf(companyId, did))
      try {
        // What is locked may be unlocked at any time.
        for (const did of (await this.#delete(companyId, rows, 'days')).locked) again(did)
      } catch (error) {
        for (const { did } of rows) again(did)
        throw error
      }
    }
    for (const did of dids) {
      const dueTimes = inForce.keepingOf(did).map(({ fromMs, toMs, days }) => ({
        fromMs,
        recordedBefore: Math.min(toMs, time.now() - days * DAY_MS),
      }))
      const key = keyOf(companyId, did)
      const latest = Math.max(...dueTimes.map(({ recordedBefore }) => recordedBefore))
      if (latest < (this.#purgedTo.get(key) ?? -Infinity) + SLACK_MS) continue
      this.#purgedTo.set(key, latest)
      for (const { fromMs, recordedBefore } of dueTimes) {
        let after: Place | undefined = { recorded_at: fromMs, id: '', did: '' }
        for (let isMore = true; isMore && !this.#isClosed;) {
          const limit = this.#chunk
          const rows: StoredSegment[] = await segments.oldest(
            { companyId, dids: [did] },
            { recordedBefore, after, limit },
          )
          due.push(...rows)
          if (due.length >= limit) await flush()
          after = rows.at(-1)
          isMore = rows.length === limit
        }
      }
    }
    await flush()
  }

  async #makeRoom(): Promise<void> {
    const { segments, files, maxBytes, clock, reserve } = this.#with
    const used = (await segments.usageByDevice()).reduce((sum, { bytes }) => sum + bytes, 0)
    const over = maxBytes > 0 ? used - maxBytes : 0
    this.#hasMetLock = false
    const trimmed = await this.#purge(
      'all',
      'archiveSize',
      over,
      Math.min(over * SWEEPS_AT_ONCE, maxBytes / 100),
    )
    const { freeBytes, totalBytes } = await files.room()
    const kept = reserveOf(totalBytes)
    const ours = used - trimmed
    const isOthers = kept - freeBytes > ours
    const short = isOthers ? shortOfLeast(kept, freeBytes, ours) : kept - freeBytes
    const left = Math.max(over - trimmed, short - (await this.#purge('all', 'diskFull', short)))
    await reserve.look()
    const isRecorderFull = clock.now() - this.#recorderFullAtMs < FULL_FOR_MS
    if (left > 0 && this.#hasMetLock) this.#be('locked', 'what could make room is locked')
    else if (isOthers) this.#be('full', 'the disk is filled by other files')
    else if (short > 0 || isRecorderFull || reserve.isShort) this.#be('full', 'the disk has no room')
    else if (this.#state.state !== 'unwritable') this.#be('ok', '')
  }

  /**
   * Deletes the oldest of these until so many bytes are gone, and returns how many went. `more` may go with them where whole files
   * fit into it, so that it is not asked for again at once.
   */
  async #purge(
    of: Parameters<SegmentStore['oldest']>[0],
    reason: JournalRow['reason'],
    bytes: number,
    more = 0,
  ): Promise<number> {
    let gone = 0
    let after: Place | undefined
    while (gone < bytes && !this.#isClosed) {
      const limit = this.#chunk
      const recordedBefore = Number.MAX_SAFE_INTEGER
      const page: StoredSegment[] = await this.#with.segments.oldest(of, { recordedBefore, after, limit })
      const taken: StoredSegment[] = []
      let planned = gone
      for (const row of page) {
        if (planned >= bytes && planned + row.bytes > bytes + more) break
        taken.push(row)
        planned += row.bytes
      }
      for (const [companyId, rows] of Map.groupBy(taken, (row) => row.company_id))
        gone += (await this.#delete(companyId, rows, reason)).bytes
      after = taken.at(-1)
      if (taken.length === 0 || (taken.length === page.length && page.length < limit)) break
    }
    return gone
  }

  async #delete(
    companyId: string,
    rows: readonly StoredSegment[],
    reason: JournalRow['reason'],
  ): Promise<Deleted> {
    try {
      const deleted = await this.#deletions.delete(companyId, rows, reason)
      if (deleted.locked.size > 0) this.#hasMetLock = true
      this.#chunk = Math.min(CHUNK, this.#chunk * 2)
      return deleted
    } catch (error) {
      this.#chunk = Math.max(1, this.#chunk >> 1)
      throw error
    }
  }

  #be(state: ArchiveState, reason: string): void {
    if (this.#state.state === state) return
    this.#state = { state, reason, sinceMs: this.#with.clock.now() }
    this.#with.onState?.(state)
  }
}

/**
 * Where all footage together could not make up for what others take: as much as recording needs to go on, and never more than half.
 */
function shortOfLeast(reserve: number, freeBytes: number, ours: number): number {
  const short = reserve * LEAST_SHARE - freeBytes
  return short <= ours / 2 ? short : 0
}

/** A small disk keeps a smaller part free. */
function reserveOf(totalBytes: number): number {
  return Math.min(RESERVE_BYTES, totalBytes * RESERVE_SHARE)
}
