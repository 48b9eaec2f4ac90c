import type { RecordingCommand, RecordingReport, RecordOrder, FillOrder } from '../feed/recording-messages.ts'
import type { Clock } from '../ingest/clock.ts'
import { Blocks } from '../blocks.ts'
import { disk as realDisk, type Disk } from './disk.ts'
import { GapFill } from './gap-fill.ts'
import { marked, unmark } from './markers.ts'
import type { RepairJob, Repaired } from './repair.ts'
import { Repairs } from './repairs.ts'
import { streamFolder } from './segment-row.ts'
import { StreamRecorder } from './stream-recorder.ts'

export interface RecorderOptions {
  clock: Clock
  disk?: Disk
  /** Shared with what is taken in. */
  blocks?: Blocks
  tell: (report: RecordingReport) => void
}

/** The recording of all streams of one shard. */
export class Recorder {
  readonly #clock: Clock
  readonly #disk: Disk
  readonly #tell: RecorderOptions['tell']
  readonly #streams = new Map<number, StreamRecorder>()
  readonly #memory = { queuedBytes: 0 }
  readonly #blocks: Blocks
  readonly #repairs: Repairs
  /** Files that were opened or found by this process and are not acknowledged: where they stand, by id. */
  readonly #open = new Map<string, { archive: string; path: string }>()
  /** Folders of streams whose files of an earlier life were looked for. */
  readonly #searched = new Set<string>()
  /** Markers that are being taken away. */
  readonly #unmarking = new Set<Promise<void>>()
  /** By their orders' ids. */
  readonly #fills = new Map<string, GapFill>()
  #hasNoneOpen: () => void = () => {}
  #isClosed = false

  constructor({ clock, disk = realDisk, blocks = new Blocks(), tell }: RecorderOptions) {
    this.#clock = clock
    this.#disk = disk
    this.#blocks = blocks
    this.#tell = tell
    this.#repairs = new Repairs({ clock, onRepaired: (job, repaired) => this.#repaired(job, repaired) })
  }

  command(command: RecordingCommand): void {
    if (command.type === 'fill') this.#fill(command.order)
    else if (command.type === 'stopFill') this.#fills.get(command.id)?.stop()
    else if (command.type === 'endFile') this.#streams.get(command.stream)?.endFile(command.id)
    else if (command.type === 'recordedAck') for (const id of command.ids) this.#acknowledged(id)
    else this.#record(command.archive, command.orders)
  }

  /** Where the stream's formats, frames and reports go, recorded or not. */
  of(stream: number): StreamRecorder {
    const known = this.#streams.get(stream)
    if (known) return known
    const recorder = new StreamRecorder({
      stream,
      clock: this.#clock,
      disk: this.#disk,
      memory: this.#memory,
      blocks: this.#blocks,
      onOpen: ({ id, path }, archive) => void this.#open.set(id, { archive, path }),
      onGops: (report) => this.#tell(report),
      onFile: (row) => this.#tell({ type: 'recordedFile', row }),
      onLeft: (job) => this.#repairs.add(job),
      onStatus: (status) => this.#tell(status),
    })
    this.#streams.set(stream, recorder)
    return recorder
  }

  /** The gate does not want the stream any more. */
  forget(stream: number): void {
    const recorder = this.#streams.get(stream)
    this.#streams.delete(stream)
    void recorder?.close()
  }

  reportAll(): void {
    for (const { status } of this.#streams.values()) if (status.state !== 'off') this.#tell(status)
  }

  /** Ends all files; resolves when they are told. */
  async close(): Promise<void> {
    this.#isClosed = true
    const filled = [...this.#fills.values()].map((fill) => fill.close())
    await Promise.all([...filled, ...[...this.#streams.values()].map((recorder) => recorder.close())])
    await this.#repairs.close()
  }

  /** Resolves when all that was told is acknowledged, and nothing marks it any more. */
  async acknowledged(): Promise<void> {
    if (this.#open.size > 0) await new Promise<void>((resolve) => (this.#hasNoneOpen = resolve))
    await Promise.all(this.#unmarking)
  }

  #record(archive: string, orders: RecordOrder[]): void {
    const fresh = orders.map(streamFolder).filter((folder) => !this.#searched.has(folder))
    for (const folder of fresh) this.#searched.add(folder)
    if (fresh.length > 0) void this.#recover(archive, new Set(fresh))
    for (const order of orders) this.of(order.stream).obey(order, archive)
  }

  #fill(order: FillOrder): void {
    if (this.#isClosed) return
    for (const recorder of this.#streams.values())
      recorder.reserve(streamFolder(order), order.fromMs, order.toMs)
    const fill = new GapFill({
      order,
      clock: this.#clock,
      disk: this.#disk,
      memory: this.#memory,
      onOpen: ({ id, path }, archive) => void this.#open.set(id, { archive, path }),
      onGops: (report) => this.#tell(report),
      onFile: (row) => this.#tell({ type: 'recordedFile', row }),
      onLeft: (job) => this.#repairs.add(job),
      onOver: () => {
        this.#fills.delete(order.id)
        this.#tell({ type: 'fillOver', id: order.id })
      },
    })
    this.#fills.set(order.id, fill)
  }

  /** Finds what an earlier life left open. */
  async #recover(archive: string, folders: ReadonlySet<string>): Promise<void> {
    try {
      const paths = await marked(archive, (folder) => folders.has(folder))
      const own = new Set([...this.#open.values()].map(({ path }) => path))
      for (const path of paths) if (!own.has(path)) this.#repairs.add({ archive, path, endReason: 'killed' })
    } catch (error) {
      process.stderr.write(`recorder: ${archive} cannot be searched yet: ${String(error)}\n`)
      this.#clock.after(RETRY_MS, () => void this.#recover(archive, folders))
    }
  }

  #repaired({ archive, path }: RepairJob, repaired: Repaired): void {
    if (this.#isClosed) return
    if (repaired.kind === 'kept') {
      this.#open.set(repaired.row.id, { archive, path })
      return this.#tell({ type: 'recordedFile', row: repaired.row })
    }
    const id = path.slice(path.lastIndexOf('/') + 1, -'.mp4'.length)
    this.#open.set(id, { archive, path })
    this.#tell({ type: 'recordingLost', id, path })
    this.#acknowledged(id)
  }

  #acknowledged(id: string): void {
    const file = this.#open.get(id)
    if (!file) return
    this.#open.delete(id)
    // One that stays is looked at again at the next start.
    const unmarking = unmark(this.#disk, file.archive, file.path)
      .catch(() => {})
      .finally(() => this.#unmarking.delete(unmarking))
    this.#unmarking.add(unmarking)
    if (this.#open.size === 0) this.#hasNoneOpen()
  }
}

const RETRY_MS = 3000
