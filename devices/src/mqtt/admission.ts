/** How many of an address may be connected, and how often it may be wrong about a secret before it waits. */
import { setTimeout } from 'node:timers/promises'

const MOST_OF_ADDRESS = 500
const WRONG_TRIES = 20
const WINDOW_MS = 60_000
/** Attempts after too many wrong ones are this far apart: a right one waits at most for all places of its address, and guesses are few. */
const APART_MS = 10
/** Beyond it the oldest are forgotten. */
const MOST_REMEMBERED = 10_000

export class Admission {
  readonly #now: () => number
  readonly #connected = new Map<string, number>()
  readonly #lines = new Map<string, Promise<void>>()
  readonly #wrong = new Map<string, { sinceMs: number; count: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes a place and returns how to give it back; undefined when the address has too many. */
  enter(address: string): (() => void) | undefined {
    const count = this.#connected.get(address) ?? 0
    if (count >= MOST_OF_ADDRESS) return undefined
    this.#connected.set(address, count + 1)
    return () => {
      const left = (this.#connected.get(address) ?? 1) - 1
      if (left > 0) this.#connected.set(address, left)
      else this.#connected.delete(address)
    }
  }

  /** Whether the address was wrong too often of late. Its tries are checked all the same: one behind it may be right. */
  isSuspect(address: string): boolean {
    const wrong = this.#wrong.get(address)
    return wrong !== undefined && wrong.count >= WRONG_TRIES && this.#now() - wrong.sinceMs < WINDOW_MS
  }

  /** Resolves when a try of this address may be checked: at once, or one after another. */
  async turn(address: string): Promise<void> {
    if (!this.isSuspect(address)) return
    const before = this.#lines.get(address) ?? Promise.resolve()
    const turn = before.then(() => setTimeout(APART_MS))
    this.#lines.set(address, turn)
    await turn
    if (this.#lines.get(address) === turn) this.#lines.delete(address)
  }

  failed(address: string): void {
    const wrong = this.#wrong.get(address)
    if (wrong && this.#now() - wrong.sinceMs < WINDOW_MS) {
      wrong.count++
      return
    }
    this.#wrong.delete(address)
    this.#wrong.set(address, { sinceMs: this.#now(), count: 1 })
    const [oldest] = this.#wrong.keys()
    if (this.#wrong.size > MOST_REMEMBERED && oldest !== undefined) this.#wrong.delete(oldest)
  }
}
