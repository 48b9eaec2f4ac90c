/** The tables of ITU-T T.81, annex K, by which pictures without headers are read (RFC 2435 section 3.1.8 and appendices A, B). */

/** Table K.1, line by line. */
const LUMA = [
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]
/** Table K.2: its upper left corner, line by line; all else is 99. */
const CHROMA_CORNER = [17, 18, 24, 47, 18, 21, 26, 66, 24, 26, 56, 99, 47, 66, 99, 99]
const CHROMA = LUMA.map((_, i) => (i % 8 < 4 && i < 32 ? CHROMA_CORNER[(i >> 3) * 4 + (i % 8)] : 99) ?? 99)

/** Codes by symbol: how many bits a code has, above its 16 bits. */
type Codes = Uint32Array

export interface Component {
  /** What each coefficient is multiplied by before it is rounded, line by line. */
  readonly scales: Float64Array
  readonly dc: Codes
  readonly ac: Codes
}

/** Index of each coefficient, line by line, in the order in which they are written. */
export const ZIGZAG: readonly number[] = Array.from({ length: 15 }, (_, sum) => {
  const diagonal = Array.from({ length: 8 }, (_unused, row) => ({ row, column: sum - row }))
    .filter(({ column }) => column >= 0 && column < 8)
    .map(({ row, column }) => row * 8 + column)
  return sum % 2 === 0 ? diagonal.toReversed() : diagonal
}).flat()

/** `counts` are the numbers of codes of 1 to 16 bits; the symbols, in hexadecimal, follow from the shortest code on. */
function codesOf(counts: readonly number[], symbols: string): Codes {
  const codes = new Uint32Array(256)
  const bytes = Buffer.from(symbols, 'hex')
  let code = 0
  let at = 0
  counts.forEach((count, i) => {
    for (let n = 0; n < count; n++) codes[bytes[at++] ?? 0] = ((i + 1) << 16) | code++
    code <<= 1
  })
  return codes
}

/** Symbols of runs of zeros of these lengths, each with numbers of these sizes. */
function runs(from: number, to: number, sizes: string): string {
  return Array.from({ length: to - from + 1 }, (_, i) =>
    sizes.replaceAll(/./g, (size) => (from + i).toString(16) + size),
  ).join('')
}

const DC_SYMBOLS = '000102030405060708090a0b'
const LUMA_DC = codesOf([0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], DC_SYMBOLS)
const CHROMA_DC = codesOf([0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], DC_SYMBOLS)
const LUMA_AC = codesOf(
  [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a' +
    runs(1, 1, '6789a') +
    runs(2, 2, '56789a') +
    runs(3, 3, '456789a') +
    runs(4, 7, '3456789a') +
    runs(8, 8, '3456789a') +
    runs(9, 13, '23456789a') +
    runs(14, 15, '123456789a'),
)
const CHROMA_AC = codesOf(
  [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
  '00010203110405213106124151076171132232810814' +
    '4291a1b1c109233352f0156272d10a162434e125f1' +
    runs(1, 1, '789a') +
    runs(2, 2, '6789a') +
    runs(3, 3, '56789a') +
    runs(4, 7, '3456789a') +
    runs(8, 15, '23456789a'),
)

/** How the receiver is told of the tables above: a quality of 50 takes them as they stand. */
export const QUALITY = 50

export const LUMINANCE: Component = { scales: scalesOf(LUMA), dc: LUMA_DC, ac: LUMA_AC }
export const CHROMINANCE: Component = { scales: scalesOf(CHROMA), dc: CHROMA_DC, ac: CHROMA_AC }

function scalesOf(steps: readonly number[]): Float64Array {
  return Float64Array.from(steps, (step) => 1 / step)
}
