/** A decoded picture and what detectors take of it. */

/** Planes without padding; chroma has half the width and height, rounded up (I420, limited range). */
export interface Picture {
  width: number
  height: number
  y: Uint8Array
  u: Uint8Array
  v: Uint8Array
}

/** A box in parts of the picture's width and height. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Luma {
  width: number
  height: number
  values: Uint8Array
}

export const LUMA_WIDTH = 160
/** What detectors count in: cells of 4 × 4 pixels. */
export const CELL = 4

/** The height that goes with `LUMA_WIDTH`, whole cells. */
export function lumaHeight({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  return Math.max(CELL, Math.round((LUMA_WIDTH * height) / width / CELL) * CELL)
}

/** Each pixel is the mean of those that it stands for. */
export function smallLuma(picture: Picture, into?: Luma): Luma {
  const [width, height] = [LUMA_WIDTH, lumaHeight(picture)]
  const small =
    into?.width === width && into.height === height
      ? into
      : { width, height, values: new Uint8Array(width * height) }
  const columns = spans(width, picture.width)
  const rows = spans(height, picture.height)
  for (let row = 0; row < height; row++) {
    const [top, bottom] = [rows[row] ?? 0, rows[row + 1] ?? 0]
    for (let column = 0; column < width; column++) {
      const [left, right] = [columns[column] ?? 0, columns[column + 1] ?? 0]
      let sum = 0
      for (let line = top; line < bottom; line++) {
        const from = line * picture.width
        for (let at = from + left; at < from + right; at++) sum += picture.y[at] ?? 0
      }
      small.values[row * width + column] = sum / ((bottom - top) * (right - left)) + 0.5
    }
  }
  return small
}

/** Where each of `count` parts of `source` begins, and where the last one ends. */
function spans(count: number, source: number): Int32Array {
  if (source < count) throw new RangeError(`a picture of ${source} pixels is too small`)
  return Int32Array.from({ length: count + 1 }, (_, at) => Math.floor((at * source) / count))
}

/** Interleaved RGB of this size, from the nearest pixels (BT.601). */
export function rgbOf(picture: Picture, width: number, height: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3)
  const chromaWidth = (picture.width + 1) >> 1
  for (let row = 0, to = 0; row < height; row++) {
    const line = Math.floor(((row + 0.5) * picture.height) / height)
    for (let column = 0; column < width; column++, to += 3) {
      const at = Math.floor(((column + 0.5) * picture.width) / width)
      const chroma = (line >> 1) * chromaWidth + (at >> 1)
      const y = 1.164 * ((picture.y[line * picture.width + at] ?? 0) - 16)
      const [u, v] = [(picture.u[chroma] ?? 0) - 128, (picture.v[chroma] ?? 0) - 128]
      rgb[to] = inRange(y + 1.596 * v)
      rgb[to + 1] = inRange(y - 0.392 * u - 0.813 * v)
      rgb[to + 2] = inRange(y + 2.017 * u)
    }
  }
  return rgb
}

function inRange(value: number): number {
  if (value <= 0) return 0
  return value >= 255 ? 255 : value + 0.5
}

export function copyOf(picture: Picture): Picture {
  const { width, height, y, u, v } = picture
  return { width, height, y: y.slice(), u: u.slice(), v: v.slice() }
}

/** Intersection over union. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const common = width * height
  return common / (a.width * a.height + b.width * b.height - common)
}
