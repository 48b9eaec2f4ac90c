/** One window of the wall: its stream, its player and what is to be said about them. */
import type { LiveFormat, Quality } from '@vedette/contract/live-message'

import { availableMethods } from './abilities.ts'
import { backOffMs } from './back-off.ts'
import { CanvasPlayer } from './canvas-player.ts'
import { type Attempt, isH265, nextAttempt } from './codec-policy.ts'
import type { Method, Way } from './method.ts'
import { FigureCounter, type Figures } from './figures.ts'
import { HeldPicture } from './held-picture.ts'
import type { MediaLink } from './media-link.ts'
import type { Placed } from './media-timeline.ts'
import { MethodChoice } from './method-choice.ts'
import { MsePlayer } from './mse-player.ts'
import type { Player, PlayerEvents } from './player.ts'
import { WindowSound } from './window-sound.ts'
import {
  NOTHING_KNOWN,
  viewOf,
  type WindowFacts,
  type WindowView,
  withEarlyPicture,
  withLink,
  withNotice,
  withPicture,
  withSource,
} from './window-view.ts'
import type { LiveSource, MediaItem, PainterNews, WindowNotice } from './worker-messages.ts'

const FIGURES_EACH_MS = 1000
/** A player that ran this long is not counted as failing again and again. */
const HEALTHY_AFTER_MS = 10_000

/** What plays, and how. */
export interface Playing {
  format: LiveFormat
  method: Method
  /** Quality of the stream that the gate gave, which may be the only one that the device has. */
  quality: Quality
  /** The platform made it of H.265. */
  isConverted: boolean
}

/** The picture that is on the glass, though it may be an old one. */
export interface PictureFacts {
  did: string
  channel: number
  /** When it arrived, ms since 1970 on the gate's clock. */
  at: number
}

export interface LiveWindowEvents {
  onView: (view: WindowView) => void
  onFigures: (figures: Figures) => void
  onPlaying: (playing: Playing) => void
}

export class LiveWindow {
  readonly #link: MediaLink
  readonly #window: number
  readonly #glass: HTMLElement
  readonly #on: LiveWindowEvents
  readonly #held = new HeldPicture()
  readonly #sound = new WindowSound()
  readonly #detach: () => void
  readonly #ticker: ReturnType<typeof setInterval>
  #player: Player | undefined
  #way: Way = 'auto'
  readonly #choice: MethodChoice
  #wanted: LiveSource | undefined
  #now: Attempt | undefined
  /** What this browser could not play of the wanted device. */
  #failed: Attempt[] = []
  /** It could not play H.265 of it. */
  #mayConvert = false
  #given: Quality | undefined
  #isConverted = false
  #facts: WindowFacts = NOTHING_KNOWN
  /** When the picture that was painted last had arrived. */
  #arrivalUs: number | undefined
  #counter = new FigureCounter(performance.now())
  #failures = 0
  #failedMs = 0
  #restart: ReturnType<typeof setTimeout> | undefined

  /** The pictures are put into `glass`. */
  constructor(link: MediaLink, window: number, glass: HTMLElement, events: LiveWindowEvents) {
    this.#link = link
    this.#window = window
    this.#glass = glass
    this.#on = events
    this.#choice = new MethodChoice(() => link.isCrowded)
    glass.append(this.#held.element)
    this.#detach = link.attach(window, {
      link: (state) => this.#set(withLink(this.#facts, state)),
      notice: (notice) => this.#hear(notice),
      media: (items) => this.#takeMedia(items),
      painter: (news) => this.#hearPainter(news),
      crowded: () => this.#playSmoothly(),
    })
    this.#ticker = setInterval(() => {
      const figures = this.#counter.take(performance.now())
      if (this.#choice.aged(figures.ageMs)) this.#playSmoothly()
      events.onFigures(figures)
    }, FIGURES_EACH_MS)
  }

  show(source: LiveSource): void {
    const isOther = source.did !== this.#wanted?.did || source.channel !== this.#wanted.channel
    if (isOther) {
      this.#failed = []
      this.#mayConvert = false
      this.#choice.startOver()
    }
    this.#wanted = source
    this.#attempt(false)
  }

  playBy(way: Way): void {
    if (way === this.#way) return
    this.#way = way
    this.#choice.choose(way)
    this.#failed = []
    if (this.#wanted) this.#attempt(true)
  }

  /** From 0, which is mute, to 1. */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume)
  }

  /** Undefined while there is none of the device that is wanted: another one's is not seen. */
  get picture(): PictureFacts | undefined {
    const { source } = this.#facts
    if (!source || this.#arrivalUs === undefined || !viewOf(this.#facts).hasPicture) return undefined
    return { did: source.did, channel: source.channel, at: this.#arrivalUs / 1000 }
  }

  close(): void {
    clearInterval(this.#ticker)
    clearTimeout(this.#restart)
    this.#detach()
    this.#player?.close()
    this.#sound.close()
    this.#held.element.remove()
  }

  /** `isAnew`: another quality may be the same stream, which would be gone on with in the middle of a GOP. */
  #attempt(isAnew: boolean): void {
    if (!this.#wanted) return
    const wanted = { method: this.#choice.method, quality: this.#wanted.quality }
    const next = this.#next(wanted)
    if (!next) return
    const isOtherMethod = next.method !== this.#now?.method
    this.#now = next
    if (isOtherMethod) this.#playAnew(next.method)
    const source = { ...this.#wanted, quality: next.quality, convert: next.isConverted }
    this.#set(withSource(this.#facts, source, Date.now()))
    this.#link.show(this.#window, source)
    if (isAnew) this.#link.restart(this.#window)
  }

  #playAnew(method: Method): void {
    if (this.#player) {
      this.#held.hold(this.#player.element)
      this.#player.close()
    }
    const player = this.#newPlayer(method)
    this.#player = player
    this.#glass.prepend(player.element)
    this.#sound.playWith(player)
  }

  #newPlayer(method: Method): Player {
    const events: PlayerEvents = {
      painted: (frame, pictures) => this.#notePainted(frame, pictures),
      losesPicture: () => this.#player && this.#held.hold(this.#player.element),
      broken: () => this.#restartLater(),
      unplayable: (codec) => this.#noteUnplayable(codec),
    }
    return method === 'mse' ? new MsePlayer(events) : new CanvasPlayer(this.#link, this.#window, events)
  }

  #hear(notice: WindowNotice): void {
    if (notice.type === 'stream') {
      this.#given = notice.quality
      this.#isConverted = notice.isConverted === true
    }
    this.#set(withNotice(this.#facts, notice))
  }

  #takeMedia(items: readonly MediaItem[]): void {
    for (const item of items) {
      if (item.kind === 'configuration') this.#notePlaying(item.format)
      if (this.#player instanceof MsePlayer) this.#counter.received(item.segment.byteLength)
    }
    this.#sound.take(items)
    if (this.#player instanceof MsePlayer) this.#player.take(items)
  }

  #hearPainter(news: PainterNews): void {
    if (!(this.#player instanceof CanvasPlayer)) return
    if (news.type === 'painted') this.#counter.received(news.bytes)
    if (news.type === 'early') {
      this.#arrivalUs = news.arrivalUs
      this.#set(withEarlyPicture(this.#facts, news.stream))
    } else if (news.type !== 'behind') this.#player.hear(news)
    else if (this.#choice.lagged(performance.now())) this.#playSmoothly()
  }

  /** Changes the player where the choice is another by now. */
  #playSmoothly(): void {
    if (this.#now && this.#now.method !== this.#choice.method) this.#attempt(true)
  }

  #notePlaying(format: LiveFormat): void {
    if (!this.#now) return
    const { method, quality } = this.#now
    this.#on.onPlaying({ format, method, quality: this.#given ?? quality, isConverted: this.#isConverted })
  }

  #notePainted(frame: Placed | undefined, pictures: number): void {
    this.#held.release()
    this.#counter.painted(pictures, frame && this.#link.ageMs(frame.arrivalUs))
    if (!frame) return
    this.#arrivalUs = frame.arrivalUs
    this.#set(withPicture(this.#facts, frame.stream))
  }

  #noteUnplayable(codec: string): void {
    if (this.#now) this.#failed.push(this.#now)
    this.#mayConvert ||= isH265(codec)
    const wanted = this.#wanted && { method: this.#choice.method, quality: this.#wanted.quality }
    if (wanted && this.#next(wanted)) this.#attempt(true)
    else this.#set({ ...this.#facts, unplayableCodec: codec })
  }

  #next(wanted: Attempt): Attempt | undefined {
    return nextAttempt(wanted, this.#failed, availableMethods(), this.#mayConvert)
  }

  #restartLater(): void {
    const nowMs = performance.now()
    this.#failures = nowMs - this.#failedMs > HEALTHY_AFTER_MS ? 0 : this.#failures + 1
    this.#failedMs = nowMs
    const delayMs = this.#failures === 0 ? 0 : backOffMs(this.#failures)
    clearTimeout(this.#restart)
    this.#restart = setTimeout(() => this.#link.restart(this.#window), delayMs)
  }

  #set(facts: WindowFacts): void {
    if (facts === this.#facts) return
    this.#facts = facts
    this.#on.onView(viewOf(facts))
  }
}
