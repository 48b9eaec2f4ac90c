/** For tests: the far ends of both sockets, as a page has them. */
import { encodeFrame, FrameReader, type Message } from '@vedette/contract/frame'
import type { LiveNotice, LiveRequest, QualitiesNotice } from '@vedette/contract/live'
import { METHOD } from '@vedette/contract/push'
import { WebSocket } from 'ws'

import type { GateNotice } from '../live/wall.ts'

const open = new Set<WebSocket>()

/** Ends what earlier tests left open, whose ends nobody hears any more: a server that many tests share has that much less to tell. */
export function leaveSockets(): void {
  for (const socket of open) {
    socket.removeAllListeners()
    socket.on('error', () => {})
    socket.terminate()
  }
  open.clear()
}

/** What arrived and was not asked for yet, and who waits for what has not arrived. */
class Inbox<T> {
  readonly #items: T[] = []
  readonly #waiting = new Set<() => void>()
  #end: number | undefined

  /** Pending waits fail. */
  close(code: number): void {
    this.#end = code
    for (const look of this.#waiting) look()
  }

  put(item: T): void {
    this.#items.push(item)
    for (const look of this.#waiting) look()
  }

  /** Takes the first that fits out of the inbox, now or when it arrives. */
  next<Wanted extends T>(fits: (item: T) => item is Wanted): Promise<Wanted>
  next(fits: (item: T) => boolean): Promise<T>
  next(fits: (item: T) => boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const at = this.#items.findIndex(fits)
        const [item] = at < 0 ? [] : this.#items.splice(at, 1)
        if (item === undefined && this.#end === undefined) return
        this.#waiting.delete(look)
        if (item === undefined) reject(new Error(`closed with ${this.#end} before that came`))
        else resolve(item)
      }
      this.#waiting.add(look)
      look()
    })
  }

  get all(): readonly T[] {
    return this.#items
  }
}

class Client {
  readonly socket: WebSocket
  /** The code with which the socket was closed. */
  readonly closed: Promise<number>
  readonly #opened: Promise<unknown>

  /** `address` is where the socket seems to come from. */
  constructor(url: string, address?: string) {
    const headers = address === undefined ? {} : { 'x-forwarded-for': address }
    this.socket = new WebSocket(url, { perMessageDeflate: false, headers })
    this.#opened = new Promise((resolve, reject) => {
      this.socket.once('open', resolve)
      this.socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    })
    // A test that expects the close does not wait for the opening.
    this.#opened.catch(() => {})
    this.closed = new Promise((resolve) => this.socket.once('close', resolve))
    // What breaks the protocol ends in a close, which the test looks at.
    this.socket.on('error', () => {})
    open.add(this.socket)
    this.socket.on('close', () => open.delete(this.socket))
  }

  async opened(): Promise<this> {
    await this.#opened
    return this
  }
}

export class PushClient extends Client {
  readonly #inbox = new Inbox<Message>()

  constructor(url: string, address?: string) {
    super(url, address)
    const reader = new FrameReader()
    this.socket.on('message', (data) => {
      if (!(data instanceof Buffer)) throw new TypeError('a message in parts')
      for (const message of reader.push(data)) this.#inbox.put(message)
    })
    this.socket.on('close', (code) => this.#inbox.close(code))
  }

  send(METHOD_: string, BODY: unknown, SEQID = '1'): void {
    this.socket.send(encodeFrame({ METHOD: METHOD_, BODY, SEQID }))
  }

  next(method: string): Promise<Message> {
    return this.#inbox.next(({ METHOD: it }) => it === method)
  }

  /** What came and was not asked for. */
  get rest(): readonly Message[] {
    return this.#inbox.all
  }

  async login(token: string): Promise<Message> {
    await this.opened()
    this.send(METHOD.login, { UserToken: token, SDKVersion: '1' })
    return this.next(METHOD.loginReply)
  }
}

type Notice<T extends LiveNotice['type']> = Extract<LiveNotice, { type: T }>

export class LiveClient extends Client {
  readonly #notices = new Inbox<LiveNotice>()
  readonly #qualities = new Inbox<QualitiesNotice>()
  readonly #media = new Inbox<Buffer>()

  constructor(url: string, address?: string) {
    super(url, address)
    this.socket.on('message', (data, isBinary) => {
      if (!(data instanceof Buffer)) throw new TypeError('a message in parts')
      if (isBinary) this.#media.put(data)
      else this.#hear(JSON.parse(data.toString()))
    })
    this.socket.on('close', (code) => {
      for (const inbox of [this.#notices, this.#qualities, this.#media]) inbox.close(code)
    })
  }

  send(request: LiveRequest): void {
    this.socket.send(JSON.stringify(request))
  }

  notice<T extends LiveNotice['type']>(type: T): Promise<Notice<T>> {
    return this.#notices.next((notice): notice is Notice<T> => notice.type === type)
  }

  /** What the window's device offers, as told next. */
  async offers(): Promise<QualitiesNotice['offers']> {
    return (await this.#qualities.next(() => true)).offers
  }

  #hear(notice: GateNotice): void {
    if (notice.type === 'qualities') this.#qualities.put(notice)
    else this.#notices.put(notice)
  }

  media(): Promise<Buffer> {
    return this.#media.next(() => true)
  }

  /** What came and was not asked for. */
  get rest(): { notices: readonly LiveNotice[]; media: readonly Buffer[] } {
    return { notices: this.#notices.all, media: this.#media.all }
  }

  /** All that the gate sent before now has arrived afterwards. */
  async settle(id = 0): Promise<void> {
    this.send({ type: 'ping', id })
    await this.notice('pong')
  }

  async hello(ticket: string): Promise<Notice<'welcome'>> {
    await this.opened()
    this.send({ type: 'hello', ticket })
    return this.notice('welcome')
  }

  watch(window: number, did: string, quality: 'main' | 'sub' = 'main', channel = 0): void {
    this.send({ type: 'subscribe', window, did, channel, quality })
  }

  /** Watches; what comes of the stream thereafter belongs to the window. */
  shown(window: number, did: string, quality: 'main' | 'sub' = 'main'): Promise<Notice<'stream'>> {
    this.watch(window, did, quality)
    return this.notice('stream')
  }
}
