import type { MediaStream } from './media-stream.ts'

/**
 * Streams differ in phase by steps of this size: small enough to spread the work of one frame time over it, and large enough that a
 * reader which was woken for one stream finds those of others as well.
 */
export const SLOT_MS = 50

/** Frame interval of the slowest stream; what is due by a clock that was just set back may be hours away. */
const LONGEST_PAUSE_MS = 200

/** Drives the streams that are watched; it rests while none is. */
export class FrameClock {
  private readonly streams: readonly MediaStream[]
  private timer: NodeJS.Timeout | undefined

  constructor(streams: readonly MediaStream[]) {
    this.streams = streams
  }

  /** Somebody has begun to watch, or watches what is due sooner than before. */
  wake() {
    this.plan(0)
  }

  stop() {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private tick() {
    const nowMs = Date.now()
    let dueMs = Number.POSITIVE_INFINITY
    for (const stream of this.streams) {
      if (!stream.isWatched) continue
      stream.advance(nowMs)
      dueMs = Math.min(dueMs, stream.dueMs)
    }
    if (dueMs === Number.POSITIVE_INFINITY) this.stop()
    else this.plan(Math.min(LONGEST_PAUSE_MS, Math.max(0, Math.ceil(dueMs - Date.now()))))
  }

  private plan(afterMs: number) {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.tick(), afterMs)
  }
}
