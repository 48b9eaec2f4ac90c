import { stripBits } from '@vedette/contract/time-strip'
import { rawSlice } from './h264/intra-slices.ts'
import type { Imaging, Lens, Position } from './lens.ts'
import { type H264Profile, pictureParameterSet, sequenceParameterSet } from './h264/parameter-sets.ts'
import { PredictedPicture } from './h264/predicted-picture.ts'
import { Still } from './jpeg/still.ts'
import { drawActors } from './scene/actors.ts'
import { KeyBlocks } from './scene/key-blocks.ts'
import { adjusted, turned } from './scene/adjust.ts'
import type { Area, Layout } from './scene/layout.ts'
import { type Backdrop, blocksOf, type Quality } from './scene/scene.ts'
import { backdropOf, layoutOf, type Light, type Viewpoint } from './scene/scenes.ts'
import { patternBlock, PATTERNS, stripPatterns } from './scene/strip-blocks.ts'
import { drawText } from './scene/text.ts'

const PATTERN_BLOCKS: readonly Uint8Array[] = Array.from({ length: PATTERNS }, (_, i) => patternBlock(i))

const NO_PIXELS = new Uint8Array(0)

export const SPOILT = ['not', 'covered', 'away', 'stuck'] as const
type Spoilt = (typeof SPOILT)[number]

/** The camera is under a hood: black but for what it paints over the picture. */
const COVERED: Imaging = { brightness: -100, contrast: 50, saturation: 0 }
const AWAY: Position = { pan: 0.75, tilt: 0.6, zoom: 0.4 }

/** What the pictures of a camera depend on. */
export interface Look {
  readonly viewpoint: Viewpoint
  light: Light
  spoilt?: Spoilt
  readonly lens: Lens
}

/** The scene as it was at the key picture. */
interface Shown {
  light: Light
  spoilt: Spoilt
  imaging: Imaging
  backdrop: Backdrop
  position: Position
  /** How many pixels things stand further left. */
  panned: number
  name: readonly Uint8Array[]
  nameSlices: { firstBlock: number; unit: Buffer }[]
}

interface Overlay {
  /** Patterns of the strip's macroblocks. */
  patterns: number[]
  clockText: string
  clock: readonly Uint8Array[]
}

/** Pictures between two key pictures while the camera turns. */
const TURNING_GOP = 8

/** Writes one camera's pictures at one resolution: a key picture, then any number predicted from it alone. */
export class PictureSource {
  readonly size: { width: number; height: number }
  parameterSets: { sps: Buffer; pps: Buffer }
  private readonly camera: number
  private readonly name: string
  private readonly look: Look
  private readonly quality: Quality
  private readonly predicted: PredictedPicture
  private shown: Shown
  private clockSecond = Number.NaN
  private clockText = ''
  private key: (Overlay & { moving: KeyBlocks }) | undefined

  constructor(camera: number, name: string, look: Look, quality: Quality, fps: number) {
    const layout = layoutOf(look.viewpoint, quality)
    this.camera = camera
    this.name = name
    this.look = look
    this.quality = quality
    this.size = { width: layout.width, height: layout.height }
    this.parameterSets = { sps: sequenceParameterSet(layout, fps), pps: pictureParameterSet() }
    this.predicted = new PredictedPicture(layout.columns, layout.rows)
    this.shown = this.seen(0)
  }

  /** Said from the next key picture on. */
  setEncoding(fps: number, profile: H264Profile) {
    const layout = layoutOf(this.look.viewpoint, this.quality)
    this.parameterSets = { ...this.parameterSets, sps: sequenceParameterSet(layout, fps, profile) }
  }

  /** Its key pictures are raw, and so large that they had better be rare. */
  get isCostly(): boolean {
    return this.shown.backdrop !== backdropOf(this.look.viewpoint, this.look.light, this.quality)
  }

  /** Whether what is to be seen at this time differs so much from the key picture, `order` pictures ago, that it needs another. */
  wantsKey(timeMs: number, order: number): boolean {
    const { lens } = this.look
    return !this.isAsShown(timeMs) && (!lens.isMoving || order >= TURNING_GOP)
  }

  /** The key picture's NAL units, parameter sets first. */
  keyPicture(timeMs: number): Buffer[] {
    if (!this.isAsShown(timeMs)) this.shown = this.seen(timeMs)
    const { backdrop, panned, nameSlices } = this.shown
    const overlay = this.overlayAt(timeMs)
    const { layout, script } = backdrop
    const moving = new KeyBlocks(backdrop)
    drawActors(moving, layout, script, this.camera, timeMs, panned)
    this.key = { ...overlay, moving }
    const slices = [
      ...moving.slices(),
      ...nameSlices,
      ...rawSlices(layout, layout.clock, overlay.clock),
      ...rawSlices(layout, layout.strip, patternBlocks(overlay.patterns)),
    ].toSorted((a, b) => a.firstBlock - b.firstBlock)
    return [this.parameterSets.sps, this.parameterSets.pps, ...slices.map((slice) => slice.unit)]
  }

  /** The picture `order` pictures after the key picture, as one NAL unit. */
  predictedPicture(timeMs: number, order: number): Buffer {
    const { key, predicted } = this
    const { backdrop, panned } = this.shown
    if (key === undefined) throw new Error('a predicted picture needs a key picture before it')
    const overlay = this.overlayAt(timeMs)
    predicted.clear()
    const shift = this.shiftAt(timeMs)
    if (shift === undefined) {
      key.moving.uncover(predicted)
      drawActors(predicted, backdrop.layout, backdrop.script, this.camera, timeMs, panned)
    } else {
      this.shiftAll(shift)
    }
    this.changeClock(key, overlay)
    this.changeStrip(key.patterns, overlay.patterns)
    return predicted.write(order)
  }

  /** The whole picture by itself, for JPEG. */
  still(timeMs: number): Still {
    if (!this.isAsShown(timeMs)) this.shown = this.seen(timeMs)
    const { backdrop, panned, name } = this.shown
    const { layout, script } = backdrop
    const { clock, patterns } = this.overlayAt(timeMs)
    const still = new Still(backdrop)
    drawActors(still, layout, script, this.camera, timeMs, panned)
    still.put(layout.name, name)
    still.put(layout.clock, clock)
    still.put(layout.strip, patternBlocks(patterns))
    return still
  }

  /** How far the camera has turned since the key picture, in pixels; undefined where it has not. */
  private shiftAt(timeMs: number): { x: number; y: number } | undefined {
    const { position, backdrop } = this.shown
    const now = this.look.lens.at(timeMs)
    const x = Math.round((now.pan - position.pan) * backdrop.layout.width)
    const y = Math.round(((position.tilt - now.tilt) * backdrop.layout.height) / 3)
    return (x === 0 && y === 0) || now.zoom !== position.zoom ? undefined : { x, y }
  }

  /** The whole key picture moves; what comes in at an edge is that edge, until the next key picture has more. */
  private shiftAll(shift: { x: number; y: number }) {
    const { width, height, clock, name, strip } = this.shown.backdrop.layout
    const isIn = ({ column, row, columns, rows }: Area, x: number, y: number): boolean =>
      x >= column && x < column + columns && y >= row && y < row + rows
    for (let row = 0; row * 16 < height; row++) {
      for (let column = 0; column * 16 < width; column++) {
        if ([clock, name, strip].some((area) => isIn(area, column, row))) continue
        const x = Math.min(width - 16, Math.max(0, column * 16 + shift.x))
        const wantedY = Math.min(height - 16, Math.max(0, row * 16 + shift.y))
        const y = clearOf([clock, name, strip], x, wantedY)
        this.predicted.copy(column, row, x - column * 16, y - row * 16)
      }
    }
  }

  private changeClock(key: Overlay, overlay: Overlay) {
    if (key.clockText === overlay.clockText) return
    const { clock } = this.shown.backdrop.layout
    overlay.clock.forEach((block, i) => {
      const shown = key.clock[i]
      if (shown !== undefined && Buffer.compare(shown, block) === 0) return
      this.predicted.raw(clock.column + (i % clock.columns), clock.row + Math.floor(i / clock.columns), block)
    })
  }

  private changeStrip(shown: readonly number[], wanted: readonly number[]) {
    const { patterns, strip } = this.shown.backdrop.layout
    wanted.forEach((pattern, i) => {
      if (shown[i] === pattern) return
      const column = strip.column + (i % strip.columns)
      const row = strip.row + Math.floor(i / strip.columns)
      this.predicted.copy(column, row, (patterns.column + pattern - column) * 16, (patterns.row - row) * 16)
    })
  }

  private overlayAt(timeMs: number): Overlay {
    const { layout, clock } = this.shown.backdrop
    const patterns = stripPatterns(layout, stripBits(this.camera, timeMs))
    const second = Math.floor(timeMs / 1000)
    if (second !== this.clockSecond) {
      this.clockSecond = second
      this.clockText = new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ')
    }
    return { patterns, clockText: this.clockText, clock: clock.blocks(this.clockText) }
  }

  /** Whether the scene looks as it did at the key picture. */
  private isAsShown(timeMs: number): boolean {
    const { light, spoilt = 'not', lens } = this.look
    const { shown } = this
    const { pan, tilt, zoom } = lens.at(timeMs)
    return (
      light === shown.light &&
      spoilt === shown.spoilt &&
      lens.imaging === shown.imaging &&
      pan === shown.position.pan &&
      tilt === shown.position.tilt &&
      zoom === shown.position.zoom
    )
  }

  private seen(timeMs: number): Shown {
    const { viewpoint, light, spoilt = 'not', lens } = this.look
    const position = lens.at(timeMs)
    const { pan, tilt, zoom } = position
    let backdrop = backdropOf(viewpoint, light, this.quality)
    if (pan !== 0 || tilt !== 0 || zoom !== 0) backdrop = turned(backdrop, position)
    if (!lens.isPlain) backdrop = adjusted(backdrop, lens.imaging)
    if (spoilt === 'away') backdrop = turned(backdrop, AWAY)
    if (spoilt === 'covered') backdrop = withoutActors(adjusted(backdrop, COVERED))
    const { layout, font, pixels } = backdrop
    const glyphs = (layout.name.columns * 16) / font.width
    const text = this.name.slice(0, glyphs).padStart(glyphs)
    const blocks = drawText(font, text, blocksOf(layout.name, pixels), layout.name.columns)
    const nameSlices = rawSlices(layout, layout.name, blocks)
    return {
      light,
      spoilt,
      imaging: lens.imaging,
      position,
      backdrop,
      panned: Math.round(pan * layout.width),
      name: blocks,
      nameSlices,
    }
  }
}

const withoutActors = (backdrop: Backdrop): Backdrop => ({
  ...backdrop,
  script: { ...backdrop.script, actors: [] },
})

function patternBlocks(patterns: readonly number[]): Uint8Array[] {
  return patterns.map((pattern) => PATTERN_BLOCKS[pattern] ?? NO_PIXELS)
}

/** Text and strip stay where they are: what would show a part of them shows what stands beside. */
function clearOf(areas: readonly Area[], x: number, y: number): number {
  const met = areas.find(
    ({ column, row, columns, rows }) =>
      x > (column - 1) * 16 && x < (column + columns) * 16 && y > (row - 1) * 16 && y < (row + rows) * 16,
  )
  if (met === undefined) return y
  return met.row < 8 ? (met.row + met.rows) * 16 : (met.row - 1) * 16
}

function rawSlices(
  layout: Layout,
  area: Area,
  blocks: readonly Uint8Array[],
): { firstBlock: number; unit: Buffer }[] {
  return Array.from({ length: area.rows }, (_, row) => {
    const firstBlock = (area.row + row) * layout.columns + area.column
    const from = row * area.columns
    return { firstBlock, unit: rawSlice(firstBlock, blocks.slice(from, from + area.columns)) }
  })
}
