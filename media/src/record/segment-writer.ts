import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'

import type { RecordedGops, RecordingFault } from '../feed/recording-messages.ts'
import { VIDEO_TIMESCALE } from '../fmp4/init-segment.ts'
import type { Clock } from '../ingest/clock.ts'
import { type Disk, faultOf, type OutFile } from './disk.ts'
import { mark, unmark } from './markers.ts'
import { segmentEnding, type SegmentEnding } from './segment-boxes.ts'
import type { GopRow, OpenSegment, SegmentRow } from './segment-row.ts'

/** One moof and mdat. */
export interface Part {
  pieces: Buffer[]
  /** Nobody reads its pieces any more. One that was never written is not given back: the disk may still read it. */
  giveBack: () => void
  bytes: number
  /** Begins with a key frame. */
  isGopStart: boolean
  /** Ticks since the file's first picture: of the first picture, and where the last one ends. */
  startTicks: number
  endTicks: number
  frames: number
}

export interface WriterEvents {
  onGops(report: RecordedGops): void
  onFile(row: SegmentRow): void
  /** It is tried again; what comes meanwhile is kept in memory. */
  onTrouble(fault: RecordingFault): void
  /** The writer has given up: `keptBytes` of the file are on the disk, `lostFrames` never got there. */
  onFailed(failure: WriterFailure): void
}

export interface WriterFailure {
  fault: RecordingFault
  segment: OpenSegment
  /** Absent when not even the file could be made. */
  keptBytes?: number
  lostFrames: number
}

export interface WriterOptions {
  disk: Disk
  clock: Clock
  archive: string
  segment: OpenSegment
  head: Buffer
  /** What all writers hold in memory. */
  memory: { queuedBytes: number }
  events: WriterEvents
}

const MAX_QUEUED_BYTES = 16 * 1024 * 1024
const MAX_QUEUED_BYTES_OF_ALL = 256 * 1024 * 1024
const FIRST_RETRY_MS = 250
const LONGEST_RETRY_MS = 4000
const MS_PER_TICK = 1000 / VIDEO_TIMESCALE

/** Writes one file: takes parts at any time, and has the disk do one thing after the other. */
export class SegmentWriter {
  readonly #options: WriterOptions
  readonly #hash = createHash('sha256')
  readonly #gops: GopRow[] = []
  #queue: Part[] = []
  #queuedBytes = 0
  /** Bytes on the disk. */
  #written = 0
  #endTicks = 0
  #ending: SegmentEnding | undefined
  #hasFailed = false
  #wake: () => void = () => {}
  /** Resolves when the file is closed, well or not. */
  readonly closed: Promise<void>

  constructor(options: WriterOptions) {
    this.#options = options
    this.closed = this.#run()
  }

  append(part: Part): void {
    if (this.#hasFailed) return
    this.#queue.push(part)
    this.#hold(part.bytes)
    const isTooMuch = this.#options.memory.queuedBytes > MAX_QUEUED_BYTES_OF_ALL
    if (this.#queuedBytes > MAX_QUEUED_BYTES || isTooMuch) this.#fail('slow')
    this.#wake()
  }

  /** No part comes after this. */
  end(ending: SegmentEnding): void {
    this.#ending = ending
    this.#wake()
  }

  async #run(): Promise<void> {
    let file: OutFile | undefined
    try {
      file = await this.#create()
      await this.#serve(file)
    } catch (error) {
      this.#fail(faultOf(error))
    } finally {
      // A descriptor that cannot be closed is gone all the same; what was written is on the disk.
      await file?.close().catch(() => {})
    }
  }

  async #serve(file: OutFile): Promise<void> {
    while (!this.#hasFailed) {
      if (this.#queue.length > 0) await this.#write(file)
      else if (this.#ending) return this.#complete(file, this.#ending)
      else await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** Marker, folder, file, head. Is tried again while there is room in memory for what comes. */
  async #create(): Promise<OutFile> {
    for (let delayMs = FIRST_RETRY_MS; ; delayMs = Math.min(2 * delayMs, LONGEST_RETRY_MS)) {
      try {
        return await this.#tryToCreate()
      } catch (error) {
        if (this.#ending || this.#hasFailed) throw error
        this.#options.events.onTrouble(faultOf(error))
        await this.#pause(delayMs)
      }
    }
  }

  async #tryToCreate(): Promise<OutFile> {
    const { disk, archive, segment, head } = this.#options
    const path = join(archive, segment.path)
    // An attempt that failed half way may have left these.
    await disk.remove(path)
    await unmark(disk, archive, segment.path)
    await mark(disk, archive, segment.path)
    await disk.makeFolder(dirname(path))
    const file = await disk.create(path)
    try {
      await file.write([head], 0)
      await disk.syncFolder(dirname(path))
    } catch (error) {
      await file.close().catch(() => {})
      throw error
    }
    this.#hash.update(head)
    this.#written = head.length
    return file
  }

  /** All that waits, however much came while the disk was slow: one sync is enough for it. */
  async #write(file: OutFile): Promise<void> {
    const parts = [...this.#queue]
    const pieces = parts.length === 1 && parts[0] ? parts[0].pieces : parts.flatMap((part) => part.pieces)
    await file.write(pieces, this.#written)
    if (this.#hasFailed) return
    this.#queue.splice(0, parts.length)
    for (const piece of pieces) this.#hash.update(piece)
    const grown = new Set<GopRow>()
    for (const part of parts) {
      const gop = this.#count(part)
      if (gop) grown.add(gop)
      this.#hold(-part.bytes)
      part.giveBack()
    }
    this.#report(grown)
  }

  /** Returns the GOP that is new or has grown. */
  #count(part: Part): GopRow | undefined {
    const startMs = this.#timeOf(part.startTicks)
    const offset = this.#written
    this.#written += part.bytes
    if (part.isGopStart) this.#gops.push({ offset, bytes: 0, startMs, durationMs: 0, frames: 0 })
    const gop = this.#gops.at(-1)
    if (!gop) return undefined
    gop.bytes += part.bytes
    gop.frames += part.frames
    this.#endTicks = part.endTicks
    gop.durationMs = this.#timeOf(part.endTicks) - gop.startMs
    return gop
  }

  #report(grown: ReadonlySet<GopRow>): void {
    this.#options.events.onGops({
      type: 'recordedGops',
      file: this.#options.segment,
      endMs: this.#timeOf(this.#endTicks),
      bytes: this.#written,
      gops: [...grown].map((gop) => ({ ...gop })),
    })
  }

  async #complete(file: OutFile, ending: SegmentEnding): Promise<void> {
    const bytes = segmentEnding(ending)
    await file.write([bytes], this.#written)
    this.#hash.update(bytes)
    this.#written += bytes.length
    this.#options.events.onFile({
      ...this.#options.segment,
      endMs: this.#timeOf(this.#endTicks),
      bytes: this.#written,
      gops: this.#gops,
      hash: this.#hash.digest('hex'),
      ...ending,
    })
  }

  #fail(fault: RecordingFault): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const unwritten = this.#queue
    this.#queue = []
    this.#hold(-this.#queuedBytes)
    this.#options.events.onFailed({
      fault,
      segment: this.#options.segment,
      ...(this.#written === 0 ? {} : { keptBytes: this.#written }),
      lostFrames: unwritten.reduce((sum, { frames }) => sum + frames, 0),
    })
    this.#wake()
  }

  #hold(bytes: number): void {
    this.#queuedBytes += bytes
    this.#options.memory.queuedBytes += bytes
  }

  #pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(delayMs, resolve)
      this.#wake = () => {
        if (!this.#ending && !this.#hasFailed) return
        cancel()
        resolve()
      }
    })
  }

  #timeOf(ticks: number): number {
    return this.#options.segment.startMs + Math.round(ticks * MS_PER_TICK)
  }
}
