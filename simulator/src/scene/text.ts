import { RAW_BLOCK_BYTES } from '../h264/intra-slices.ts'

const FIRST_GLYPH = 32
const INK = 235
const OUTLINE = 16
const NEUTRAL = 128

/** Glyphs of equal size, one byte of coverage for each pixel, from the space to the tilde. */
export class Font {
  readonly width: number
  readonly height: number
  /** How far a letter's outline goes beyond it. */
  readonly reach: number
  private readonly coverage: Uint8Array

  constructor(width: number, height: number, coverage: Uint8Array) {
    this.width = width
    this.height = height
    this.reach = width >> 3
    this.coverage = coverage
  }

  /** Coverage of the text at one of its pixels, 0…255. */
  coverageAt(text: string, x: number, y: number): number {
    const { width, height, coverage } = this
    if (x < 0 || y < 0 || y >= height) return 0
    const glyph = text.charCodeAt(Math.floor(x / width)) - FIRST_GLYPH
    if (Number.isNaN(glyph)) return 0
    return coverage[(glyph * height + y) * width + (x % width)] ?? 0
  }

  /** Coverage of the text's dark outline. */
  outlineAt(text: string, x: number, y: number): number {
    const { reach } = this
    let edge = 0
    for (let dy = -reach; dy <= reach; dy++) {
      for (let dx = -reach; dx <= reach; dx++) edge = Math.max(edge, this.coverageAt(text, x + dx, y + dy))
    }
    return edge
  }
}

/**
 * Writes a line of text, white with a dark outline, over raw macroblocks that stand in rows of `columns`; answers new blocks, and
 * those of a text before where nothing changes.
 */
export function drawText(
  font: Font,
  text: string,
  background: readonly Uint8Array[],
  columns: number,
  before?: string,
  blocksBefore?: readonly Uint8Array[],
): Uint8Array[] {
  /** The letters that a macroblock shows a part of, outlines among them. */
  const lettersAt = (line: string, left: number): string =>
    line.slice(
      Math.max(0, Math.floor((left - font.reach) / font.width)),
      Math.ceil((left + 16 + font.reach) / font.width),
    )
  return background.map((under, i) => {
    const left = (i % columns) * 16
    const shown = blocksBefore?.[i]
    if (shown && before !== undefined && lettersAt(before, left) === lettersAt(text, left)) return shown
    const block = Uint8Array.from(under)
    const top = Math.floor(i / columns) * 16
    const strongest = new Uint8Array(64)
    for (let y = 0; y < 16; y++) {
      for (let x = 0; x < 16; x++) {
        const ink = font.coverageAt(text, left + x, top + y)
        const edge = font.outlineAt(text, left + x, top + y)
        const at = y * 16 + x
        const outlined = mix(block[at] ?? 0, OUTLINE, edge)
        block[at] = mix(outlined, INK, ink)
        const chroma = (y >> 1) * 8 + (x >> 1)
        strongest[chroma] = Math.max(strongest[chroma] ?? 0, ink, edge)
      }
    }
    for (let at = 256; at < RAW_BLOCK_BYTES; at++) {
      block[at] = mix(block[at] ?? 0, NEUTRAL, strongest[(at - 256) & 63] ?? 0)
    }
    return block
  })
}

function mix(under: number, over: number, coverage: number): number {
  return Math.round(under + ((over - under) * coverage) / 255)
}
