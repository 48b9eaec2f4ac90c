/** Whole numbers, seven bits to a byte, the sign in the lowest bit (zigzag): small ones take one byte. */

export function writeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes: number[] = []
  for (const number of numbers) {
    if (!Number.isSafeInteger(number) || Math.abs(number) > 2 ** 51)
      throw new RangeError(`not a number to pack: ${number}`)
    let rest = number < 0 ? -2 * number - 1 : 2 * number
    while (rest >= 128) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  return Uint8Array.from(bytes)
}

export function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  for (const reader = new NumberReader(bytes); reader.hasMore;) numbers.push(reader.next())
  return numbers
}

/** Reads them one by one, for what is read by the hundred thousand. */
export class NumberReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length
  }

  /** Throws where the bytes end within a number. */
  next(): number {
    let [value, factor] = [0, 1]
    for (;;) {
      const byte = this.#bytes[this.#at++]
      if (byte === undefined) throw new RangeError('packed numbers are torn')
      value += (byte & 127) * factor
      if (byte < 128) return value % 2 === 1 ? -(value + 1) / 2 : value / 2
      factor *= 128
    }
  }
}
