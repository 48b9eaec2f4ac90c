/** The page's side of a picture that the media worker decodes and paints. */
import type { MediaLink } from './media-link.ts'
import type { Player, PlayerEvents } from './player.ts'
import type { PainterNews } from './worker-messages.ts'

export class CanvasPlayer implements Player {
  readonly element: HTMLCanvasElement
  readonly #link: MediaLink
  readonly #window: number
  readonly #events: PlayerEvents

  constructor(link: MediaLink, window: number, events: PlayerEvents) {
    this.element = document.createElement('canvas')
    this.element.className = 'picture'
    this.#link = link
    this.#window = window
    this.#events = events
    link.lend(window, this.element.transferControlToOffscreen())
  }

  hear(news: Exclude<PainterNews, { type: 'behind' | 'early' }>): void {
    switch (news.type) {
      case 'painted':
        this.#events.painted(news, news.pictures)
        break
      case 'broken':
        this.#events.losesPicture()
        this.#events.broken()
        break
      case 'unplayable':
        this.#events.unplayable(news.codec)
        break
    }
  }

  close(): void {
    this.#link.lend(this.#window)
    this.element.remove()
  }
}
