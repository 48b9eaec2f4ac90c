/** The walls in this browser's other windows: which of them are open, and that one window of them all is heard. */
import { z } from 'zod'

const CHANNEL = 'vedette-walls'
/** The page's own wall; those in windows of their own have the numbers from 2 on. */
export const FIRST_WALL = 1
const LAST_WALL = 9

const Word = z.discriminatedUnion('word', [
  z.object({ word: z.literal('whoIsThere') }),
  z.object({ word: z.literal('here'), number: z.int() }),
  z.object({ word: z.literal('gone'), number: z.int() }),
  z.object({ word: z.literal('heard') }),
])
type Word = z.infer<typeof Word>

export class OtherWalls {
  readonly #channel: BroadcastChannel
  readonly #there = new Set<number>()
  /** Those that this page opened: it sees by itself when they are closed, however that came. */
  readonly #opened = new Map<number, Pick<Window, 'closed'>>()
  #own: number | undefined
  #onHeard = (): void => {}

  constructor(name = CHANNEL) {
    this.#channel = new BroadcastChannel(name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const { data: word } = Word.safeParse(data)
      if (word) this.#take(word)
    })
    this.#say({ word: 'whoIsThere' })
  }

  /** This page shows the wall of this number until the answer is called. */
  appear(number: number, onOtherHeard: () => void): () => void {
    this.#own = number
    this.#onHeard = onOtherHeard
    this.#say({ word: 'here', number })
    return () => {
      this.#own = undefined
      this.#onHeard = () => {}
      this.#say({ word: 'gone', number })
    }
  }

  /** The first number that no window has; undefined when there are as many as there may be. */
  free(): number | undefined {
    for (let number = FIRST_WALL + 1; number <= LAST_WALL; number++) if (!this.#isOpen(number)) return number
    return undefined
  }

  opened(number: number, window: Pick<Window, 'closed'>): void {
    this.#opened.set(number, window)
  }

  /** A window of this page is heard now: those of the others are not. */
  heard(): void {
    this.#say({ word: 'heard' })
  }

  close(): void {
    this.#channel.close()
  }

  #isOpen(number: number): boolean {
    const opened = this.#opened.get(number)
    return opened ? !opened.closed : number === this.#own || this.#there.has(number)
  }

  #take(word: Word): void {
    switch (word.word) {
      case 'whoIsThere':
        if (this.#own !== undefined) this.#say({ word: 'here', number: this.#own })
        break
      case 'here':
        this.#there.add(word.number)
        break
      case 'gone':
        this.#there.delete(word.number)
        break
      case 'heard':
        this.#onHeard()
        break
    }
  }

  #say(word: Word): void {
    this.#channel.postMessage(word)
  }
}

let walls: OtherWalls | undefined

export function otherWalls(): OtherWalls {
  walls ??= new OtherWalls()
  return walls
}

/** Number of a wall in a page's address; undefined for what is no wall's number. */
export function wallNumberOf(text: string | undefined): number | undefined {
  if (text === undefined) return FIRST_WALL
  const number = /^\d$/.test(text) ? Number(text) : 0
  return number > FIRST_WALL && number <= LAST_WALL ? number : undefined
}
