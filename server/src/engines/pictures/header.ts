/** What a picture's first bytes say of it, so that what is too large is never decoded. */

export interface PictureHeader {
  kind: 'png' | 'jpeg' | 'webp' | 'gif' | 'bmp'
  width: number
  height: number
}

/** Undefined for what is none of these pictures. */
export function headerOf(bytes: Buffer): PictureHeader | undefined {
  return png(bytes) ?? jpeg(bytes) ?? webp(bytes) ?? gif(bytes) ?? bmp(bytes)
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

function png(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** ITU-T T.81, B.2.2: the markers in the range of frame headers that mean something else. */
const NO_FRAMES = [0xc4, 0xc8, 0xcc]

function jpeg(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.includes(marker))
      return { kind: 'jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** RFC 9649: the extended, the lossless and the lossy form. */
function webp(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return undefined
  switch (bytes.toString('latin1', 8, 16)) {
    case 'WEBPVP8X':
      return { kind: 'webp', width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
    case 'WEBPVP8L': {
      const bits = bytes.readUInt32LE(21)
      return { kind: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
    case 'WEBPVP8 ':
      return {
        kind: 'webp',
        width: bytes.readUInt16LE(26) & 0x3fff,
        height: bytes.readUInt16LE(28) & 0x3fff,
      }
    default:
      return undefined
  }
}

/** GIF89a, 18: the logical screen. */
function gif(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 13 || !/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6))) return undefined
  return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/** Lengths of BITMAPINFOHEADER and its successors. */
const BMP_HEADERS = [40, 52, 56, 108, 124]

function bmp(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 54 || bytes.toString('latin1', 0, 2) !== 'BM') return undefined
  if (!BMP_HEADERS.includes(bytes.readUInt32LE(14))) return undefined
  // Negative where the uppermost row comes first.
  return { kind: 'bmp', width: bytes.readUInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
}
