/** What a window really shows: read off its pixels in the browser. */
import type { Page } from 'playwright-core'

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
