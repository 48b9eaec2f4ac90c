/**
 * The time strip in macroblocks. A cell's side is a multiple of 8 pixels, so a macroblock shows at most four cells, one in each
 * quarter: the bits of a pattern are top left, top right, bottom left, bottom right, the most significant first.
 */
import { RAW_BLOCK_BYTES } from '../h264/intra-slices.ts'
import type { Layout } from './layout.ts'

export const PATTERNS = 16
const CELLS_PER_ROW = 32
const BLACK = 16
const WHITE = 235
const NEUTRAL = 128

export function patternBlock(pattern: number): Uint8Array {
  const block = new Uint8Array(RAW_BLOCK_BYTES).fill(NEUTRAL)
  for (let y = 0; y < 16; y++) {
    for (let x = 0; x < 16; x++) {
      const quarter = (y >> 3) * 2 + (x >> 3)
      block[y * 16 + x] = ((pattern >> (3 - quarter)) & 1) === 1 ? WHITE : BLACK
    }
  }
  return block
}

/** The pattern of each of the strip's macroblocks, row by row. */
export function stripPatterns(layout: Layout, cells: readonly boolean[]): number[] {
  const { strip, width } = layout
  const side = width / 80
  const cellAt = (x: number, y: number): number =>
    cells[Math.floor(y / side) * CELLS_PER_ROW + Math.floor(x / side)] === true ? 1 : 0
  return Array.from({ length: strip.columns * strip.rows }, (_, i) => {
    const x = (i % strip.columns) * 16
    const y = Math.floor(i / strip.columns) * 16
    return cellAt(x, y) * 8 + cellAt(x + 8, y) * 4 + cellAt(x, y + 8) * 2 + cellAt(x + 8, y + 8)
  })
}
