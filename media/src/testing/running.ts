/** Counts what is under way, so that a test knows when all of it is over. */
export class Running {
  #count = 0

  async during<T>(act: () => Promise<T>): Promise<T> {
    this.#count++
    try {
      return await act()
    } finally {
      this.#count--
    }
  }

  /** Resolves when nothing runs and nothing follows on what ran. */
  async settled(): Promise<void> {
    for (let turns = 0; turns < 5; turns = this.#count === 0 ? turns + 1 : 0)
      await new Promise((resolve) => setImmediate(resolve))
  }
}
