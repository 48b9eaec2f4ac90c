/** One socket of `/vms/ws`: docs/protocol.md, "Socket". */
import { CODES, Refusal } from '@vedette/contract/codes'
import { encodeFrame, FrameReader, MalformedFrame, type Message } from '@vedette/contract/frame'
import { AlarmAckBody, LoginBody, METHOD, SOCKET_CLOSE, WallOpenBody } from '@vedette/contract/push'
import type { RawData, WebSocket } from 'ws'

import type { Principal } from '../authority/principal.ts'
import { closeUnread } from './attach-sockets.ts'
import { TokenBucket } from './token-bucket.ts'

const LOGIN_MS = 10_000
const SILENCE_MS = 30_000
const RATE = { perSecond: 20, burst: 60 }
/** A page that takes nothing off its socket for so long has none that it reads. */
const MAX_BACKLOG_BYTES = 1024 * 1024
const MAX_ECHOED_SEQID = 20
const POLICY_VIOLATION = 1008
const INTERNAL_ERROR = 1011

/** What a socket asks of the gate. */
export interface PushGate {
  now(): number
  /** Throws a Refusal for a token that admits nobody. Returns whether the session has room for one more socket. */
  login(socket: PushSocket, token: string): Promise<{ key: string; sessionId: string } | 'tooMany'>
  /** The log-in was answered: pushes may come. */
  admitted(socket: PushSocket): void
  heartbeat(sessionId: string): void
  /** The page shows this saved wall now, or none. */
  showsWall(socket: PushSocket, wall: WallOpenBody): void
  /** Returns whether such a push was outstanding. */
  acknowledged(sessionId: string, by: { id?: string | undefined; seqid: string }): boolean
  left(socket: PushSocket): void
  onError: (error: unknown) => void
}

export class PushSocket {
  readonly #socket: WebSocket
  readonly #gate: PushGate
  readonly #reader = new FrameReader()
  readonly #bucket: TokenBucket
  readonly #openedAt: number
  #heardAt: number
  #stage: 'new' | 'checking' | 'admitted' | 'closed' = 'new'
  /** Set when its token was found good. */
  sessionId: string | undefined
  /** The principal as it is now; the gate's alone. */
  principal: Principal | undefined
  /** Whether the session may know of devices at all. */
  seesDevices = false
  /** Whether it is told of alarms. */
  hearsAlarms = false
  /** The latest question after these two: an answer to an earlier one comes too late. */
  verdict = 0

  constructor(socket: WebSocket, gate: PushGate) {
    this.#socket = socket
    this.#gate = gate
    this.#openedAt = this.#heardAt = gate.now()
    this.#bucket = new TokenBucket(RATE, this.#openedAt)
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('close', () => {
      this.#stage = 'closed'
      gate.left(this)
    })
  }

  get isAdmitted(): boolean {
    return this.#stage === 'admitted'
  }

  /** A frame that may be shared with other sockets. */
  send(frame: Uint8Array): void {
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) this.#socket.terminate()
    else this.#socket.send(frame)
  }

  close(code: number): void {
    this.#stage = 'closed'
    this.#socket.close(code)
  }

  /** Its session has ended, which `frame` tells: nothing that waits is for it any more. */
  end(frame: Uint8Array): void {
    const last = this.isAdmitted ? frame : undefined
    this.#stage = 'closed'
    closeUnread(this.#socket, SOCKET_CLOSE.notAdmitted, last)
  }

  /** Closes a socket whose time is over. */
  checkTime(nowMs: number): void {
    const isLate = !this.isAdmitted && nowMs - this.#openedAt >= LOGIN_MS
    if (isLate || nowMs - this.#heardAt >= SILENCE_MS) this.close(SOCKET_CLOSE.silent)
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#stage === 'closed') return
    if (!isBinary) return this.close(SOCKET_CLOSE.malformed)
    const nowMs = this.#gate.now()
    this.#heardAt = nowMs
    const messages = this.#read(bytesOf(data))
    if (!messages) return this.close(SOCKET_CLOSE.malformed)
    // What answers a push was asked for, and costs nothing.
    const others = messages.filter((message) => !this.#isAcknowledgement(message))
    // A piece without a whole frame costs as much as one.
    const cost = messages.length === 0 ? 1 : others.length
    if (cost > 0 && !this.#bucket.take(cost, nowMs)) return this.close(POLICY_VIOLATION)
    for (const message of others) this.#receive(message)
  }

  /** Undefined for what is no frame. */
  #read(piece: Uint8Array): Message[] | undefined {
    try {
      return this.#reader.push(piece)
    } catch (error) {
      if (error instanceof MalformedFrame) return undefined
      throw error
    }
  }

  #isAcknowledgement({ METHOD: method, BODY, SEQID }: Message): boolean {
    if (method !== METHOD.alarmAck || !this.isAdmitted || this.sessionId === undefined) return false
    const body = AlarmAckBody.safeParse(BODY)
    const id = body.success ? body.data.CloudEid : undefined
    return this.#gate.acknowledged(this.sessionId, { id, seqid: SEQID })
  }

  #receive(message: Message): void {
    if (this.#stage === 'new' && message.METHOD === METHOD.login) void this.#login(message)
    if (!this.isAdmitted || this.sessionId === undefined) return
    if (message.METHOD === METHOD.wallOpen) {
      const { data: wall } = WallOpenBody.safeParse(message.BODY)
      if (wall) this.#gate.showsWall(this, wall)
    }
    // Other METHODs are of later versions.
    if (message.METHOD !== METHOD.heartbeat) return
    this.#gate.heartbeat(this.sessionId)
    this.send(encodeFrame({ METHOD: METHOD.heartbeat, BODY: {}, SEQID: echoed(message) }))
  }

  async #login(message: Message): Promise<void> {
    this.#stage = 'checking'
    const body = LoginBody.safeParse(message.BODY)
    try {
      if (!body.success) throw new Refusal('socketTokenExpired')
      const admitted = await this.#gate.login(this, body.data.UserToken)
      // The peer may have left, or its session ended, while the token was checked.
      if (this.#stage !== 'checking') return
      if (admitted === 'tooMany') return this.close(POLICY_VIOLATION)
      this.#stage = 'admitted'
      const BODY = { Key: admitted.key, SessionID: admitted.sessionId }
      this.send(encodeFrame({ METHOD: METHOD.loginReply, CODE: '200', BODY, SEQID: echoed(message) }))
      this.#gate.admitted(this)
    } catch (error) {
      if (error instanceof Refusal) return this.#refuse(message)
      this.#gate.onError(error)
      this.close(INTERNAL_ERROR)
    }
  }

  #refuse(login: Message): void {
    const CODE = CODES.socketTokenExpired.code
    this.send(encodeFrame({ METHOD: METHOD.loginReply, CODE, BODY: {}, SEQID: echoed(login) }))
    this.close(SOCKET_CLOSE.notAdmitted)
  }
}

/** A longer one would make the answer larger than its question. */
function echoed({ SEQID }: Message): string {
  return SEQID.slice(0, MAX_ECHOED_SEQID)
}

function bytesOf(data: RawData): Uint8Array {
  if (Array.isArray(data)) return Buffer.concat(data)
  return data instanceof ArrayBuffer ? new Uint8Array(data) : data
}
