import type { AccessUnit, AudioFormat, SessionEnd, VideoFormat } from '../access-unit.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { RtspConnection } from './connection.ts'
import { type Described, describe } from './describe.ts'
import { Keepalive } from './keepalive.ts'
import { type Played, play } from './play.ts'
import { type Endpoint, type RtspTarget, endpointOf } from './target.ts'
import { type Cancel, type Timers, systemTimers } from './timers.ts'
import { TrackReceiver } from './track-receiver.ts'

export type { RtspTarget } from './target.ts'

export interface RtspSessionEvents {
  /**
   * Before the first access unit of its kind, and whenever the parameter sets change. That of audio comes before all
   * video, as soon as it is set up, and need not be followed by any audio.
   */
  format(format: VideoFormat | AudioFormat): void
  accessUnit(unit: AccessUnit): void
  packetsLost(count: number): void
  /** Once, unless the session was closed by us. */
  end(end: SessionEnd): void
  senderReport?(report: SenderReport): void
}

export interface RtspSession {
  /** Nothing is told after this. */
  close(): void
}

const WATCH_PERIOD_MS = 250
const STALL_MS = 5000
const NO_PICTURE_MS = 60_000

/** Begins at once; whatever goes wrong is told by `end`, never thrown and never before this returns. */
export function openRtspSession(
  camera: RtspTarget,
  events: RtspSessionEvents,
  timers: Timers = systemTimers,
): RtspSession {
  const outcome = endpointOf(camera)
  if (outcome.ok) return new LiveSession(camera, outcome.endpoint, events, timers)
  return { close: timers.after(0, () => events.end(outcome.end)) }
}

class LiveSession implements RtspSession {
  readonly #events: RtspSessionEvents
  readonly #timers: Timers
  readonly #connection: RtspConnection
  readonly #receivers = new Map<number, TrackReceiver>()
  #keepalive: Keepalive | undefined
  #cancelWatch: Cancel | undefined
  #sessionUri: string | undefined
  /** Counted in periods of the watch, so that a step of the machine's clock is no stall. */
  #periodsWithoutRtp = 0
  #periodsWithoutPicture = 0
  #isOver = false

  constructor(camera: RtspTarget, endpoint: Endpoint, events: RtspSessionEvents, timers: Timers) {
    this.#events = events
    this.#timers = timers
    this.#connection = new RtspConnection(
      camera,
      endpoint,
      {
        interleaved: (channel, payload, arrivalUs) => this.#receive(channel, payload, arrivalUs),
        end: (end) => this.#finish(end),
      },
      timers,
    )
    void this.#start(endpoint.uri)
  }

  close(): void {
    if (this.#isOver) return
    this.#stop()
    this.#connection.close(this.#sessionUri)
  }

  async #start(uri: string): Promise<void> {
    const described = await describe(this.#connection, uri)
    if (!described.ok) return this.#finish(described.end)
    this.#sessionUri = described.sessionUri
    const played = await play(this.#connection, described, (channel, media) => {
      // A camera that names one channel for both tracks: the video, set up first, keeps it.
      if (this.#receivers.has(channel)) return
      const receiver = new TrackReceiver(media, {
        format: (format) => this.#whileOpen(() => this.#events.format(format)),
        accessUnit: (unit) => this.#take(unit),
        unusable: (detail) => this.#finish({ reason: 'unsupportedCodec', detail }),
        packetsLost: (count) => this.#whileOpen(() => this.#events.packetsLost(count)),
        senderReport: (report) => this.#whileOpen(() => this.#events.senderReport?.(report)),
      })
      this.#receivers.set(channel, receiver)
      receiver.begin()
    })
    if (!played.ok) return this.#finish(played.end)
    if (!this.#isOver) this.#watch(described, played)
  }

  #watch(described: Described, played: Played): void {
    this.#periodsWithoutRtp = this.#periodsWithoutPicture = 0
    this.#keepalive = new Keepalive(this.#connection, played, described.methods, this.#timers)
    this.#cancelWatch = this.#timers.every(WATCH_PERIOD_MS, () => this.#checkProgress())
  }

  #checkProgress(): void {
    if (++this.#periodsWithoutRtp * WATCH_PERIOD_MS > STALL_MS) {
      this.#finish({ reason: 'stalled', detail: `no media for ${STALL_MS} ms` })
    } else if (++this.#periodsWithoutPicture * WATCH_PERIOD_MS > NO_PICTURE_MS) {
      this.#finish({
        reason: 'stalled',
        detail: `media, but no picture to decode for ${NO_PICTURE_MS} ms`,
      })
    }
  }

  /** Odd channels carry RTCP by what was agreed in SETUP. */
  #receive(channel: number, payload: Buffer, arrivalUs: number): void {
    const ofRtp = this.#receivers.get(channel)
    if (ofRtp) {
      this.#periodsWithoutRtp = 0
      ofRtp.rtp(payload, arrivalUs)
    } else this.#receivers.get(channel - 1)?.rtcp(payload)
  }

  #take(unit: AccessUnit): void {
    if (unit.kind === 'video') this.#periodsWithoutPicture = 0
    this.#whileOpen(() => this.#events.accessUnit(unit))
  }

  #whileOpen(tell: () => void): void {
    if (!this.#isOver) tell()
  }

  #finish(end: SessionEnd): void {
    if (this.#isOver) return
    this.#stop()
    this.#connection.close(this.#sessionUri)
    this.#events.end(end)
  }

  #stop(): void {
    this.#isOver = true
    this.#cancelWatch?.()
    this.#keepalive?.stop()
  }
}
