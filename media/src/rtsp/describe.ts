import type { SessionEnd } from '../access-unit.ts'
import { RtspConnection, endOf } from './connection.ts'
import { baseUri, controlUri } from './control-uri.ts'
import { header, printable } from './message.ts'
import { type SdpMedia, MAX_SDP_BYTES, parseSdp } from './sdp.ts'
import { type RtspTarget, endpointOf } from './target.ts'
import { type Timers, systemTimers } from './timers.ts'
import { chooseTracks } from './tracks.ts'

export interface Described {
  ok: true
  /** What relative controls are appended to. */
  base: string
  /** Of the session as a whole: what PLAY and TEARDOWN name. */
  sessionUri: string
  media: SdpMedia[]
  /** From the answer to OPTIONS; empty where the camera did not say. */
  methods: Set<string>
  server?: string
}

export type DescribeOutcome = Described | { ok: false; end: SessionEnd }

/** OPTIONS and DESCRIBE. */
export async function describe(connection: RtspConnection, uri: string): Promise<DescribeOutcome> {
  const options = await connection.request('OPTIONS', uri)
  if (!options.ok) return options
  const reply = await connection.request('DESCRIBE', uri, { Accept: 'application/sdp' })
  if (!reply.ok) return reply
  const { response } = reply
  const refused = endOf('DESCRIBE', response)
  if (refused) return { ok: false, end: refused }
  const sdp =
    response.body.length > MAX_SDP_BYTES
      ? { ok: false as const, detail: `session description of ${response.body.length} bytes` }
      : parseSdp(response.body.toString('utf8'))
  if (!sdp.ok) return { ok: false, end: { reason: 'protocol', detail: sdp.detail } }
  const base = baseUri(uri, header(response, 'content-base'), header(response, 'content-location'))
  const server = header(response, 'server') ?? header(options.response, 'server')
  const methods = (header(options.response, 'public') ?? '').toUpperCase().split(/[\s,]+/)
  return {
    ok: true,
    base,
    sessionUri: controlUri(base, sdp.description.control),
    media: sdp.description.media,
    methods: new Set(methods.filter((method) => method !== '')),
    ...(server === undefined ? {} : { server: printable(server) }),
  }
}

export interface TrackSummary {
  kind: SdpMedia['kind']
  codec: string
  clockRate: number
  channels: number
  /** Whether a session would carry it. */
  isChosen: boolean
}

export type ProbeOutcome =
  | { ok: true; tracks: TrackSummary[]; server?: string }
  | { ok: false; end: SessionEnd }

/** What a camera offers, without playing it. */
export async function describeRtsp(
  target: RtspTarget,
  timeoutMs: number,
  timers: Timers = systemTimers,
): Promise<ProbeOutcome> {
  const outcome = endpointOf(target)
  if (!outcome.ok) return outcome
  const { endpoint } = outcome
  const connection = new RtspConnection(target, endpoint, { interleaved() {}, end() {} }, timers)
  const cancel = timers.after(timeoutMs, () =>
    connection.fail({ reason: 'unreachable', detail: `no description within ${timeoutMs} ms` }),
  )
  const described = await describe(connection, endpoint.uri)
  cancel()
  connection.close()
  if (!described.ok) return described
  const { media, server } = described
  const chosen = chooseTracks(media)
  const tracks = media.map((one) => ({
    kind: one.kind,
    codec: printable(one.codec),
    clockRate: one.clockRate,
    channels: one.channels,
    isChosen: one === chosen.video || one === chosen.audio,
  }))
  return { ok: true, tracks, ...(server === undefined ? {} : { server }) }
}
