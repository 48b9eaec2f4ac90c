/** Fetches from a device what it kept of a time that nobody recorded, and writes it as files like others. */
import type { AccessUnit, SessionEnd, VideoFormat } from '../access-unit.ts'
import { Blocks } from '../blocks.ts'
import { fragmentHead } from '../fmp4/fragment.ts'
import { VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import type { FillOrder, RecordedGops } from '../feed/recording-messages.ts'
import type { Clock } from '../ingest/clock.ts'
import { openRtspSession, type RtspSession } from '../rtsp/session.ts'
import type { Disk } from './disk.ts'
import { PictureTrack, type Run } from './picture-track.ts'
import type { RepairJob } from './repair.ts'
import { openSegment, segmentHead } from './segment-boxes.ts'
import type { OpenSegment, SegmentEnd, SegmentRow } from './segment-row.ts'
import { SegmentWriter } from './segment-writer.ts'

export interface GapFillOptions {
  order: FillOrder
  clock: Clock
  disk: Disk
  memory: { queuedBytes: number }
  onOpen: (segment: OpenSegment, archive: string) => void
  onGops: (report: RecordedGops) => void
  onFile: (row: SegmentRow) => void
  onLeft: (job: RepairJob) => void
  /** All that came is on the disk, or never will be. */
  onOver: () => void
}

interface OpenFile {
  /** Made with the first GOP, so that there is no file without any. */
  writer?: SegmentWriter
  video: VideoFormat
  startMs: number
  minute: number
  pictures: PictureTrack
  sequence: number
  bytes: number
}

const MINUTE_MS = 60_000
/** The device sends as fast as it was taken; it may be late by so much. */
const MAX_LATE_MS = 30_000
/** Pictures further apart do not belong to one file. */
const MAX_PAUSE_MS = 2000
/** A GOP is written when it is whole. */
const MAX_GOP_BYTES = 64 * 1024 * 1024
const TICKS_PER_MS = VIDEO_TIMESCALE / 1000

export class GapFill {
  readonly #options: GapFillOptions
  readonly #session: RtspSession
  readonly #cancel: () => void
  readonly #writers: Promise<void>[] = []
  #video: VideoFormat | undefined
  #file: OpenFile | undefined
  /** Time of the last picture. */
  #lastMs = -Infinity
  #isOver = false

  constructor(options: GapFillOptions) {
    this.#options = options
    const { target, fromMs, toMs, aheadMs } = options.order
    const replay = { fromMs: fromMs + aheadMs, toMs: toMs + aheadMs }
    this.#session = openRtspSession(
      { ...target, transport: 'tcp', replay },
      {
        format: (format) => {
          if (format.kind === 'video') this.#formatIs(format)
        },
        accessUnit: (unit) => this.#take(unit),
        packetsLost() {},
        end: (end) => this.#ended(end),
      },
    )
    this.#cancel = options.clock.after(toMs - fromMs + MAX_LATE_MS, () => this.stop())
  }

  /** What is whole of it is kept. */
  stop(): void {
    this.#over('stop')
  }

  /** Resolves when the disk has it, or refused it. */
  async close(): Promise<void> {
    this.stop()
    await Promise.all(this.#writers)
  }

  #formatIs(format: VideoFormat): void {
    if (this.#video) this.#endFile('parameters')
    this.#video = format
  }

  #ended(_end: SessionEnd): void {
    this.#over('gap')
  }

  #take(unit: AccessUnit): void {
    // Without its own time a picture has no place.
    if (this.#isOver || unit.kind !== 'video' || unit.wallClockUs === undefined) return
    const { fromMs, toMs, aheadMs } = this.#options.order
    const atMs = Math.round(unit.wallClockUs / 1000) - aheadMs
    if (atMs >= toMs) return this.#over('gap')
    if (unit.isKey) this.#keyFrame(atMs, fromMs)
    const file = this.#file
    if (!file) return
    file.bytes += unit.units.reduce((sum, { length }) => sum + length, 0)
    // Time that runs back, or a GOP that never ends: the device is not to be believed.
    if (atMs < file.startMs || file.bytes > MAX_GOP_BYTES) return this.#over('gap')
    file.pictures.push(unit, Math.round((atMs - file.startMs) * TICKS_PER_MS))
    this.#lastMs = Math.max(this.#lastMs, atMs)
  }

  #keyFrame(atMs: number, fromMs: number): void {
    const file = this.#file
    const minute = Math.floor(atMs / MINUTE_MS)
    if (file && atMs > this.#lastMs && atMs - this.#lastMs <= MAX_PAUSE_MS) {
      this.#write(file, file.pictures.endGop(Math.round((atMs - file.startMs) * TICKS_PER_MS)))
      if (minute === file.minute) return
      this.#close(file, 'minute')
    } else if (file) this.#endFile('gap')
    // What was recorded comes first: a picture that would lie over it is not taken.
    if (atMs >= fromMs && atMs > this.#lastMs && this.#video) this.#open(atMs, minute, this.#video)
  }

  #open(startMs: number, minute: number, video: VideoFormat): void {
    const pictures = new PictureTrack(new Blocks(), video.maxReorderFrames)
    this.#file = { video, startMs, minute, pictures, sequence: 0, bytes: 0 }
  }

  #writerOf({ startMs, video }: OpenFile): SegmentWriter {
    const { order, clock, disk, memory, onOpen, onGops, onFile } = this.#options
    const { archive, filledAtMs } = order
    const segment = { ...openSegment(order, startMs, video), filledAtMs }
    const writer = new SegmentWriter({
      disk,
      clock,
      archive,
      segment,
      head: segmentHead(segment, video),
      memory,
      events: {
        onGops,
        onFile,
        onTrouble() {},
        onFailed: ({ keptBytes }) => {
          const job = { archive, path: segment.path, endReason: 'disk' as const }
          if (keptBytes !== undefined) this.#options.onLeft({ ...job, limitBytes: keptBytes })
          this.stop()
        },
      },
    })
    this.#writers.push(writer.closed)
    onOpen(segment, archive)
    return writer
  }

  #write(file: OpenFile, run: Run | undefined): void {
    file.bytes = 0
    if (!run) return
    const pieces = [fragmentHead(++file.sequence, [{ trackId: VIDEO_TRACK, ...run }]), ...run.media.pieces]
    file.writer ??= this.#writerOf(file)
    file.writer.append({
      pieces,
      bytes: pieces.reduce((sum, { length }) => sum + length, 0),
      isGopStart: true,
      startTicks: run.decodeTime,
      endTicks: run.endTime,
      frames: run.samples.length,
      giveBack: () => run.media.giveBack(),
    })
  }

  /** Ends the file with the GOP that is being taken; its last picture goes no further than the gap. */
  #endFile(endReason: SegmentEnd): void {
    const file = this.#file
    if (!file) return
    const endMs = Math.min(this.#lastMs + file.pictures.interval / TICKS_PER_MS, this.#options.order.toMs)
    this.#write(file, file.pictures.end(Math.round((endMs - file.startMs) * TICKS_PER_MS)))
    this.#close(file, endReason)
  }

  #close(file: OpenFile, endReason: SegmentEnd): void {
    this.#file = undefined
    file.writer?.end({ endReason })
  }

  #over(endReason: SegmentEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#cancel()
    this.#session.close()
    this.#endFile(endReason)
    void Promise.all(this.#writers).then(() => this.#options.onOver())
  }
}
