/** What a decoder was given and has not answered yet. */
import type { Frame } from './worker-messages.ts'

/** A decoder that is this many live frames behind does not keep up: it is skipped to the next key frame. */
const MOST_BEHIND = 25

type Sent = Pick<Frame, 'stream' | 'arrivalUs' | 'isCached'>
type Offered = Sent & Pick<Frame, 'isKey' | 'timestampUs'>

export class RunAhead {
  readonly #sent = new Map<number, Sent>()
  #live = 0
  #isSkipping = false

  /** Live frames are skipped until the next key frame. */
  get isSkipping(): boolean {
    return this.#isSkipping
  }

  /** Whether the frame is to be decoded. */
  admits({ isKey, isCached }: Pick<Offered, 'isKey' | 'isCached'>): boolean {
    if (!isCached && this.#live >= MOST_BEHIND) this.#isSkipping = true
    else if (isKey) this.#isSkipping = false
    return !this.#isSkipping
  }

  add({ timestampUs, stream, arrivalUs, isCached }: Offered): void {
    this.#sent.set(timestampUs, { stream, arrivalUs, isCached })
    if (!isCached) this.#live++
  }

  /** The frame of a decoded picture. It is overtaken when it came from the cache and a newer one is on its way. */
  take(timestampUs: number): (Sent & { isOvertaken: boolean }) | undefined {
    const frame = this.#sent.get(timestampUs)
    if (!frame) return undefined
    this.#sent.delete(timestampUs)
    if (!frame.isCached) this.#live--
    return { ...frame, isOvertaken: frame.isCached && this.#sent.size > 0 }
  }
}
