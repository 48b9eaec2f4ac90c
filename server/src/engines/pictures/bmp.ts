/**
 * Windows bitmaps: uncompressed or by runs, with a palette or without. The libraries that read them mix up palettes (bmp-ts 1.0.9)
 * or refuse these (fast-bmp 4.0.1).
 */
import type { Pixels } from './scale.ts'

/** Where the file's own head ends and BITMAPINFOHEADER begins. */
const INFO_AT = 14
const MASKS_AT = 54
const RGB = 0
const [RLE8, RLE4] = [1, 2]
const BIT_FIELDS = [3, 6]
const MASKS_555 = [0x7c00, 0x03e0, 0x001f, 0]
const MASKS_888 = [0xff0000, 0xff00, 0xff, 0]

type Paint = (at: number, value: number) => void

/** Throws on what is cut off or none of these forms. The caller has judged the size by `headerOf`. */
export function decodeBmp(bytes: Buffer): Pixels {
  const width = bytes.readUInt32LE(18)
  const heightRead = bytes.readInt32LE(22)
  const height = Math.abs(heightRead)
  const bits = bytes.readUInt16LE(28)
  const compression = bytes.readUInt32LE(30)
  const data = new Uint8ClampedArray(width * height * 4)
  const paint = bits <= 8 ? paletted(bytes, bits, data) : masked(bytes, bits, compression, data)
  const body = bytes.subarray(bytes.readUInt32LE(10))
  const rowAt = (row: number): number => (heightRead < 0 ? row : height - 1 - row) * width
  if (compression === RGB || BIT_FIELDS.includes(compression))
    rows({ body, bits, width, height, rowAt, paint })
  else if ((compression === RLE8 && bits === 8) || (compression === RLE4 && bits === 4))
    runs({ body, bits, width, height, rowAt, paint })
  else throw new Error(`compression ${compression}`)
  return { data, width, height }
}

interface Body {
  body: Buffer
  bits: number
  width: number
  height: number
  /** Index of the first pixel of a row of the file. */
  rowAt: (row: number) => number
  paint: Paint
}

function paletted(bytes: Buffer, bits: number, data: Uint8ClampedArray): Paint {
  if (![1, 4, 8].includes(bits)) throw new Error(`${bits} bits`)
  const from = INFO_AT + bytes.readUInt32LE(INFO_AT)
  // Blue, green, red and a byte that means nothing.
  const colors = Array.from({ length: Math.min(bytes.readUInt32LE(46) || 2 ** bits, 2 ** bits) }, (_, i) =>
    bytes.readUInt32LE(from + i * 4),
  )
  // What no row tells is of the first colour.
  for (let at = 0; at < data.length; at += 4) set(data, at, colors[0] ?? 0)
  return (at, value) => set(data, at * 4, colors[value] ?? 0)
}

function set(data: Uint8ClampedArray, at: number, color: number): void {
  data[at] = (color >>> 16) & 0xff
  data[at + 1] = (color >>> 8) & 0xff
  data[at + 2] = color & 0xff
  data[at + 3] = 0xff
}

function masked(bytes: Buffer, bits: number, compression: number, data: Uint8ClampedArray): Paint {
  const usual = { 16: MASKS_555, 24: MASKS_888, 32: MASKS_888 }[bits]
  if (!usual) throw new Error(`${bits} bits`)
  const hasAlpha = bytes.readUInt32LE(INFO_AT) >= 56 || compression === 6
  const masks = BIT_FIELDS.includes(compression)
    ? [0, 4, 8, 12].map((at) => (at < 12 || hasAlpha ? bytes.readUInt32LE(MASKS_AT + at) : 0))
    : usual
  const parts = masks.map((mask) => {
    const lowest = (mask & -mask) >>> 0
    return (value: number) =>
      mask === 0 ? 0xff : ((((value & mask) >>> 0) / lowest) * 255) / (mask / lowest)
  })
  return (at, value) => parts.forEach((part, i) => (data[at * 4 + i] = part(value)))
}

/** Each row fills whole words of four bytes. */
function rows({ body, bits, width, height, rowAt, paint }: Body): void {
  const stride = Math.ceil((width * bits) / 32) * 4
  if (body.length < stride * height) throw new Error('cut off')
  for (let row = 0; row < height; row++) {
    for (let x = 0; x < width; x++) {
      const from = row * stride + Math.floor((x * bits) / 8)
      const value =
        bits < 8
          ? ((body[from] ?? 0) >> (8 - bits - ((x * bits) % 8))) & (2 ** bits - 1)
          : body.readUIntLE(from, bits / 8)
      paint(rowAt(row) + x, value)
    }
  }
}

/** A count and a colour, or 0 and: the end of a row, the end of all, a step, or so many colours as they are. */
function runs({ body, bits, width, height, rowAt, paint }: Body): void {
  const each = 8 / bits
  const colorOf = (byte: number, i: number): number =>
    each === 1 ? byte : i % 2 === 0 ? byte >> 4 : byte & 15
  let [at, x, row] = [0, 0, 0]
  const put = (color: number): void => {
    if (x < width && row < height) paint(rowAt(row) + x, color)
    x++
  }
  while (row < height) {
    const [count, what] = [body.readUInt8(at), body.readUInt8(at + 1)]
    at += 2
    if (count > 0) for (let i = 0; i < count; i++) put(colorOf(what, i))
    else if (what === 0) [x, row] = [0, row + 1]
    else if (what === 1) return
    else if (what === 2) {
      x += body.readUInt8(at)
      row += body.readUInt8(at + 1)
      at += 2
    } else {
      for (let i = 0; i < what; i++) put(colorOf(body.readUInt8(at + Math.floor(i / each)), i))
      // As many bytes as it takes, and one more where these are odd.
      at += 2 * Math.ceil(what / each / 2)
    }
  }
}
