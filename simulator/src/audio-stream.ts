import { randomBytes } from 'node:crypto'
import type { PacketRun } from './rtp/packets.ts'
import { senderReport } from './rtp/sender-report.ts'
import type { FirstPacket, MediaStream, Viewer } from './media-stream.ts'
import type { Microphone } from './microphone.ts'

const REPORT_EVERY_MS = 5000
const LARGEST_BACKLOG = 20
const INTERLEAVED_HEADER = 4
const RTP_HEADER = 12

/** A camera's sound, sent while somebody listens: one frame of its microphone to the packet. */
export class AudioStream implements MediaStream {
  isFrozen = false
  readonly microphone: Microphone
  private readonly name: string
  private readonly frameMs: number
  private readonly ssrc = randomBytes(4).readUInt32BE()
  private readonly timestampOffset = randomBytes(4).readUInt32BE()
  private readonly viewers = new Set<Viewer>()
  private sequence = randomBytes(2).readUInt16BE()
  private packetCount = 0
  private octetCount = 0
  private lastFrame = 0
  private reportedMs = 0

  constructor(name: string, microphone: Microphone) {
    this.name = name
    this.microphone = microphone
    this.frameMs = (microphone.frameSamples * 1000) / microphone.sampleRate
  }

  get isWatched(): boolean {
    return this.viewers.size > 0
  }

  get dueMs(): number {
    return (this.lastFrame + 1) * this.frameMs
  }

  addViewer(viewer: Viewer, nowMs: number): FirstPacket {
    if (!this.isWatched) this.lastFrame = this.frameAt(nowMs)
    this.viewers.add(viewer)
    viewer.report(this.reportOf(this.lastFrame + 1))
    return { sequence: this.sequence, timestamp: this.timestampOf(this.lastFrame + 1) }
  }

  removeViewer(viewer: Viewer) {
    this.viewers.delete(viewer)
  }

  advance(nowMs: number) {
    const due = this.frameAt(nowMs)
    if (Math.abs(due - this.lastFrame) > LARGEST_BACKLOG) this.lastFrame = due - 1
    while (this.lastFrame < due) {
      this.lastFrame++
      if (!this.isFrozen && this.isWatched) this.send(this.lastFrame)
    }
  }

  private send(frame: number) {
    const timeMs = frame * this.frameMs
    if (timeMs - this.reportedMs >= REPORT_EVERY_MS || timeMs < this.reportedMs) {
      this.reportedMs = timeMs
      const report = this.reportOf(frame)
      for (const viewer of this.viewers) viewer.report(report)
    }
    const run = this.packet(frame)
    for (const viewer of this.viewers) viewer.frame(run, true)
  }

  /**
   *     | interleaved header | RTP header | payload
   */
  private packet(frame: number): PacketRun {
    const { microphone } = this
    const payload = microphone.payloadOf(frame, frame * this.frameMs)
    const framed = Buffer.alloc(INTERLEAVED_HEADER + RTP_HEADER + payload.length)
    framed[0] = 0x24
    framed.writeUInt16BE(RTP_HEADER + payload.length, 2)
    framed[4] = 0x80
    framed[5] = 0x80 | microphone.payloadType
    framed.writeUInt16BE(this.sequence, 6)
    framed.writeUInt32BE(this.timestampOf(frame), 8)
    framed.writeUInt32BE(this.ssrc, 12)
    payload.copy(framed, INTERLEAVED_HEADER + RTP_HEADER)
    this.sequence = (this.sequence + 1) & 0xffff
    this.packetCount = (this.packetCount + 1) >>> 0
    this.octetCount = (this.octetCount + payload.length) >>> 0
    return { framed, starts: [0] }
  }

  private reportOf(frame: number): Buffer {
    const { ssrc, packetCount, octetCount, name } = this
    const timestamp = this.timestampOf(frame)
    return senderReport({ ssrc, timeMs: frame * this.frameMs, timestamp, packetCount, octetCount, name })
  }

  private frameAt(nowMs: number): number {
    return Math.floor(nowMs / this.frameMs)
  }

  private timestampOf(frame: number): number {
    return (this.timestampOffset + frame * this.microphone.frameSamples) % 2 ** 32
  }
}
