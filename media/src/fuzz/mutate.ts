import type { Random } from './random.ts'

const MAX_BYTES = 1 << 16
const MAX_MUTATIONS = 8
const TELLING_BYTES = [0, 1, 0x0a, 0x0d, 0x20, 0x24, 0x7f, 0x80, 0xff]
const TELLING_NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff]

interface Seeds {
  corpus: readonly Buffer[]
  words: readonly string[]
}

type Mutation = (input: Buffer, random: Random, seeds: Seeds) => Buffer

const replace = (input: Buffer, at: number, removed: number, inserted: Buffer): Buffer =>
  Buffer.concat([input.subarray(0, at), inserted, input.subarray(at + removed)])

const place = (input: Buffer, random: Random): number => random.below(input.length + 1)

const MUTATIONS: Mutation[] = [
  function flipBit(input, random) {
    const at = random.below(input.length || 1)
    input[at] = (input[at] ?? 0) ^ (1 << random.below(8))
    return input
  },
  function setByte(input, random) {
    input[random.below(input.length || 1)] = random.pick(TELLING_BYTES)
    return input
  },
  function setNumber(input, random) {
    const bytes = random.pick([2, 4])
    if (input.length < bytes) return input
    const number = random.pick(TELLING_NUMBERS) % 2 ** (8 * bytes)
    input.writeUIntBE(number, random.below(input.length - bytes + 1), bytes)
    return input
  },
  (input, random) => replace(input, place(input, random), random.below(64), Buffer.alloc(0)),
  function repeat(input, random) {
    const at = place(input, random)
    const piece = input.subarray(at, at + random.below(256))
    return replace(input, at, 0, Buffer.concat(Array.from({ length: 1 + random.below(6) }, () => piece)))
  },
  function insert(input, random) {
    const noise = Buffer.from(Array.from({ length: random.below(32) }, () => random.below(256)))
    return replace(input, place(input, random), 0, noise)
  },
  function splice(input, random, { corpus }) {
    const other = random.pick(corpus)
    return Buffer.concat([
      input.subarray(0, place(input, random)),
      other.subarray(random.below(other.length + 1)),
    ])
  },
  (input, random) => input.subarray(0, place(input, random)),
  function setDigits(input, random) {
    const text = input.toString('latin1')
    const numbers = [...text.matchAll(/\d+/g)]
    const number = numbers[random.below(numbers.length || 1)]
    if (!number) return input
    return replace(input, number.index, number[0].length, Buffer.from(String(random.pick(TELLING_NUMBERS))))
  },
  function flood(input, random) {
    const at = place(input, random)
    const piece = input.subarray(at, at + 1 + random.below(64))
    const bytes = 1 << random.below(17)
    return piece.length === 0 ? input : replace(input, at, 0, Buffer.alloc(bytes, piece))
  },
  function putWord(input, random, { words }) {
    if (words.length === 0) return input
    return replace(input, place(input, random), random.below(12), Buffer.from(random.pick(words)))
  },
  /** From one sign of punctuation to another: an element, a field, a quoted text. */
  function movePart(input, random) {
    const signs = [...input.toString('latin1').matchAll(/[<>{}[\]",:;=/ ]/g)].map(({ index }) => index)
    if (signs.length < 2) return input
    const [one, other] = [random.pick(signs), random.pick(signs)]
    const part = Buffer.from(input.subarray(Math.min(one, other), Math.max(one, other)))
    const rest =
      random.below(2) === 0 ? input : replace(input, Math.min(one, other), part.length, Buffer.alloc(0))
    return replace(rest, place(rest, random), 0, part)
  },
]

/** One of the corpus, changed in a few places. */
export function mutated(seeds: Seeds, random: Random): Buffer {
  let input = Buffer.from(random.pick(seeds.corpus))
  for (let left = 1 + random.below(MAX_MUTATIONS); left > 0; left--)
    input = Buffer.from(random.pick(MUTATIONS)(input, random, seeds)).subarray(0, MAX_BYTES)
  return input
}
