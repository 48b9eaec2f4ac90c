/** A call that waits for its turn is not sent yet, so that its time does not run out in a line. */
const AT_ONCE = 3

export class PictureQueue {
  readonly #line: (() => void)[] = []
  #working = 0

  /** Does the work when it is its turn; throws the signal's reason where it was given up before. */
  async take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#working === AT_ONCE) await new Promise<void>((resolve) => this.#line.push(resolve))
    else this.#working++
    try {
      signal.throwIfAborted()
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#working--
    }
  }
}

export const pictureQueue = new PictureQueue()
