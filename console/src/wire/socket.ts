/** The console's end of `/vms/ws`: section 4 "Real-time socket", docs/protocol.md "Socket". */
import { requestIds } from '@vedette/contract/envelope'
import { encodeFrame, FrameReader, MalformedFrame, type Message } from '@vedette/contract/frame'
import { HEARTBEAT_MS, LoginReplyBody, METHOD, RightsChangedBody } from '@vedette/contract/push'
import { makeTicket } from '@vedette/contract/ticket'
import { CODES } from '@vedette/contract/codes'
import type { z } from 'zod'

import type { Clock } from './clock.ts'

/** Socket reconnect, without limit (section 9). */
export const SOCKET_RECONNECT_MS = 8000
/** Login resend (section 9). */
export const LOGIN_RESEND_MS = 2000
/** The gate answers each heartbeat; this long without a word, and the connection is dead. */
const SILENCE_MS = 3 * HEARTBEAT_MS

type Admission = z.infer<typeof LoginReplyBody>
type Listener = (body: unknown, seqid: string) => void

export interface SocketSurroundings {
  url: string
  login: () => { UserToken: string; SDKVersion: string }
  /** At the first connection and at each one after a loss: what was pushed in between was missed. */
  onAdmitted: () => void
  /** 2008: the token is no longer good. */
  onExpired: () => void
  /** 3751 */
  onRightsChanged: (reason: z.infer<typeof RightsChangedBody>['Reason']) => void
  clock: Clock
}

export class PushSocket {
  readonly #around: SocketSurroundings
  readonly #nextId = requestIds()
  readonly #listeners = new Map<string, Set<Listener>>()
  #socket: WebSocket | undefined
  #isWanted = false
  #admission = awaitedAdmission()
  #isAdmitted = false
  #attempt = 0
  readonly #attemptWatchers = new Set<() => void>()
  #clockOffsetMs = 0
  #heardAtMs = 0
  #callOffHeartbeat = (): void => {}
  #callOffResend = (): void => {}
  #callOffReconnect = (): void => {}

  constructor(around: SocketSurroundings) {
    this.#around = around
  }

  /** Connects, and again every 8 s without limit until `close`. */
  open(): void {
    this.#isWanted = true
    if (!this.#socket) this.#connect()
  }

  close(): void {
    this.#isWanted = false
    this.#callOffReconnect()
    this.#drop()
    this.#count(0)
  }

  /** The gate has admitted this connection. */
  get isUp(): boolean {
    return this.#isAdmitted
  }

  /** How many times the connection was tried anew since it was lost; 0 while it stands. */
  attempt = (): number => this.#attempt

  /** Calls whenever `attempt` changes; returns how to stop it. */
  watchAttempt = (watcher: () => void): (() => void) => {
    this.#attemptWatchers.add(watcher)
    return () => void this.#attemptWatchers.delete(watcher)
  }

  /** Calls the listener with the body of every message of that METHOD; returns how to stop it. */
  on(method: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(method) ?? new Set()
    this.#listeners.set(method, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  /** Dropped while there is no connection: what must arrive is asked for again by its sender. */
  say(method: string, body: unknown, seqid = this.#nextId()): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(encodeFrame({ METHOD: method, BODY: body, SEQID: seqid }))
  }

  /** A media ticket, good for one socket within 30 s; waits for the login, and rejects when the connection fails before it. */
  async ticket(): Promise<string> {
    const { Key, SessionID } = await this.#admission.promise
    return makeTicket(Key, SessionID, this.#around.clock.now() + this.#clockOffsetMs)
  }

  /** The gate's clock as another socket just heard it, µs since 1970: a browser whose clock is wrong can still date its tickets. */
  learnGateTime(nowUs: number): void {
    this.#clockOffsetMs = nowUs / 1000 - this.#around.clock.now()
  }

  #connect(): void {
    const socket = new WebSocket(this.#around.url)
    const reader = new FrameReader()
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return
      this.#heardAtMs = this.#around.clock.now()
      this.#logIn()
      this.#beat()
    })
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket !== this.#socket) return
      this.#heardAtMs = this.#around.clock.now()
      for (const message of this.#read(reader, data)) this.#hear(message)
    })
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#lost()
    })
  }

  #read(reader: FrameReader, data: unknown): Message[] {
    try {
      if (data instanceof ArrayBuffer) return reader.push(new Uint8Array(data))
    } catch (cause) {
      // Not a gate that can be understood: a new connection starts a new byte stream.
      if (!(cause instanceof MalformedFrame)) throw cause
    }
    this.#lost()
    return []
  }

  #hear({ METHOD: method, BODY: body, CODE: code, SEQID: seqid }: Message): void {
    if (method === METHOD.loginReply) this.#admitted(body, code)
    if (method === METHOD.rightsChanged) {
      const change = RightsChangedBody.safeParse(body)
      if (change.success) this.#around.onRightsChanged(change.data.Reason)
    }
    for (const listener of this.#listeners.get(method) ?? []) listener(body, seqid)
  }

  #admitted(body: unknown, code: string | undefined): void {
    if (code === CODES.socketTokenExpired.code) {
      this.close()
      this.#around.onExpired()
      return
    }
    const reply = LoginReplyBody.safeParse(body)
    this.#callOffResend()
    if (reply.success && reply.data.Key) {
      this.#isAdmitted = true
      this.#count(0)
      this.#admission.resolve(reply.data)
      this.#around.onAdmitted()
    } else this.#callOffResend = this.#around.clock.after(LOGIN_RESEND_MS, () => this.#logIn())
  }

  #logIn(): void {
    this.say(METHOD.login, this.#around.login())
  }

  #beat(): void {
    this.#callOffHeartbeat = this.#around.clock.after(HEARTBEAT_MS, () => {
      if (this.#around.clock.now() - this.#heardAtMs > SILENCE_MS) return this.#lost()
      this.say(METHOD.heartbeat, {})
      this.#beat()
    })
  }

  #lost(): void {
    this.#drop()
    if (!this.#isWanted) return
    this.#count(this.#attempt + 1)
    this.#callOffReconnect = this.#around.clock.after(SOCKET_RECONNECT_MS, () => this.#connect())
  }

  #count(attempt: number): void {
    if (attempt === this.#attempt) return
    this.#attempt = attempt
    for (const watcher of this.#attemptWatchers) watcher()
  }

  /** The key dies with its connection: who asks for a ticket now waits for the next one, and who did hears that this try failed. */
  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#callOffHeartbeat()
    this.#callOffResend()
    if (socket) {
      this.#admission.reject(new Error('the connection to the gate was lost'))
      this.#admission = awaitedAdmission()
    }
    this.#isAdmitted = false
    if (socket) hangUp(socket)
  }
}

function awaitedAdmission(): PromiseWithResolvers<Admission> {
  const admission = Promise.withResolvers<Admission>()
  // Often nobody waits for it.
  admission.promise.catch(() => {})
  return admission
}

/** Closing a socket that is still connecting makes browsers complain in the console. */
function hangUp(socket: WebSocket): void {
  if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener('open', () => socket.close())
  else socket.close()
}
