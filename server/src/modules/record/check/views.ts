/** What a key frame tells of the camera's state: how dark it is, whether it is the one before, which place it shows. */
import { CHECK_LIMITS } from './limits.ts'

export const LOOK_WIDTH = 160
export const LOOK_HEIGHT = 90
const CHROMA = (LOOK_WIDTH / 2) * (LOOK_HEIGHT / 2)
export const LOOK_BYTES = LOOK_WIDTH * LOOK_HEIGHT + 2 * CHROMA
/** A view is the strength of the edges in cells of so many pixels. */
const CELL = 5
const COLUMNS = LOOK_WIDTH / CELL
const ROWS = LOOK_HEIGHT / CELL
/** A view leaves out the rows where cameras paint names. */
const TOP = 2
const VIEW_ROWS = ROWS - 2 * TOP
const CELLS = COLUMNS * VIEW_ROWS
/** Rows at the top and at the bottom where cameras paint names and clocks. */
const NAMES = 4
/** A mast in the wind, cells. */
const SWAY = 1
const MIDDLE_CHROMA = 128
const { greyChroma, greyPart } = CHECK_LIMITS

/** 160 × 90, planar 4:2:0. */
export interface Look {
  luma: Uint8Array
  isGrey: boolean
}

export function lookOf(picture: Uint8Array): Look {
  const luma = picture.subarray(0, LOOK_WIDTH * LOOK_HEIGHT)
  const chroma = picture.subarray(luma.length, LOOK_BYTES)
  const coloured = chroma.filter((it) => Math.abs(it - MIDDLE_CHROMA) > greyChroma)
  return { luma, isGrey: coloured.length < chroma.length * greyPart }
}

/** A covered lens or a dead sensor: dark, and alike all over. Names that are painted over it stand at the edges. */
export function isBlack({ luma }: Look): boolean {
  const cells: number[] = []
  for (let row = NAMES; row < ROWS - NAMES; row++)
    for (let column = 0; column < COLUMNS; column++) cells.push(meanOfCell(luma, row, column))
  const mean = cells.reduce((sum, it) => sum + it, 0) / cells.length
  const spread = Math.hypot(...cells.map((it) => it - mean)) / Math.sqrt(cells.length)
  return mean <= CHECK_LIMITS.blackLuma && spread <= CHECK_LIMITS.blackSpread
}

/** The mean over a cell, free of the noise of single pixels. */
function meanOfCell(luma: Uint8Array, row: number, column: number): number {
  let sum = 0
  for (let y = row * CELL; y < (row + 1) * CELL; y++)
    for (let x = column * CELL; x < (column + 1) * CELL; x++) sum += luma[y * LOOK_WIDTH + x] ?? 0
  return sum / (CELL * CELL)
}

/** The same picture again. Noise, a clock in the picture or the light make each one of a living camera another. */
export function isSame(one: Look, other: Look): boolean {
  let sum = 0
  for (const [i, luma] of one.luma.entries()) {
    const difference = Math.abs(luma - (other.luma[i] ?? 0))
    if (difference > CHECK_LIMITS.sameLuma) return false
    sum += difference
  }
  return sum / one.luma.length <= CHECK_LIMITS.sameMean
}

/**
 * Where the upright and the level edges of a picture are, of length 1; undefined where there are none to tell a place by. What all
 * pictures have alike is taken out of it: names and clocks at the edges, and that there is sky above and ground below. The root keeps
 * a headlight or a reflection from being all that counts.
 */
export function viewOf({ luma }: Look): Float32Array | undefined {
  const [upright, level] = [new Float32Array(CELLS), new Float32Array(CELLS)]
  let edges = 0
  for (let y = TOP * CELL; y < (TOP + VIEW_ROWS) * CELL; y++)
    for (let x = 1; x < LOOK_WIDTH - 1; x++) {
      const at = y * LOOK_WIDTH + x
      const across = Math.abs((luma[at + 1] ?? 0) - (luma[at - 1] ?? 0))
      const down = Math.abs((luma[at + LOOK_WIDTH] ?? 0) - (luma[at - LOOK_WIDTH] ?? 0))
      const cell = (Math.floor(y / CELL) - TOP) * COLUMNS + Math.floor(x / CELL)
      upright[cell] = (upright[cell] ?? 0) + across
      level[cell] = (level[cell] ?? 0) + down
      edges += across + down
    }
  if (edges / (CELLS * CELL * CELL) < CHECK_LIMITS.leastEdges) return undefined
  return unit(Float32Array.of(...[upright, level].flatMap((it) => [...ownOf(it.map(Math.sqrt))])))
}

/** Less what a row and a column have all over. */
function ownOf(cells: Float32Array): Float32Array {
  const mean = meanOf(cells)
  const rows = Array.from({ length: VIEW_ROWS }, (_, y) =>
    meanOf(cells.subarray(y * COLUMNS, (y + 1) * COLUMNS)),
  )
  const columns = Array.from({ length: COLUMNS }, (_, x) =>
    meanOf(cells.filter((_it, i) => i % COLUMNS === x)),
  )
  return cells.map((it, i) => it - (rows[Math.floor(i / COLUMNS)] ?? 0) - (columns[i % COLUMNS] ?? 0) + mean)
}

const meanOf = (cells: Float32Array): number => cells.reduce((sum, it) => sum + it, 0) / cells.length

function unit(view: Float32Array): Float32Array {
  const length = Math.hypot(...view)
  return length === 0 ? view : view.map((it) => it / length)
}

/** −1 to 1: how much two views are of the same place, at the best of all shifts by a cell. */
export function likeness(one: Float32Array, other: Float32Array): number {
  let best = -1
  for (let down = -SWAY; down <= SWAY; down++)
    for (let right = -SWAY; right <= SWAY; right++)
      best = Math.max(best, alikeShifted(one, other, down, right))
  return best
}

function alikeShifted(one: Float32Array, other: Float32Array, down: number, right: number): number {
  let sum = 0
  for (const from of [0, CELLS])
    for (let y = Math.max(0, -down); y < VIEW_ROWS - Math.max(0, down); y++)
      for (let x = Math.max(0, -right); x < COLUMNS - Math.max(0, right); x++)
        sum += (one[from + y * COLUMNS + x] ?? 0) * (other[from + (y + down) * COLUMNS + x + right] ?? 0)
  return sum
}

/** The reference goes along with seasons and growing trees. */
export function blended(reference: Float32Array, view: Float32Array, part: number): Float32Array {
  return unit(reference.map((it, i) => it * (1 - part) + (view[i] ?? 0) * part))
}

export function packView(view: Float32Array): Uint8Array {
  return new Uint8Array(new Float32Array(view).buffer)
}

export function unpackView(packed: Uint8Array): Float32Array {
  return new Float32Array(Uint8Array.from(packed).buffer)
}
