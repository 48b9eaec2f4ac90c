import type { FanOut, Viewer } from '@vedette/media/live/fan-out'

import type { LiveStream } from '../video/stream-states.ts'

/** One place of a page's wall: the stream that it shows and the one that it is about to show. */
export class Window {
  readonly #fanOut: FanOut
  readonly #viewer: Viewer
  #shown: LiveStream | undefined
  /** Joined, but its first key frame has not been sent: what is shown goes on. */
  #next: LiveStream | undefined

  constructor(fanOut: FanOut, viewer: Viewer) {
    this.#fanOut = fanOut
    this.#viewer = viewer
  }

  /** What the page asked for last. */
  get wanted(): LiveStream | undefined {
    return this.#next ?? this.#shown
  }

  get streams(): LiveStream[] {
    return [this.#shown, this.#next].flatMap((stream) => stream ?? [])
  }

  /** Joining sends the cache at once. */
  show(stream: LiveStream): void {
    if (this.#next) this.#fanOut.leave(this.#next.number, this.#viewer)
    this.#next = undefined
    const isAgain = this.#shown?.number === stream.number
    // Set before the burst is sent, whose key frame completes the switch.
    if (!this.#shown) this.#shown = stream
    else if (!isAgain) this.#next = stream
    this.#fanOut.join(stream.number, this.#viewer)
    if (isAgain) this.#fanOut.leave(stream.number, this.#viewer)
  }

  /** A key frame of the stream was sent. */
  keySent(number: number): void {
    if (this.#next?.number !== number || !this.#shown) return
    this.#fanOut.leave(this.#shown.number, this.#viewer)
    this.#shown = this.#next
    this.#next = undefined
  }

  clear(): void {
    for (const { number } of this.streams) this.#fanOut.leave(number, this.#viewer)
    this.#shown = this.#next = undefined
  }
}
