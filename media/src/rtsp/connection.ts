import { type Socket, connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'

import type { SessionEnd } from '../access-unit.ts'
import { Authorizer, type Credentials, chooseScheme, isStale, nonceOf } from './auth.ts'
import type { Failure } from './failure.ts'
import { type RtspMessage, header, printable, type RtspResponse } from './message.ts'
import { type Endpoint, isDistrusted, type RtspTarget } from './target.ts'
import type { Cancel, Timers } from './timers.ts'
import { TrafficLimit } from './traffic-limit.ts'
import { WireReader } from './wire-reader.ts'

export type Reply = { ok: true; response: RtspResponse } | Failure

export interface ConnectionEvents {
  /** A packet stands in `bytes` from `at` to `end`, where others were received as well: copy what is kept. */
  interleaved(channel: number, bytes: Buffer, at: number, end: number, arrivalUs: number): void
  /** The camera asks to be left for another address, or just left. */
  sentAway(location: string | undefined): void
  /** Once, unless closed by us; requests under way are answered with the same end first. */
  end(end: SessionEnd): void
}

interface Pending {
  answer(reply: Reply): void
  cancelTimeout: Cancel
}

const REQUEST_TIMEOUT_MS = 5000
const CLOSE_TIMEOUT_MS = 1000
const MAX_LOGINS_PER_REQUEST = 3
/** A peer that sends requests and reads no answers ends here. */
const MAX_UNSENT_BYTES = 256 << 10
/** Two seconds of what is said to a camera: later it would be of no use. */
const MAX_UNHEARD_BYTES = 16 << 10
/** RFC 2326 section 10.12. */
const DOLLAR = 0x24

/** Where every plain connection of the process receives: what it brought is taken before another reads. A key frame takes few reads. */
const RECEIVED = Buffer.allocUnsafeSlow(256 << 10)

/** Requests and interleaved frames over one TCP or TLS connection; logs in when it is asked to. */
export class RtspConnection {
  readonly #target: RtspTarget
  readonly #endpoint: Endpoint
  readonly #events: ConnectionEvents
  readonly #timers: Timers
  readonly #socket: Socket
  readonly #reader: WireReader
  readonly #traffic = new TrafficLimit()
  readonly #pending = new Map<number, Pending>()
  readonly #cancelConnectTimeout: Cancel
  #authorizer: Authorizer | undefined
  #sequence = 0
  #arrivalUs = 0
  #isOver = false
  /** Set by the first SETUP; stands in every request. */
  sessionId: string | undefined

  constructor(target: RtspTarget, endpoint: Endpoint, events: ConnectionEvents, timers: Timers) {
    this.#target = target
    this.#endpoint = endpoint
    this.#events = events
    this.#timers = timers
    this.#reader = new WireReader({
      frame: (channel, bytes, at, end) => {
        if (this.admits(end - at, this.#arrivalUs))
          this.#events.interleaved(channel, bytes, at, end, this.#arrivalUs)
      },
      message: (message) => {
        if (this.admits(message.body.length, this.#arrivalUs)) this.#take(message)
      },
      broken: (detail) => this.fail({ reason: 'protocol', detail }),
    })
    this.#cancelConnectTimeout = timers.after(REQUEST_TIMEOUT_MS, () =>
      this.fail({ reason: 'unreachable', detail: `no connection within ${REQUEST_TIMEOUT_MS} ms` }),
    )
    this.#socket = this.#dial()
  }

  #dial(): Socket {
    const { dialHost: host, port, isTls, serverName } = this.#endpoint
    const take = (chunk: Uint8Array): void => {
      this.#arrivalUs = this.#timers.nowUs()
      this.#reader.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    }
    const callback = (bytes: number, buffer: Uint8Array): boolean => {
      take(buffer.subarray(0, bytes))
      return true
    }
    const socket = isTls
      ? connectTls({
          host,
          port,
          rejectUnauthorized: this.#target.tls === 'verify',
          ...(serverName === undefined ? {} : { servername: serverName }),
        })
      : connectTcp({ host, port, onread: { buffer: RECEIVED, callback } })
    if (isTls) socket.on('data', take)
    let isConnected = false
    socket.setNoDelay(true)
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      isConnected = true
      this.#cancelConnectTimeout()
    })
    const reason = (): SessionEnd['reason'] => {
      if (isDistrusted(socket, this.#target.tls)) return 'certificate'
      return isConnected ? 'closedByCamera' : 'unreachable'
    }
    socket.on('error', (error: NodeJS.ErrnoException) =>
      this.fail({ reason: reason(), detail: `connection failed: ${error.code ?? printable(error.message)}` }),
    )
    socket.on('close', () => this.fail({ reason: reason(), detail: 'the camera closed the connection' }))
    return socket
  }

  /** Resolves with the answer whatever its status, but for 401, which is tried with credentials. */
  async request(method: string, uri: string, headers: Record<string, string> = {}): Promise<Reply> {
    let isFreshLogin = false
    for (let attempt = 0; attempt < MAX_LOGINS_PER_REQUEST; attempt++) {
      const reply = await this.#requestOnce(method, uri, headers)
      if (!reply.ok || reply.response.start.status !== 401) return reply
      const refusal = this.#logIn(reply.response, isFreshLogin)
      if (refusal !== undefined) return { ok: false, end: { reason: 'credentials', detail: refusal } }
      isFreshLogin = true
    }
    return { ok: false, end: { reason: 'credentials', detail: `${method} was refused again and again` } }
  }

  #requestOnce(method: string, uri: string, headers: Record<string, string>): Promise<Reply> {
    return new Promise((answer) => {
      if (this.#isOver) {
        answer({ ok: false, end: { reason: 'closedByCamera', detail: 'the connection is over' } })
        return
      }
      if (/[^\x21-\x7e]/.test(uri)) {
        answer({ ok: false, end: { reason: 'protocol', detail: `not an address: ${printable(uri)}` } })
        return
      }
      const sequence = this.#send(method, uri, headers)
      const cancelTimeout = this.#timers.after(REQUEST_TIMEOUT_MS, () => {
        this.#pending.delete(sequence)
        const detail = `${method} was not answered within ${REQUEST_TIMEOUT_MS} ms`
        answer({ ok: false, end: { reason: 'unreachable', detail } })
      })
      this.#pending.set(sequence, { answer, cancelTimeout })
    })
  }

  #send(method: string, uri: string, headers: Record<string, string>): number {
    const sequence = ++this.#sequence
    const lines = [`${method} ${uri} RTSP/1.0`, `CSeq: ${sequence}`, 'User-Agent: Vedette']
    if (this.#authorizer) lines.push(`Authorization: ${this.#authorizer.authorization(method, uri)}`)
    if (this.sessionId !== undefined) lines.push(`Session: ${this.sessionId}`)
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    this.#write(lines)
    return sequence
  }

  #write(lines: string[]): void {
    this.#socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (this.#socket.writableLength > MAX_UNSENT_BYTES) {
      this.fail({ reason: 'protocol', detail: 'the camera does not read what it is sent' })
    }
  }

  /** Returns why it can't, or nothing when the request is worth another try. */
  #logIn(response: RtspResponse, isFreshLogin: boolean): string | undefined {
    const choice = chooseScheme(response.headers.get('www-authenticate') ?? [], this.#endpoint.isVerified)
    if (!choice.ok) return choice.detail
    const credentials = credentialsOf(this.#target)
    if (!credentials) return 'the camera asks for a name and a password'
    if (hasControlCharacter(credentials.username)) return 'the name holds a control character'
    const { scheme } = choice
    // Not a second time with the same password: cameras lock an account after a few.
    const hasNewNonce = this.#authorizer !== undefined && nonceOf(scheme) !== this.#authorizer.nonce
    const isWorthIt = isFreshLogin ? isStale(scheme) : !this.#authorizer || hasNewNonce
    if (!isWorthIt) return 'the camera refused the name or the password'
    this.#authorizer = new Authorizer(scheme, credentials)
    return undefined
  }

  /** An RTP packet of ours; false where it was left out, since the camera does not read. */
  sendPacket(channel: number, packet: Buffer): boolean {
    if (this.#isOver || this.#socket.writableLength > MAX_UNHEARD_BYTES) return false
    const head = Buffer.from([DOLLAR, channel, packet.length >> 8, packet.length & 0xff])
    return this.#socket.write(Buffer.concat([head, packet])) || true
  }

  #take(message: RtspMessage): void {
    const { start } = message
    if (start.kind === 'request') this.#answerRequest(start.method, message)
    else {
      const [key, pending] = this.#pendingOf(header(message, 'cseq'))
      if (!pending) return
      this.#pending.delete(key)
      pending.cancelTimeout()
      pending.answer({ ok: true, response: { ...message, start } })
    }
  }

  /** Cameras that leave out CSeq exist: their answers come in order. */
  #pendingOf(sequence: string | undefined): [number, Pending | undefined] {
    const key = sequence === undefined ? (this.#pending.keys().next().value ?? 0) : Number(sequence)
    return [key, this.#pending.get(key)]
  }

  #answerRequest(method: string, message: RtspMessage): void {
    const sequence = header(message, 'cseq') ?? '0'
    if (this.#isOver || !/^\d{1,10}$/.test(sequence)) return
    const isKnown = method === 'OPTIONS' || method === 'REDIRECT'
    const status = isKnown ? '200 OK' : '501 Not Implemented'
    this.#write([
      `RTSP/1.0 ${status}`,
      `CSeq: ${sequence}`,
      ...(method === 'OPTIONS' ? ['Public: OPTIONS, REDIRECT'] : []),
    ])
    if (method === 'REDIRECT') this.#events.sentAway(header(message, 'location'))
  }

  /** The two ends of the connection, once it stands; media by UDP go between the same. */
  get addresses(): { local: string; remote: string } | undefined {
    const { localAddress: local, remoteAddress: remote } = this.#socket
    return local === undefined || remote === undefined ? undefined : { local, remote }
  }

  /** Counts a packet or message of the camera, whichever way it came; false, and the end, when there are too many. */
  admits(bytes: number, nowUs: number): boolean {
    const excess = this.#traffic.take(bytes, nowUs)
    if (excess !== undefined) this.fail({ reason: 'protocol', detail: excess })
    return excess === undefined
  }

  /** Ends for a reason that someone else found. */
  fail(end: SessionEnd): void {
    if (this.#isOver) return
    this.#stop()
    this.#socket.destroy()
    const pending = [...this.#pending.values()]
    this.#pending.clear()
    for (const request of pending) {
      request.cancelTimeout()
      request.answer({ ok: false, end })
    }
    this.#events.end(end)
  }

  /** Silent: nothing is told after this. A session that was set up is torn down without waiting for the answer. */
  close(sessionUri?: string): void {
    if (this.#isOver) return
    if (sessionUri !== undefined && this.sessionId !== undefined) this.#send('TEARDOWN', sessionUri, {})
    this.#stop()
    for (const request of this.#pending.values()) request.cancelTimeout()
    this.#pending.clear()
    this.#socket.end()
    this.#socket.unref()
    this.#timers.after(CLOSE_TIMEOUT_MS, () => this.#socket.destroy())
  }

  #stop(): void {
    this.#isOver = true
    this.#reader.stop()
    this.#cancelConnectTimeout()
  }
}

function credentialsOf({ username, password }: RtspTarget): Credentials | undefined {
  return username === undefined ? undefined : { username, password: password ?? '' }
}

const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text)
