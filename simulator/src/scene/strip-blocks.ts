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

/** The cells of each of the strip's macroblocks, four a macroblock; the same for every picture of a layout. */
const cellsOf = new Map<Layout, Uint8Array>()

function cellsIn(layout: Layout): Uint8Array {
  const known = cellsOf.get(layout)
  if (known !== undefined) return known
  const { strip, width } = layout
  const side = width / 80
  const cells = new Uint8Array(strip.columns * strip.rows * 4).map((_, i) => {
    const [block, quarter] = [i >> 2, i & 3]
    const x = (block % strip.columns) * 16 + (quarter & 1) * 8
    const y = Math.floor(block / strip.columns) * 16 + (quarter >> 1) * 8
    return Math.floor(y / side) * CELLS_PER_ROW + Math.floor(x / side)
  })
  cellsOf.set(layout, cells)
  return cells
}

/** The pattern of each of the strip's macroblocks, row by row. */
export function stripPatterns(layout: Layout, bits: readonly boolean[]): number[] {
  const cells = cellsIn(layout)
  const patterns: number[] = []
  for (let i = 0; i < cells.length; i += 4) {
    let pattern = 0
    for (let quarter = 0; quarter < 4; quarter++)
      pattern = pattern * 2 + (bits[cells[i + quarter] ?? 0] === true ? 1 : 0)
    patterns.push(pattern)
  }
  return patterns
}
