import { RAW_BLOCK_BYTES } from '../h264/intra-slices.ts'
import type { Position } from '../lens.ts'

/** The decoded key picture (planar 4:2:0), from which raw macroblocks are cut. */
export class Pixels {
  private readonly width: number
  private readonly height: number
  private readonly planes: Uint8Array

  constructor(width: number, height: number, planes: Uint8Array) {
    const wanted = (width * height * 3) / 2
    if (planes.length !== wanted) throw new RangeError(`${planes.length} bytes of pixels, not ${wanted}`)
    this.width = width
    this.height = height
    this.planes = planes
  }

  /** The same with every sample looked up. */
  mapped(luma: Uint8Array, chroma: Uint8Array): Pixels {
    const { width, height, planes } = this
    const lumaEnd = width * height
    const changed = planes.map((value, i) => (i < lumaEnd ? luma : chroma)[value] ?? value)
    return new Pixels(width, height, changed)
  }

  /** The visible part as seen from another position; what lies beside it stays. */
  turned(viewWidth: number, viewHeight: number, { pan, tilt, zoom }: Position): Pixels {
    const { width, height } = this
    const planes = Uint8Array.from(this.planes)
    const scale = 1 + 3 * zoom
    let start = 0
    for (const half of [1, 2, 2]) {
      const [w, h, stride] = [viewWidth / half, viewHeight / half, width / half]
      const columns = Int32Array.from({ length: w }, (_, x) => fold(w / 2 + (x - w / 2) / scale + pan * w, w))
      for (let y = 0; y < h; y++) {
        const from = start + fold(h / 2 + (y - h / 2) / scale - (tilt * h) / 3, h) * stride
        for (let x = 0; x < w; x++)
          planes[start + y * stride + x] = this.planes[from + (columns[x] ?? 0)] ?? 0
      }
      start += stride * (height / half)
    }
    return new Pixels(width, height, planes)
  }

  /** The macroblock that a motion vector to (x, y) shows; y is even. */
  block(x: number, y: number): Uint8Array {
    const { width, height, planes } = this
    const out = new Uint8Array(RAW_BLOCK_BYTES)
    // By hand: a view of each short row would cost more than its bytes.
    for (let row = 0; row < 16; row++) {
      const from = (y + row) * width + x
      for (let i = 0; i < 16; i++) out[row * 16 + i] = planes[from + i] ?? 0
    }
    const half = width / 2
    for (let plane = 0; plane < 2; plane++) {
      const start = width * height + plane * half * (height / 2)
      for (let row = 0; row < 8; row++) {
        const from = start + (y / 2 + row) * half + (x >> 1)
        const to = 256 + plane * 64 + row * 8
        if (x % 2 === 0) {
          for (let i = 0; i < 8; i++) out[to + i] = planes[from + i] ?? 0
          continue
        }
        // An odd luma vector falls between two chroma samples (clause 8.4.2.2.2).
        for (let i = 0; i < 8; i++) {
          out[to + i] = ((planes[from + i] ?? 0) + (planes[from + i + 1] ?? 0) + 1) >> 1
        }
      }
    }
    return out
  }
}

/** A place on a line of this length that runs to and fro. */
function fold(at: number, length: number): number {
  const period = 2 * length
  const within = ((Math.floor(at) % period) + period) % period
  return within < length ? within : period - 1 - within
}
