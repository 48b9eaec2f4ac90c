/** The page's one live socket: docs/protocol.md, "Live". It runs in the media worker. */
import type { LiveRequest } from '@vedette/contract/live'
import { type LiveMessage, readLiveMessage, readLiveNotice } from '@vedette/contract/live-message'

import { backOffMs } from './back-off.ts'
import { CanvasPainter } from './canvas-painter.ts'
import { ClockOffset } from './clock-offset.ts'
import { PaintSchedule } from './paint-schedule.ts'
import { WindowIntake } from './window-intake.ts'
import type { LiveSource, MediaItem, PageMessage, WorkerMessage } from './worker-messages.ts'

const PING_MS = 2000
/** A socket that said nothing for this long, pongs included, is dead even when the network has not noticed. */
const SILENCE_MS = 6500
const HIDDEN_GRACE_MS = 5000
const IDLE_GRACE_MS = 5000
/** A heartbeat that comes this late: the machine was asleep, and the socket is of another time. */
const SLEPT_MS = 5000

type Post = (message: WorkerMessage, transfer?: Transferable[]) => void
type Timer = ReturnType<typeof setTimeout>

interface Window {
  source: LiveSource
  intake: WindowIntake
}

export class LiveConnection {
  readonly #post: Post
  #url = ''
  #socket: WebSocket | undefined
  #isAdmitted = false
  /** Who is spoken to, or will be once the gate has let the page in. */
  #talk: { did: string; channel: number } | undefined
  #attempt = 0
  #lostMs = 0
  #isAskingForTicket = false
  #isResting = false
  readonly #windows = new Map<number, Window>()
  readonly #painters = new Map<number, CanvasPainter>()
  readonly #schedule = new PaintSchedule()
  #clock = new ClockOffset()
  #pings = new Map<number, number>()
  #pingId = 0
  #heardMs = 0
  #beatMs = 0
  #retry: Timer | undefined
  #heartbeat: Timer | undefined
  #hiding: Timer | undefined
  #idling: Timer | undefined

  constructor(post: Post) {
    this.#post = post
  }

  take(message: PageMessage): void {
    switch (message.type) {
      case 'open':
        this.#url = message.url
        break
      case 'ticket':
        this.#connect(message.ticket)
        break
      case 'warm':
        this.#warmUp()
        break
      case 'show':
        this.#show(message.window, message.source)
        break
      case 'clear':
        this.#clear(message.window)
        break
      case 'restart':
        this.#restart(message.window)
        break
      case 'canvas':
        this.#setCanvas(message.window, message.canvas)
        break
      case 'visibility':
        this.#setHidden(message.isHidden)
        break
      case 'talk':
        this.#talkTo(message.device)
        break
      case 'say':
        if (this.#isAdmitted && this.#talk) this.#socket?.send(message.sound)
        break
    }
  }

  /** The network is back: what waits for its next attempt need not wait longer. */
  networkReturned(): void {
    if (this.#retry === undefined) return
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#askForTicket()
  }

  #warmUp(): void {
    if (this.#windows.size > 0) return
    this.#idling ??= setTimeout(() => this.#rest(), IDLE_GRACE_MS)
    this.#isAskingForTicket = true
  }

  #show(window: number, source: LiveSource): void {
    const known = this.#windows.get(window)
    this.#windows.set(window, { source, intake: known?.intake ?? new WindowIntake() })
    clearTimeout(this.#idling)
    this.#idling = undefined
    if (this.#isAdmitted && !this.#isResting) this.#subscribe(window, source)
    else this.#askForTicket()
  }

  #talkTo(device: { did: string; channel: number } | undefined): void {
    this.#talk = device
    this.#request(device ? { type: 'talk', ...device } : { type: 'hush' })
  }

  #setCanvas(window: number, canvas: OffscreenCanvas | undefined): void {
    this.#painters.get(window)?.close()
    this.#painters.delete(window)
    if (canvas) this.#painters.set(window, new CanvasPainter(window, canvas, this.#schedule, this.#post))
  }

  #clear(window: number): void {
    this.#setCanvas(window, undefined)
    if (!this.#windows.delete(window)) return
    if (!this.#isResting) this.#request({ type: 'unsubscribe', window })
    if (this.#windows.size === 0) this.#idling ??= setTimeout(() => this.#rest(), IDLE_GRACE_MS)
  }

  #restart(window: number): void {
    const known = this.#windows.get(window)
    if (!known || !this.#isAdmitted || this.#isResting) return
    this.#request({ type: 'unsubscribe', window })
    this.#startAnew(window, known)
  }

  #setHidden(isHidden: boolean): void {
    clearTimeout(this.#hiding)
    if (isHidden) {
      this.#hiding = setTimeout(() => this.#leaveWindows(), HIDDEN_GRACE_MS)
    } else if (this.#isResting) {
      this.#isResting = false
      if (this.#isAdmitted) for (const [window, known] of this.#windows) this.#startAnew(window, known)
      else this.#askForTicket()
    }
  }

  /** Nobody looks: the windows are given up, but the socket stays, so that coming back costs one message. */
  #leaveWindows(): void {
    this.#isResting = true
    for (const window of this.#windows.keys()) this.#request({ type: 'unsubscribe', window })
  }

  #startAnew(window: number, known: Window): void {
    known.intake = new WindowIntake()
    this.#subscribe(window, known.source)
  }

  #subscribe(window: number, { did, channel, quality, convert }: LiveSource): void {
    const converting = convert ? { convert } : {}
    this.#request({ type: 'subscribe', window, did, channel, quality, ...converting })
  }

  /** No window is left: the socket is closed without a retry. */
  #rest(): void {
    this.#idling = undefined
    this.#drop()
    this.#attempt = 0
  }

  #askForTicket(): void {
    if (this.#socket || this.#retry !== undefined || this.#isAskingForTicket || !this.#url) return
    this.#isAskingForTicket = true
    this.#post({ type: 'ticketWanted' })
  }

  #connect(ticket: string | undefined): void {
    this.#isAskingForTicket = false
    if (this.#socket || (this.#windows.size === 0 && this.#idling === undefined)) return
    if (ticket === undefined) {
      this.#retryLater()
      return
    }
    const socket = new WebSocket(this.#url)
    this.#socket = socket
    socket.binaryType = 'arraybuffer'
    this.#heardMs = Date.now()
    this.#beatMs = Date.now()
    socket.addEventListener('open', () => this.#request({ type: 'hello', ticket }))
    socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (socket === this.#socket) this.#hear(data)
    })
    socket.addEventListener('close', () => {
      if (socket === this.#socket) this.#lose()
    })
    this.#heartbeat = setInterval(() => this.#beat(), PING_MS)
  }

  #lose(): void {
    this.#drop()
    this.#retryLater()
  }

  #drop(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#isAdmitted = false
    if (this.#talk) this.#post({ type: 'talk' })
    this.#talk = undefined
    clearInterval(this.#heartbeat)
    clearTimeout(this.#retry)
    this.#retry = undefined
    this.#pings.clear()
    socket?.close()
  }

  #retryLater(): void {
    if (this.#windows.size === 0) return
    // Since the server was last heard, not since that was noticed.
    if (this.#attempt === 0) this.#lostMs = this.#heardMs || Date.now()
    this.#attempt++
    this.#post({ type: 'link', link: { isOpen: false, attempt: this.#attempt, sinceMs: this.#lostMs } })
    this.#retry = setTimeout(() => {
      this.#retry = undefined
      this.#askForTicket()
    }, backOffMs(this.#attempt))
  }

  #beat(): void {
    const nowMs = Date.now()
    const hasSlept = nowMs - this.#beatMs > SLEPT_MS
    this.#beatMs = nowMs
    if (hasSlept) {
      this.#lose()
      this.networkReturned()
      return
    }
    if (nowMs - this.#heardMs > SILENCE_MS) {
      this.#lose()
      return
    }
    if (this.#isAdmitted) this.#ping()
  }

  #ping(): void {
    const id = ++this.#pingId
    this.#pings.set(id, Date.now())
    this.#request({ type: 'ping', id })
  }

  #hear(data: unknown): void {
    this.#heardMs = Date.now()
    if (typeof data === 'string') this.#hearNotice(data)
    else if (data instanceof ArrayBuffer) this.#deliver(readLiveMessage(data))
  }

  #hearNotice(text: string): void {
    const notice = readLiveNotice(text)
    switch (notice?.type) {
      case 'welcome':
        this.#welcome()
        break
      case 'pong':
        this.#takePong(notice.id, notice.nowUs)
        break
      case 'stream':
        this.#windows.get(notice.window)?.intake.opens(notice.stream)
        this.#post({ type: 'notice', notice })
        break
      case 'state':
      case 'refused':
        this.#post({ type: 'notice', notice })
        break
      case 'talk':
        this.#post({ type: 'talk', notice })
        break
      case undefined:
        break
    }
  }

  #welcome(): void {
    this.#isAdmitted = true
    this.#attempt = 0
    this.#clock = new ClockOffset()
    this.#post({ type: 'link', link: { isOpen: true, attempt: 0, sinceMs: Date.now() } })
    this.#ping()
    if (this.#talk) this.#talkTo(this.#talk)
    if (!this.#isResting) for (const [window, known] of this.#windows) this.#startAnew(window, known)
  }

  #takePong(id: number, gateUs: number): void {
    const sentMs = this.#pings.get(id)
    if (sentMs === undefined) return
    this.#pings.delete(id)
    const offsetUs = this.#clock.add(sentMs * 1000, gateUs, Date.now() * 1000)
    this.#post({ type: 'clock', offsetUs })
  }

  /** One stream may show in several windows: all but the last get a copy, the last one the bytes themselves. */
  #deliver(message: LiveMessage): void {
    const takers: { window: number; items: MediaItem[] }[] = []
    for (const [window, { intake }] of this.#windows) {
      const items = intake.admit(message)
      const painter = this.#painters.get(window)
      painter?.take(items)
      const told = painter ? items.filter(({ kind }) => kind !== 'video') : items
      if (told.length > 0) takers.push({ window, items: told })
    }
    for (const [i, { window, items }] of takers.entries()) {
      const isLast = i === takers.length - 1
      this.#post({ type: 'media', window, items }, isLast ? [message.segment.buffer] : [])
    }
  }

  #request(request: LiveRequest): void {
    const mayAsk = this.#isAdmitted || request.type === 'hello'
    if (mayAsk && this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request))
  }
}
