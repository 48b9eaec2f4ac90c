/** The one clock of all windows of a replay: which moment is shown now. It stands while a window is not there yet. */

export interface ClockState {
  atMs: number
  /** Below 0: backwards. */
  speed: number
  isPlaying: boolean
}

export class ReplayClock {
  #anchorMs: number
  #anchorPerf: number
  #speed = 1
  #isPlaying = false
  #isHeld = false

  /** `perfMs` throughout: what performance.now() says. */
  constructor(atMs: number, perfMs: number) {
    this.#anchorMs = atMs
    this.#anchorPerf = perfMs
  }

  get speed(): number {
    return this.#speed
  }

  /** What the person wants, whether or not it stands for a window. */
  get isPlaying(): boolean {
    return this.#isPlaying
  }

  /** Whether time passes. */
  get isRunning(): boolean {
    return this.#isPlaying && !this.#isHeld
  }

  at(perfMs: number): number {
    const passed = this.isRunning ? (perfMs - this.#anchorPerf) * this.#speed : 0
    return this.#anchorMs + passed
  }

  seek(atMs: number, perfMs: number): void {
    this.#anchorMs = atMs
    this.#anchorPerf = perfMs
  }

  play(isPlaying: boolean, perfMs: number): void {
    this.seek(this.at(perfMs), perfMs)
    this.#isPlaying = isPlaying
  }

  setSpeed(speed: number, perfMs: number): void {
    this.seek(this.at(perfMs), perfMs)
    this.#speed = speed
  }

  hold(isHeld: boolean, perfMs: number): void {
    if (isHeld === this.#isHeld) return
    this.seek(this.at(perfMs), perfMs)
    this.#isHeld = isHeld
  }
}
