/** What a DownUrl answers: one or more PNG images back to back, bare or in frames (readings 5 and 7). */
import { joined } from '@vedette/contract/footage/joined'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const IEND = 0x49454e44
/** Length, type and check sum around a chunk's data. */
const CHUNK_BYTES = 12
const FRAME_BYTES = 8

/** Throws for what is neither. */
export function pngImages(bytes: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const images: Uint8Array<ArrayBuffer>[] = []
  const plain = isFramed(bytes) ? unframed(bytes) : Uint8Array.from(bytes)
  for (let at = 0; at < plain.length;) {
    const end = endOfImage(plain, at)
    images.push(plain.slice(at, end))
    at = end
  }
  if (images.length === 0) throw new TypeError('no PNG image: nothing came')
  return images
}

function isFramed(bytes: Uint8Array): boolean {
  return bytes[0] === 35 && bytes[1] === 36
}

function unframed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const view = viewOf(bytes)
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + FRAME_BYTES > bytes.length || bytes[at] !== 35 || bytes[at + 1] !== 36)
      throw new TypeError(`no frame at ${at}`)
    const end = at + FRAME_BYTES + view.getUint16(at + 4)
    if (end > bytes.length)
      throw new TypeError(`a frame of ${end - at} bytes at ${at}, and ${bytes.length} came`)
    pieces.push(bytes.subarray(at + FRAME_BYTES, end))
    at = end
  }
  return joined(pieces)
}

function endOfImage(bytes: Uint8Array, start: number): number {
  if (SIGNATURE.some((byte, i) => bytes[start + i] !== byte)) throw new TypeError(`no PNG image at ${start}`)
  const view = viewOf(bytes)
  for (let at = start + SIGNATURE.length; at + CHUNK_BYTES <= bytes.length;) {
    const end = at + CHUNK_BYTES + view.getUint32(at)
    if (end > bytes.length) break
    if (view.getUint32(at + 4) === IEND) return end
    at = end
  }
  throw new TypeError(`a PNG image at ${start} that does not end`)
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
