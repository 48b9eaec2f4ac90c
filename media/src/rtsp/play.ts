import type { SessionEnd } from '../access-unit.ts'
import { type RtspConnection, type RtspResponse, endOf } from './connection.ts'
import { controlUri } from './control-uri.ts'
import type { Described } from './describe.ts'
import { header, printable } from './message.ts'
import type { SdpMedia } from './sdp.ts'
import { chooseTracks } from './tracks.ts'

export interface Played {
  ok: true
  /** What keepalive and TEARDOWN name. */
  uri: string
  /** After so long without a request the camera drops the session. */
  timeoutSeconds: number
}

type Channels = (channel: number, media: SdpMedia) => void

const DEFAULT_TIMEOUT_SECONDS = 60

/** SETUP of each chosen track over the connection itself, then PLAY; tells which channel carries which track. */
export async function play(
  connection: RtspConnection,
  described: Described,
  assign: Channels,
): Promise<Played | { ok: false; end: SessionEnd }> {
  const { video, audio } = chooseTracks(described.media)
  if (!video) return { ok: false, end: { reason: 'unsupportedCodec', detail: offered(described.media) } }
  const ofVideo = await setUp(connection, described, video, 0, assign)
  if (!ofVideo.ok) return ofVideo
  let timeoutSeconds = ofVideo.timeoutSeconds
  if (audio) {
    // A camera that refuses its sound still has a picture.
    const ofAudio = await setUp(connection, described, audio, 2, assign)
    if (ofAudio.ok) timeoutSeconds = Math.min(timeoutSeconds, ofAudio.timeoutSeconds)
  }
  const uri = described.sessionUri
  const reply = await connection.request('PLAY', uri, { Range: 'npt=0.000-' })
  if (!reply.ok) return reply
  const refused = endOf('PLAY', reply.response)
  return refused ? { ok: false, end: refused } : { ok: true, uri, timeoutSeconds }
}

function offered(media: SdpMedia[]): string {
  const videos = media.filter((one) => one.kind === 'video').map((one) => printable(one.codec))
  return videos.length === 0
    ? 'the camera offers no video'
    : `the camera offers video as ${videos.join(', ')} alone`
}

async function setUp(
  connection: RtspConnection,
  described: Described,
  media: SdpMedia,
  channel: number,
  assign: Channels,
): Promise<{ ok: true; timeoutSeconds: number } | { ok: false; end: SessionEnd }> {
  const uri = controlUri(described.base, media.control)
  const transport = `RTP/AVP/TCP;unicast;interleaved=${channel}-${channel + 1}`
  const reply = await connection.request('SETUP', uri, { Transport: transport })
  if (!reply.ok) return reply
  const { response } = reply
  const refused = endOf('SETUP', response)
  if (refused) return { ok: false, end: refused }
  const session = sessionOf(response)
  if (!session)
    return { ok: false, end: { reason: 'protocol', detail: 'SETUP was answered without a session' } }
  connection.sessionId = session.id
  assign(channelOf(response) ?? channel, media)
  return { ok: true, timeoutSeconds: session.timeoutSeconds }
}

/** RFC 2326 section 12.37: `Session: <id>;timeout=<seconds>`. */
function sessionOf(response: RtspResponse): { id: string; timeoutSeconds: number } | undefined {
  const value = header(response, 'session') ?? ''
  const id = /^[\x21-\x3a\x3c-\x7e]{1,256}/.exec(value)?.[0]
  const timeout = Number(/;\s*timeout\s*=\s*"?(\d{1,6})/i.exec(value)?.[1] ?? DEFAULT_TIMEOUT_SECONDS)
  return id === undefined ? undefined : { id, timeoutSeconds: timeout || DEFAULT_TIMEOUT_SECONDS }
}

function channelOf(response: RtspResponse): number | undefined {
  const match = /;\s*interleaved\s*=\s*(\d{1,3})/i.exec(header(response, 'transport') ?? '')
  const channel = Number(match?.[1] ?? NaN)
  return channel <= 255 ? channel : undefined
}
