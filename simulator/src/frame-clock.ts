import type { MediaStream } from './media-stream.ts'

/** Streams differ in phase by steps of this size, so that the work of one frame time is spread over it. */
export const SLOT_MS = 5

/** Drives the streams that are watched; it rests while none is. */
export class FrameClock {
  private readonly streams: readonly MediaStream[]
  private timer: NodeJS.Timeout | undefined

  constructor(streams: readonly MediaStream[]) {
    this.streams = streams
  }

  wake() {
    this.timer ??= setTimeout(() => this.tick(), SLOT_MS)
  }

  stop() {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private tick() {
    const nowMs = Date.now()
    let isAnyWatched = false
    for (const stream of this.streams) {
      if (!stream.isWatched) continue
      isAnyWatched = true
      stream.advance(nowMs)
    }
    this.timer = isAnyWatched ? setTimeout(() => this.tick(), SLOT_MS - (Date.now() % SLOT_MS)) : undefined
  }
}
