/** Pictures further apart do not belong to one file, unless those before were as far apart. */
const MAX_PAUSE_US = 2_000_000
const USUAL_STEPS = 3
const MAX_JUMP_US = 10_000_000
/** Pictures go back further only to between the two latest references, where B-pictures are shown. */
const MAX_REORDER_US = 500_000

/** What a stream's time stamps say: whether they go on, and whether a picture was long in coming. All in µs of session time. */
export class Pace {
  #lastUs: number | undefined
  #latestUs = 0
  /** From the latest picture but one, in the order shown, to the latest; 0 until there are two. */
  #stepUs = 0

  /** Time begins anew. */
  restart(): void {
    this.#lastUs = undefined
    this.#stepUs = 0
  }

  /** Whether time goes another way than pictures do. */
  isBroken(timestampUs: number): boolean {
    if (this.#lastUs === undefined) return false
    const goneUs = timestampUs - this.#lastUs
    const isBetween = timestampUs > this.#latestUs - this.#stepUs
    return goneUs > MAX_JUMP_US || (goneUs < -MAX_REORDER_US && !isBetween)
  }

  /** Whether a picture that comes after `goneUs` follows a pause. To be asked before `seen`. */
  isPause(goneUs: number): boolean {
    return goneUs > Math.max(MAX_PAUSE_US, USUAL_STEPS * this.#stepUs)
  }

  seen(timestampUs: number): void {
    const latestUs = this.#lastUs === undefined ? timestampUs : this.#latestUs
    this.#lastUs = timestampUs
    if (timestampUs > latestUs) this.#stepUs = timestampUs - latestUs
    this.#latestUs = Math.max(latestUs, timestampUs)
  }
}
