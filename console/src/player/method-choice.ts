/** By which method a window plays: the one that was chosen, or by itself the one that shows pictures soonest and that the machine keeps up with. */
import type { Method, Way } from './method.ts'

/** So often within so long a decoder may fall a second behind before its window is played smoothly instead. */
const MOST_LAGS = 2
const LAGS_WITHIN_MS = 30_000

export class MethodChoice {
  #way: Way = 'auto'
  #lags: number[] = []
  #isTooSlow = false

  get method(): Method {
    if (this.#way !== 'auto') return this.#way
    return this.#isTooSlow ? 'mse' : 'webcodecs'
  }

  choose(way: Way): void {
    this.#way = way
    this.startOver()
  }

  /** Another camera may be lighter. */
  startOver(): void {
    this.#lags = []
    this.#isTooSlow = false
  }

  /** Decoding in the worker fell behind. Returns whether the window is to be played by another method from now on. */
  lagged(nowMs: number): boolean {
    if (this.method !== 'webcodecs' || this.#way !== 'auto') return false
    this.#lags = [...this.#lags.filter((ms) => nowMs - ms < LAGS_WITHIN_MS), nowMs]
    this.#isTooSlow = this.#lags.length >= MOST_LAGS
    return this.#isTooSlow
  }
}
