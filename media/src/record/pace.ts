/** Pictures further apart do not belong to one file, unless the stream is so slow. */
const MAX_PAUSE_US = 2_000_000
const USUAL_STEPS = 3
const MAX_JUMP_US = 10_000_000
/** Further back only between the two latest references, where B-pictures are shown. */
const MAX_REORDER_US = 500_000

/** What a stream's time stamps say: whether they go on, and whether a picture was long in coming. All in µs of session time. */
export class Pace {
  #lastUs: number | undefined
  #latestUs = 0
  #beforeLatestUs = -Infinity

  /** Time begins anew. */
  restart(): void {
    this.#lastUs = undefined
    this.#beforeLatestUs = -Infinity
  }

  /** Whether time goes another way than pictures do. */
  isBroken(timestampUs: number): boolean {
    if (this.#lastUs === undefined) return false
    const goneUs = timestampUs - this.#lastUs
    return goneUs > MAX_JUMP_US || (goneUs < -MAX_REORDER_US && timestampUs <= this.#beforeLatestUs)
  }

  /** Whether a picture after `goneUs` follows a pause: before `seen` has taken it. */
  isPause(goneUs: number): boolean {
    const stepUs = this.#latestUs - this.#beforeLatestUs
    return goneUs > MAX_PAUSE_US && !(goneUs <= USUAL_STEPS * stepUs && Number.isFinite(stepUs))
  }

  seen(timestampUs: number): void {
    const isFirst = this.#lastUs === undefined
    this.#lastUs = timestampUs
    if (isFirst) this.#latestUs = timestampUs
    if (timestampUs <= this.#latestUs) return
    this.#beforeLatestUs = this.#latestUs
    this.#latestUs = timestampUs
  }
}
