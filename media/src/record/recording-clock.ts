import type { AccessUnit } from '../access-unit.ts'
import type { RecordedSpans } from './recorded-spans.ts'

/** The camera's clock counts while it is no further from the machine's. */
const MAX_CONTRADICTION_US = 2_000_000
/** A difference of this much is a step of a clock; a smaller one is worn off. */
const STEP_US = 2_000_000
/** By so much of its length a GOP may be shown earlier or later than the pictures say, to wear a difference off. */
const WEAR = 0.02
const LEAST_WINDOW_US = 10_000_000
const MIN_GUARD_US = 10_000_000
const ROOM_US = 60_000_000

export interface KeyFrameTime {
  /** µs since 1970. */
  timeUs: number
  /** Time does not go on from the picture before. */
  isJump: boolean
}

/**
 * The wall clock of one stream's recording: docs/time.md. Session time plus an offset, which is set where a session begins or a
 * clock steps and else moves by small amounts, at key frames alone. What is recorded already is never entered again.
 */
export class RecordingClock {
  readonly #spans: RecordedSpans
  #offsetUs: number | undefined
  /** Arrival minus session time, of the current and the last ten seconds: the least delayed. */
  #least = { sinceUs: 0, current: Infinity, before: Infinity }
  #cameraUs: number | undefined
  #lastKeyUs = 0
  #longestGopUs = 0

  constructor(spans: RecordedSpans) {
    this.#spans = spans
  }

  /** Session time begins anew. */
  restart(): void {
    this.#offsetUs = undefined
    this.#least = { sinceUs: 0, current: Infinity, before: Infinity }
    this.#cameraUs = undefined
    this.#longestGopUs = 0
  }

  /** A picture arrived. */
  seen({ timestampUs, arrivalUs, wallClockUs }: AccessUnit): void {
    const least = this.#least
    const isOver = timestampUs - least.sinceUs > LEAST_WINDOW_US || timestampUs < least.sinceUs
    if (isOver) this.#least = { sinceUs: timestampUs, current: Infinity, before: least.current }
    this.#least.current = Math.min(this.#least.current, arrivalUs - timestampUs)
    this.#cameraUs = wallClockUs === undefined ? undefined : wallClockUs - timestampUs
  }

  timeOf(timestampUs: number): number {
    return timestampUs + (this.#offsetUs ?? 0)
  }

  /** When a key frame was taken. In a session that goes on, not before `earliestUs`. */
  keyFrame({ timestampUs }: AccessUnit, earliestUs: number): KeyFrameTime {
    const wantedUs = timestampUs + this.#wantedOffset()
    const gopUs = this.#offsetUs === undefined ? 0 : timestampUs - this.#lastKeyUs
    this.#longestGopUs = Math.max(this.#longestGopUs, gopUs)
    this.#lastKeyUs = timestampUs
    const time =
      this.#offsetUs === undefined
        ? { timeUs: this.#firstFree(wantedUs), isJump: true }
        : this.#goOn(timestampUs + this.#offsetUs, wantedUs, gopUs, earliestUs)
    const beyond = this.#beyondNext(time)
    this.#offsetUs = beyond.timeUs - timestampUs
    return beyond
  }

  /** What the camera's clock was ahead of the recording's when the last picture came. */
  get cameraOffsetMs(): number | undefined {
    if (this.#cameraUs === undefined || this.#offsetUs === undefined) return undefined
    return Math.round((this.#cameraUs - this.#offsetUs) / 1000)
  }

  #wantedOffset(): number {
    const byArrival = Math.min(this.#least.current, this.#least.before)
    const byCamera = this.#cameraUs
    if (byCamera === undefined || Math.abs(byCamera - byArrival) > MAX_CONTRADICTION_US) return byArrival
    return byCamera
  }

  #goOn(expectedUs: number, wantedUs: number, gopUs: number, earliestUs: number): KeyFrameTime {
    const differenceUs = wantedUs - expectedUs
    if (Math.abs(differenceUs) >= STEP_US) {
      const steppedUs = this.#firstFree(wantedUs)
      const hasRoom = differenceUs > 0 || this.#roomAfter(steppedUs) >= ROOM_US
      if (hasRoom && Math.abs(steppedUs - expectedUs) >= STEP_US) return { timeUs: steppedUs, isJump: true }
    }
    const limitUs = Math.max(0, gopUs) * WEAR
    const timeUs = expectedUs + Math.min(limitUs, Math.max(-limitUs, differenceUs))
    return { timeUs: Math.max(timeUs, earliestUs), isJump: false }
  }

  /** Steps over what a clock that was ahead has left there, before it would run into it. */
  #beyondNext(time: KeyFrameTime): KeyFrameTime {
    const guardUs = Math.max(MIN_GUARD_US, 2 * this.#longestGopUs)
    let { timeUs, isJump } = time
    while (this.#roomAfter(timeUs) < guardUs) {
      timeUs = this.#firstFree(timeUs + this.#roomAfter(timeUs))
      isJump = true
    }
    return { timeUs, isJump }
  }

  #firstFree(timeUs: number): number {
    const timeMs = Math.floor(timeUs / 1000)
    const freeMs = this.#spans.firstFree(timeMs)
    return freeMs === timeMs ? timeUs : freeMs * 1000
  }

  #roomAfter(timeUs: number): number {
    return this.#spans.nextStart(Math.ceil(timeUs / 1000)) * 1000 - timeUs
  }
}
