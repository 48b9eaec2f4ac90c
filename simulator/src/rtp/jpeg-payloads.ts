import { INTERVAL_BLOCKS } from '../jpeg/encode.ts'
import { QUALITY } from '../jpeg/tables.ts'
import { LARGEST_PAYLOAD } from './packets.ts'

/** RFC 3551, table 5. */
export const JPEG_PAYLOAD_TYPE = 26

const HEADERS = 12
/** 4:2:0 with restart intervals. */
const TYPE = 1 + 64
/** A packet begins wherever the one before it was full, so a picture is decoded as a whole. */
const WHOLE_PICTURE = 0xffff

/**
 * One picture's scan in packets (RFC 2435 sections 3.1 and 3.1.7).
 *
 *      0                   1                   2                   3
 *     | type-specific |              fragment offset                  |
 *     |     type      |       Q       |   width / 8   |  height / 8   |
 *     |       restart interval        |F|L|       restart count       |
 */
export function jpegPayloads(scan: Buffer, { width, height }: { width: number; height: number }): Buffer[] {
  const step = LARGEST_PAYLOAD - HEADERS
  return Array.from({ length: Math.ceil(scan.length / step) }, (_, i) => {
    const offset = i * step
    const piece = scan.subarray(offset, offset + step)
    const payload = Buffer.allocUnsafe(HEADERS + piece.length)
    payload.writeUInt32BE(offset, 0)
    payload.set([TYPE, QUALITY, width / 8, height / 8], 4)
    payload.writeUInt16BE(INTERVAL_BLOCKS, 8)
    payload.writeUInt16BE(WHOLE_PICTURE, 10)
    piece.copy(payload, HEADERS)
    return payload
  })
}
