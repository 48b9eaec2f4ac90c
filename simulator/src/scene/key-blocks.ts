import { rawSlice } from '../h264/intra-slices.ts'
import type { BlockSink } from './layout.ts'
import type { Backdrop, BackdropSlice } from './scene.ts'

/** What moves in a key picture, which has no picture to copy from: the slices it touches become raw ones. */
export class KeyBlocks implements BlockSink {
  private readonly backdrop: Backdrop
  private readonly copies = new Map<number, { dx: number; dy: number }>()

  constructor(backdrop: Backdrop) {
    this.backdrop = backdrop
  }

  copy(column: number, row: number, dx: number, dy: number) {
    this.copies.set(row * this.backdrop.layout.columns + column, { dx, dy })
  }

  /** The backdrop's slices with those replaced that something moves across. */
  slices(): BackdropSlice[] {
    const { slices, sliceOf } = this.backdrop
    const drawn = [...slices]
    for (const i of new Set([...this.copies.keys()].map((block) => sliceOf[block] ?? -1))) {
      const slice = slices[i]
      if (slice !== undefined) drawn[i] = this.rawSlice(slice)
    }
    return drawn
  }

  /** Gives back to a later picture the ground that things cover in this one. */
  uncover(picture: BlockSink) {
    const { columns, spares } = this.backdrop.layout
    for (const block of this.copies.keys()) {
      const column = block % columns
      const row = Math.floor(block / columns)
      const spare = spares.find(
        (area) =>
          column >= area.column &&
          column < area.column + area.columns &&
          row >= area.row &&
          row < area.row + area.rows,
      )
      if (spare === undefined) throw new Error(`nothing to uncover macroblock ${column}, ${row} with`)
      const { place } = spare
      picture.copy(column, row, (place.column - spare.column) * 16, (place.row - spare.row) * 16)
    }
  }

  private rawSlice(slice: BackdropSlice): BackdropSlice {
    const { layout, pixels } = this.backdrop
    const blocks = Array.from({ length: slice.blocks }, (_, i) => {
      const block = slice.firstBlock + i
      const { dx, dy } = this.copies.get(block) ?? { dx: 0, dy: 0 }
      return pixels.block((block % layout.columns) * 16 + dx, Math.floor(block / layout.columns) * 16 + dy)
    })
    return { ...slice, unit: rawSlice(slice.firstBlock, blocks) }
  }
}
