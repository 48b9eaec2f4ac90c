/** A camera's whole picture as JPEG: what moves is coded anew, and all else once for every camera at the scene. */
import type { Area, BlockSink } from '../scene/layout.ts'
import type { Backdrop } from '../scene/scene.ts'
import { encodeInterval, INTERVAL_BLOCKS } from './encode.ts'

/** The intervals that were coded so far, by backdrop. */
const codedOf = new WeakMap<Backdrop, Map<number, Buffer>>()

export class Still implements BlockSink {
  private readonly backdrop: Backdrop
  /** Macroblocks that differ from the backdrop. */
  private readonly changed = new Map<number, Uint8Array>()

  constructor(backdrop: Backdrop) {
    this.backdrop = backdrop
  }

  copy(column: number, row: number, dx: number, dy: number) {
    const { layout, pixels } = this.backdrop
    this.changed.set(row * layout.columns + column, pixels.block(column * 16 + dx, row * 16 + dy))
  }

  put({ column, row, columns }: Area, blocks: readonly Uint8Array[]) {
    const width = this.backdrop.layout.columns
    blocks.forEach((block, i) => {
      this.changed.set((row + Math.floor(i / columns)) * width + column + (i % columns), block)
    })
  }

  /** The visible part's scan, a restart marker between two intervals. */
  scan(): Buffer {
    const { layout } = this.backdrop
    const [columns, rows] = [layout.width / 16, Math.ceil(layout.height / 16)]
    const parts: Buffer[] = []
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column += INTERVAL_BLOCKS) {
        if (parts.length > 0) parts.push(restartMarker((parts.length - 1) / 2))
        parts.push(this.interval(row * layout.columns + column))
      }
    }
    return Buffer.concat(parts)
  }

  private interval(first: number): Buffer {
    const { changed, backdrop } = this
    const blocks = Array.from({ length: INTERVAL_BLOCKS }, (_, i) => first + i)
    if (blocks.some((block) => changed.has(block))) return this.encode(blocks)
    const known = codedOf.get(backdrop) ?? new Map<number, Buffer>()
    codedOf.set(backdrop, known)
    const coded = known.get(first) ?? this.encode(blocks)
    known.set(first, coded)
    return coded
  }

  private encode(blocks: readonly number[]): Buffer {
    const { layout, pixels } = this.backdrop
    const shown = (block: number): Uint8Array =>
      pixels.block((block % layout.columns) * 16, Math.floor(block / layout.columns) * 16)
    return encodeInterval(blocks.map((block) => this.changed.get(block) ?? shown(block)))
  }
}

const MARKERS = Array.from({ length: 8 }, (_, i) => Buffer.from([0xff, 0xd0 + i]))

function restartMarker(number: number): Buffer {
  return MARKERS[number % MARKERS.length] ?? Buffer.alloc(0)
}
