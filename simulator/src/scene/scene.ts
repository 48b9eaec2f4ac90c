import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { splitAnnexB } from '../h264/nal.ts'
import { ClockFace } from './clock-face.ts'
import type { Area, Layout, SceneScript } from './layout.ts'
import { Pixels } from './pixels.ts'
import { Font } from './text.ts'

export type Quality = 'main' | 'sub'

export interface BackdropSlice {
  firstBlock: number
  blocks: number
  unit: Buffer
}

/** What every camera at this scene and resolution shares. */
export interface Backdrop {
  layout: Layout
  script: SceneScript
  /** Slices of the key picture, without the areas that text and time strip fill. */
  slices: readonly BackdropSlice[]
  /** Index of the slice that each macroblock belongs to; -1 in the areas without. */
  sliceOf: Int16Array
  pixels: Pixels
  font: Font
  clock: ClockFace
}

const ASSETS = new URL('../../assets/', import.meta.url)

export function loadBackdrop(scene: string, quality: Quality, layout: Layout, script: SceneScript): Backdrop {
  const units = splitAnnexB(readFileSync(new URL(`${scene}/${quality}.h264`, ASSETS)))
  if (units.length !== layout.slices.length) {
    throw new Error(`${scene}/${quality}.h264 has ${units.length} slices, not ${layout.slices.length}`)
  }
  const planes = brotliDecompressSync(readFileSync(new URL(`${scene}/${quality}.yuv.br`, ASSETS)))
  const sliceOf = new Int16Array(layout.columns * layout.rows).fill(-1)
  const slices = layout.slices.map(([firstBlock = 0, blocks = 0], i) => {
    sliceOf.fill(i, firstBlock, firstBlock + blocks)
    return { firstBlock, blocks, unit: units[i] ?? Buffer.alloc(0) }
  })
  const pixels = new Pixels(layout.columns * 16, layout.rows * 16, planes)
  const font = loadFont(layout.clock.rows * 16)
  const clock = new ClockFace(font, blocksOf(layout.clock, pixels), layout.clock.columns)
  return { layout, script, slices, sliceOf, pixels, font, clock }
}

export function blocksOf(area: Area, pixels: Pixels): Uint8Array[] {
  return Array.from({ length: area.columns * area.rows }, (_, i) => {
    const column = area.column + (i % area.columns)
    return pixels.block(column * 16, (area.row + Math.floor(i / area.columns)) * 16)
  })
}

function loadFont(height: number): Font {
  const width = height / 2
  return new Font(width, height, readFileSync(new URL(`font/${width}x${height}.gray`, ASSETS)))
}
