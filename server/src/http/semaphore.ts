import { Refusal } from '@vedette/contract/codes'

/** Lets so many work at once; others wait in line, and where the line is full the call is refused as an overload. */
export class Semaphore {
  readonly #atOnce: number
  readonly #longestLine: number
  readonly #line: (() => void)[] = []
  #working = 0

  constructor(atOnce: number, longestLine: number) {
    this.#atOnce = atOnce
    this.#longestLine = longestLine
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#working < this.#atOnce) this.#working++
    else await this.#waitInLine()
    try {
      return await work()
    } finally {
      const next = this.#line.shift()
      if (next) next()
      else this.#working--
    }
  }

  /** Anyone who leaves hands his place on, so the count stays. */
  async #waitInLine(): Promise<void> {
    if (this.#line.length >= this.#longestLine) throw new Refusal('overloaded')
    await new Promise<void>((resolve) => this.#line.push(resolve))
  }
}
