/** By which method a window plays: the one that was chosen, or by itself the one that shows pictures soonest and that the machine keeps up with. */
import type { Method, Way } from './method.ts'

/** So often within so long a decoder may fall a second behind before its window is played smoothly instead. */
const MOST_LAGS = 2
const LAGS_WITHIN_MS = 30_000
/** Pictures that are so old for so many seconds on end are not decoded as fast as they come. */
const LATE_MS = 2000
const MOST_LATE_S = 3

export class MethodChoice {
  readonly #isCrowded: () => boolean
  #way: Way = 'auto'
  #lags: number[] = []
  #lateS = 0
  #isTooSlow = false

  /** `isCrowded`: the page has more windows than are painted one by one in time. */
  constructor(isCrowded: () => boolean) {
    this.#isCrowded = isCrowded
  }

  get method(): Method {
    if (this.#way !== 'auto') return this.#way
    return this.#isTooSlow || this.#isCrowded() ? 'mse' : 'webcodecs'
  }

  choose(way: Way): void {
    this.#way = way
    this.startOver()
  }

  /** Another camera may be lighter. */
  startOver(): void {
    this.#lags = []
    this.#lateS = 0
    this.#isTooSlow = false
  }

  /** Each second, how old the pictures are. Returns whether the window is to be played by another method from now on. */
  aged(ageMs: number | undefined): boolean {
    if (this.method !== 'webcodecs' || this.#way !== 'auto') return false
    this.#lateS = ageMs !== undefined && ageMs > LATE_MS ? this.#lateS + 1 : 0
    this.#isTooSlow ||= this.#lateS >= MOST_LATE_S
    return this.#isTooSlow
  }

  /** Decoding in the worker fell behind. Returns whether the window is to be played by another method from now on. */
  lagged(nowMs: number): boolean {
    if (this.method !== 'webcodecs' || this.#way !== 'auto') return false
    this.#lags = [...this.#lags.filter((ms) => nowMs - ms < LAGS_WITHIN_MS), nowMs]
    this.#isTooSlow = this.#lags.length >= MOST_LAGS
    return this.#isTooSlow
  }
}
