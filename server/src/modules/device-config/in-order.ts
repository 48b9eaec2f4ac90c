/** Work on one thing goes one after the other, in the order in which it was asked for; on different things at once. */
export class InOrder {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key)
    const done = before ? before.then(work, work) : work()
    this.#last.set(key, done)
    const forget = (): void => {
      if (this.#last.get(key) === done) this.#last.delete(key)
    }
    done.then(forget, forget)
    return done
  }
}
