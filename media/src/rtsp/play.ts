import type { SessionEnd } from '../access-unit.ts'
import type { Carrier } from './carrier.ts'
import type { RtspConnection } from './connection.ts'
import { controlUri } from './control-uri.ts'
import type { Described } from './description.ts'
import { type Failure, failureOf } from './failure.ts'
import { header, printable, type RtspResponse } from './message.ts'
import type { SdpMedia } from './sdp.ts'
import type { RtspTarget } from './target.ts'
import { chooseTracks } from './tracks.ts'

export interface Played {
  ok: true
  /** What keepalive and TEARDOWN name. */
  uri: string
  /** The camera drops the session after so long without a request. */
  timeoutSeconds: number
  /** How the media come. */
  carrier: Carrier
}

const DEFAULT_TIMEOUT_SECONDS = 60

/** SETUP of each chosen track by the first carrier that the camera takes, then PLAY. */
export async function play(
  connection: RtspConnection,
  described: Described,
  carriers: Carrier[],
  replay?: RtspTarget['replay'],
): Promise<Played | Failure> {
  const { video, audio } = chooseTracks(described.media)
  if (!video) return { ok: false, end: nothingToPlay(described.media) }
  let ofVideo: SetUp | Failure = NO_CARRIER
  const required = replay ? REPLAY_REQUIRED : {}
  for (const carrier of carriers) {
    ofVideo = await setUp(connection, described, { media: video, track: 0, carrier, required })
    if (ofVideo.ok || !ofVideo.isTransportRefused) break
  }
  if (!ofVideo.ok) return ofVideo
  const { carrier } = ofVideo
  let { timeoutSeconds } = ofVideo
  if (audio && !replay) {
    // A camera that refuses its sound still has a picture.
    const ofAudio = await setUp(connection, described, { media: audio, track: 1, carrier, required })
    if (ofAudio.ok) timeoutSeconds = Math.min(timeoutSeconds, ofAudio.timeoutSeconds)
  }
  const uri = described.sessionUri
  const reply = await connection.request(
    'PLAY',
    uri,
    replay ? replayHeaders(replay) : { Range: 'npt=0.000-' },
  )
  if (!reply.ok) return reply
  return failureOf('PLAY', reply.response) ?? { ok: true, uri, timeoutSeconds, carrier }
}

function nothingToPlay(media: SdpMedia[]): SessionEnd {
  const videos = media.filter((one) => one.kind === 'video').map((one) => printable(one.codec))
  return videos.length === 0
    ? { reason: 'noVideo', detail: 'the camera offers no video' }
    : { reason: 'unsupportedCodec', detail: `the camera offers video as ${videos.join(', ')} alone` }
}

const REPLAY_REQUIRED = { Require: 'onvif-replay' }

/** As fast as it was taken: neither the device nor the disk is to hurry. */
const replayHeaders = ({ fromMs, toMs }: NonNullable<RtspTarget['replay']>): Record<string, string> => ({
  ...REPLAY_REQUIRED,
  Range: `clock=${clockOf(fromMs)}-${clockOf(toMs)}`,
  'Rate-Control': 'yes',
})

/** `20261126T162317.040Z`: RFC 2326 section 3.7. */
const clockOf = (ms: number): string => new Date(ms).toISOString().replaceAll(/[-:]/g, '')

interface Wish {
  media: SdpMedia
  track: number
  carrier: Carrier
  required: Record<string, string>
}

interface SetUp {
  ok: true
  timeoutSeconds: number
  carrier: Carrier
}

const NO_CARRIER: Failure = {
  ok: false,
  end: { reason: 'protocol', detail: 'no free UDP port to receive on' },
  isTransportRefused: true,
}

async function setUp(
  connection: RtspConnection,
  described: Described,
  { media, track, carrier, required }: Wish,
): Promise<SetUp | Failure> {
  const uri = controlUri(described.base, media.control)
  const transport = await carrier.offer(track)
  if (transport === undefined) return NO_CARRIER
  const reply = await connection.request('SETUP', uri, { Transport: transport, ...required })
  if (!reply.ok) return reply
  const { response } = reply
  const refused = failureOf('SETUP', response)
  if (refused) return refused
  const session = sessionOf(response)
  if (!session)
    return { ok: false, end: { reason: 'protocol', detail: 'SETUP was answered without a session' } }
  connection.sessionId = session.id
  carrier.accept(track, header(response, 'transport') ?? '', media)
  return { ok: true, timeoutSeconds: session.timeoutSeconds, carrier }
}

/** RFC 2326 section 12.37: `Session: <id>;timeout=<seconds>`. */
export function sessionOf(response: RtspResponse): { id: string; timeoutSeconds: number } | undefined {
  const value = header(response, 'session') ?? ''
  const id = /^[\x21-\x3a\x3c-\x7e]{1,256}/.exec(value)?.[0]
  const timeout = Number(/;\s*timeout\s*=\s*"?(\d{1,6})/i.exec(value)?.[1] ?? DEFAULT_TIMEOUT_SECONDS)
  return id === undefined ? undefined : { id, timeoutSeconds: timeout || DEFAULT_TIMEOUT_SECONDS }
}
