/** Takes what shards report of files into the index, and knows what is being written. */
import { createHash } from 'node:crypto'

import type { GopRow, OpenSegment, SegmentRow } from '@vedette/media/record/segment-row'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { ArchiveFiles } from './archive-files.ts'
import type { SegmentStore, StreamKey, ToldSegment } from './segment-store.ts'

/** Rows of one commit. */
const BATCH = 200
const RETRY_MS = 2000

export interface IntakeOptions {
  store: SegmentStore
  files: ArchiveFiles
  clock: Clock
  /** By the clock that recordings age by. */
  recordedAt: () => number
  /** Is waited for before a file is acknowledged. */
  onStored: () => Promise<void>
  onError: (error: unknown) => void
}

/** A file that is being written, as far as it is safe on the disk. */
export interface WrittenFile {
  file: OpenSegment
  endMs: number
  gops: readonly GopRow[]
  init: { hash: string; bytes: Buffer }
}

export class Intake {
  readonly #options: IntakeOptions
  readonly #open = new Map<string, WrittenFile & { gops: GopRow[] }>()
  #told: { row: SegmentRow; stored: () => void }[] = []
  #queue: Promise<void> = Promise.resolve()
  #retry: Timer | undefined
  #isClosed = false

  constructor(options: IntakeOptions) {
    this.#options = options
  }

  /** A file that is finished. Resolves once the index has it for good; what fails is tried again. */
  finished(row: SegmentRow): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#told.push({ row, stored: resolve })
    this.#then(() => this.#store())
    return promise
  }

  /** What is new of a file that is being written. */
  grown(file: OpenSegment, endMs: number, gops: readonly GopRow[]): void {
    this.#then(() => this.#grow(file, endMs, gops))
  }

  /** Nothing of a file that was being written could be kept. */
  lost(id: string): void {
    this.#then(async () => void this.#open.delete(id))
  }

  /** The file that is being written of a stream. */
  openOf(companyId: string, { did, channel, quality }: StreamKey): WrittenFile | undefined {
    for (const written of this.#open.values()) {
      const { file } = written
      if (
        file.company === companyId &&
        file.did === did &&
        file.channel === channel &&
        file.quality === quality
      )
        return written
    }
    return undefined
  }

  /** Answers once all that was told is stored, or has failed. */
  async settled(): Promise<void> {
    await this.#queue
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#retry?.stop()
    await this.#queue
  }

  #then(deed: () => Promise<void>): void {
    this.#queue = this.#queue.then(deed).catch(this.#options.onError)
  }

  async #store(): Promise<void> {
    const { store, recordedAt, clock } = this.#options
    while (this.#told.length > 0) {
      const batch = this.#told.slice(0, BATCH)
      try {
        const told: ToldSegment[] = []
        for (const { row } of batch)
          told.push({ row, init: await this.#initOf(row), recordedAt: recordedAt() })
        await store.add(told)
      } catch (error) {
        // They stay in the line, and the shard keeps them too until it hears that they are stored.
        if (!this.#isClosed) this.#retry ??= clock.after(RETRY_MS, () => this.#again())
        throw error
      }
      this.#told = this.#told.slice(batch.length)
      await this.#options.onStored().catch(this.#options.onError)
      for (const { row, stored } of batch) {
        this.#open.delete(row.id)
        stored()
      }
    }
  }

  #again(): void {
    this.#retry = undefined
    this.#then(() => this.#store())
  }

  async #grow(file: OpenSegment, endMs: number, gops: readonly GopRow[]): Promise<void> {
    const known = this.#open.get(file.id)
    const first = gops[0]
    const written =
      known ?? (first && { file, endMs, gops: [], init: await this.#readInit(file.path, first.offset) })
    if (!written) return
    written.endMs = endMs
    for (const gop of gops) {
      const at = written.gops.findIndex(({ offset }) => offset === gop.offset)
      if (at < 0) written.gops.push(gop)
      else written.gops[at] = gop
    }
    this.#open.set(file.id, written)
  }

  async #initOf(row: SegmentRow): Promise<{ hash: string; bytes: Buffer }> {
    const known = this.#open.get(row.id)
    return known ? known.init : this.#readInit(row.path, row.gops[0]?.offset ?? 0)
  }

  async #readInit(path: string, bytes: number): Promise<{ hash: string; bytes: Buffer }> {
    const init = (await this.#options.files.init(path, bytes)) ?? Buffer.alloc(0)
    return { hash: hashOfInit(init), bytes: init }
  }
}

/** Short: it tells a handful of formats apart. */
export function hashOfInit(init: Buffer): string {
  return createHash('sha256').update(init).digest('hex').slice(0, 16)
}
