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

/** Throws where the bytes end within a number. */
export function readNumbers(bytes: Uint8Array): number[] {
  const numbers: number[] = []
  let [value, factor] = [0, 1]
  for (const byte of bytes) {
    value += (byte % 128) * factor
    factor *= 128
    if (byte >= 128) continue
    numbers.push(value % 2 === 1 ? -(value + 1) / 2 : value / 2)
    value = 0
    factor = 1
  }
  if (factor !== 1) throw new RangeError('packed numbers are torn')
  // There is one zero: that of negative numbers' half is none.
  return numbers.map((number) => number + 0)
}
