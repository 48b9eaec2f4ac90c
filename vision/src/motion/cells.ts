/** Foreground pixels as things: cells of 4 × 4, those that touch together. */
import { type Box, CELL } from '../picture.ts'

export interface Blob extends Box {
  /** Cells. */
  area: number
}

/** How many of a cell's 16 pixels have to differ. */
const LEAST_PIXELS = 6

export class Cells {
  readonly columns: number
  readonly rows: number
  /** 1 where something moves. */
  readonly isMoving: Uint8Array
  readonly #isSeen: Uint8Array
  readonly #waiting: Int32Array

  constructor(width: number, height: number) {
    this.columns = Math.floor(width / CELL)
    this.rows = Math.floor(height / CELL)
    const count = this.columns * this.rows
    this.isMoving = new Uint8Array(count)
    this.#isSeen = new Uint8Array(count)
    this.#waiting = new Int32Array(count)
  }

  take(foreground: Uint8Array, width: number): void {
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        let pixels = 0
        for (let line = 0; line < CELL; line++) {
          const from = (row * CELL + line) * width + column * CELL
          for (let at = from; at < from + CELL; at++) pixels += foreground[at] ?? 0
        }
        this.isMoving[row * this.columns + column] = pixels >= LEAST_PIXELS ? 1 : 0
      }
    }
  }

  clear(): void {
    this.isMoving.fill(0)
  }

  /** Things of at least so many cells, the largest first. */
  blobs(leastCells: number): Blob[] {
    this.#isSeen.fill(0)
    const blobs: Blob[] = []
    for (let at = 0; at < this.isMoving.length; at++) {
      if (this.isMoving[at] !== 1 || this.#isSeen[at] === 1) continue
      const blob = this.#grow(at)
      if (blob.area >= leastCells) blobs.push(blob)
    }
    return blobs.toSorted((a, b) => b.area - a.area)
  }

  #grow(start: number): Blob {
    const { columns, rows } = this
    let [left, right, top, bottom] = [columns, 0, rows, 0]
    let [area, count] = [0, 0]
    this.#isSeen[start] = 1
    this.#waiting[count++] = start
    while (count > 0) {
      const at = this.#waiting[--count] ?? 0
      const [column, row] = [at % columns, Math.floor(at / columns)]
      area++
      left = Math.min(left, column)
      right = Math.max(right, column)
      top = Math.min(top, row)
      bottom = Math.max(bottom, row)
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          const next = y * columns + x
          if (this.isMoving[next] !== 1 || this.#isSeen[next] === 1) continue
          this.#isSeen[next] = 1
          this.#waiting[count++] = next
        }
      }
    }
    return {
      x: left / columns,
      y: top / rows,
      width: (right - left + 1) / columns,
      height: (bottom - top + 1) / rows,
      area,
    }
  }
}
