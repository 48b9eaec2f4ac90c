/** Baseline JPEG (ITU-T T.81) of macroblocks as H.264 has them: 16 × 16 luma, then 8 × 8 of each chroma. */
import { ScanWriter } from './scan-writer.ts'
import { CHROMINANCE, type Codes, type Component, LUMINANCE, ZIGZAG } from './tables.ts'

/** So many macroblocks are coded apart, so that those which stay need not be coded again. */
export const INTERVAL_BLOCKS = 8

const BLOCK_SAMPLES = 64
const LUMA_STRIDE = 16
const CHROMA_STRIDE = 8
const [CB, CR] = [256, 320]
const SIXTEEN_ZEROS = 0xf0
const END_OF_BLOCK = 0
/** No coefficient takes more than 27 bits, each of which may be a byte of ones that is stuffed. */
const LARGEST_INTERVAL = INTERVAL_BLOCKS * 6 * BLOCK_SAMPLES * 7

/** Pictures of H.264 leave room above and below (BT.601 limited range); those of JPEG use all values (RFC 2435 section 3.1.2). */
const LUMA_VALUES = Float64Array.from({ length: 256 }, (_, value) => fit(((value - 16) * 255) / 219) - 128)
const CHROMA_VALUES = Float64Array.from(
  { length: 256 },
  (_, value) => fit(((value - 128) * 255) / 224 + 128) - 128,
)

/** The transform's matrix by halves: even rows take sums of opposite samples, odd ones their differences. */
const COSINES = Float64Array.from({ length: 32 }, (_, i) => {
  const [frequency, sample] = [i >> 2, i & 3]
  return Math.cos(((2 * sample + 1) * frequency * Math.PI) / 16) * (frequency === 0 ? Math.SQRT1_2 : 1) * 0.5
})

const writer = new ScanWriter(LARGEST_INTERVAL)
const samples = new Float64Array(BLOCK_SAMPLES)
const between = new Float64Array(BLOCK_SAMPLES)
const coefficients = new Int32Array(BLOCK_SAMPLES)

/** One restart interval, without a marker. */
export function encodeInterval(macroblocks: readonly Uint8Array[]): Buffer {
  writer.reset()
  let [luma, cb, cr] = [0, 0, 0]
  for (const block of macroblocks) {
    for (let quarter = 0; quarter < 4; quarter++) {
      const from = (quarter >> 1) * 8 * LUMA_STRIDE + (quarter & 1) * 8
      luma = encodeBlock(block, from, LUMA_STRIDE, LUMA_VALUES, LUMINANCE, luma)
    }
    cb = encodeBlock(block, CB, CHROMA_STRIDE, CHROMA_VALUES, CHROMINANCE, cb)
    cr = encodeBlock(block, CR, CHROMA_STRIDE, CHROMA_VALUES, CHROMINANCE, cr)
  }
  return writer.finish()
}

/** Returns the mean that the component's next block is told against. */
function encodeBlock(
  pixels: Uint8Array,
  from: number,
  stride: number,
  values: Float64Array,
  { scales, dc, ac }: Component,
  before: number,
): number {
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) samples[y * 8 + x] = values[pixels[from + y * stride + x] ?? 0] ?? 0
  transformLines(samples, between)
  transformLines(between, samples)
  for (let i = 0; i < BLOCK_SAMPLES; i++) coefficients[i] = Math.round((samples[i] ?? 0) * (scales[i] ?? 0))
  const mean = coefficients[0] ?? 0
  putNumber(dc, 0, mean - before)
  let zeros = 0
  for (let i = 1; i < BLOCK_SAMPLES; i++) {
    const value = coefficients[ZIGZAG[i] ?? 0] ?? 0
    if (value === 0) {
      zeros++
      continue
    }
    for (; zeros > 15; zeros -= 16) putCode(ac, SIXTEEN_ZEROS)
    putNumber(ac, zeros, value)
    zeros = 0
  }
  if (zeros > 0) putCode(ac, END_OF_BLOCK)
  return mean
}

/** Transforms each line and writes it as a column: done twice, the block stands as it was. */
function transformLines(lines: Float64Array, columns: Float64Array) {
  for (let line = 0; line < 8; line++) {
    const at = line * 8
    const [a, b, c, d] = [lines[at] ?? 0, lines[at + 1] ?? 0, lines[at + 2] ?? 0, lines[at + 3] ?? 0]
    const [h, g, f, e] = [lines[at + 7] ?? 0, lines[at + 6] ?? 0, lines[at + 5] ?? 0, lines[at + 4] ?? 0]
    for (let frequency = 0; frequency < 8; frequency++) {
      const row = frequency * 4
      const sign = frequency % 2 === 0 ? 1 : -1
      columns[frequency * 8 + line] =
        (COSINES[row] ?? 0) * (a + sign * h) +
        (COSINES[row + 1] ?? 0) * (b + sign * g) +
        (COSINES[row + 2] ?? 0) * (c + sign * f) +
        (COSINES[row + 3] ?? 0) * (d + sign * e)
    }
  }
}

/** A number behind so many zeros: its size as a code, then its bits; those of a negative one are turned over. */
function putNumber(codes: Codes, zeros: number, value: number) {
  const size = 32 - Math.clz32(Math.abs(value))
  putCode(codes, (zeros << 4) | size)
  if (size > 0) writer.put((value < 0 ? value - 1 : value) & ((1 << size) - 1), size)
}

function putCode({ bySymbol }: Codes, symbol: number) {
  const code = bySymbol[symbol] ?? 0
  writer.put(code & 0xffff, code >>> 16)
}

function fit(value: number): number {
  return Math.min(255, Math.max(0, value))
}
