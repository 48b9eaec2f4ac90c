/** How a camera is turned after what it sees: a dead zone, a lead, a rest when nothing is seen, and home again after a while. */

/** The middle of it, in parts of the picture, and how it moves there a second. */
export interface Target {
  x: number
  y: number
  speedX: number
  speedY: number
}

/** Parts of the full speed, -1 … 1; up is positive. */
export type Turn = 'rest' | 'home' | { pan: number; tilt: number }

const DEAD_ZONE = 0.08
/** So far ahead of what is seen: a look, the network and the camera take as long. */
const LEAD_S = 0.4
const FIRST_GAIN = 1.2
const LEAST_GAIN = 0.25
const MOST_GAIN = 4
/** A turn to the other side so soon after: the camera turned too far. */
const OVERSHOT_MS = 1500
const LAGS = 0.18
const GROWTH_PER_S = 1.4
const LOST_MS = 1200
export const HOME_AFTER_MS = 20_000
/** Pause between steps by motion alone, which can look only while the camera is still. */
const STEP_MS = 1600
const STILL_MS = 2800

export class PtzFollow {
  readonly #isBySteps: boolean
  #gain = FIRST_GAIN
  #seenMs: number | undefined
  #lastMs = 0
  #side = 0
  #sideMs = 0
  #isTurning = false
  #isAway = false
  #stepEndsMs = 0
  #blindUntilMs = 0

  /** `isBySteps`: what is seen while the camera turns is no target. */
  constructor(isBySteps: boolean) {
    this.#isBySteps = isBySteps
  }

  /** Must be asked with every look, and every second or so without one; undefined: nothing is to be changed. */
  step(target: Target | undefined, atMs: number): Turn | undefined {
    const passedS = Math.min(1, Math.max(0, atMs - this.#lastMs) / 1000)
    this.#lastMs = atMs
    if (this.#isBySteps && this.#isTurning && atMs >= this.#stepEndsMs) return this.#rest()
    if (this.#isBySteps && atMs < this.#blindUntilMs) return undefined
    if (!target) return this.#unseen(atMs)
    this.#seenMs = atMs
    const [right, down] = [offsetOf(target.x, target.speedX), offsetOf(target.y, target.speedY)]
    this.#adapt(right, atMs, passedS)
    if (right === 0 && down === 0) return this.#rest()
    this.#isTurning = true
    this.#isAway = true
    const turn = { pan: this.#speedFor(right), tilt: this.#speedFor(-down) }
    if (!this.#isBySteps) return turn
    this.#stepEndsMs = atMs + STEP_MS * Math.max(Math.abs(right), Math.abs(down))
    this.#blindUntilMs = this.#stepEndsMs + STILL_MS
    return turn
  }

  /** A person has turned the camera: where it is now is its place. */
  yield(): void {
    this.#isAway = false
    this.#isTurning = false
    this.#seenMs = undefined
  }

  #unseen(atMs: number): Turn | undefined {
    const since = atMs - (this.#seenMs ?? atMs)
    if (this.#isAway && since >= HOME_AFTER_MS) {
      this.yield()
      return 'home'
    }
    return since >= LOST_MS ? this.#rest() : undefined
  }

  #rest(): Turn | undefined {
    if (!this.#isTurning) return undefined
    this.#isTurning = false
    return 'rest'
  }

  /** Cameras turn at very different speeds: one that overshoots is turned more gently, one that lags behind faster. */
  #adapt(right: number, atMs: number, passedS: number): void {
    const side = Math.sign(right)
    if (side === 0) return
    if (this.#side !== 0 && side !== this.#side && atMs - this.#sideMs < OVERSHOT_MS)
      this.#gain = Math.max(LEAST_GAIN, this.#gain / 2)
    else if (Math.abs(right) > LAGS) this.#gain = Math.min(MOST_GAIN, this.#gain * GROWTH_PER_S ** passedS)
    this.#side = side
    this.#sideMs = atMs
  }

  #speedFor(offset: number): number {
    return Math.max(-1, Math.min(1, this.#gain * offset))
  }
}

/** Distance from the middle of the picture to where it will be; 0 within the dead zone. */
function offsetOf(at: number, speed: number): number {
  const offset = at + LEAD_S * speed - 0.5
  return Math.abs(offset) <= DEAD_ZONE ? 0 : offset
}
