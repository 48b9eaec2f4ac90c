/** The same scene as another setting of the camera shows it, so that everything else need not know of settings. */
import { rawSlice } from '../h264/intra-slices.ts'
import type { Imaging, Position } from '../lens.ts'
import { ClockFace } from './clock-face.ts'
import { Pixels } from './pixels.ts'
import { type Backdrop, blocksOf } from './scene.ts'

const MID = 128

/** Brighter or darker, flatter or harder, paler or richer; what is kept beside the picture as well. */
export function adjusted(backdrop: Backdrop, imaging: Imaging): Backdrop {
  const shift = (imaging.brightness - 50) * 1.6
  const gain = 2 ** ((imaging.contrast - 50) / 40)
  const colour = imaging.saturation / 50
  const luma = table((value) => (value - 110) * gain + 110 + shift, 16, 235)
  const chroma = table((value) => (value - MID) * colour + MID, 16, 240)
  return withPixels(backdrop, backdrop.pixels.mapped(luma, chroma), () => true)
}

/** Looks elsewhere: past its edges the scene goes on as its own mirror image. Nothing moves in a picture that is enlarged. */
export function turned(backdrop: Backdrop, position: Position): Backdrop {
  const { layout, script } = backdrop
  const pixels = backdrop.pixels.turned(layout.width, layout.height, position)
  const actors = position.zoom === 0 && position.tilt === 0 ? script.actors : []
  const isSeen = (block: number): boolean => {
    const column = block % layout.columns
    return column * 16 < layout.width && Math.floor(block / layout.columns) * 16 < layout.height
  }
  return { ...withPixels(backdrop, pixels, isSeen), script: { ...script, actors } }
}

/** `isChanged` tells the macroblocks whose slices are made anew. */
function withPixels(backdrop: Backdrop, pixels: Pixels, isChanged: (block: number) => boolean): Backdrop {
  const { layout, font } = backdrop
  const { patterns } = layout
  const slices = backdrop.slices.map((slice) => {
    const { firstBlock, blocks } = slice
    const isPattern = firstBlock === patterns.row * layout.columns + patterns.column
    const isOld = Array.from({ length: blocks }, (_, i) => firstBlock + i).every((block) => !isChanged(block))
    if (isPattern || isOld) return slice
    const raw = Array.from({ length: blocks }, (_, i) => {
      const block = firstBlock + i
      return pixels.block((block % layout.columns) * 16, Math.floor(block / layout.columns) * 16)
    })
    return { firstBlock, blocks, unit: rawSlice(firstBlock, raw) }
  })
  const clock = new ClockFace(font, blocksOf(layout.clock, pixels), layout.clock.columns)
  return { ...backdrop, slices, pixels, clock }
}

function table(value: (from: number) => number, least: number, most: number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, i) => Math.round(Math.min(most, Math.max(least, value(i)))))
}
