/** Stretches closer than this are one. */
const JOIN_MS = 2000
const MAX_SPANS = 2000

/** What is recorded of a stream: stretches [from, to) in ms since 1970, apart from one another and in order. */
export class RecordedSpans {
  readonly #spans: { from: number; to: number }[] = []

  constructor(recorded: readonly (readonly [number, number])[] = []) {
    for (const [from, to] of recorded) this.add(from, to)
  }

  add(from: number, to: number): void {
    let at = this.#spans.findLastIndex((span) => span.from <= from)
    const before = this.#spans[at]
    if (before && from <= before.to + JOIN_MS) before.to = Math.max(before.to, to)
    else this.#spans.splice(++at, 0, { from, to })
    const grown = this.#spans[at]
    for (
      let next = this.#spans[at + 1];
      grown && next && next.from <= grown.to + JOIN_MS;
      next = this.#spans[at + 1]
    ) {
      grown.to = Math.max(grown.to, next.to)
      this.#spans.splice(at + 1, 1)
    }
    if (this.#spans.length > MAX_SPANS) this.#spans.shift()
  }

  /** `at`, or the end of the stretch that it falls into. */
  firstFree(at: number): number {
    const span = this.#spans.findLast(({ from }) => from <= at)
    return span ? Math.max(at, span.to) : at
  }

  /** Where the next stretch begins, from `at` on; Infinity where none does. */
  nextStart(at: number): number {
    return this.#spans.find(({ from }) => from >= at)?.from ?? Infinity
  }
}
