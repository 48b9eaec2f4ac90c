import type { TakeBlock } from '../rtp/arena.ts'
import type { Depacketizer, DepacketizerSink } from '../rtp/depacketizer.ts'
import { RtpPacket, parseRtp } from '../rtp/packet.ts'
import { type SenderReport, parseSenderReport } from '../rtp/rtcp.ts'
import { SequenceTracker } from '../rtp/sequence.ts'
import { RtpTimeline } from '../rtp/timeline.ts'
import type { SdpMedia } from './sdp.ts'
import { openDepacketizer } from './tracks.ts'

export interface ReceiverSink extends DepacketizerSink {
  /** `of`: packets since the last loss, those that are missing included. */
  packetsLost(count: number, of: number): void
  senderReport(report: SenderReport): void
}

/** One track's way from packets to access units. */
export class TrackReceiver {
  readonly #media: SdpMedia
  readonly #sink: ReceiverSink
  readonly #depacketizer: Depacketizer | undefined
  readonly #sequence = new SequenceTracker()
  readonly #timeline: RtpTimeline
  /** By TCP each packet is read into this one object. */
  readonly #packet = new RtpPacket()
  #hasBegun = false
  #packetsSinceLoss = 0
  /** What the camera's wall clock is ahead of the timeline, by its last sender report. */
  #wallClockAheadUs: number | undefined

  /** `takeBlock`: where pictures are to stand, other than in memory of their own. */
  constructor(media: SdpMedia, sink: ReceiverSink, takeBlock?: TakeBlock) {
    this.#media = media
    this.#sink = sink
    const ofTrack: DepacketizerSink = {
      format: (format) => sink.format(format),
      unusable: (detail) => sink.unusable(detail),
      accessUnit: (unit) => {
        const aheadUs = this.#wallClockAheadUs
        if (aheadUs !== undefined) unit.wallClockUs = unit.timestampUs + aheadUs
        sink.accessUnit(unit)
      },
    }
    this.#depacketizer = openDepacketizer(media, ofTrack, takeBlock)
    this.#timeline = new RtpTimeline(media.clockRate)
  }

  begin(): void {
    this.#depacketizer?.begin?.()
  }

  rtp(bytes: Buffer, arrivalUs: number, at = 0, end = bytes.length): void {
    const packet = this.#read(bytes, at, end, this.#packet)
    if (packet) this.packet(packet, arrivalUs)
  }

  /** A packet to be kept for a while; `undefined` for what is no packet of this track. */
  read(bytes: Buffer): RtpPacket | undefined {
    return this.#read(bytes, 0, bytes.length, new RtpPacket())
  }

  #read(bytes: Buffer, at: number, end: number, into: RtpPacket): RtpPacket | undefined {
    const packet = parseRtp(bytes, at, end, into)
    return packet?.payloadType === this.#media.payloadType ? packet : undefined
  }

  /** Whether it moved the stream on: a packet that came too late does not. */
  packet(packet: RtpPacket, arrivalUs: number): boolean {
    const step = this.#sequence.step(packet.sequence, packet.ssrc)
    if (step.kind === 'late') return false
    this.#packetsSinceLoss++
    if (step.kind === 'gap') {
      this.#sink.packetsLost(step.lost, this.#packetsSinceLoss + step.lost)
      this.#packetsSinceLoss = 0
    }
    // The reports so far were about another clock.
    if (step.kind === 'restart') this.#wallClockAheadUs = undefined
    this.#hasBegun = true
    const timestampUs = this.#timeline.advance(packet.timestamp)
    // More exact than a report, and about this very picture.
    if (packet.takenUs !== undefined) this.#wallClockAheadUs = packet.takenUs - timestampUs
    this.#depacketizer?.push(packet, timestampUs, arrivalUs, step.kind !== 'next')
    return true
  }

  rtcp(bytes: Buffer): void {
    const report = parseSenderReport(bytes)
    const { kind } = this.#media
    if (!report || !this.#hasBegun || kind === 'other') return
    const rtpTimestampUs = this.#timeline.at(report.rtpTimestamp)
    this.#wallClockAheadUs = report.ntpUs - rtpTimestampUs
    this.#sink.senderReport({ kind, ntpUs: report.ntpUs, rtpTimestampUs })
  }
}
