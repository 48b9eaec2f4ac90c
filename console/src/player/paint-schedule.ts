/**
 * Whose picture is painted while several windows open at once, which is more than the worker can paint: those that show nothing yet go
 * before those that play.
 */

/** What plays is painted at least this often, however many windows wait for their first picture. */
const SELDOM_MS = 250
/** A window whose first picture does not come holds up the others for no longer. */
const LONGEST_WAIT_MS = 1000

export class PaintSchedule {
  /** Since when a window waits for its first picture. */
  readonly #waiting = new Map<number, number>()
  readonly #paintedMs = new Map<number, number>()
  /** For one window alone the others need not stop; several are waited for until the last has its picture. */
  #areSeveral = false

  /** A stream has begun in the window. */
  waits(window: number, nowMs: number): void {
    this.#waiting.set(window, nowMs)
    this.#areSeveral ||= this.#waiting.size > 1
  }

  /** Whether the window's newest picture is painted; if not, its next one may be. */
  takes(window: number, nowMs: number): boolean {
    if (!this.#endWaiting(window) && this.#isHeldUp(window, nowMs)) return false
    this.#paintedMs.set(window, nowMs)
    return true
  }

  leaves(window: number): void {
    this.#endWaiting(window)
    this.#paintedMs.delete(window)
  }

  /** Returns whether the window waited. */
  #endWaiting(window: number): boolean {
    const hasWaited = this.#waiting.delete(window)
    if (this.#waiting.size === 0) this.#areSeveral = false
    return hasWaited
  }

  #isHeldUp(window: number, nowMs: number): boolean {
    const paintedMs = this.#paintedMs.get(window) ?? -Infinity
    if (!this.#areSeveral || nowMs - paintedMs >= SELDOM_MS) return false
    return [...this.#waiting.values()].some((sinceMs) => nowMs - sinceMs < LONGEST_WAIT_MS)
  }
}
