import type { Socket } from 'node:net'
import { type Camera, type Device, isReachable } from '../device.ts'
import type { VideoStream } from '../video-stream.ts'
import { describe, TRACK } from './description.ts'
import type { DigestGate } from './digest.ts'
import { type Request, RequestReader } from './request.ts'
import { openSession, type Session } from './session.ts'

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
} as const
type Status = keyof typeof REASONS

const METHODS = 'OPTIONS, DESCRIBE, SETUP, PLAY, PAUSE, TEARDOWN, GET_PARAMETER, SET_PARAMETER'

export interface Surroundings {
  devices: ReadonlyMap<number, Device>
  gate: DigestGate
  /** Called when a stream has got its first viewer. */
  wake(): void
}

/** One client's RTSP connection, and the one session it may hold. */
export class Connection {
  readonly socket: Socket
  lastHeardMs = Date.now()
  device: Device | undefined
  private readonly around: Surroundings
  private readonly reader = new RequestReader()
  private session: Session | undefined
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
    if (request.method === 'DESCRIBE') return this.describe(request, found.camera, found.stream)
    if (request.method === 'SETUP') return this.setUp(request, found.stream)
    return this.control(request)
  }

  private find(url: string): { camera: Camera; stream: VideoStream } | undefined {
    const path =
      /^rtsps?:\/\/[^/]+\/cam\/(\d{1,5})\/(?:(\d{1,3})\/)?(main|sub)\/?(?:track0)?\/?(?:\?.*)?$/i.exec(url)
    const device = this.around.devices.get(Number(path?.[1]))
    const camera = device?.cameras[Number(path?.[2] ?? 1) - 1]
    if (camera === undefined) return undefined
    return { camera, stream: path?.[3]?.toLowerCase() === 'sub' ? camera.streams.sub : camera.streams.main }
  }

  private describe(request: Request, camera: Camera, stream: VideoStream) {
    const base = request.url.replace(/\/?$/, '/')
    const headers = [`Content-Base: ${base}`, 'Content-Type: application/sdp']
    this.reply(
      request,
      200,
      headers,
      describe(camera.device.name, stream.settings.fps, stream.source.parameterSets),
    )
  }

  private async setUp(request: Request, stream: VideoStream): Promise<void> {
    if (this.session !== undefined) return this.reply(request, 455)
    const opened = await openSession(this.socket, stream, request.headers.get('transport') ?? '', () => {
      this.lastHeardMs = Date.now()
    })
    if (opened === undefined) return this.reply(request, 461)
    this.session = opened
    if (this.socket.destroyed) return this.endSession()
    return this.reply(request, 200, [
      `Transport: ${opened.transport}`,
      `Session: ${opened.id};timeout=${SESSION_TIMEOUT_S}`,
    ])
  }

  private control(request: Request): void {
    const { method } = request
    if (!METHODS.split(', ').includes(method)) return this.reply(request, 501)
    const { session } = this
    const named = request.headers.get('session')?.split(';')[0]?.trim()
    const isKeepAlive = method === 'GET_PARAMETER' || method === 'SET_PARAMETER'
    if (isKeepAlive && named === undefined) return this.reply(request, 200)
    if (session === undefined || named !== session.id) return this.reply(request, 454)
    const headers = [`Session: ${session.id}`]
    if (method === 'PLAY') {
      const { sequence, timestamp } = session.play()
      this.around.wake()
      const url = request.url.replace(/\/?$/, '/').replace(`/${TRACK}/`, '/')
      headers.push(
        'Range: npt=now-',
        `RTP-Info: url=${url}${TRACK};${sequence === undefined ? '' : `seq=${sequence};`}rtptime=${timestamp}`,
      )
    }
    if (method === 'PAUSE') session.pause()
    this.reply(request, 200, headers)
    if (method === 'TEARDOWN') this.endSession()
    return undefined
  }

  private endSession() {
    this.session?.close()
    this.session = undefined
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
