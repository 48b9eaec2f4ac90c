/** What a window really shows: read off its pixels in the browser. */
import type { Locator, Page } from 'playwright-core'

import { readStrip, type StripReading, stripCells } from '@vedette/contract/time-strip'

export interface PaintedStrip extends StripReading {
  width: number
  /** How old the picture was when it was read, ms. */
  ageMs: number
}

/** The strip that window `n` shows now, undefined while there is none to read. */
export async function paintedStrip(page: Page, n: number): Promise<PaintedStrip | undefined> {
  const sample = await page.evaluate(sampleWindow, { n, cells: relativeCells() })
  if (!sample) return undefined
  const lumaAt = new Map(sample.points.map(({ x, y, luma }) => [`${x},${y}`, luma]))
  const reading = readStrip(sample.width, (x, y) => lumaAt.get(`${x},${y}`) ?? 0, sample.nowMs)
  return reading && { ...reading, width: sample.width, ageMs: sample.nowMs - reading.timeMs }
}

/** A number that changes when the window's picture does, undefined while there is none. */
export function pictureSum(page: Page, n: number): Promise<number | undefined> {
  return page.evaluate((index) => {
    const picture = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(
      `[data-window="${index}"] :is(video, canvas.picture)`,
    )
    if (!picture || (picture instanceof HTMLVideoElement && picture.videoWidth === 0)) return undefined
    const canvas = new OffscreenCanvas(64, 36)
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0, 64, 36)
    const pixels = Array.from(context?.getImageData(0, 0, 64, 36).data ?? [])
    return pixels.reduce((sum, value, i) => (sum * 31 + value + i) % 1_000_003, 7)
  }, n)
}

/** How bright each column of the scene is, left to right, without the strip and the names that the camera paints over it. */
export function sceneColumns(page: Page, n: number): Promise<number[] | undefined> {
  return page.evaluate((index) => {
    const picture = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(
      `[data-window="${index}"] :is(video, canvas.picture)`,
    )
    if (!picture || (picture instanceof HTMLVideoElement && picture.videoWidth === 0)) return undefined
    const [width, height, top, bottom] = [160, 90, 18, 72]
    const canvas = new OffscreenCanvas(width, height)
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0, width, height)
    const pixels = context?.getImageData(0, top, width, bottom - top).data ?? []
    return Array.from({ length: width }, (_, x) => {
      let sum = 0
      for (let y = 0; y < bottom - top; y++) sum += pixels[(y * width + x) * 4 + 1] ?? 0
      return sum / (bottom - top)
    })
  }, n)
}

/** By how many of the columns the scene has moved to the left: the shift at which both are most alike. */
export function sceneShift(before: readonly number[], after: readonly number[]): number {
  const most = Math.floor(before.length / 2)
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (let shift = -most; shift <= most; shift++) {
    let [difference, count] = [0, 0]
    for (let x = Math.max(0, -shift); x < before.length - Math.max(0, shift); x++) {
      difference += Math.abs((before[x + shift] ?? 0) - (after[x] ?? 0))
      count++
    }
    if (difference / count < least) [best, least] = [shift, difference / count]
  }
  return best
}

/** How bright the picture in a tile is, 0…255, undefined while there is none. */
export function meanLuma(tile: Locator): Promise<number | undefined> {
  return tile.evaluate((element) => {
    const picture = element.querySelector<HTMLVideoElement | HTMLCanvasElement>('video, canvas.picture')
    if (!picture || (picture instanceof HTMLVideoElement && picture.videoWidth === 0)) return undefined
    const canvas = new OffscreenCanvas(64, 36)
    const context = canvas.getContext('2d')
    context?.drawImage(picture, 0, 0, 64, 36)
    const pixels = context?.getImageData(0, 0, 64, 36).data ?? []
    let sum = 0
    for (let at = 0; at < pixels.length; at += 4)
      sum += 0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0)
    return sum / (64 * 36)
  })
}

/** Centres of the cells as parts of the picture's width. */
function relativeCells(): { x: number; y: number }[] {
  return stripCells(40, 0, 0).map(({ x, y, side }) => ({ x: (x + side / 2) / 40, y: (y + side / 2) / 40 }))
}

/** Runs in the page. */
function sampleWindow({ n, cells }: { n: number; cells: { x: number; y: number }[] }) {
  const picture = document.querySelector<HTMLVideoElement | HTMLCanvasElement>(
    `[data-window="${n}"] :is(video, canvas.picture)`,
  )
  if (!picture) return undefined
  const [width, height] =
    picture instanceof HTMLVideoElement
      ? [picture.videoWidth, picture.videoHeight]
      : [picture.width, picture.height]
  if (width === 0) return undefined
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(picture, 0, 0)
  const nowMs = performance.timeOrigin + performance.now()
  const points = cells.map((cell) => {
    const [x, y] = [Math.floor(cell.x * width), Math.floor(cell.y * width)]
    const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data
    return { x, y, luma: 0.299 * red + 0.587 * green + 0.114 * blue }
  })
  return { width, nowMs, points }
}
