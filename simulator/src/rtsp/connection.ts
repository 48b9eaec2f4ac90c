import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { type Camera, type Device, isReachable } from '../device.ts'
import type { MediaStream } from '../media-stream.ts'
import { type Card, rangeOf } from '../edge/card.ts'
import type { VideoStream } from '../video-stream.ts'
import { type Claim, claim } from './claim.ts'
import { takeSpeech } from './back-channel.ts'
import { AUDIO_TRACK, BACK_CHANNEL, BACK_TRACKS, describe, VIDEO_TRACK } from './description.ts'
import type { DigestGate } from './digest.ts'
import { claimStored, clockOf } from './replay.ts'
import { type Request, RequestReader } from './request.ts'

export const SESSION_TIMEOUT_S = 60

const REASONS = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  454: 'Session Not Found',
  455: 'Method Not Valid in This State',
  461: 'Unsupported Transport',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  551: 'Option not supported',
} as const
type Status = keyof typeof REASONS

const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER, SET_PARAMETER'

export interface Surroundings {
  devices: ReadonlyMap<number, Device>
  gate: DigestGate
  /** Called when a stream has got its first viewer. */
  wake(): void
}

interface Found {
  camera: Camera
  stream: VideoStream
  /** Where the address is one of stored footage. */
  card: Card | undefined
  /** The track that the address names; the picture where it names none. */
  track: string
}

/** One client's RTSP connection, and the one session it may hold. */
export class Connection {
  readonly socket: Socket
  lastHeardMs = Date.now()
  device: Device | undefined
  private readonly around: Surroundings
  private readonly reader = new RequestReader()
  private readonly session = randomBytes(8).toString('hex').toUpperCase()
  /** What the session has, by its track's name. */
  private readonly claims = new Map<string, Claim>()
  /** What is said to the device, by the channel that it comes on. */
  private readonly speech = new Map<number, (packet: Buffer) => void>()
  private pending: Promise<void> = Promise.resolve()

  constructor(socket: Socket, around: Surroundings) {
    this.socket = socket
    this.around = around
    socket.setNoDelay(true)
    socket.on('data', (piece) => this.receive(piece))
    // What broke the connection is of no interest: a client has gone.
    socket.on('error', () => {})
    socket.on('close', () => this.endSession())
  }

  private receive(piece: Buffer) {
    this.lastHeardMs = Date.now()
    for (const incoming of this.reader.push(piece)) {
      if (incoming.kind === 'interleaved') this.speech.get(incoming.channel)?.(incoming.packet)
      if (incoming.kind === 'request') this.pending = this.pending.then(() => this.handle(incoming))
      if (incoming.kind === 'malformed') {
        this.socket.end('RTSP/1.0 400 Bad Request\r\n\r\n')
        this.socket.removeAllListeners('data')
        this.socket.resume()
      }
    }
  }

  private async handle(request: Request): Promise<void> {
    if (request.method === 'OPTIONS') return this.reply(request, 200, [`Public: ${METHODS}`])
    const nowMs = Date.now()
    const authorization = request.headers.get('authorization')
    const verdict = this.around.gate.verify(request.method, request.url, authorization, nowMs)
    if (verdict !== 'accepted') {
      const challenges = this.around.gate.challenges(verdict === 'stale', nowMs)
      return this.reply(
        request,
        401,
        challenges.map((challenge) => `WWW-Authenticate: ${challenge}`),
      )
    }
    const found = this.find(request.url)
    if (found === undefined) return this.reply(request, 404)
    const { device } = found.camera
    this.device = device
    if (!isReachable(device)) {
      this.socket.destroy()
      return undefined
    }
    // Only its radio is awake.
    if (device.state === 'asleep') return this.reply(request, 503, ['Retry-After: 5'])
    if (request.method === 'DESCRIBE') return this.describe(request, found)
    if (request.method === 'SETUP') return this.setUp(request, found)
    return this.control(request)
  }

  private find(url: string): Found | undefined {
    const path =
      /^rtsps?:\/\/[^/]+\/cam\/(\d{1,5})\/(?:(\d{1,3})\/)?(main|sub|stored)\/?(track[0-3])?\/?(?:\?.*)?$/i.exec(
        url,
      )
    const device = this.around.devices.get(Number(path?.[1]))
    const camera = device?.cameras[Number(path?.[2] ?? 1) - 1]
    if (camera === undefined) return undefined
    const card = path?.[3]?.toLowerCase() === 'stored' ? camera.card : undefined
    if (path?.[3]?.toLowerCase() === 'stored' && card === undefined) return undefined
    const stream = path?.[3]?.toLowerCase() === 'sub' ? camera.streams.sub : camera.streams.main
    return { camera, stream, card, track: path?.[4]?.toLowerCase() ?? VIDEO_TRACK }
  }

  private describe(request: Request, { camera, stream, card }: Found) {
    const isRequired = request.headers.get('require') === BACK_CHANNEL
    if (isRequired && camera.loudspeaker === undefined)
      return this.reply(request, 551, [`Unsupported: ${BACK_CHANNEL}`])
    const base = request.url.replace(/\/?$/, '/')
    const headers = [`Content-Base: ${base}`, 'Content-Type: application/sdp']
    const stored = card && rangeOf(card)
    const described = {
      name: camera.device.name,
      codec: card ? ('H264' as const) : stream.settings.codec,
      fps: stream.settings.fps,
      sets: card?.sections.at(-1)?.sets ?? stream.source.parameterSets,
      range: stored ? `clock=${clockOf(stored.fromMs)}-${clockOf(stored.toMs)}` : 'npt=now-',
      sound: card ? undefined : camera.sound?.microphone.codec,
      hasBackChannel: isRequired,
    }
    this.reply(request, 200, headers, describe(described))
  }

  private async setUp(request: Request, { camera, stream, card, track }: Found): Promise<void> {
    if (track in BACK_TRACKS) return this.setUpSpeech(request, camera, track)
    const media: MediaStream | undefined = track === AUDIO_TRACK ? camera.sound : stream
    if (media === undefined) return this.reply(request, 404)
    if (this.claims.has(track)) return this.reply(request, 455)
    const transport = request.headers.get('transport') ?? ''
    const opened = card
      ? claimStored(this.socket, card, transport)
      : await claim(this.socket, media, transport, () => {
          this.lastHeardMs = Date.now()
        })
    if (opened === undefined) return this.reply(request, 461)
    this.claims.set(track, opened)
    if (this.socket.destroyed) return this.endSession()
    return this.reply(request, 200, [
      `Transport: ${opened.transport}`,
      `Session: ${this.session};timeout=${SESSION_TIMEOUT_S}`,
    ])
  }

  private setUpSpeech(request: Request, { loudspeaker }: Camera, track: string): void {
    if (loudspeaker === undefined) return this.reply(request, 404)
    const taken = takeSpeech(track, loudspeaker, request.headers.get('transport') ?? '')
    if (taken === undefined) return this.reply(request, 461)
    this.speech.set(taken.channel, taken.hear)
    this.claims.set(track, {
      transport: taken.transport,
      play: () => ({ sequence: undefined, timestamp: 0 }),
      pause() {},
      close: () => this.speech.delete(taken.channel),
    })
    this.reply(request, 200, [
      `Transport: ${taken.transport}`,
      `Session: ${this.session};timeout=${SESSION_TIMEOUT_S}`,
    ])
  }

  private control(request: Request): void {
    const { method } = request
    if (!METHODS.split(', ').includes(method)) return this.reply(request, 501)
    const { session, claims } = this
    const named = request.headers.get('session')?.split(';')[0]?.trim()
    const isKeepAlive = method === 'GET_PARAMETER' || method === 'SET_PARAMETER'
    if (isKeepAlive && named === undefined) return this.reply(request, 200)
    if (claims.size === 0 || named !== session) return this.reply(request, 454)
    const headers = [`Session: ${session}`]
    if (method === 'PLAY') {
      const url = request.url.replace(/\/?$/, '/').replace(/\/track[0-3]\/$/, '/')
      let played = 'npt=now-'
      const told = [...claims].map(([track, { play }]) => {
        const { sequence, timestamp, range = played } = play(request.headers)
        played = range
        return `url=${url}${track};${sequence === undefined ? '' : `seq=${sequence};`}rtptime=${timestamp}`
      })
      this.around.wake()
      headers.push(`Range: ${played}`, `RTP-Info: ${told.join(',')}`)
    }
    if (method === 'PAUSE') for (const { pause } of claims.values()) pause()
    this.reply(request, 200, headers)
    if (method === 'TEARDOWN') this.endSession()
    return undefined
  }

  private endSession() {
    for (const { close } of this.claims.values()) close()
    this.claims.clear()
  }

  private reply(request: Request, status: Status, headers: readonly string[] = [], body = '') {
    if (this.socket.destroyed) return
    const lines = [
      `RTSP/1.0 ${status} ${REASONS[status]}`,
      `CSeq: ${request.headers.get('cseq')?.slice(0, 20) ?? '0'}`,
      'Server: Vedette Simulator',
      ...headers,
      ...(body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ]
    this.socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}
