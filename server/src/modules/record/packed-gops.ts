/** The GOPs of a file in a few bytes each: the index is read as a whole stretch of files, so its size is its speed. */
import type { GopRow } from '@vedette/media/record/segment-row'

import { readNumbers, writeNumbers } from './numbers.ts'

const FIELDS = 5

/** Stores how each GOP differs from the place and time that the one before it leads to expect: mostly two zeros. */
export function packGops(gops: readonly GopRow[], startMs: number): Uint8Array {
  const numbers: number[] = []
  let [offset, at] = [0, startMs]
  for (const gop of gops) {
    numbers.push(gop.offset - offset, gop.bytes, gop.startMs - at, gop.durationMs, gop.frames)
    offset = gop.offset + gop.bytes
    at = gop.startMs + gop.durationMs
  }
  return writeNumbers(numbers)
}

export function unpackGops(packed: Uint8Array, startMs: number): GopRow[] {
  const numbers = readNumbers(packed)
  const gops: GopRow[] = []
  let [offset, at] = [0, startMs]
  for (let i = 0; i + FIELDS <= numbers.length; i += FIELDS) {
    const [skipped = 0, bytes = 0, waited = 0, durationMs = 0, frames = 0] = numbers.slice(i, i + FIELDS)
    const gop = { offset: offset + skipped, bytes, startMs: at + waited, durationMs, frames }
    gops.push(gop)
    offset = gop.offset + bytes
    at = gop.startMs + durationMs
  }
  return gops
}
