import { BitWriter } from './bit-writer.ts'
import { NAL, nalUnit } from './nal.ts'
import { writePredictedHeader } from './slice-header.ts'

const P_16X16 = 0
const I_PCM_IN_P = 30
const NOTHING_CODED = 0

const STILL = 0
const COPY = 1
const RAW = 2

const NO_RAW = new Uint8Array(0)

/**
 * A picture predicted from the IDR picture alone: each macroblock stays, is copied from elsewhere in the IDR picture, or is raw.
 * Being no reference itself, it may be dropped, and any picture of the GOP can be written without the others.
 */
export class PredictedPicture {
  private readonly columns: number
  private readonly rows: number
  private readonly kinds: Uint8Array
  private readonly vectorsX: Int16Array
  private readonly vectorsY: Int16Array
  private readonly rawBlocks = new Map<number, Uint8Array>()
  /** Outermost touched columns of each row; first > last where there is none. */
  private readonly firsts: Int16Array
  private readonly lasts: Int16Array
  private readonly writer = new BitWriter(16_384)
  /** Predicted motion vector of the block at hand, in quarter pixels. */
  private predictedX = 0
  private predictedY = 0

  constructor(columns: number, rows: number) {
    this.columns = columns
    this.rows = rows
    this.kinds = new Uint8Array(columns * rows)
    this.vectorsX = new Int16Array(columns * rows)
    this.vectorsY = new Int16Array(columns * rows)
    this.firsts = new Int16Array(rows).fill(columns)
    this.lasts = new Int16Array(rows).fill(-1)
  }

  clear() {
    for (let row = 0; row < this.rows; row++) {
      const from = row * this.columns + (this.firsts[row] ?? 0)
      const to = row * this.columns + (this.lasts[row] ?? 0) + 1
      if (from >= to) continue
      this.kinds.fill(STILL, from, to)
      this.vectorsX.fill(0, from, to)
      this.vectorsY.fill(0, from, to)
      this.firsts[row] = this.columns
      this.lasts[row] = -1
    }
    this.rawBlocks.clear()
  }

  /** Shows at (column, row) the pixels that lie (dx, dy) pixels away in the IDR picture. */
  copy(column: number, row: number, dx: number, dy: number) {
    const block = this.touch(column, row)
    this.kinds[block] = COPY
    this.vectorsX[block] = dx * 4
    this.vectorsY[block] = dy * 4
  }

  raw(column: number, row: number, pixels: Uint8Array) {
    const block = this.touch(column, row)
    this.kinds[block] = RAW
    this.vectorsX[block] = 0
    this.vectorsY[block] = 0
    this.rawBlocks.set(block, pixels)
  }

  /** The picture's one NAL unit. */
  write(order: number): Buffer {
    const w = this.writer
    w.reset()
    writePredictedHeader(w, order)
    let skipped = 0
    for (let row = 0; row < this.rows; row++) {
      // Only blocks that are touched or have touched neighbours need a look; all others are skipped as they stand.
      const above = row - 1
      const from = Math.max(0, Math.min(this.firsts[row] ?? 0, (this.firsts[above] ?? this.columns) - 1))
      const to = Math.min(this.columns - 1, Math.max(this.lasts[row] ?? 0, this.lasts[above] ?? -1) + 1)
      if (from > to) {
        skipped += this.columns
        continue
      }
      skipped += from
      for (let column = from; column <= to; column++) {
        const block = row * this.columns + column
        if (this.kinds[block] !== RAW && this.isSkippable(block, column, row)) {
          skipped++
          continue
        }
        w.unsigned(skipped)
        skipped = 0
        this.writeBlock(block)
      }
      skipped += this.columns - 1 - to
    }
    if (skipped > 0) w.unsigned(skipped)
    return nalUnit(NAL.slice, w.finish())
  }

  private writeBlock(block: number) {
    const w = this.writer
    if (this.kinds[block] === RAW) {
      w.unsigned(I_PCM_IN_P)
      w.alignWithZeros()
      w.raw(this.rawBlocks.get(block) ?? NO_RAW)
      return
    }
    w.unsigned(P_16X16)
    w.signed((this.vectorsX[block] ?? 0) - this.predictedX)
    w.signed((this.vectorsY[block] ?? 0) - this.predictedY)
    w.unsigned(NOTHING_CODED)
  }

  private touch(column: number, row: number): number {
    this.firsts[row] = Math.min(this.firsts[row] ?? 0, column)
    this.lasts[row] = Math.max(this.lasts[row] ?? 0, column)
    return row * this.columns + column
  }

  /** Predicts the vector (clause 8.4.1.3) and says whether P_Skip (8.4.1.1) would infer the wanted one. */
  private isSkippable(block: number, column: number, row: number): boolean {
    const left = column > 0 ? block - 1 : -1
    const above = row > 0 ? block - this.columns : -1
    let diagonal = -1
    if (row > 0 && column < this.columns - 1) diagonal = above + 1
    else if (row > 0 && column > 0) diagonal = above - 1
    this.predict(left, above, diagonal)
    const x = this.vectorsX[block] ?? 0
    const y = this.vectorsY[block] ?? 0
    if (left < 0 || above < 0 || this.standsStill(left) || this.standsStill(above)) return x === 0 && y === 0
    return x === this.predictedX && y === this.predictedY
  }

  private standsStill(block: number): boolean {
    return this.kinds[block] !== RAW && this.vectorsX[block] === 0 && this.vectorsY[block] === 0
  }

  private predict(left: number, above: number, diagonal: number) {
    const isLeft = left >= 0 && this.kinds[left] !== RAW
    const isAbove = above >= 0 && this.kinds[above] !== RAW
    const isDiagonal = diagonal >= 0 && this.kinds[diagonal] !== RAW
    let only = -1
    if (above < 0 && diagonal < 0) only = left
    else if (isLeft && !isAbove && !isDiagonal) only = left
    else if (!isLeft && isAbove && !isDiagonal) only = above
    else if (!isLeft && !isAbove && isDiagonal) only = diagonal
    // Raw blocks keep the vector 0 that the median takes for them.
    if (only >= 0) {
      this.predictedX = this.vectorsX[only] ?? 0
      this.predictedY = this.vectorsY[only] ?? 0
      return
    }
    this.predictedX = median(this.vectorsX, left, above, diagonal)
    this.predictedY = median(this.vectorsY, left, above, diagonal)
  }
}

function median(vectors: Int16Array, left: number, above: number, diagonal: number): number {
  const a = vectors[left] ?? 0
  const b = vectors[above] ?? 0
  const c = vectors[diagonal] ?? 0
  return a + b + c - Math.min(a, b, c) - Math.max(a, b, c)
}
