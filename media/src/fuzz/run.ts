import { mutated } from './mutate.ts'
import { Random } from './random.ts'

/** A parser and what it is fed with. */
export interface FuzzTarget {
  name: string
  /** What it reads in earnest; mutations begin there. */
  corpus: readonly Buffer[]
  /** Throws when it does anything but answer or refuse as documented. */
  run(input: Buffer): void
}

export interface Finding {
  seed: number
  iteration: number
  input: Buffer
  error: unknown
}

/** So many inputs from `iteration` on; each follows from the seed and its number alone. */
export function fuzz(target: FuzzTarget, seed: number, from: number, count: number): Finding | undefined {
  for (let iteration = from; iteration < from + count; iteration++) {
    const input = inputOf(target, seed, iteration)
    try {
      target.run(input)
    } catch (error) {
      return { seed, iteration, input, error }
    }
  }
  return undefined
}

/** The first inputs are the corpus itself. */
function inputOf({ corpus }: FuzzTarget, seed: number, iteration: number): Buffer {
  const whole = corpus[iteration]
  return whole ? Buffer.from(whole) : mutated(corpus, new Random(Math.imul(seed + iteration, 0x9e3779b1)))
}
