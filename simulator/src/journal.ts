/** What a stream sent, so that anyone who records it can tell loss from lateness. */

/** More than an hour at 25 pictures a second. */
export const KEPT = 120_000
const FIRST_ROOM = 1024

export interface Sent {
  /** Frames that went to at least one viewer. */
  sent: number
  /** Frames that were due while somebody watched, and were not made: the simulator was late. */
  skipped: number
  /** Frames that a viewer did not get since it read too slowly; counted for each viewer. */
  withheld: number
  /** Frames lost on command. */
  lost: number
  /** For each frame sent: its time as the strip carries it, and when it was handed over, ms since 1970. The oldest first. */
  frames: [timeMs: number, sentMs: number][]
}

export class Journal {
  sent = 0
  skipped = 0
  withheld = 0
  lost = 0
  /** A ring of pairs, for there are two streams to a camera and a simulator runs for days. */
  private pairs = new Float64Array(2 * FIRST_ROOM)
  private count = 0
  private oldest = 0

  add(timeMs: number) {
    this.sent++
    const room = this.pairs.length / 2
    if (this.count === room && room < KEPT) this.grow(Math.min(KEPT, 2 * room))
    const at = (this.oldest + this.count) % (this.pairs.length / 2)
    this.pairs[2 * at] = timeMs
    this.pairs[2 * at + 1] = Date.now()
    if (this.count < this.pairs.length / 2) this.count++
    else this.oldest = (at + 1) % KEPT
  }

  since(timeMs: number): Sent {
    const { sent, skipped, withheld, lost, pairs, count, oldest } = this
    const frames: [number, number][] = []
    for (let i = 0; i < count; i++) {
      const at = 2 * ((oldest + i) % (pairs.length / 2))
      const frameMs = pairs[at] ?? 0
      if (frameMs >= timeMs) frames.push([frameMs, pairs[at + 1] ?? 0])
    }
    return { sent, skipped, withheld, lost, frames }
  }

  /** Only while nothing was thrown away yet, so that the oldest stands first. */
  private grow(room: number) {
    const larger = new Float64Array(2 * room)
    larger.set(this.pairs)
    this.pairs = larger
  }
}
