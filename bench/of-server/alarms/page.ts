/** What a console does with alarms, without the console: acknowledges each, shows each once, and comes back. */
import { encodeFrame, FrameReader } from '@vedette/contract/frame'
import { AlarmBody, AlarmCountBody, HEARTBEAT_MS, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { WebSocket } from 'ws'

/** A console waits for 8 s; this is to be long enough for a bench. */
const RECONNECT_MS = 500

/** What a page is told of as a number alone, after a reconnect. Ids are in the order of time. */
interface Counted {
  number: number
  /** The last alarm that was told one by one before it, and the first one after it on the same socket. */
  after: string
  before: string | undefined
  /** How many alarms the page had shown by then. */
  shownBefore: number
}

export class Page {
  readonly shown = new Set<string>()
  /** Told again, which a console does not show again. */
  again = 0
  isLoggedIn = false
  readonly counts: Counted[] = []
  readonly latenciesMs: number[] = []
  readonly #token: string
  readonly #localAddress: string | undefined
  #address: string
  #socket: WebSocket | undefined
  #isClosed = false
  #isCut = false
  #connects = 0
  #lastId = ''
  /** Its end is not known yet. */
  #counting: Counted | undefined

  /** `localAddress`: where it is, such as 127.0.0.2. */
  constructor(address: string, token: string, localAddress?: string) {
    this.#address = address
    this.#localAddress = localAddress
    this.#token = token
    this.#connect()
  }

  /** The platform is at another address from now on. */
  follow(address: string): void {
    this.#address = address
  }

  cut(): void {
    this.#isCut = true
    this.#socket?.terminate()
  }

  mend(): void {
    this.#isCut = false
    this.#connect()
  }

  get counted(): number {
    return this.counts.reduce((sum, { number }) => sum + number, 0)
  }

  /** How many of these, in order, it was told neither one by one nor in a number, or in a number that is too low for them. */
  lostOf(ids: readonly string[]): number {
    const told = new Set(this.shown)
    const inOrder = [...this.shown]
    let short = 0
    for (const { number, after, before, shownBefore } of this.counts) {
      const known = new Set(inOrder.slice(0, shownBefore))
      const behind = ids.filter((id) => id > after && (before === undefined || id < before))
      // Where the socket ended before another alarm came, it stands for no more than its number.
      const counted = before === undefined ? behind.slice(0, number) : behind
      short += Math.max(0, counted.filter((id) => !known.has(id)).length - number)
      for (const id of counted) told.add(id)
    }
    return ids.filter((id) => !told.has(id)).length + short
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  #connect(): void {
    if (this.#isClosed || this.#isCut) return
    const socket = new WebSocket(new URL(SOCKET_PATH, this.#address.replace('http', 'ws')), {
      localAddress: this.#localAddress,
    })
    this.#socket = socket
    this.#connects++
    this.#lastId = ''
    this.#counting = undefined
    const reader = new FrameReader()
    const say = (method: string, BODY: unknown): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encodeFrame({ METHOD: method, BODY, SEQID: '1' }))
    }
    const beat = setInterval(() => say(METHOD.heartbeat, {}), HEARTBEAT_MS)
    socket.on('open', () => say(METHOD.login, { UserToken: this.#token, SDKVersion: '1' }))
    socket.on('message', (data: Buffer) => {
      for (const message of reader.push(data)) {
        if (message.METHOD === METHOD.loginReply) this.isLoggedIn = true
        if (message.METHOD === METHOD.alarmCount) this.#count(AlarmCountBody.parse(message.BODY).Waiting)
        if (message.METHOD !== METHOD.alarm) continue
        const { EventInfo } = AlarmBody.parse(message.BODY)
        say(METHOD.alarmAck, { CloudEid: EventInfo.CloudEid })
        this.#take(EventInfo.CloudEid, EventInfo.Time)
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(beat)
      if (this.#socket === socket) setTimeout(() => this.#connect(), RECONNECT_MS)
    })
  }

  #count(waiting: number): void {
    // The first connection's count is that of the log-in: what nobody had looked at before.
    if (this.#connects === 1) return
    const { size: shownBefore } = this.shown
    this.#counting = { number: waiting, after: this.#lastId, before: undefined, shownBefore }
    this.counts.push(this.#counting)
  }

  #take(id: string, raisedMs: number): void {
    if (this.#counting) this.#counting.before = id
    this.#counting = undefined
    this.#lastId = id
    if (this.shown.has(id)) return void this.again++
    this.shown.add(id)
    if (this.#connects === 1) this.latenciesMs.push(Date.now() - raisedMs)
  }
}
