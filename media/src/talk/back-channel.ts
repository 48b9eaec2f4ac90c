/** The way back to a camera's loudspeaker: ONVIF Streaming Specification section 5.3, "Back channel connection". */
import type { SessionEnd } from '../access-unit.ts'
import { RtspConnection } from '../rtsp/connection.ts'
import { controlUri } from '../rtsp/control-uri.ts'
import { type Described, describe } from '../rtsp/description.ts'
import { type Failure, failureOf } from '../rtsp/failure.ts'
import { Keepalive } from '../rtsp/keepalive.ts'
import { header } from '../rtsp/message.ts'
import { sessionOf } from '../rtsp/play.ts'
import { type RtspTarget, endpointOf } from '../rtsp/target.ts'
import { type Timers, systemTimers } from '../rtsp/timers.ts'
import { type BackTrack, chooseBackTrack, type SpeechFormat } from './speech-format.ts'
import { MAX_SPEECH_BYTES, SpeechPackets } from './speech-packets.ts'

const REQUIRE = { Require: 'www.onvif.org/ver20/backchannel' }
const NO_LOUDSPEAKER: SessionEnd = {
  reason: 'unsupportedCodec',
  detail: 'the camera offers no back channel that is carried',
}

export interface BackChannelEvents {
  /** What it wants to hear; may be said from now on. */
  open(format: SpeechFormat): void
  /** Once, unless closed by us. */
  end(end: SessionEnd): void
}

export type BackChannelOutcome = { ok: true; format: SpeechFormat } | { ok: false; end: SessionEnd }

/** Begins at once; whatever goes wrong is told by `end`, never thrown. */
export class BackChannel {
  readonly #events: BackChannelEvents
  readonly #timers: Timers
  #connection: RtspConnection | undefined
  #sessionUri: string | undefined
  #keepalive: Keepalive | undefined
  #packets: SpeechPackets | undefined
  #channel = 0
  #isOver = false

  constructor(target: RtspTarget, events: BackChannelEvents, timers: Timers = systemTimers) {
    this.#events = events
    this.#timers = timers
    const outcome = endpointOf(target)
    if (outcome.ok) {
      const on = {
        interleaved() {},
        sentAway: () => this.#sentAway(),
        end: (end: SessionEnd) => this.#fail(end),
      }
      this.#connection = new RtspConnection(target, outcome.endpoint, on, timers)
      void this.#start(this.#connection, outcome.endpoint.uri)
    } else timers.after(0, () => this.#fail(outcome.end))
  }

  /** G.711 samples or one AAC frame; what comes before `open`, or is longer than a packet, is dropped. */
  say(sound: Uint8Array): void {
    if (this.#isOver || !this.#packets || sound.length === 0 || sound.length > MAX_SPEECH_BYTES) return
    this.#connection?.sendPacket(this.#channel, this.#packets.packet(sound))
  }

  close(): void {
    if (this.#isOver) return
    this.#stop()
  }

  async #start(connection: RtspConnection, uri: string): Promise<void> {
    const described = await describe(connection, uri, REQUIRE)
    if (!described.ok) return this.#fail(withoutBackChannel(described) ?? described.end)
    const track = chooseBackTrack(described.media)
    if (!track) return this.#fail(NO_LOUDSPEAKER)
    this.#sessionUri = described.sessionUri
    const failure = await this.#play(connection, described, track)
    if (failure) return this.#fail(failure.end)
    if (this.#isOver) return
    const { codec, sampleRate } = track
    this.#packets = new SpeechPackets(track)
    this.#events.open({ codec, sampleRate })
  }

  async #play(
    connection: RtspConnection,
    described: Described,
    track: BackTrack,
  ): Promise<Failure | undefined> {
    const uri = controlUri(described.base, track.media.control)
    const Transport = 'RTP/AVP/TCP;unicast;interleaved=0-1'
    const setUp = await connection.request('SETUP', uri, { Transport, ...REQUIRE })
    if (!setUp.ok) return setUp
    const refused = failureOf('SETUP', setUp.response)
    if (refused) return refused
    const session = sessionOf(setUp.response)
    if (!session) return protocol('SETUP was answered without a session')
    connection.sessionId = session.id
    this.#channel = channelOf(header(setUp.response, 'transport') ?? '')
    const played = await connection.request('PLAY', described.sessionUri, { Range: 'npt=0.000-', ...REQUIRE })
    if (!played.ok) return played
    const failure = failureOf('PLAY', played.response)
    if (failure || this.#isOver) return failure
    const { timeoutSeconds } = session
    const place = { uri: described.sessionUri, timeoutSeconds }
    this.#keepalive = new Keepalive(connection, place, described.methods, this.#timers)
    return undefined
  }

  #sentAway(): void {
    this.#fail({ reason: 'closedByCamera', detail: 'the camera asked to be left' })
  }

  #fail(end: SessionEnd): void {
    if (this.#isOver) return
    this.#stop()
    this.#events.end(end)
  }

  #stop(): void {
    this.#isOver = true
    this.#keepalive?.stop()
    this.#connection?.close(this.#sessionUri)
  }
}

/** What a camera would be spoken to in, without speaking. */
export async function askBackChannel(
  target: RtspTarget,
  timers: Timers = systemTimers,
): Promise<BackChannelOutcome> {
  const outcome = endpointOf(target)
  if (!outcome.ok) return outcome
  const silent = { interleaved() {}, sentAway() {}, end() {} }
  const connection = new RtspConnection(target, outcome.endpoint, silent, timers)
  const described = await describe(connection, outcome.endpoint.uri, REQUIRE)
  connection.close()
  if (!described.ok) return { ok: false, end: withoutBackChannel(described) ?? described.end }
  const track = chooseBackTrack(described.media)
  if (!track) return { ok: false, end: NO_LOUDSPEAKER }
  return { ok: true, format: { codec: track.codec, sampleRate: track.sampleRate } }
}

/** 551 Option not supported (RFC 2326 section 11.3.14): a camera that has no loudspeaker. */
const withoutBackChannel = ({ end }: Failure): SessionEnd | undefined =>
  / answered 551\b/.test(end.detail) ? NO_LOUDSPEAKER : undefined

const channelOf = (transport: string): number => {
  const named = Number(/;\s*interleaved\s*=\s*(\d{1,3})/i.exec(transport)?.[1] ?? 0)
  return named <= 255 ? named : 0
}

const protocol = (detail: string): Failure => ({ ok: false, end: { reason: 'protocol', detail } })
