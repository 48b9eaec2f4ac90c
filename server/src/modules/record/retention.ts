/** What goes, when and why: the days, the sizes and the disk decide, locks forbid. */
import type { Clock, Timer } from '../../engines/clock.ts'
import type { Reserve } from '../../engines/reserve.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { JournalRow, JournalStore } from './journal-store.ts'
import type { LockStore } from './lock-store.ts'
import { oldestFirst } from './oldest-first.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import { DAY_MS, type SegmentStore, type StoredSegment } from './segment-store.ts'
import type { TrustedClock } from './trusted-clock.ts'

const SWEEP_MS = 30_000
/** Files of one journal entry. */
const CHUNK = 20
/** What the disk keeps free: for the rest of the machine, and so that the newest always has room. */
const RESERVE_BYTES = 1024 ** 3
const RESERVE_SHARE = 0.05
/** Of the reserve. */
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
  /** Of the whole archive; 0: what the disk has. */
  maxBytes: number
  /** Of the disk that the database needs. */
  reserve: Pick<Reserve, 'isShort' | 'look' | 'onChange'>
  /** Whether it keeps what it records. */
  onState?: ((state: ArchiveState) => void) | undefined
  onError: (error: unknown) => void
}

interface Device {
  companyId: string
  did: string
}

export class Retention {
  readonly #with: RetentionOptions
  readonly #timer: Timer
  readonly #deeds = new Map<string, Promise<unknown>>()
  #sweeping: Promise<void> = Promise.resolve()
  #isClosed = false
  #state: { state: ArchiveState; reason: string; sinceMs: number }
  /** When a recorder last said that the disk has no room; one that has died says nothing more. */
  #recorderFullAtMs = -Infinity
  #hasMetLock = false

  constructor(options: RetentionOptions) {
    this.#with = options
    this.#state = { state: 'ok', reason: '', sinceMs: options.clock.now() }
    options.reserve.onChange((isShort) => {
      if (isShort) void this.sweep().catch(options.onError)
    })
    this.#timer = options.clock.every(SWEEP_MS, () => void this.sweep().catch(options.onError))
  }

  /** Finishes what a process that ended had begun to delete. */
  async resume(): Promise<void> {
    const { journal, segments, files } = this.#with
    for (const entry of await journal.unfinished()) {
      const paths = pathsIn(entry)
      const missing: string[] = []
      for (const path of paths) if (!(await files.exists(path))) missing.push(path)
      const gone = await segments.remove(entry.company_id, missing)
      await journal.finish(entry.company_id, entry.id, sumOf(gone))
    }
  }

  /** One at a time; whoever asks gets one that began after he asked. */
  sweep(): Promise<void> {
    const next = this.#sweeping.then(() => (this.#isClosed ? undefined : this.#sweepOnce()))
    this.#sweeping = next.catch(() => {
      // Told to the one who asked.
    })
    return next
  }

  /** While `deed` runs, nothing of the device is deleted. */
  async alone<T>(companyId: string, did: string, deed: () => Promise<T>): Promise<T> {
    const key = `${companyId}/${did}`
    const before = this.#deeds.get(key) ?? Promise.resolve()
    const run = before.then(deed)
    const settled = run.catch(() => {
      // Told to the one who asked.
    })
    this.#deeds.set(key, settled)
    try {
      return await run
    } finally {
      if (this.#deeds.get(key) === settled) this.#deeds.delete(key)
    }
  }

  /** Deletes one file that nothing happened in, unless it is locked. */
  async drop(companyId: string, did: string, path: string): Promise<void> {
    const row = await this.#with.segments.byPath(companyId, path)
    if (row && !this.#isClosed)
      await this.alone(companyId, did, () => this.#delete([row], 'noAlarm', Infinity))
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
    const { segments, policies, time } = this.#with
    await time.keep()
    const companies = new Set((await segments.usageByDevice()).map(({ companyId }) => companyId))
    for (const companyId of companies) {
      const inForce = await policiesOf(policies, companyId)
      for (const { did } of (await segments.usageByDevice()).filter((it) => it.companyId === companyId))
        for (const { fromMs, toMs, days } of inForce.keepingOf(did)) {
          const recordedBefore = Math.min(toMs, time.now() - days * DAY_MS)
          await this.#purge([{ companyId, did }], 'days', Infinity, { recordedFrom: fromMs, recordedBefore })
        }
      const recorded = new Set((await segments.usageByDevice()).map(({ did }) => did))
      const forgotten = [...inForce.past].filter(
        ([did, { left_at: leftAt }]) => !recorded.has(did) && time.now() - leftAt > DAY_MS,
      )
      if (forgotten.length > 0)
        await policies.forgetPast(
          companyId,
          forgotten.map(([did]) => did),
        )
      for (const { reason, maxBytes, dids } of inForce.limits) {
        const used = await this.#usedBy((it) => it.companyId === companyId && dids.includes(it.did))
        await this.#purge(
          dids.map((did) => ({ companyId, did })),
          reason,
          used - maxBytes,
        )
      }
    }
    await this.#makeRoom()
  }

  async #makeRoom(): Promise<void> {
    const { segments, files, maxBytes, clock, reserve } = this.#with
    const devices = await segments.usageByDevice()
    const used = devices.reduce((sum, { bytes }) => sum + bytes, 0)
    const over = maxBytes > 0 ? used - maxBytes : 0
    this.#hasMetLock = false
    const trimmed = await this.#purge(devices, 'archiveSize', over)
    const { freeBytes, totalBytes } = await files.room()
    const kept = reserveOf(totalBytes)
    const ours = used - trimmed
    const isOthers = kept - freeBytes > ours
    const short = isOthers ? shortOfLeast(kept, freeBytes, ours) : kept - freeBytes
    const left = Math.max(over - trimmed, short - (await this.#purge(devices, 'diskFull', short)))
    await reserve.look()
    const isRecorderFull = clock.now() - this.#recorderFullAtMs < FULL_FOR_MS
    if (left > 0 && this.#hasMetLock) this.#be('locked', 'what could make room is locked')
    else if (isOthers) this.#be('full', 'the disk is filled by other files')
    else if (short > 0 || isRecorderFull || reserve.isShort) this.#be('full', 'the disk has no room')
    else if (this.#state.state !== 'unwritable') this.#be('ok', '')
  }

  async #usedBy(isMeant: (device: Device) => boolean): Promise<number> {
    const usage = await this.#with.segments.usageByDevice()
    return usage.filter(isMeant).reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Deletes the oldest of these devices until so many bytes are gone, and answers how many went. */
  async #purge(
    devices: readonly Device[],
    reason: JournalRow['reason'],
    bytes: number,
    { recordedFrom = 0, recordedBefore = Infinity } = {},
  ): Promise<number> {
    let gone = 0
    if (bytes <= 0) return gone
    const { segments } = this.#with
    for await (const chunk of oldestFirst(segments, devices, {
      recordedFrom,
      recordedBefore,
      chunk: CHUNK,
    })) {
      if (this.#isClosed || gone >= bytes) break
      const [first] = chunk
      if (!first) continue
      const { company_id: companyId, did } = first
      gone += await this.alone(companyId, did, () => this.#delete(chunk, reason, bytes - gone))
    }
    return gone
  }

  /** Deletes those of these files of one device that are not locked, as many as it takes. */
  async #delete(
    chunk: readonly StoredSegment[],
    reason: JournalRow['reason'],
    bytes: number,
  ): Promise<number> {
    const { journal, locks, segments, files, newId, clock } = this.#with
    const [first] = chunk
    if (!first) return 0
    const { company_id: companyId, did } = first
    const locked = await locks.ofDevice(companyId, did)
    const doomed: StoredSegment[] = []
    for (const one of chunk) {
      if (sumOf(doomed).bytes >= bytes) break
      if (!locked.some((lock) => lock.from_ms < one.end_ms && lock.to_ms > one.start_ms)) doomed.push(one)
      else this.#hasMetLock = true
    }
    if (doomed.length === 0) return 0
    const id = newId()
    const paths = doomed.map(({ path }) => path)
    const at = clock.now()
    await journal.intend(companyId, {
      id,
      did,
      at,
      reason,
      ...sumOf(doomed),
      segments: JSON.stringify(paths),
    })
    const removed = await files.removeAll(paths)
    // What is out of the index at the same moment counts: it may have gone by another way.
    const gone = sumOf(await segments.remove(companyId, removed.paths))
    await journal.finish(companyId, id, gone)
    if (removed.fault !== undefined) throw removed.fault
    return gone.bytes
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

function sumOf(rows: readonly StoredSegment[]): Pick<JournalRow, 'files' | 'bytes' | 'from_ms' | 'to_ms'> {
  return {
    files: rows.length,
    bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    from_ms: rows.length > 0 ? Math.min(...rows.map((row) => row.start_ms)) : 0,
    to_ms: rows.length > 0 ? Math.max(...rows.map((row) => row.end_ms)) : 0,
  }
}

function pathsIn({ segments }: JournalRow): string[] {
  const paths: unknown = JSON.parse(segments || '[]')
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : []
}
