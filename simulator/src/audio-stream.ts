import { randomBytes } from 'node:crypto'
import type { PacketRun } from './rtp/packets.ts'
import { senderReport } from './rtp/sender-report.ts'
import { type AudioKbps, FRAME_SAMPLES, SAMPLE_RATE, soundAt } from './sound.ts'
import type { FirstPacket, MediaStream, Viewer } from './media-stream.ts'

export const AUDIO_PAYLOAD_TYPE = 97
const FRAME_MS = (FRAME_SAMPLES * 1000) / SAMPLE_RATE
const REPORT_EVERY_MS = 5000
const LARGEST_BACKLOG = 20
const INTERLEAVED_HEADER = 4
const RTP_HEADER = 12
const AU_HEADERS = 4

/** A camera's sound, sent while somebody listens: one AAC frame to the packet (RFC 3640, AAC-hbr). */
export class AudioStream implements MediaStream {
  isFrozen = false
  private readonly name: string
  kbps: AudioKbps = 32
  private readonly ssrc = randomBytes(4).readUInt32BE()
  private readonly timestampOffset = randomBytes(4).readUInt32BE()
  private readonly viewers = new Set<Viewer>()
  private sequence = randomBytes(2).readUInt16BE()
  private packetCount = 0
  private octetCount = 0
  private lastFrame = 0
  private reportedMs = 0

  constructor(name: string) {
    this.name = name
  }

  get isWatched(): boolean {
    return this.viewers.size > 0
  }

  get dueMs(): number {
    return (this.lastFrame + 1) * FRAME_MS
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
    const timeMs = frame * FRAME_MS
    if (timeMs - this.reportedMs >= REPORT_EVERY_MS || timeMs < this.reportedMs) {
      this.reportedMs = timeMs
      const report = this.reportOf(frame)
      for (const viewer of this.viewers) viewer.report(report)
    }
    const run = this.packet(frame)
    for (const viewer of this.viewers) viewer.frame(run, true)
  }

  /**
   *     | interleaved header | RTP header | AU-headers-length = 16 bits | AU-size, 13 bits | AU-Index, 3 | AAC frame
   */
  private packet(frame: number): PacketRun {
    const frames = soundAt(this.kbps)
    const unit = frames[frame % frames.length] ?? Buffer.alloc(0)
    const payload = AU_HEADERS + unit.length
    const framed = Buffer.alloc(INTERLEAVED_HEADER + RTP_HEADER + payload)
    framed[0] = 0x24
    framed.writeUInt16BE(RTP_HEADER + payload, 2)
    framed[4] = 0x80
    framed[5] = 0x80 | AUDIO_PAYLOAD_TYPE
    framed.writeUInt16BE(this.sequence, 6)
    framed.writeUInt32BE(this.timestampOf(frame), 8)
    framed.writeUInt32BE(this.ssrc, 12)
    framed.writeUInt16BE(16, 16)
    framed.writeUInt16BE(unit.length << 3, 18)
    unit.copy(framed, 20)
    this.sequence = (this.sequence + 1) & 0xffff
    this.packetCount = (this.packetCount + 1) >>> 0
    this.octetCount = (this.octetCount + payload) >>> 0
    return { framed, starts: [0] }
  }

  private reportOf(frame: number): Buffer {
    const { ssrc, packetCount, octetCount, name } = this
    const timestamp = this.timestampOf(frame)
    return senderReport({ ssrc, timeMs: frame * FRAME_MS, timestamp, packetCount, octetCount, name })
  }

  private frameAt(nowMs: number): number {
    return Math.floor(nowMs / FRAME_MS)
  }

  private timestampOf(frame: number): number {
    return (this.timestampOffset + frame * FRAME_SAMPLES) % 2 ** 32
  }
}
