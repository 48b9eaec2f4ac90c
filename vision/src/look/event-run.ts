/** One kind of event of one camera: from what is first seen to 10 s after the last (reading 59). */

export const QUIET_MS = 10_000
/** How often a running event is told of again. */
const TOUCH_MS = 1000

export type RunStep = 'begin' | 'touch' | 'end'

export class EventRun {
  #lastMs: number | undefined
  #toldMs = 0

  get isOn(): boolean {
    return this.#lastMs !== undefined
  }

  /** When it was last seen; of a run that is on. */
  get lastMs(): number {
    return this.#lastMs ?? 0
  }

  /** Must be asked of every picture. */
  step(isSeen: boolean, atMs: number): RunStep | undefined {
    const lastMs = this.#lastMs
    if (lastMs !== undefined && atMs - lastMs > QUIET_MS) {
      this.#lastMs = undefined
      return 'end'
    }
    if (!isSeen) return undefined
    this.#lastMs = atMs
    if (lastMs !== undefined && atMs - this.#toldMs < TOUCH_MS) return undefined
    this.#toldMs = atMs
    return lastMs === undefined ? 'begin' : 'touch'
  }

  stop(): void {
    this.#lastMs = undefined
  }
}
