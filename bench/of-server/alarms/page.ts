/** What a console does with alarms, without the console: acknowledges each, shows each once, and comes back. */
import { encodeFrame, FrameReader } from '@vedette/contract/frame'
import { AlarmBody, AlarmCountBody, HEARTBEAT_MS, METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { WebSocket } from 'ws'

/** A console waits for 8 s; this is to be long enough for a bench. */
const RECONNECT_MS = 500

export class Page {
  readonly shown = new Set<string>()
  /** Told again, which a console does not show again. */
  again = 0
  /** Told of as a number alone, after a reconnect. */
  counted = 0
  readonly latenciesMs: number[] = []
  readonly #token: string
  #address: string
  #socket: WebSocket | undefined
  #isClosed = false
  #isCut = false
  #connects = 0

  constructor(address: string, token: string) {
    this.#address = address
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

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  #connect(): void {
    if (this.#isClosed || this.#isCut) return
    const socket = new WebSocket(new URL(SOCKET_PATH, this.#address.replace('http', 'ws')))
    this.#socket = socket
    this.#connects++
    const reader = new FrameReader()
    const say = (method: string, BODY: unknown): void => {
      if (socket.readyState === WebSocket.OPEN) socket.send(encodeFrame({ METHOD: method, BODY, SEQID: '1' }))
    }
    const beat = setInterval(() => say(METHOD.heartbeat, {}), HEARTBEAT_MS)
    socket.on('open', () => say(METHOD.login, { UserToken: this.#token, SDKVersion: '1' }))
    socket.on('message', (data: Buffer) => {
      for (const message of reader.push(data)) {
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
    if (this.#connects > 1) this.counted += waiting
  }

  #take(id: string, raisedMs: number): void {
    if (this.shown.has(id)) return void this.again++
    this.shown.add(id)
    if (this.#connects === 1) this.latenciesMs.push(Date.now() - raisedMs)
  }
}
