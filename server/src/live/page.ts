/** One socket of `/vms/media/live`, which carries every window of a page: docs/protocol.md, "Live". */
import { talkTo } from '@vedette/contract/calls/talk'
import {
  HELLO_TIMEOUT_MS,
  LIVE_CLOSE,
  LiveRequest,
  MAX_WINDOWS,
  type TalkNotice,
} from '@vedette/contract/live'
import type { RawData, WebSocket } from 'ws'

import type { Clock, Timer } from '../engines/clock.ts'
import type { AuditLog } from '../modules/audit/index.ts'
import { closeUnlessRead, closeUnread } from '../push/attach-sockets.ts'
import { TokenBucket } from '../push/token-bucket.ts'
import type { LiveStream } from '../video/stream-states.ts'
import type { Talks } from '../video/talks.ts'
import { PageTalk } from './page-talk.ts'
import { type GateNotice, Wall, type WallSources } from './wall.ts'

const RATE = { perSecond: 30, burst: 300 }
/** What is said: 20 ms a message, and what waited for the device to open. */
const SPEECH_RATE = { perSecond: 100, burst: 500 }
const SILENCE_MS = 30_000
/** Beyond what `FanOut` lets wait: notices that nobody reads. */
const MAX_BACKLOG_BYTES = 64 * 1024 * 1024
const POLICY_VIOLATION = 1008
const INTERNAL_ERROR = 1011

export interface PageOptions extends WallSources {
  clock: Clock
  audit: Pick<AuditLog, 'watched' | 'seen'>
  talks: Pick<Talks, 'begin'>
  onAsleep: (companyId: string, did: string) => void
  /** The session whose ticket it is, undefined when it admits nobody. */
  admit: (page: Page, ticket: string) => string | undefined
  left: (page: Page) => void
  onError: (error: unknown) => void
}

export class Page {
  readonly #socket: WebSocket
  readonly #address: string
  readonly #options: PageOptions
  readonly #bucket: TokenBucket
  readonly #helloTimer: Timer
  #heardAt: number
  #isClosed = false
  #wall: Wall | undefined
  #talk: PageTalk | undefined
  readonly #speech: TokenBucket

  constructor(socket: WebSocket, address: string, options: PageOptions) {
    this.#socket = socket
    this.#address = address
    this.#options = options
    const { clock } = options
    this.#heardAt = clock.now()
    this.#bucket = new TokenBucket(RATE, this.#heardAt)
    this.#speech = new TokenBucket(SPEECH_RATE, this.#heardAt)
    this.#helloTimer = clock.after(HELLO_TIMEOUT_MS, () => this.close(LIVE_CLOSE.notAdmitted))
    socket.on('message', (data, isBinary) => this.#onMessage(data, isBinary))
    socket.on('pong', () => (this.#heardAt = clock.now()))
    socket.on('close', () => this.#over())
  }

  /** How many windows show a stream. */
  get windows(): number {
    return this.#wall?.windows ?? 0
  }

  close(code: number): void {
    if (this.#isClosed) return
    this.#over()
    this.#socket.close(code)
  }

  /** Its session has ended: pictures that wait are not for it any more. */
  end(): void {
    if (this.#isClosed) return
    this.#over()
    closeUnread(this.#socket, LIVE_CLOSE.notAdmitted)
  }

  /** A peer whose network is gone answers no ping; TCP alone would take long to notice. */
  ping(nowMs: number): void {
    if (nowMs - this.#heardAt >= SILENCE_MS) this.#socket.terminate()
    else this.#socket.ping()
  }

  stateChanged(stream: LiveStream): void {
    this.#wall?.stateChanged(stream)
  }

  /** There is room for another converted stream. */
  tryConvertedAgain(): void {
    this.#wall?.tryConvertedAgain().catch((error: unknown) => this.#fail(error))
  }

  /** Rights, or devices, are others now: of this company, or whichever it is. */
  recheck(companyId?: string): void {
    this.#wall?.recheck(companyId).catch((error: unknown) => this.#fail(error))
    this.#talk?.recheck().catch((error: unknown) => this.#fail(error))
  }

  #over(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#helloTimer.stop()
    this.#wall?.close()
    this.#talk?.end()
    this.#options.left(this)
  }

  #fail(error: unknown): void {
    this.#options.onError(error)
    this.close(INTERNAL_ERROR)
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (this.#isClosed) return
    const nowMs = this.#options.clock.now()
    this.#heardAt = nowMs
    if (isBinary && this.#talk?.mayHear) {
      if (this.#speech.take(1, nowMs)) this.#talk.say(bytesOf(data))
      else this.close(POLICY_VIOLATION)
      return
    }
    if (!this.#bucket.take(1, nowMs)) return this.close(POLICY_VIOLATION)
    if (this.#socket.bufferedAmount > MAX_BACKLOG_BYTES) return this.#socket.terminate()
    const json = isBinary ? undefined : parse(textOf(data))
    const request = LiveRequest.safeParse(json)
    if (!this.#wall) return this.#hello(request.data)
    if (request.success) this.#receive(this.#wall, request.data)
    else this.close(namesTooManyWindows(json) ? LIVE_CLOSE.tooManyWindows : LIVE_CLOSE.malformed)
  }

  #hello(request: LiveRequest | undefined): void {
    const { admit } = this.#options
    const sessionId = request?.type === 'hello' ? admit(this, request.ticket) : undefined
    if (sessionId === undefined) return this.close(LIVE_CLOSE.notAdmitted)
    this.#helloTimer.stop()
    this.#wall = new Wall(sessionId, this.#options, {
      tell: (notice) => this.#tell(notice),
      media: (message) => this.#socket.send(message),
      bufferedBytes: () => this.#socket.bufferedAmount,
      // The other windows come back with the next socket.
      lostRight: () => closeUnlessRead(this.#socket, () => this.end()),
      watched: (who, did, channel) => this.#options.audit.watched(who, did, channel, this.#address),
      sleeps: (companyId, did) => this.#options.onAsleep(companyId, did),
    })
    this.#talk = new PageTalk({
      sessionId,
      authority: this.#options.authority,
      talks: this.#options.talks,
      tell: (notice) => this.#tell(notice),
      spoke: (who, did, channel) =>
        this.#options.audit.seen(
          { who, path: talkTo.path, objects: [{ kind: 'device', id: did }], address: this.#address },
          { channel },
        ),
    })
    this.#tell({ type: 'welcome', nowUs: this.#nowUs() })
  }

  #receive(wall: Wall, request: LiveRequest): void {
    switch (request.type) {
      case 'hello':
        this.close(LIVE_CLOSE.malformed)
        break
      case 'subscribe':
        wall.subscribe(request).catch((error: unknown) => this.#fail(error))
        break
      case 'unsubscribe':
        wall.unsubscribe(request.window)
        break
      case 'talk':
        this.#talk?.begin(request).catch((error: unknown) => this.#fail(error))
        break
      case 'hush':
        this.#talk?.end()
        break
      case 'ping':
        this.#tell({ type: 'pong', id: request.id, nowUs: this.#nowUs() })
        break
    }
  }

  #tell(notice: GateNotice | TalkNotice): void {
    this.#socket.send(JSON.stringify(notice))
  }

  #nowUs(): number {
    return this.#options.clock.now() * 1000
  }
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data)
  return Buffer.from(data instanceof ArrayBuffer ? new Uint8Array(data) : data)
}

const textOf = (data: RawData): string => bytesOf(data).toString()

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no request has this form, so the socket is closed for it.
    return undefined
  }
}

function namesTooManyWindows(json: unknown): boolean {
  const window: unknown = typeof json === 'object' && json !== null ? Reflect.get(json, 'window') : undefined
  return typeof window === 'number' && Number.isInteger(window) && window >= MAX_WINDOWS
}
