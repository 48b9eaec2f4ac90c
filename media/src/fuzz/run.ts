import { mutated } from './mutate.ts'
import { Random } from './random.ts'

/** A parser and what it is fed with. */
export interface FuzzTarget {
  name: string
  /** What it reads in earnest; mutations begin there. */
  corpus: readonly Buffer[]
  /** What means something to the parser: some mutations put one of these in. */
  words?: readonly string[]
  /** An input costs so many times what one of the others does; a short form tries as many fewer. */
  cost?: number
  /** Throws, or rejects, when it does anything but answer or refuse as documented. */
  run(input: Buffer): void | Promise<void>
  /** Gives back what it opened for its inputs. */
  close?(): Promise<void>
}

export interface Finding {
  seed: number
  iteration: number
  input: Buffer
  error: unknown
}

/** So many inputs from `iteration` on; each follows from the seed and its number alone. */
export async function fuzz(
  target: FuzzTarget,
  seed: number,
  from: number,
  count: number,
): Promise<Finding | undefined> {
  for (let iteration = from; iteration < from + count; iteration++) {
    const input = inputOf(target, seed, iteration)
    try {
      const running = target.run(input)
      if (running instanceof Promise) await running
    } catch (error) {
      return { seed, iteration, input, error }
    }
  }
  return undefined
}

/** The first inputs are the corpus itself. */
function inputOf({ corpus, words }: FuzzTarget, seed: number, iteration: number): Buffer {
  const whole = corpus[iteration]
  if (whole) return Buffer.from(whole)
  return mutated({ corpus, words: words ?? [] }, new Random(Math.imul(seed + iteration, 0x9e3779b1)))
}

/** So that it can be tried again, and seen what it did. */
export function findingText({ seed, iteration, input, error }: Finding): string {
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return `seed ${seed}, input ${iteration}: ${input.toString('hex')}\n${what}`
}

const SHORT = 1500

/** Runs as many inputs as a test has time for. Returns what was found, as a text. */
export async function fuzzShortly(target: FuzzTarget, seed: number): Promise<string> {
  try {
    const count = target.corpus.length + Math.ceil(SHORT / (target.cost ?? 1))
    const finding = await fuzz(target, seed, 0, count)
    return finding ? findingText(finding) : ''
  } finally {
    await target.close?.()
  }
}
