/** Pictures that were decoded lately: who scrubs to and fro, and the next one who looks there, need no decoder. */
import { Semaphore } from '../../http/semaphore.ts'
import type { PictureOutcome } from './picture.ts'

const DECODERS = 2
const DECODERS_WAITING = 32
const MOST_BYTES = 32 * 1024 * 1024

interface Made {
  outcome: Promise<PictureOutcome | undefined>
  bytes: number
}

export class MadePictures {
  readonly #decoders = new Semaphore(DECODERS, DECODERS_WAITING)
  /** The one that was asked for last is the last. */
  readonly #made = new Map<string, Made>()

  /** `key` names the frame and its form, the company first. What came to no picture is tried anew. */
  of(key: string, make: () => Promise<PictureOutcome | undefined>): Promise<PictureOutcome | undefined> {
    const known = this.#made.get(key)
    if (known) {
      this.#made.delete(key)
      this.#made.set(key, known)
      return known.outcome
    }
    const made: Made = { outcome: this.#decoders.take(make), bytes: 0 }
    this.#made.set(key, made)
    made.outcome.then(
      (outcome) => {
        if (!outcome?.ok) return void this.#made.delete(key)
        made.bytes = outcome.bytes.length
        this.#forgetOldest()
      },
      () => this.#made.delete(key),
    )
    return made.outcome
  }

  #forgetOldest(): void {
    let bytes = [...this.#made.values()].reduce((sum, made) => sum + made.bytes, 0)
    for (const [key, made] of this.#made) {
      if (bytes <= MOST_BYTES) return
      if (made.bytes === 0) continue
      this.#made.delete(key)
      bytes -= made.bytes
    }
  }
}
