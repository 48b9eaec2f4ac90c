import { stripBits } from '@vedette/contract/time-strip'
import { flatSlice, rawSlice } from './h264/intra-slices.ts'
import { pictureParameterSet, sequenceParameterSet } from './h264/parameter-sets.ts'
import { PredictedPicture } from './h264/predicted-picture.ts'
import { drawActors } from './scene/actors.ts'
import { KeyBlocks } from './scene/key-blocks.ts'
import type { Area } from './scene/layout.ts'
import { type Backdrop, blocksOf } from './scene/scene.ts'
import { drawText } from './scene/text.ts'

const STRIP_CELLS_PER_ROW = 32

interface Overlay {
  cells: boolean[]
  clockText: string
  clock: readonly Uint8Array[]
}

/** Writes one camera's pictures at one resolution: a key picture, then any number predicted from it alone. */
export class PictureSource {
  readonly size: { width: number; height: number }
  parameterSets: { sps: Buffer; pps: Buffer }
  private readonly camera: number
  readonly backdrop: Backdrop
  private readonly predicted: PredictedPicture
  private readonly nameSlices: { firstBlock: number; unit: Buffer }[]
  private readonly blocksPerCell: number
  private key: (Overlay & { moving: KeyBlocks }) | undefined

  constructor(camera: number, name: string, backdrop: Backdrop, fps: number) {
    const { layout } = backdrop
    this.camera = camera
    this.backdrop = backdrop
    this.size = { width: layout.width, height: layout.height }
    this.parameterSets = { sps: sequenceParameterSet(layout, fps), pps: pictureParameterSet() }
    this.predicted = new PredictedPicture(layout.columns, layout.rows)
    this.blocksPerCell = layout.width / 40 / 16
    const glyphs = (layout.name.columns * 16) / backdrop.font.width
    const text = name.slice(0, glyphs).padStart(glyphs)
    const blocks = drawText(backdrop.font, text, blocksOf(layout.name, backdrop.pixels), layout.name.columns)
    this.nameSlices = this.rawSlices(layout.name, blocks)
  }

  /** Said from the next key picture on. */
  setRate(fps: number) {
    this.parameterSets = { ...this.parameterSets, sps: sequenceParameterSet(this.backdrop.layout, fps) }
  }

  /** The key picture's NAL units, parameter sets first. */
  keyPicture(timeMs: number): Buffer[] {
    const overlay = this.overlayAt(timeMs)
    const { layout, script } = this.backdrop
    const moving = new KeyBlocks(this.backdrop)
    drawActors(moving, layout, script, this.camera, timeMs)
    this.key = { ...overlay, moving }
    const slices = [
      ...moving.slices(),
      ...this.nameSlices,
      ...this.rawSlices(layout.clock, overlay.clock),
      ...this.stripSlices(overlay.cells),
    ].toSorted((a, b) => a.firstBlock - b.firstBlock)
    return [this.parameterSets.sps, this.parameterSets.pps, ...slices.map((slice) => slice.unit)]
  }

  /** The picture `order` pictures after the key picture, as one NAL unit. */
  predictedPicture(timeMs: number, order: number): Buffer {
    const { key, predicted, backdrop } = this
    if (key === undefined) throw new Error('a predicted picture needs a key picture before it')
    const overlay = this.overlayAt(timeMs)
    predicted.clear()
    key.moving.uncover(predicted)
    drawActors(predicted, backdrop.layout, backdrop.script, this.camera, timeMs)
    this.changeClock(key, overlay)
    this.changeStrip(key.cells, overlay.cells)
    return predicted.write(order)
  }

  private changeClock(key: Overlay, overlay: Overlay) {
    if (key.clockText === overlay.clockText) return
    const { clock } = this.backdrop.layout
    overlay.clock.forEach((block, i) => {
      const shown = key.clock[i]
      if (shown !== undefined && Buffer.compare(shown, block) === 0) return
      this.predicted.raw(clock.column + (i % clock.columns), clock.row + Math.floor(i / clock.columns), block)
    })
  }

  private changeStrip(shown: readonly boolean[], wanted: readonly boolean[]) {
    const { whiteRow, blackRow, strip } = this.backdrop.layout
    const side = this.blocksPerCell
    wanted.forEach((isWhite, i) => {
      if (shown[i] === isWhite) return
      const column = strip.column + (i % STRIP_CELLS_PER_ROW) * side
      const row = strip.row + Math.floor(i / STRIP_CELLS_PER_ROW) * side
      for (let y = row; y < row + side; y++) {
        const dy = ((isWhite ? whiteRow : blackRow) - y) * 16
        for (let x = column; x < column + side; x++) this.predicted.copy(x, y, 0, dy)
      }
    })
  }

  private overlayAt(timeMs: number): Overlay {
    const clockText = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
    return { cells: stripBits(this.camera, timeMs), clockText, clock: this.backdrop.clock.blocks(clockText) }
  }

  private rawSlices(area: Area, blocks: readonly Uint8Array[]) {
    return Array.from({ length: area.rows }, (_, row) => {
      const firstBlock = (area.row + row) * this.backdrop.layout.columns + area.column
      const from = row * area.columns
      return { firstBlock, unit: rawSlice(firstBlock, blocks.slice(from, from + area.columns)) }
    })
  }

  private stripSlices(cells: readonly boolean[]) {
    const { strip, columns } = this.backdrop.layout
    return Array.from({ length: strip.rows }, (_, row) => {
      const firstBlock = (strip.row + row) * columns + strip.column
      const firstCell = Math.floor(row / this.blocksPerCell) * STRIP_CELLS_PER_ROW
      const blocks = Array.from(
        { length: strip.columns },
        (_, column) => cells[firstCell + Math.floor(column / this.blocksPerCell)] ?? false,
      )
      return { firstBlock, unit: flatSlice(firstBlock, blocks) }
    })
  }
}
