/** A picture as PNG: fast rather than small, since who keeps it encodes it anew. */
import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

import { type Picture, rgbOf } from './picture.ts'

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const [BITS, RGB] = [8, 2]
const SUB_FILTER = 1
const CHANNELS = 3
const deflated = promisify<Buffer, { level: number }, Buffer>(deflate)

export async function pngOf(picture: Picture): Promise<Buffer> {
  const { width, height } = picture
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([BITS, RGB], 8)
  const data = await deflated(filtered(rgbOf(picture, width, height), width, height), { level: 1 })
  return Buffer.concat([SIGNATURE, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** Each byte as its difference from the pixel at its left. */
function filtered(rgb: Uint8Array, width: number, height: number): Buffer {
  const stride = width * CHANNELS
  const lines = Buffer.alloc((stride + 1) * height)
  for (let row = 0, to = 0; row < height; row++) {
    lines[to++] = SUB_FILTER
    const from = row * stride
    for (let at = from; at < from + stride; at++)
      lines[to++] = (rgb[at] ?? 0) - (at - from < CHANNELS ? 0 : (rgb[at - CHANNELS] ?? 0))
  }
  return lines
}

function chunk(type: string, data: Buffer): Buffer {
  const name = Buffer.from(type, 'latin1')
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(data, crc32(name)))
  return Buffer.concat([length, name, data, check])
}
