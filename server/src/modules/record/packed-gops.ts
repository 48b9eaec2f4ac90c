/** The GOPs of a file in a few bytes each: the index is read as a whole stretch of files, so its size is its speed. */
import type { GopRow } from '@vedette/media/record/segment-row'

import { NumberReader, readNumbers, writeNumbers } from './numbers.ts'

const FIELDS = 5
/** An older platform packed each GOP in five numbers, the first of which is never below zero. */
const PACKED_SHORT = -1

interface Expected {
  offset: number
  startMs: number
  durationMs: number
  frames: number
}

const expectedAfter = ({ offset, bytes, startMs, durationMs, frames }: GopRow): Expected => ({
  offset: offset + bytes,
  startMs: startMs + durationMs,
  durationMs,
  frames,
})

/** Stores of each GOP its size, and the rest where it is not what the one before it leads to expect. */
export function packGops(gops: readonly GopRow[], startMs: number): Uint8Array {
  const numbers = [PACKED_SHORT]
  let expected: Expected = { offset: 0, startMs, durationMs: 0, frames: 0 }
  for (const gop of gops) {
    const rest = [
      gop.offset - expected.offset,
      gop.startMs - expected.startMs,
      gop.durationMs - expected.durationMs,
      gop.frames - expected.frames,
    ]
    const isAsExpected = rest.every((difference) => difference === 0)
    numbers.push(gop.bytes, ...(isAsExpected ? [0] : [1, ...rest]))
    expected = expectedAfter(gop)
  }
  return writeNumbers(numbers)
}

export function unpackGops(packed: Uint8Array, startMs: number): GopRow[] {
  const numbers = new NumberReader(packed)
  if (!numbers.hasMore) return []
  const first = numbers.next()
  if (first !== PACKED_SHORT) return unpackLong(readNumbers(packed), startMs)
  const gops: GopRow[] = []
  let expected: Expected = { offset: 0, startMs, durationMs: 0, frames: 0 }
  while (numbers.hasMore) {
    const bytes = numbers.next()
    const { offset, startMs: atMs, durationMs, frames } = expected
    const gop = { offset, bytes, startMs: atMs, durationMs, frames }
    if (numbers.next() !== 0) {
      gop.offset += numbers.next()
      gop.startMs += numbers.next()
      gop.durationMs += numbers.next()
      gop.frames += numbers.next()
    }
    gops.push(gop)
    expected = expectedAfter(gop)
  }
  return gops
}

/** Whether both tell the same GOPs, however they are packed; not where one can't be read. */
export function isSameGops(one: Uint8Array, other: Uint8Array, startMs: number): boolean {
  try {
    return JSON.stringify(unpackGops(one, startMs)) === JSON.stringify(unpackGops(other, startMs))
  } catch {
    return false
  }
}

function unpackLong(numbers: readonly number[], startMs: number): GopRow[] {
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
