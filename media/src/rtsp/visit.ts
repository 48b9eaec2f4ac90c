import type { AccessUnit, AudioFormat, SessionEnd, VideoFormat } from '../access-unit.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import type { TakeBlock } from '../rtp/arena.ts'
import { type Carrier, InterleavedCarrier } from './carrier.ts'
import { RtspConnection } from './connection.ts'
import { type Described, describe } from './description.ts'
import type { Failure } from './failure.ts'
import { Keepalive } from './keepalive.ts'
import { type Played, play } from './play.ts'
import type { SdpMedia } from './sdp.ts'
import type { Endpoint, RtspTarget } from './target.ts'
import type { Cancel, Timers } from './timers.ts'
import { type ReceiverSink, TrackReceiver } from './track-receiver.ts'
import { UdpCarrier } from './udp/carrier.ts'
import type { OpenPortPair } from './udp/port-pairs.ts'

export interface VisitEvents {
  format(format: VideoFormat | AudioFormat): void
  accessUnit(unit: AccessUnit): void
  packetsLost(count: number, of: number): void
  senderReport(report: SenderReport): void
  /** Once, unless closed by us. */
  over(end: VisitEnd): void
}

export interface VisitEnd {
  end: SessionEnd
  /** What may be tried instead of ending. */
  instead?: { kind: 'elsewhere'; location: string } | { kind: 'overTcp'; isLossy: boolean }
  /** Whether the camera let us have its media. */
  hasPlayed?: boolean
}

/** What a visit needs of this machine. */
export interface Surroundings {
  timers: Timers
  openPair: OpenPortPair
  /** Where pictures are to stand. */
  takeBlock: TakeBlock
}

const WATCH_PERIOD_MS = 250
const STALL_MS = 5000
/** Limit from PLAY to the first packet by UDP; after that the network is taken not to let them through. */
const UDP_SILENCE_MS = 3000
const NO_PICTURE_MS = 60_000
/** Lost part of the packets by UDP: with more in two stretches of ten seconds, TCP is tried. */
const LOSSY_SHARE = 0.02
const LOSS_PERIODS = 10_000 / WATCH_PERIOD_MS
const FEWEST_PACKETS = 100

/** One connection to a camera, from OPTIONS until it ends, for whatever reason. */
export class Visit {
  readonly #target: RtspTarget
  readonly #events: VisitEvents
  readonly #with: Surroundings
  readonly #connection: RtspConnection
  readonly #interleaved: InterleavedCarrier
  readonly #udp: UdpCarrier
  #keepalive: Keepalive | undefined
  #cancelWatch: Cancel | undefined
  #sessionUri: string | undefined
  /** Counted in periods of the watch, so that a step of the machine's clock is no stall. */
  #periodsWithoutRtp = 0
  #periodsWithoutPicture = 0
  #hasMedia = false
  #hasPlayed = false
  readonly #mayLeaveUdp: boolean
  #loss = { periods: 0, lost: 0, of: 0, stretches: 0 }
  #isOver = false

  constructor(
    target: RtspTarget,
    endpoint: Endpoint,
    events: VisitEvents,
    surroundings: Surroundings,
    { mayLeaveUdp }: { mayLeaveUdp: boolean },
  ) {
    this.#target = target
    this.#mayLeaveUdp = mayLeaveUdp
    this.#events = events
    this.#with = surroundings
    const openReceiver = (media: SdpMedia): TrackReceiver => this.#openReceiver(media)
    const { timers, openPair } = surroundings
    const connection = new RtspConnection(
      target,
      endpoint,
      {
        interleaved: (channel, bytes, at, end, arrivalUs) => {
          if (this.#interleaved.receive(channel, bytes, at, end, arrivalUs)) this.#mediaCame()
        },
        sentAway: (location) => this.#sentAway(location),
        end: (end) => this.#finish({ end }),
      },
      timers,
    )
    this.#connection = connection
    this.#interleaved = new InterleavedCarrier(openReceiver)
    this.#udp = new UdpCarrier({
      openReceiver,
      openPair,
      addresses: () => connection.addresses,
      admits: (bytes, arrivalUs) => connection.admits(bytes, arrivalUs),
      onMedia: () => this.#mediaCame(),
      timers,
    })
    void this.#start(endpoint)
  }

  close(): void {
    if (this.#isOver) return
    this.#stop()
    this.#connection.close(this.#sessionUri)
  }

  async #start(endpoint: Endpoint): Promise<void> {
    const described = await describe(this.#connection, endpoint.uri)
    if (!described.ok) return this.#fail(described)
    this.#sessionUri = described.sessionUri
    const played = await play(this.#connection, described, this.#carriers(endpoint), this.#target.replay)
    if (!played.ok) return this.#fail(played)
    if (!this.#isOver) this.#watch(described, played)
  }

  #carriers({ isTls }: Endpoint): Carrier[] {
    const { transport } = this.#target
    if (isTls || transport === 'tcp') return [this.#interleaved]
    return transport === 'udp' ? [this.#udp, this.#interleaved] : [this.#interleaved, this.#udp]
  }

  #openReceiver(media: SdpMedia): TrackReceiver {
    const sink: ReceiverSink = {
      format: (format) => this.#whileOpen(() => this.#events.format(format)),
      accessUnit: (unit) => this.#take(unit),
      unusable: (detail) => this.#finish({ end: { reason: 'unsupportedCodec', detail } }),
      packetsLost: (count, of) => {
        this.#loss.lost += count
        this.#loss.of += of
        this.#whileOpen(() => this.#events.packetsLost(count, of))
      },
      senderReport: (report) => this.#whileOpen(() => this.#events.senderReport(report)),
    }
    const receiver = new TrackReceiver(media, sink, this.#with.takeBlock)
    receiver.begin()
    return receiver
  }

  #watch(described: Described, played: Played): void {
    this.#hasPlayed = true
    this.#periodsWithoutRtp = this.#periodsWithoutPicture = 0
    this.#keepalive = new Keepalive(this.#connection, played, described.methods, this.#with.timers)
    this.#cancelWatch = this.#with.timers.every(WATCH_PERIOD_MS, () => this.#checkProgress(played.carrier))
  }

  #checkProgress(carrier: Carrier): void {
    const silentMs = ++this.#periodsWithoutRtp * WATCH_PERIOD_MS
    const isUdpMute = carrier.kind === 'udp' && !this.#hasMedia && silentMs > UDP_SILENCE_MS
    if (isUdpMute) {
      const end = { reason: 'stalled', detail: `nothing by UDP for ${UDP_SILENCE_MS} ms` } as const
      this.#finish(
        this.#target.transport === 'udp' ? { end, instead: { kind: 'overTcp', isLossy: false } } : { end },
      )
    } else if (carrier.kind === 'udp' && this.#isLossy()) {
      const end = { reason: 'stalled', detail: 'too many packets are lost by UDP' } as const
      this.#finish({ end, instead: { kind: 'overTcp', isLossy: true } })
    } else if (silentMs > STALL_MS) {
      this.#finish({ end: { reason: 'stalled', detail: `no media for ${STALL_MS} ms` } })
    } else if (++this.#periodsWithoutPicture * WATCH_PERIOD_MS > NO_PICTURE_MS) {
      const detail = `media, but no picture to decode for ${NO_PICTURE_MS} ms`
      this.#finish({ end: { reason: 'stalled', detail } })
    }
  }

  /** Asked once each period. */
  #isLossy(): boolean {
    const loss = this.#loss
    if (++loss.periods < LOSS_PERIODS) return false
    const isStretch = loss.of >= FEWEST_PACKETS && loss.lost >= LOSSY_SHARE * loss.of
    this.#loss = { periods: 0, lost: 0, of: 0, stretches: isStretch ? loss.stretches + 1 : 0 }
    return this.#loss.stretches >= 2 && this.#mayLeaveUdp && this.#target.transport === 'udp'
  }

  #mediaCame(): void {
    this.#hasMedia = true
    this.#periodsWithoutRtp = 0
  }

  #take(unit: AccessUnit): void {
    if (unit.kind === 'video') this.#periodsWithoutPicture = 0
    if (!this.#isOver) this.#events.accessUnit(unit)
  }

  /** RFC 2326 section 10.10. */
  #sentAway(location: string | undefined): void {
    if (location !== undefined) {
      const end = { reason: 'addressRefused', detail: 'redirected' } as const
      this.#finish({ end, instead: { kind: 'elsewhere', location } })
    } else this.#finish({ end: { reason: 'closedByCamera', detail: 'the camera asked to be left' } })
  }

  #fail({ end, location }: Failure): void {
    this.#finish(location === undefined ? { end } : { end, instead: { kind: 'elsewhere', location } })
  }

  #whileOpen(tell: () => void): void {
    if (!this.#isOver) tell()
  }

  #finish(end: VisitEnd): void {
    if (this.#isOver) return
    this.#stop()
    this.#connection.close(this.#sessionUri)
    this.#events.over({ ...end, hasPlayed: this.#hasPlayed })
  }

  #stop(): void {
    this.#isOver = true
    this.#cancelWatch?.()
    this.#keepalive?.stop()
    this.#interleaved.close()
    this.#udp.close()
  }
}
