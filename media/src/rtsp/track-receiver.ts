import type { Depacketizer, DepacketizerSink } from '../rtp/depacketizer.ts'
import { parseRtp } from '../rtp/packet.ts'
import { type SenderReport, parseSenderReport } from '../rtp/rtcp.ts'
import { SequenceTracker } from '../rtp/sequence.ts'
import { RtpTimeline } from '../rtp/timeline.ts'
import type { SdpMedia } from './sdp.ts'
import { openDepacketizer } from './tracks.ts'

export interface ReceiverSink extends DepacketizerSink {
  packetsLost(count: number): void
  senderReport(report: SenderReport): void
}

/** One track's way from packets to access units. */
export class TrackReceiver {
  readonly #media: SdpMedia
  readonly #sink: ReceiverSink
  readonly #depacketizer: Depacketizer | undefined
  readonly #sequence = new SequenceTracker()
  readonly #timeline: RtpTimeline
  #hasBegun = false

  constructor(media: SdpMedia, sink: ReceiverSink) {
    this.#media = media
    this.#sink = sink
    this.#depacketizer = openDepacketizer(media, sink)
    this.#timeline = new RtpTimeline(media.clockRate)
  }

  begin(): void {
    this.#depacketizer?.begin?.()
  }

  rtp(bytes: Buffer, arrivalUs: number): void {
    const packet = parseRtp(bytes)
    if (!packet || packet.payloadType !== this.#media.payloadType) return
    const step = this.#sequence.step(packet.sequence, packet.ssrc)
    if (step.kind === 'late') return
    if (step.kind === 'gap') this.#sink.packetsLost(step.lost)
    this.#hasBegun = true
    const timestampUs = this.#timeline.advance(packet.timestamp)
    this.#depacketizer?.push(packet, timestampUs, arrivalUs, step.kind !== 'next')
  }

  rtcp(bytes: Buffer): void {
    const report = parseSenderReport(bytes)
    const { kind } = this.#media
    if (!report || !this.#hasBegun || kind === 'other') return
    this.#sink.senderReport({
      kind,
      ntpUs: report.ntpUs,
      rtpTimestampUs: this.#timeline.at(report.rtpTimestamp),
    })
  }
}
