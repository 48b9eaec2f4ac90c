import type { AccessUnit, AudioFormat, SessionEnd, VideoFormat } from '../access-unit.ts'
import { blockOfItsOwn } from '../rtp/arena.ts'
import type { SenderReport } from '../rtp/rtcp.ts'
import { MAX_REDIRECTS, redirected } from './redirect.ts'
import { type Endpoint, type RtspTarget, endpointOf } from './target.ts'
import { systemTimers } from './timers.ts'
import { ephemeralPairs } from './udp/port-pairs.ts'
import { type Surroundings, Visit, type VisitEnd } from './visit.ts'

export type { RtspTarget } from './target.ts'

export interface RtspSessionEvents {
  /**
   * Before the first access unit of its kind, and whenever the parameter sets change. That of audio comes before all
   * video, as soon as it is set up, and need not be followed by any audio.
   */
  format(format: VideoFormat | AudioFormat): void
  accessUnit(unit: AccessUnit): void
  /** `of`: packets since the last loss, those that are missing included. */
  packetsLost(count: number, of: number): void
  /** Once, unless the session was closed by us. */
  end(end: SessionEnd): void
  senderReport?(report: SenderReport): void
  /** What follows comes over another connection: what was said of clocks and formats holds no longer. */
  restart?(): void
}

export interface RtspSession {
  /** Nothing is told after this. */
  close(): void
}

/** Begins at once; whatever goes wrong is told by `end`, never thrown and never before this returns. */
export function openRtspSession(
  camera: RtspTarget,
  events: RtspSessionEvents,
  { timers = systemTimers, openPair = ephemeralPairs, takeBlock = blockOfItsOwn }: Partial<Surroundings> = {},
): RtspSession {
  const outcome = endpointOf(camera)
  if (outcome.ok) {
    const place = { target: camera, endpoint: outcome.endpoint }
    return new CameraSession(place, events, { timers, openPair, takeBlock })
  }
  return { close: timers.after(0, () => events.end(outcome.end)) }
}

interface Place {
  target: RtspTarget
  endpoint: Endpoint
  /** What lost too much by UDP, and is gone back to where TCP is refused. */
  wasLossy?: RtspTarget
  /** TCP was tried in vain. */
  staysOnUdp?: true
}

/** Visits the camera where it is, there where it sends us, and once more where the first way to carry media is mute. */
class CameraSession implements RtspSession {
  readonly #events: RtspSessionEvents
  readonly #with: Surroundings
  #visit: Visit
  #redirects = 0
  #isClosed = false

  constructor(place: Place, events: RtspSessionEvents, surroundings: Surroundings) {
    this.#events = events
    this.#with = surroundings
    this.#visit = this.#begin(place)
  }

  close(): void {
    this.#isClosed = true
    this.#visit.close()
  }

  #begin(place: Place): Visit {
    const { target, endpoint, staysOnUdp } = place
    return new Visit(
      target,
      endpoint,
      {
        format: (format) => this.#events.format(format),
        accessUnit: (unit) => this.#events.accessUnit(unit),
        packetsLost: (count, of) => this.#events.packetsLost(count, of),
        senderReport: (report) => this.#events.senderReport?.(report),
        over: (end) => void this.#goOn(place, end),
      },
      this.#with,
      { mayLeaveUdp: staysOnUdp !== true },
    )
  }

  async #goOn(place: Place, { end, instead, hasPlayed }: VisitEnd): Promise<void> {
    const { endpoint, target, wasLossy } = place
    if (!instead && wasLossy && !hasPlayed)
      return this.#again({ endpoint, target: wasLossy, staysOnUdp: true })
    if (!instead) return this.#events.end(end)
    if (instead.kind === 'overTcp') {
      const next: Place = { endpoint, target: { ...target, transport: 'tcp' } }
      return this.#again(instead.isLossy ? { ...next, wasLossy: target } : next)
    }
    if (++this.#redirects > MAX_REDIRECTS) {
      const detail = `redirected more than ${MAX_REDIRECTS} times`
      return this.#events.end({ reason: 'addressRefused', detail })
    }
    const next = await redirected(place, instead.location)
    if (this.#isClosed) return
    if (next.ok) this.#again(next)
    else this.#events.end(next.end)
  }

  #again(place: Place): void {
    this.#events.restart?.()
    this.#visit = this.#begin(place)
  }
}
