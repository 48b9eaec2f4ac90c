import type { Clock } from './clock.ts'

/** Time that passes when the test says so. */
export class TestClock implements Clock {
  #nowMs = 1_800_000_000_000
  #changed = Promise.withResolvers<void>()
  readonly #planned = new Set<{ atMs: number; run: () => void }>()

  now = (): number => this.#nowMs

  after = (delayMs: number, run: () => void): (() => void) => {
    const plan = { atMs: this.#nowMs + delayMs, run }
    this.#planned.add(plan)
    this.#changed.resolve()
    return () => void this.#planned.delete(plan)
  }

  /** Once something is planned in that many ms. */
  async planned(delayMs: number): Promise<void> {
    for (;;) {
      for (const { atMs } of this.#planned) if (atMs - this.#nowMs === delayMs) return
      this.#changed = Promise.withResolvers()
      await this.#changed.promise
    }
  }

  pass(ms: number): void {
    this.#nowMs += ms
    for (const plan of this.#planned) {
      if (plan.atMs > this.#nowMs || !this.#planned.delete(plan)) continue
      plan.run()
    }
  }
}
