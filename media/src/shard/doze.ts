/** From one look at the sockets to the next, in ms. Not the same each time, so that no camera's pictures always come just after one. */
const SHORTEST_MS = 60
const LONGEST_MS = 90
/** How often it looks whether it is called. */
const SLICE_MS = 45
/** What wakes nobody: `Atomics.wait` is how a thread sleeps. */
const CELL = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))

/**
 * Where nobody is in a hurry, the process sleeps between its looks at the sockets, and reads at once what came meanwhile. By itself
 * it would wake for every few packets of every camera, which costs more than the packets do.
 */
export class Doze {
  readonly #may: () => boolean
  readonly #isCalled: () => boolean
  #isOn = false
  #wokeMs = 0

  /** `may` is asked before every sleep; after a no, `begin` has to be called again. `isCalled` ends the present one. */
  constructor(may: () => boolean, isCalled: () => boolean) {
    this.#may = may
    this.#isCalled = isCalled
  }

  /** How late everything else may come, in ms: what the event loop's delay is told without. */
  get latestMs(): number {
    return this.#isOn ? LONGEST_MS : 0
  }

  begin(): void {
    if (this.#isOn || !this.#may()) return
    this.#isOn = true
    this.#wokeMs = performance.now()
    setImmediate(() => this.#sleep())
  }

  #sleep(): void {
    this.#isOn = this.#may()
    if (!this.#isOn) return
    // Work takes its time off the sleep: a busy process has none.
    const endMs = this.#wokeMs + SHORTEST_MS + Math.random() * (LONGEST_MS - SHORTEST_MS)
    for (let nowMs = performance.now(); nowMs < endMs; nowMs = performance.now()) {
      Atomics.wait(CELL, 0, 0, Math.min(SLICE_MS, endMs - nowMs))
      if (this.#isCalled()) break
    }
    this.#wokeMs = performance.now()
    setImmediate(() => this.#sleep())
  }
}
