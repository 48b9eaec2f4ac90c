/** What a stream sent, so that whoever records it can tell loss from lateness. */

/** More than an hour at 25 pictures a second. */
const KEPT = 120_000

export interface Sent {
  /** Frames that went to at least one viewer. */
  sent: number
  /** Frames that were due while somebody watched, and were not made: the simulator was late. */
  skipped: number
  /** Frames that a viewer did not get since it read too slowly; counted for each viewer. */
  withheld: number
  /** Frames lost on command. */
  lost: number
  /** Of each frame sent: its time as the strip carries it, and when it was handed over, ms since 1970. The oldest first. */
  frames: [timeMs: number, sentMs: number][]
}

export class Journal {
  sent = 0
  skipped = 0
  withheld = 0
  lost = 0
  private times: [number, number][] = []

  add(timeMs: number) {
    this.sent++
    this.times.push([timeMs, Date.now()])
    // Thrown away by halves, so that it costs nothing for each frame.
    if (this.times.length > 2 * KEPT) this.times = this.times.slice(-KEPT)
  }

  since(timeMs: number): Sent {
    const { sent, skipped, withheld, lost } = this
    return { sent, skipped, withheld, lost, frames: this.times.filter(([at]) => at >= timeMs) }
  }
}
