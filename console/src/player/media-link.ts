/** The page's side of its media worker. */
import type { TalkNotice } from '@vedette/contract/live-message'

import { mediaWorker } from './own-worker.ts'
import type {
  LinkState,
  LiveSource,
  MediaItem,
  PageMessage,
  PainterNews,
  WindowNotice,
  WorkerMessage,
} from './worker-messages.ts'

export interface WindowListener {
  link(link: LinkState): void
  notice(notice: WindowNotice): void
  media(items: readonly MediaItem[]): void
  /** Called only for windows that the worker paints. */
  painter(news: PainterNews): void
  /** There are more windows now than the worker paints in time. */
  crowded(): void
}

/** One thread decodes and paints all windows; a browser's own players have many. */
const MOST_PAINTED = 16

/** Hears of what this page says; undefined when the socket was lost, and the talk with it. */
export type TalkListener = (notice: TalkNotice | undefined) => void

export class MediaLink {
  readonly #worker: Worker
  readonly #ticket: () => Promise<string>
  readonly #onGateTime: (nowUs: number) => void
  readonly #listeners = new Map<number, WindowListener>()
  #talk: TalkListener | undefined
  #link: LinkState | undefined
  #clockOffsetUs: number | undefined

  /**
   * `ticket` gives a fresh media ticket, or rejects when the gate could not be reached; `onGateTime` hears the gate's clock, in µs since 1970.
   */
  constructor(url: string, ticket: () => Promise<string>, onGateTime: (nowUs: number) => void) {
    this.#ticket = ticket
    this.#onGateTime = onGateTime
    this.#worker = mediaWorker()
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.type === 'ticketWanted') void this.#bringTicket()
      else this.#take(data)
    })
    this.#tell({ type: 'open', url })
    const tellVisibility = () => this.#tell({ type: 'visibility', isHidden: document.hidden })
    document.addEventListener('visibilitychange', tellVisibility)
    tellVisibility()
  }

  /** A window is about to be shown: the gate lets this page in meanwhile. */
  warm(): void {
    this.#tell({ type: 'warm' })
    void this.#bringTicket()
  }

  get isCrowded(): boolean {
    return this.#listeners.size > MOST_PAINTED
  }

  /** Returns how to let go of the window again. */
  attach(window: number, listener: WindowListener): () => void {
    const wasCrowded = this.isCrowded
    this.#listeners.set(window, listener)
    if (this.#link) listener.link(this.#link)
    if (this.isCrowded && !wasCrowded) for (const it of this.#listeners.values()) it.crowded()
    return () => {
      if (this.#listeners.get(window) !== listener) return
      this.#listeners.delete(window)
      this.clear(window)
    }
  }

  show(window: number, source: LiveSource): void {
    this.#tell({ type: 'show', window, source })
  }

  clear(window: number): void {
    this.#tell({ type: 'clear', window })
  }

  /** The worker paints the window on this canvas from now on; without one the page plays it again. */
  lend(window: number, canvas?: OffscreenCanvas): void {
    if (canvas) this.#tell({ type: 'canvas', window, canvas }, [canvas])
    else this.#tell({ type: 'canvas', window })
  }

  restart(window: number): void {
    this.#tell({ type: 'restart', window })
  }

  /** Lets this page speak to the device, and to no other; returns how to end it. */
  talk(device: { did: string; channel: number }, listener: TalkListener): () => void {
    this.#talk?.(undefined)
    this.#talk = listener
    this.#tell({ type: 'talk', device })
    return () => {
      if (this.#talk !== listener) return
      this.#talk = undefined
      this.#tell({ type: 'talk' })
    }
  }

  /** Sends speech in the codec that the notice named. */
  say(sound: Uint8Array<ArrayBuffer>): void {
    this.#tell({ type: 'say', sound }, [sound.buffer])
  }

  /** How long ago something happened on the gate's clock, in ms; undefined before the first pong. */
  ageMs(gateUs: number): number | undefined {
    if (this.#clockOffsetUs === undefined) return undefined
    return (Date.now() * 1000 + this.#clockOffsetUs - gateUs) / 1000
  }

  #tell(message: PageMessage, transfer: Transferable[] = []): void {
    this.#worker.postMessage(message, transfer)
  }

  async #bringTicket(): Promise<void> {
    try {
      this.#tell({ type: 'ticket', ticket: await this.#ticket() })
    } catch {
      // The gate cannot be reached, or the session is over, which its own code tells: the worker counts it and asks again.
      this.#tell({ type: 'ticket' })
    }
  }

  #take(message: Exclude<WorkerMessage, { type: 'ticketWanted' }>): void {
    switch (message.type) {
      case 'link':
        this.#link = message.link
        for (const listener of this.#listeners.values()) listener.link(message.link)
        break
      case 'clock':
        this.#clockOffsetUs = message.offsetUs
        this.#onGateTime(Date.now() * 1000 + message.offsetUs)
        break
      case 'notice':
        this.#listeners.get(message.notice.window)?.notice(message.notice)
        break
      case 'talk':
        this.#talk?.(message.notice)
        break
      case 'media':
        this.#listeners.get(message.window)?.media(message.items)
        break
      case 'painted':
      case 'early':
      case 'behind':
      case 'broken':
      case 'unplayable':
        this.#listeners.get(message.window)?.painter(message)
        break
    }
  }
}
