/** RGB, 8 bits each, rows from the top. */
export interface Image {
  width: number
  height: number
  rgb: Uint8Array
}

/** Planar 4:2:0, BT.709, limited range. */
export interface Yuv {
  width: number
  height: number
  planes: Uint8Array
}

/** A moving thing over its background: where it stood in the picture, and which pixels it changes. */
export interface Cutout {
  name: string
  left: number
  top: number
  image: Image
  /** 1 where the thing or its shadow is. */
  mask: Uint8Array
  /** The thing's place on its path, in the picture's pixels. */
  anchorX: number
}

export function emptyYuv(width: number, height: number): Yuv {
  const planes = new Uint8Array((width * height * 3) / 2)
  planes.fill(128, width * height)
  return { width, height, planes }
}

export function toYuv(image: Image): Yuv {
  const { width, height, rgb } = image
  const yuv = emptyYuv(width, height)
  const half = width / 2
  const quarter = half * (height / 2)
  const at = (x: number, y: number, channel: number) => rgb[(y * width + x) * 3 + channel] ?? 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const luma = 0.2126 * at(x, y, 0) + 0.7152 * at(x, y, 1) + 0.0722 * at(x, y, 2)
      yuv.planes[y * width + x] = Math.round(16 + (luma * 219) / 255)
    }
  }
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const mean = (c: number) => (at(x, y, c) + at(x + 1, y, c) + at(x, y + 1, c) + at(x + 1, y + 1, c)) / 4
      const [r, g, b] = [mean(0), mean(1), mean(2)]
      const luma = 0.2126 * r + 0.7152 * g + 0.0722 * b
      const to = width * height + (y / 2) * half + x / 2
      yuv.planes[to] = Math.round(128 + ((b - luma) / 1.8556) * (224 / 255))
      yuv.planes[to + quarter] = Math.round(128 + ((r - luma) / 1.5748) * (224 / 255))
    }
  }
  return yuv
}

/** Copies a rectangle; all numbers even. */
export function paste(
  from: Yuv,
  fromX: number,
  fromY: number,
  width: number,
  height: number,
  to: Yuv,
  toX: number,
  toY: number,
) {
  for (const [source, target, shift] of planePairs(from, to)) {
    const w = width >> shift
    for (let row = 0; row < height >> shift; row++) {
      const start = ((fromY >> shift) + row) * (from.width >> shift) + (fromX >> shift)
      target.set(
        source.subarray(start, start + w),
        ((toY >> shift) + row) * (to.width >> shift) + (toX >> shift),
      )
    }
  }
}

/** Paints a band grey, or the part of it in these columns of macroblocks. */
export function fill(
  yuv: Yuv,
  y: number,
  height: number,
  luma: number,
  { column, columns } = { column: 0, columns: yuv.width / 16 },
) {
  for (let row = y; row < y + height; row++) {
    const from = row * yuv.width + column * 16
    yuv.planes.fill(luma, from, from + columns * 16)
  }
}

function planePairs(a: Yuv, b: Yuv): [Uint8Array, Uint8Array, 0 | 1][] {
  const planes = (yuv: Yuv) => {
    const luma = yuv.width * yuv.height
    return [
      yuv.planes.subarray(0, luma),
      yuv.planes.subarray(luma, (luma * 5) / 4),
      yuv.planes.subarray((luma * 5) / 4),
    ]
  }
  const [left, right] = [planes(a), planes(b)]
  return left.map((plane, i) => [plane, right[i] ?? plane, i === 0 ? 0 : 1])
}

/** Box filter; the sizes are multiples of the factor. */
export function shrink(image: Image, factor: number): Image {
  const width = image.width / factor
  const height = image.height / factor
  const rgb = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width * 3; x++) {
      let sum = 0
      for (let dy = 0; dy < factor; dy++) {
        for (let dx = 0; dx < factor; dx++) {
          const column = Math.floor(x / 3) * factor + dx
          sum += image.rgb[((y * factor + dy) * image.width + column) * 3 + (x % 3)] ?? 0
        }
      }
      rgb[y * width * 3 + x] = Math.round(sum / factor ** 2)
    }
  }
  return { width, height, rgb }
}

export function shrinkCutout(cutout: Cutout, factor: number): Cutout {
  const { width, height } = cutout.image
  const image = shrink(cutout.image, factor)
  const mask = new Uint8Array(image.width * image.height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (cutout.mask[y * width + x] === 1) {
        mask[Math.floor(y / factor) * image.width + Math.floor(x / factor)] = 1
      }
    }
  }
  return {
    name: cutout.name,
    left: cutout.left / factor,
    top: cutout.top / factor,
    image,
    mask,
    anchorX: cutout.anchorX / factor,
  }
}

/** Evens out the renderer's noise and leaves edges alone (a bilateral filter over 5 × 5 pixels). */
export function smooth(image: Image): Image {
  const { width, height, rgb } = image
  const out = new Uint8Array(rgb.length)
  const near = (from: number, to: number) => {
    let difference = 0
    for (let c = 0; c < 3; c++) difference += Math.abs((rgb[from + c] ?? 0) - (rgb[to + c] ?? 0))
    return Math.exp(-((difference / 32) ** 2))
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const sum = [0, 0, 0]
      let total = 0
      for (let dy = Math.max(-2, -y); dy <= Math.min(2, height - 1 - y); dy++) {
        for (let dx = Math.max(-2, -x); dx <= Math.min(2, width - 1 - x); dx++) {
          const other = at + (dy * width + dx) * 3
          const weight = near(at, other) * Math.exp(-(dx * dx + dy * dy) / 4)
          total += weight
          for (let c = 0; c < 3; c++) sum[c] = (sum[c] ?? 0) + weight * (rgb[other + c] ?? 0)
        }
      }
      for (let c = 0; c < 3; c++) out[at + c] = Math.round((sum[c] ?? 0) / total)
    }
  }
  return { width, height, rgb: out }
}
