/** When the machine can't keep up, some cameras rest (key frames alone), each in its turn. */

/** Busy part of the process's own thread. */
const BUSY = 0.85
const IDLE = 0.6

export class Budget {
  #resting = 0
  #turn = 0

  /**
   * To be asked every few seconds, with the share of time that the process was busy. Returns those of `streams` that rest
   * until the next time.
   */
  resting(streams: readonly number[], busyShare: number, isBehind: boolean): Set<number> {
    if (busyShare > BUSY || isBehind) this.#resting++
    else if (busyShare < IDLE) this.#resting--
    this.#resting = Math.max(0, Math.min(streams.length, this.#resting))
    const first = this.#turn
    this.#turn = streams.length > 0 ? (first + Math.max(1, this.#resting)) % streams.length : 0
    return new Set(
      Array.from({ length: this.#resting }, (_, at) => streams[(first + at) % streams.length] ?? -1),
    )
  }
}
