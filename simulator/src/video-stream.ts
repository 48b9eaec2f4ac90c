import { randomBytes } from 'node:crypto'
import type { H264Profile } from './h264/parameter-sets.ts'
import { Journal } from './journal.ts'
import type { FirstPacket, MediaStream, Viewer } from './media-stream.ts'
import type { PictureSource } from './picture-source.ts'
import { JPEG_PAYLOAD_TYPE, jpegPayloads } from './rtp/jpeg-payloads.ts'
import { Packetizer, type PacketRun, RTP_CLOCK } from './rtp/packets.ts'
import { senderReport } from './rtp/sender-report.ts'

export const CODECS = ['H264', 'JPEG'] as const
export type Codec = (typeof CODECS)[number]

/** Rates that a whole number of milliseconds parts. */
export const FRAME_RATES: readonly number[] = [5, 10, 20, 25]
/** A picture of JPEG is as large as a key picture. */
export const JPEG_FRAME_RATES: readonly number[] = [5, 10]
/** The order counts of predicted pictures are told apart for so many (clause 8.2.1.1). */
export const LONGEST_GOP = 60
/** For pictures whose key pictures are large. */
const COSTLY_GOP = 50
const REPORT_EVERY_MS = 5000
/** How many late frames are made up for before the stream jumps to now. */
const LARGEST_BACKLOG = 5

export interface EncoderSettings {
  codec: Codec
  fps: number
  /** With the profile it is kept while the codec is another. */
  gopFrames: number
  /** What the camera is allowed; its pictures need less. */
  kbps: number
  profile: H264Profile
}

/** One camera's video at one resolution. It is made only while somebody watches, and once for all. */
export class VideoStream implements MediaStream {
  readonly source: PictureSource
  readonly journal = new Journal()
  isFrozen = false
  /** Time of the picture that is sent again and again. */
  private stuckMs: number | undefined
  private losing = 0
  private readonly name: string
  private readonly slot: number
  settings: EncoderSettings
  private readonly packetizer: Packetizer
  private readonly timestampOffset = randomBytes(4).readUInt32BE()
  private readonly viewers = new Map<Viewer, { isStarted: boolean }>()
  private frameMs: number
  private lastFrame = 0
  private keyFrame = Number.NEGATIVE_INFINITY
  private isKeyWanted = false
  private reportedMs = 0

  /** Frames stand at multiples of the frame time in UTC, plus `slotMs` modulo it. */
  constructor(name: string, source: PictureSource, settings: EncoderSettings, slotMs: number) {
    this.name = name
    this.source = source
    this.settings = settings
    this.frameMs = 1000 / settings.fps
    this.slot = slotMs
    this.packetizer = new Packetizer(randomBytes(4).readUInt32BE(), randomBytes(2).readUInt16BE())
  }

  get isWatched(): boolean {
    return this.viewers.size > 0
  }

  get dueMs(): number {
    return this.timeOf(this.lastFrame + 1)
  }

  /** Takes effect with the next picture, which is a key picture. Another codec ends the sessions, as it is not what they were told. */
  configure(settings: EncoderSettings) {
    if (settings.codec !== this.settings.codec) {
      for (const viewer of this.viewers.keys()) viewer.end()
      this.viewers.clear()
    }
    this.settings = settings
    this.frameMs = 1000 / settings.fps
    this.source.setEncoding(settings.fps, settings.profile)
    this.lastFrame = this.frameAt(Date.now())
    this.keyFrame = Number.NEGATIVE_INFINITY
  }

  /** The next frames get lost: their packets are numbered, and not sent. */
  lose(frames: number) {
    this.losing = frames
  }

  /** Sends the same picture from now on, at the times of those that it stands for. */
  stick(isStuck: boolean) {
    this.stuckMs = isStuck ? this.timeOf(this.lastFrame) : undefined
  }

  /** The viewer gets a key picture at once. */
  addViewer(viewer: Viewer, nowMs: number): FirstPacket {
    if (!this.isWatched) this.lastFrame = this.frameAt(nowMs)
    this.viewers.set(viewer, { isStarted: false })
    this.isKeyWanted = true
    const isDelayed = this.lastFrame === this.keyFrame
    const timeMs = this.timeOf(this.lastFrame + (isDelayed ? 2 : 1))
    const sequence = isDelayed ? undefined : this.packetizer.nextSequence
    return { sequence, timestamp: this.timestampAt(timeMs) }
  }

  removeViewer(viewer: Viewer) {
    this.viewers.delete(viewer)
  }

  /** Makes and sends the frames that have become due. */
  advance(nowMs: number) {
    const due = this.frameAt(nowMs)
    if (due < this.lastFrame - this.settings.fps || due > this.lastFrame + LARGEST_BACKLOG) {
      if (!this.isFrozen && this.isWatched) this.journal.skipped += Math.max(0, due - 1 - this.lastFrame)
      this.lastFrame = due - 1
    }
    while (this.lastFrame < due) {
      this.lastFrame++
      if (!this.isFrozen && this.isWatched) this.send(this.lastFrame)
    }
  }

  private send(frame: number) {
    const timeMs = this.timeOf(frame)
    const shownMs = this.stuckMs ?? timeMs
    const { run, isKey } =
      this.settings.codec === 'JPEG' ? this.still(timeMs, shownMs) : this.picture(frame, timeMs, shownMs)
    if (timeMs - this.reportedMs >= REPORT_EVERY_MS || timeMs < this.reportedMs) this.report(timeMs)
    if (this.losing > 0) {
      this.losing--
      this.journal.lost++
      return
    }
    let isSent = false
    for (const [viewer, progress] of this.viewers) {
      if (!progress.isStarted) {
        if (!isKey) continue
        progress.isStarted = true
        viewer.report(this.reportAt(timeMs))
      }
      if (viewer.frame(run, isKey)) isSent = true
      else this.journal.withheld++
    }
    if (isSent) this.journal.add(timeMs)
  }

  private still(timeMs: number, shownMs: number): { run: PacketRun; isKey: boolean } {
    const payloads = jpegPayloads(this.source.still(shownMs).scan(), this.source.size)
    return { run: this.packetizer.wrap(payloads, JPEG_PAYLOAD_TYPE, this.timestampAt(timeMs)), isKey: true }
  }

  private picture(frame: number, timeMs: number, shownMs: number): { run: PacketRun; isKey: boolean } {
    const order = frame - this.keyFrame
    const { gopFrames } = this.settings
    const gop = this.source.isCostly ? Math.max(gopFrames, COSTLY_GOP) : gopFrames
    const isGopOver = order < 0 || order >= gop
    // Two IDR pictures in a row would need different ids (clause 7.4.3), so a wish waits for one frame.
    const isWanted = this.isKeyWanted || this.source.wantsKey(shownMs, order)
    const isKey = isGopOver || (isWanted && order > 1)
    if (isKey) {
      this.keyFrame = frame
      this.isKeyWanted = false
    }
    const units = isKey ? this.source.keyPicture(shownMs) : [this.source.predictedPicture(shownMs, order)]
    return { run: this.packetizer.packetize(units, this.timestampAt(timeMs)), isKey }
  }

  private report(timeMs: number) {
    this.reportedMs = timeMs
    const packet = this.reportAt(timeMs)
    for (const [viewer, { isStarted }] of this.viewers) if (isStarted) viewer.report(packet)
  }

  private reportAt(timeMs: number): Buffer {
    const { ssrc, packetCount, octetCount } = this.packetizer
    const timestamp = this.timestampAt(timeMs)
    return senderReport({ ssrc, timeMs, timestamp, packetCount, octetCount, name: this.name })
  }

  private get phaseMs(): number {
    return this.slot % this.frameMs
  }

  private frameAt(nowMs: number): number {
    return Math.floor((nowMs - this.phaseMs) / this.frameMs)
  }

  private timeOf(frame: number): number {
    return frame * this.frameMs + this.phaseMs
  }

  private timestampAt(timeMs: number): number {
    return (this.timestampOffset + timeMs * (RTP_CLOCK / 1000)) % 2 ** 32
  }
}
