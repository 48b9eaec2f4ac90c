import type { SessionEnd } from '../access-unit.ts'
import { RtspConnection } from './connection.ts'
import { type DescribeOutcome, describe } from './description.ts'
import { printable } from './message.ts'
import { MAX_REDIRECTS, redirected } from './redirect.ts'
import type { SdpMedia } from './sdp.ts'
import { type Endpoint, type RtspTarget, endpointOf } from './target.ts'
import { type Timers, systemTimers } from './timers.ts'
import { chooseTracks, pictureSizeOf } from './tracks.ts'

export interface TrackSummary {
  kind: SdpMedia['kind']
  codec: string
  clockRate: number
  channels: number
  /** The picture's size; 0 where the session description does not say, and for sound. */
  width: number
  height: number
  /** Whether a session would carry it. */
  isChosen: boolean
}

export type ProbeOutcome =
  | { ok: true; tracks: TrackSummary[]; server?: string }
  | { ok: false; end: SessionEnd }

/** What a camera offers, without playing it; there where it redirects to, as in a session. */
export async function describeRtsp(
  target: RtspTarget,
  timeoutMs: number,
  timers: Timers = systemTimers,
): Promise<ProbeOutcome> {
  const outcome = endpointOf(target)
  if (!outcome.ok) return outcome
  let place = { target, endpoint: outcome.endpoint }
  for (let redirects = 0; ; redirects++) {
    const described = await describeOnce(place, timeoutMs, timers)
    if (described.ok) return summaryOf(described)
    const { end, location } = described
    if (location === undefined || redirects === MAX_REDIRECTS) return { ok: false, end }
    const next = await redirected(place, location)
    if (!next.ok) return next
    place = next
  }
}

async function describeOnce(
  { target, endpoint }: { target: RtspTarget; endpoint: Endpoint },
  timeoutMs: number,
  timers: Timers,
): Promise<DescribeOutcome> {
  const connection = new RtspConnection(
    target,
    endpoint,
    { interleaved() {}, sentAway() {}, end() {} },
    timers,
  )
  const cancel = timers.after(timeoutMs, () =>
    connection.fail({ reason: 'unreachable', detail: `no description within ${timeoutMs} ms` }),
  )
  const described = await describe(connection, endpoint.uri)
  cancel()
  connection.close()
  return described
}

function summaryOf({ media, server }: Extract<DescribeOutcome, { ok: true }>): ProbeOutcome {
  const chosen = chooseTracks(media)
  const tracks = media.map((one) => {
    const { width, height } = pictureSizeOf(one) ?? { width: 0, height: 0 }
    return {
      kind: one.kind,
      codec: printable(one.codec),
      clockRate: one.clockRate,
      channels: one.channels,
      width,
      height,
      isChosen: one === chosen.video || one === chosen.audio,
    }
  })
  return { ok: true, tracks, ...(server === undefined ? {} : { server }) }
}
