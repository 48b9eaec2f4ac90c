/** Where cameras that have a name are: asked beside everything else, because a resolver may take long or be dead. */
import type { AddressOutcome } from '@vedette/devices/address'

import type { Clock, Timer } from '../engines/clock.ts'

/** How long one answer waits for the others that are asked for, so that what follows is done once for many. */
const GATHER_MS = 500

export interface Question {
  /** The stream's. */
  key: string
  url: string
}

export type Answer = Question & { outcome: AddressOutcome }

interface LookupsOptions {
  clock: Clock
  /** Resolves and checks a stored address. */
  check: (url: string) => Promise<AddressOutcome>
  onAnswers: (answers: readonly Answer[]) => void
  onError: (error: unknown) => void
}

export class Lookups {
  readonly #options: LookupsOptions
  /** What each stream was last asked for. */
  readonly #asked = new Map<string, string>()
  #answers: Answer[] = []
  #timer: Timer | undefined
  #isClosed = false

  constructor(options: LookupsOptions) {
    this.#options = options
  }

  /** What is being asked is not asked twice. */
  ask({ key, url }: Question): void {
    if (this.#asked.get(key) === url) return
    this.#asked.set(key, url)
    this.#options
      .check(url)
      .then((outcome) => this.#answers.push({ key, url, outcome }), this.#options.onError)
      .finally(() => this.#answered(key, url))
  }

  close(): void {
    this.#isClosed = true
    this.#timer?.stop()
  }

  #answered(key: string, url: string): void {
    if (this.#asked.get(key) === url) this.#asked.delete(key)
    if (this.#isClosed) return
    if (this.#asked.size === 0) this.#tell()
    else this.#timer ??= this.#options.clock.after(GATHER_MS, () => this.#tell())
  }

  #tell(): void {
    this.#timer?.stop()
    this.#timer = undefined
    const answers = this.#answers
    this.#answers = []
    if (answers.length > 0) this.#options.onAnswers(answers)
  }
}
