/** One window of the wall: its stream, its player and what is to be said about them. */
import { backOffMs } from './back-off.ts'
import { FigureCounter, type Figures } from './figures.ts'
import type { MediaLink } from './media-link.ts'
import type { Placed } from './media-timeline.ts'
import { MsePlayer } from './mse-player.ts'
import {
  NOTHING_KNOWN,
  viewOf,
  type WindowFacts,
  type WindowView,
  withLink,
  withNotice,
  withPicture,
  withSource,
} from './window-view.ts'
import type { LiveSource, MediaItem } from './worker-messages.ts'

const FIGURES_EACH_MS = 1000
/** A player that ran this long is not counted as failing again and again. */
const HEALTHY_AFTER_MS = 10_000

export class LiveWindow {
  readonly #link: MediaLink
  readonly #window: number
  readonly #player: MsePlayer
  readonly #detach: () => void
  readonly #ticker: ReturnType<typeof setInterval>
  readonly #onView: (view: WindowView) => void
  #facts: WindowFacts = NOTHING_KNOWN
  #counter = new FigureCounter(performance.now())
  #failures = 0
  #failedMs = 0
  #restart: ReturnType<typeof setTimeout> | undefined

  constructor(
    link: MediaLink,
    window: number,
    { video, held }: { video: HTMLVideoElement; held: HTMLCanvasElement },
    { onView, onFigures }: { onView: (view: WindowView) => void; onFigures: (figures: Figures) => void },
  ) {
    this.#link = link
    this.#window = window
    this.#onView = onView
    this.#player = new MsePlayer(video, held, {
      painted: (frame, pictures) => this.#notePainted(frame, pictures),
      broken: () => this.#restartLater(),
      unsupported: () => this.#set({ ...this.#facts, isUnsupported: true }),
    })
    this.#detach = link.attach(window, {
      link: (state) => this.#set(withLink(this.#facts, state)),
      notice: (notice) => this.#set(withNotice(this.#facts, notice)),
      media: (items) => this.#takeMedia(items),
    })
    this.#ticker = setInterval(() => onFigures(this.#counter.take(performance.now())), FIGURES_EACH_MS)
  }

  show(source: LiveSource): void {
    this.#set(withSource(this.#facts, source, Date.now()))
    this.#link.show(this.#window, source)
  }

  close(): void {
    clearInterval(this.#ticker)
    clearTimeout(this.#restart)
    this.#detach()
    this.#player.close()
  }

  #takeMedia(items: readonly MediaItem[]): void {
    for (const { segment } of items) this.#counter.received(segment.byteLength)
    this.#player.take(items)
  }

  #notePainted(frame: Placed | undefined, pictures: number): void {
    this.#counter.painted(pictures, frame && this.#link.ageMs(frame.arrivalUs))
    if (frame) this.#set(withPicture(this.#facts, frame.stream))
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
    this.#onView(viewOf(facts))
  }
}
