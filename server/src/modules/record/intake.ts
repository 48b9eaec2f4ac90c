/** Takes what shards report of files into the index, and knows what is being written. */
import { createHash } from 'node:crypto'

import type { GopRow, OpenSegment, SegmentRow } from '@vedette/media/record/segment-row'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { SegmentStore, StreamKey, ToldSegment } from './segment-store.ts'

/** Rows of one commit; fewer where a database takes too long for so many. */
const BATCH = 200
const RETRY_MS = 2000
/** Ids of finished files that are remembered, so that a late report brings none of them back. */
const MOST_OVER = 10_000

export interface IntakeOptions {
  store: SegmentStore
  files: ArchiveFiles
  clock: Clock
  /** Time by the clock that recordings age by. */
  recordedAt: () => number
  /** Is waited for before a file is acknowledged. */
  onStored: (rows: readonly SegmentRow[]) => Promise<void>
  onError: (error: unknown) => void
}

/** A file that is not in the index yet, as far as it is safe on the disk. */
export interface WrittenFile {
  file: OpenSegment
  endMs: number
  gops: readonly GopRow[]
  init: { hash: string; bytes: Buffer }
  /** It is being written: more comes at its end. */
  isGrowing: boolean
}

/**
 * A file from its first report on. It only goes forward: a report of growth that is taken up late, after its end was told, changes nothing.
 * It is shown until the index has it, so that nothing vanishes between the two.
 */
interface Coming {
  state: 'grows' | 'finished' | 'gone'
  written?: Omit<WrittenFile, 'isGrowing'> & { gops: GopRow[] }
}

export class Intake {
  readonly #options: IntakeOptions
  /** Keyed by stream, then by file. */
  readonly #coming = new Map<string, Map<string, Coming>>()
  /** The oldest first. */
  readonly #over = new Set<string>()
  #told: { row: SegmentRow; coming: Coming | undefined; stored: () => void }[] = []
  #queue: Promise<void> = Promise.resolve()
  #retry: Timer | undefined
  #batch = BATCH
  #isClosed = false

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** A file that is finished. Resolves once the index has it for good; what fails is tried again. */
  finished(row: SegmentRow): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const coming = this.#coming.get(keyOf(row.company, row))?.get(row.id)
    if (coming) coming.state = 'finished'
    this.#told.push({ row, coming, stored: resolve })
    this.#then(() => this.#store())
    return promise
  }

  /** What is new of a file that is being written. */
  grown(file: OpenSegment, endMs: number, gops: readonly GopRow[]): void {
    if (this.#over.has(file.id)) return
    const key = keyOf(file.company, file)
    const ofStream = this.#coming.get(key) ?? new Map<string, Coming>()
    this.#coming.set(key, ofStream)
    const coming = ofStream.get(file.id) ?? { state: 'grows' }
    ofStream.set(file.id, coming)
    if (coming.state === 'grows') this.#then(() => this.#grow(coming, { file, endMs, gops }))
  }

  /** Nothing of a file that was being written could be kept. */
  lost(id: string): void {
    for (const [key, ofStream] of this.#coming) if (ofStream.has(id)) this.#forget(key, id)
  }

  /** The files of a stream that are being written or on their way into the index, the oldest first. */
  openOf(companyId: string, stream: StreamKey): WrittenFile[] {
    const ofStream = this.#coming.get(keyOf(companyId, stream))
    if (!ofStream) return []
    return [...ofStream.values()]
      .flatMap(({ written, state }) => (written ? [{ ...written, isGrowing: state === 'grows' }] : []))
      .toSorted((a, b) => a.file.startMs - b.file.startMs)
  }

  /** Resolves once all that was reported is stored, or has failed. */
  async settled(): Promise<void> {
    await this.#queue
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry?.stop()
    await this.#queue
  }

  #then(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch(this.#options.onError)
  }

  async #store(): Promise<void> {
    const { store, recordedAt, clock } = this.#options
    while (this.#told.length > 0) {
      const batch = this.#told.slice(0, this.#batch)
      try {
        const told: ToldSegment[] = []
        for (const { row, coming } of batch)
          told.push({ row, init: await this.#initOf(row, coming), recordedAt: recordedAt() })
        await store.add(told)
        this.#batch = Math.min(BATCH, this.#batch * 2)
      } catch (error) {
        this.#batch = Math.max(1, batch.length >> 1)
        // They stay in the line, and the shard keeps them too until it hears that they are stored.
        if (!this.#isClosed) this.#retry ??= clock.after(RETRY_MS, () => this.#again())
        throw error
      }
      this.#told = this.#told.slice(batch.length)
      await this.#options.onStored(batch.map(({ row }) => row)).catch(this.#options.onError)
      for (const { row, stored } of batch) {
        this.#forget(keyOf(row.company, row), row.id)
        stored()
      }
    }
  }

  #again(): void {
    this.#retry = undefined
    this.#then(() => this.#store())
  }

  #forget(key: string, id: string): void {
    this.#over.add(id)
    if (this.#over.size > MOST_OVER) this.#over.delete(this.#over.values().next().value ?? id)
    const ofStream = this.#coming.get(key)
    const coming = ofStream?.get(id)
    if (coming) coming.state = 'gone'
    ofStream?.delete(id)
    if (ofStream?.size === 0) this.#coming.delete(key)
  }

  async #grow(
    coming: Coming,
    { file, endMs, gops }: { file: OpenSegment; endMs: number; gops: readonly GopRow[] },
  ): Promise<void> {
    const first = gops[0]
    if (coming.state === 'gone') return
    const written =
      coming.written ??
      (first && { file, endMs, gops: [], init: await this.#readInit(file.path, first.offset) })
    if (!written) return
    written.endMs = endMs
    for (const gop of gops) {
      const at = written.gops.findIndex(({ offset }) => offset === gop.offset)
      if (at < 0) written.gops.push(gop)
      else written.gops[at] = gop
    }
    coming.written = written
  }

  async #initOf(row: SegmentRow, coming: Coming | undefined): Promise<{ hash: string; bytes: Buffer }> {
    return coming?.written?.init ?? this.#readInit(row.path, row.gops[0]?.offset ?? 0)
  }

  async #readInit(path: string, bytes: number): Promise<{ hash: string; bytes: Buffer }> {
    const init = (await this.#options.files.init(path, bytes)) ?? Buffer.alloc(0)
    return { hash: hashOfInit(init), bytes: init }
  }
}

const keyOf = (company: string, { did, channel, quality }: StreamKey): string =>
  `${company}/${did}/${channel}/${quality}`

/** Short: it tells a handful of formats apart. */
export function hashOfInit(init: Buffer): string {
  return createHash('sha256').update(init).digest('hex').slice(0, 16)
}
