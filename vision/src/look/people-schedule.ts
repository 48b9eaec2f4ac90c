/** One person detector for all cameras: the newest picture of each, the cameras in turn. */
import type { Person, PersonDetector } from '../people/person-detector.ts'
import type { Picture } from '../picture.ts'

interface Asked {
  picture: Picture
  answer: (found: readonly Person[]) => void
}

export class PeopleSchedule {
  readonly #detector: PersonDetector
  readonly #onError: (error: unknown) => void
  readonly #waiting = new Map<number, Asked>()
  #isBusy = false
  /** Pictures that were asked about and never looked at, since a newer one came. */
  skipped = 0

  constructor(detector: PersonDetector, onError: (error: unknown) => void) {
    this.#detector = detector
    this.#onError = onError
  }

  ask(stream: number, picture: Picture, answer: Asked['answer']): void {
    if (this.#waiting.has(stream)) this.skipped++
    this.#waiting.set(stream, { picture, answer })
    if (!this.#isBusy) void this.#work()
  }

  forget(stream: number): void {
    this.#waiting.delete(stream)
  }

  async #work(): Promise<void> {
    this.#isBusy = true
    for (;;) {
      const [next] = this.#waiting
      if (!next) break
      const [stream, { picture, answer }] = next
      // Who asks meanwhile stands at the end of the line.
      this.#waiting.delete(stream)
      try {
        answer(await this.#detector.find(picture))
      } catch (error) {
        this.#onError(error)
      }
    }
    this.#isBusy = false
  }
}
