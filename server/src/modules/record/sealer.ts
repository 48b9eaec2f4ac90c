/** Seals the chains of the archive: with the first file, then every day. */
import type { Clock, Timer } from '../../engines/clock.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type ChainHead, sealStore, type StoredSeal } from './seal-store.ts'
import { addSeal, type SealKey } from './seals.ts'
import { DAY_MS } from './days.ts'

const LOOK_MS = 60_000

interface SealerOptions {
  index: Storage
  key: SealKey
  clock: Clock
  onError: (error: unknown) => void
}

export class Sealer {
  readonly #with: SealerOptions
  readonly #timer: Timer
  #lastAt: number | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(options: SealerOptions) {
    this.#with = options
    this.#timer = options.clock.every(LOOK_MS, () => void this.look().catch(options.onError))
  }

  /** Seals where a day has passed since the last one. One at a time. */
  look(): Promise<void> {
    const next = this.#looking.then(() => this.#sealWhenDue())
    this.#looking = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  /** Seals at once, with these places of chains besides their ends. */
  sealNow(places: readonly ChainHead[]): Promise<StoredSeal | undefined> {
    const next = this.#looking.then(async () => {
      const { index, key, clock } = this.#with
      const seal = await addSeal(index, key, clock.now(), { reason: 'export', restarted: [] }, places)
      if (seal) this.#lastAt = seal.at
      return seal
    })
    this.#looking = next.then(
      () => {},
      () => {
        // The caller of this run gets the error.
      },
    )
    return next
  }

  get key(): SealKey {
    return this.#with.key
  }

  async close(): Promise<void> {
    this.#timer.stop()
    await this.#looking
  }

  async #sealWhenDue(): Promise<void> {
    const { index, key, clock } = this.#with
    const now = clock.now()
    this.#lastAt ??= (await sealStore(index).last())?.at
    // A clock that was set back must not leave days without a seal.
    if (this.#lastAt !== undefined && Math.abs(now - this.#lastAt) < DAY_MS) return
    this.#lastAt = (await addSeal(index, key, now))?.at
  }
}
