import { crc32 } from 'node:zlib'

import type { AccessUnit, AudioFormat, VideoFormat } from '../access-unit.ts'
import type {
  RecordedGops,
  RecordingFault,
  RecordingStatus,
  RecordOrder,
} from '../feed/recording-messages.ts'
import { AUDIO_TRACK, VIDEO_TIMESCALE, VIDEO_TRACK } from '../fmp4/init-segment.ts'
import { fragmentHead } from '../fmp4/fragment.ts'
import type { Clock } from '../ingest/clock.ts'
import { ClockAlignment } from '../live/clock-alignment.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import type { Blocks } from '../blocks.ts'
import type { Disk } from './disk.ts'
import { Pace } from './pace.ts'
import { PictureTrack, type Run } from './picture-track.ts'
import { RecordedSpans } from './recorded-spans.ts'
import { RecordingClock } from './recording-clock.ts'
import type { RepairJob } from './repair.ts'
import { openSegment, segmentHead } from './segment-boxes.ts'
import { type OpenSegment, type SegmentEnd, type SegmentRow, streamFolder } from './segment-row.ts'
import { SegmentWriter, type WriterFailure } from './segment-writer.ts'
import { SoundTrack } from './sound-track.ts'

export interface StreamRecorderOptions {
  stream: number
  clock: Clock
  disk: Disk
  /** What all writers of the shard hold in memory. */
  memory: { queuedBytes: number }
  blocks: Blocks
  onOpen(segment: OpenSegment, archive: string): void
  onGops(report: RecordedGops): void
  onFile(row: SegmentRow): void
  /** A file that its writer had to leave; nobody writes to it any more. */
  onLeft(job: RepairJob): void
  onStatus(status: RecordingStatus): void
}

interface OpenFile {
  writer: SegmentWriter
  segment: OpenSegment
  video: VideoFormat
  audio: AudioFormat | undefined
  pictures: PictureTrack
  sound: SoundTrack | undefined
  /** Recording time of the first picture. */
  originUs: number
  minute: number
  /** Somebody waits for its end. */
  isAsked: boolean
  /** Time of the first picture that is not written yet. */
  partStartUs: number
  pendingBytes: number
  sequence: number
}

const TICKS_PER_US = VIDEO_TIMESCALE / 1e6
const MINUTE_MS = 60_000
/** A file that is asked for is no shorter: people who ask again and again get no archive of splinters. */
const SHORTEST_ASKED_US = 5_000_000
/**
 * What a kill takes at most, beside the pictures that are still on their way: a third of a GOP of two seconds, as most cameras send
 * them, so that none of its parts is a small rest.
 */
const PART_US = 660_000
const MAX_PENDING_BYTES = 4 * 1024 * 1024
const MAX_SOUND_AHEAD_US = 10_000_000
const AUDIO_MISSING_US = 2_000_000
const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 8000

/** Records one stream of a camera while it is told to: cuts it into parts, GOPs and files by its recording clock. */
export class StreamRecorder {
  readonly #options: StreamRecorderOptions
  #order: { order: RecordOrder; archive: string } | undefined
  #spans = new RecordedSpans()
  #clock = new RecordingClock(this.#spans)
  #video: VideoFormat | undefined
  #audio: AudioFormat | undefined
  #alignment = new ClockAlignment()
  #file: OpenFile | undefined
  readonly #pace = new Pace()
  /** The latest recording time of a picture. */
  #latestUs = 0
  /** Arrival of the last sound, or of the session's first picture. */
  #audioUs: number | undefined
  #retry = { atMs: 0, delayMs: FIRST_RETRY_MS }
  #status: RecordingStatus
  readonly #closing = new Set<Promise<void>>()

  constructor(options: StreamRecorderOptions) {
    this.#options = options
    const sinceMs = this.#nowMs()
    this.#status = {
      type: 'recording',
      stream: options.stream,
      state: 'off',
      fault: 'none',
      sinceMs,
      lostFrames: 0,
    }
  }

  get status(): RecordingStatus {
    return this.#status
  }

  /** The first order says what is recorded already; later ones switch on and off. */
  obey(order: RecordOrder, archive: string): void {
    const before = this.#order
    if (!before) for (const [from, to] of order.recorded) this.#spans.add(from, to)
    this.#order = { order, archive }
    const isSame = before?.archive === archive && streamFolder(before.order) === streamFolder(order)
    if (this.#file && (!order.isOn || !isSame)) this.#end('stop')
    if (!order.isOn) this.#enter('off', 'none')
    else if (this.#status.state === 'off') this.#enter('waiting', 'none')
  }

  /** A gap of the stream that its device's own storage fills: nothing may be recorded there any more. */
  reserve(folder: string, fromMs: number, toMs: number): void {
    if (this.#order && streamFolder(this.#order.order) === folder) this.#spans.add(fromMs, toMs)
  }

  /** Ends the file, if it is this one, with its GOP, for who waits for it. */
  endFile(id: string): void {
    if (this.#file?.segment.id === id) this.#file.isAsked = true
  }

  format(format: VideoFormat | AudioFormat): void {
    if (format.kind === 'video') this.#video = format
    else this.#audio = format
  }

  senderReport(report: SenderReport): void {
    this.#alignment.reported(report)
  }

  /** A new session with the camera. */
  restart(): void {
    this.#end('gap')
    this.#video = undefined
    this.#audio = undefined
    this.#audioUs = undefined
    this.#alignment = new ClockAlignment()
    this.#forgetTime()
  }

  accessUnit(unit: AccessUnit): void {
    this.#alignment.arrived(unit)
    if (unit.kind === 'audio') return this.#sound(unit)
    if (this.#pace.isBroken(unit.timestampUs)) {
      this.#end('gap')
      this.#forgetTime()
    }
    this.#clock.seen(unit)
    if (unit.isKey && this.#video && this.#order?.order.isOn) this.#keyFrame(unit, this.#video, this.#order)
    this.#pace.seen(unit.timestampUs)
    if (!this.#order?.order.isOn) return
    if (this.#file) this.#picture(this.#file, unit)
    else this.#status.lostFrames++
  }

  /** Ends what is open; resolves when the disk has it, or refused it. */
  async close(): Promise<void> {
    this.#end('stop')
    this.#order = undefined
    while (this.#closing.size > 0) await Promise.all(this.#closing)
  }

  #keyFrame(
    unit: AccessUnit,
    video: VideoFormat,
    { order, archive }: { order: RecordOrder; archive: string },
  ): void {
    const file = this.#file
    if (file) this.#spans.add(file.segment.startMs, Math.ceil(this.#latestUs / 1000))
    const step = (file?.pictures.interval ?? 0) / TICKS_PER_US
    const { timeUs, isJump } = this.#clock.keyFrame(unit, this.#followedUs(unit, step) + step / 2)
    const startMs = Math.round(timeUs / 1000)
    this.#audioUs ??= unit.arrivalUs
    const audio = unit.arrivalUs - this.#audioUs > AUDIO_MISSING_US ? undefined : this.#audio
    const minute = Math.floor((startMs - this.#staggerOf(order)) / MINUTE_MS)
    if (file) {
      const reason = this.#reasonToEnd(file, { isJump, timeUs, video, audio, minute })
      if (reason === undefined) {
        this.#write(file, file.pictures.endGop(Math.round((timeUs - file.originUs) * TICKS_PER_US)))
        return
      }
      this.#end(reason, reason === 'gap' ? undefined : startMs)
    }
    this.#latestUs = timeUs
    if (this.#nowMs() >= this.#retry.atMs || this.#retry.atMs - this.#nowMs() > LONGEST_RETRY_MS)
      this.#open(order, archive, { timeUs, startMs, minute, video, audio })
  }

  /** The picture that a key frame stands behind: the last, or one that is still to come and shown before it. */
  #followedUs({ timestampUs }: AccessUnit, step: number): number {
    const expectedUs = this.#clock.timeOf(timestampUs)
    return step > 0 && expectedUs - this.#latestUs > 1.5 * step ? expectedUs - step : this.#latestUs
  }

  #reasonToEnd(
    file: OpenFile,
    next: { isJump: boolean; timeUs: number; minute: number } & Pick<OpenFile, 'video' | 'audio'>,
  ): SegmentEnd | undefined {
    if (next.isJump || this.#pace.isPause(next.timeUs - this.#latestUs)) return 'gap'
    if (next.video !== file.video || next.audio !== file.audio) return 'parameters'
    if (next.minute !== file.minute) return 'minute'
    return file.isAsked && next.timeUs - file.originUs >= SHORTEST_ASKED_US ? 'asked' : undefined
  }

  #open(
    order: RecordOrder,
    archive: string,
    {
      timeUs,
      startMs,
      minute,
      video,
      audio,
    }: { timeUs: number; startMs: number; minute: number } & Pick<OpenFile, 'video' | 'audio'>,
  ): void {
    const { clock, disk, memory, blocks } = this.#options
    const segment = openSegment(order, startMs, video, audio)
    const writer = new SegmentWriter({
      disk,
      clock,
      archive,
      segment,
      head: segmentHead(segment, video, audio),
      memory,
      events: {
        onGops: (report) => {
          this.#succeeded()
          this.#options.onGops(report)
        },
        onFile: (row) => {
          this.#succeeded()
          this.#options.onFile(row)
        },
        onTrouble: (fault) => this.#enter('failing', fault),
        onFailed: (failure) => this.#failed(writer, failure, archive),
      },
    })
    this.#closing.add(writer.closed)
    void writer.closed.then(() => this.#closing.delete(writer.closed))
    this.#options.onOpen(segment, archive)
    this.#file = {
      writer,
      segment,
      video,
      audio,
      pictures: new PictureTrack(blocks, video.maxReorderFrames),
      sound: audio && new SoundTrack(blocks, audio),
      originUs: timeUs,
      minute,
      isAsked: false,
      partStartUs: timeUs,
      pendingBytes: 0,
      sequence: 0,
    }
  }

  #picture(file: OpenFile, unit: AccessUnit): void {
    const timeUs = this.#clock.timeOf(unit.timestampUs)
    this.#latestUs = Math.max(this.#latestUs, timeUs)
    file.pictures.push(unit, Math.round((timeUs - file.originUs) * TICKS_PER_US))
    file.pendingBytes += sizeOf(unit)
    const isDue = timeUs - file.partStartUs >= PART_US || file.pendingBytes > MAX_PENDING_BYTES
    if (isDue) this.#write(file, file.pictures.cut())
  }

  #sound(unit: AccessUnit): void {
    if (!this.#audio) return
    this.#audioUs = unit.arrivalUs
    const shiftUs = this.#alignment.audioShiftUs
    const file = this.#file
    if (shiftUs === undefined || !file?.sound) return
    const atUs = this.#clock.timeOf(unit.timestampUs + shiftUs) - file.originUs
    if (Math.abs(this.#latestUs - file.originUs - atUs) < MAX_SOUND_AHEAD_US)
      file.sound.push(unit, atUs / 1e6)
  }

  #write(file: OpenFile, run: Run | undefined): void {
    if (!run) return
    const runs = [{ trackId: VIDEO_TRACK, ...run }]
    const sound = file.sound?.cut()
    if (sound) runs.push({ trackId: AUDIO_TRACK, ...sound })
    const pieces = [fragmentHead(++file.sequence, runs), ...runs.flatMap(({ media }) => media.pieces)]
    file.writer.append({
      pieces,
      bytes: pieces.reduce((sum, piece) => sum + piece.length, 0),
      isGopStart: run.samples[0]?.isKey === true,
      startTicks: run.decodeTime,
      endTicks: run.endTime,
      frames: run.samples.length,
      giveBack: () => {
        for (const { media } of runs) media.giveBack()
      },
    })
    file.partStartUs = this.#latestUs
    file.pendingBytes = 0
  }

  /** `nextMs`: when the file that follows begins. */
  #end(endReason: SegmentEnd, nextMs?: number): void {
    const file = this.#file
    if (!file) return
    this.#file = undefined
    const endAt =
      nextMs === undefined ? undefined : (nextMs - file.segment.startMs) * (VIDEO_TIMESCALE / 1000)
    const run = file.pictures.end(endAt)
    this.#write(file, run)
    const offset = this.#clock.cameraOffsetMs
    file.writer.end(offset === undefined ? { endReason } : { endReason, cameraClockOffsetMs: offset })
    const endMs = file.segment.startMs + Math.round((run?.endTime ?? 0) / (VIDEO_TIMESCALE / 1000))
    this.#spans.add(file.segment.startMs, endMs)
    if (this.#status.state === 'recording') this.#enter('waiting', 'none')
  }

  #failed(writer: SegmentWriter, failure: WriterFailure, archive: string): void {
    if (this.#file?.writer === writer) {
      const { segment } = this.#file
      this.#spans.add(segment.startMs, Math.ceil(this.#latestUs / 1000) + 1)
      this.#status.lostFrames += this.#file.pictures.count
      this.#file = undefined
    }
    this.#status.lostFrames += failure.lostFrames
    this.#retry = {
      atMs: this.#nowMs() + this.#retry.delayMs,
      delayMs: Math.min(2 * this.#retry.delayMs, LONGEST_RETRY_MS),
    }
    this.#enter('failing', failure.fault)
    const { path } = failure.segment
    const limit = failure.keptBytes === undefined ? {} : { limitBytes: failure.keptBytes }
    void writer.closed.then(() => this.#options.onLeft({ archive, path, endReason: 'disk', ...limit }))
  }

  #succeeded(): void {
    this.#retry = { atMs: 0, delayMs: FIRST_RETRY_MS }
    if (this.#file) this.#enter('recording', 'none')
  }

  #enter(state: RecordingStatus['state'], fault: RecordingFault): void {
    if (state === this.#status.state && fault === this.#status.fault) return
    this.#status = { ...this.#status, state, fault, sinceMs: this.#nowMs() }
    this.#options.onStatus(this.#status)
  }

  #forgetTime(): void {
    this.#pace.restart()
    this.#latestUs = 0
    this.#clock.restart()
  }

  /** Files of different streams end at different seconds. */
  #staggerOf(order: RecordOrder): number {
    return crc32(streamFolder(order)) % MINUTE_MS
  }

  #nowMs(): number {
    return Math.floor(this.#options.clock.now() / 1000)
  }
}

const sizeOf = ({ units }: AccessUnit): number => units.reduce((sum, unit) => sum + unit.length, 0)
