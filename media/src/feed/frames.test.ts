import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { framePrefix, FrameReader } from './frames.ts'
import type { FeedFrame } from './frames.ts'

const frame = fc.record({
  kind: fc.integer({ min: 0, max: 2 }),
  body: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
})

function pieces(bytes: Buffer, cuts: number[]): Buffer[] {
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)
  let at = 0
  return ends.map((end) => bytes.subarray(at, (at = end)))
}

function read(chunks: Buffer[], reader = new FrameReader()) {
  const frames: FeedFrame[] = []
  for (const chunk of chunks) {
    const fault = reader.push(chunk, (read) => frames.push(read))
    if (fault) return { frames, fault }
  }
  return { frames }
}

describe('the feed', () => {
  it('reads the frames that were written, in whatever pieces they come', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 20 }),
        fc.array(fc.nat(), { maxLength: 40 }),
        (written, cuts) => {
          const bytes = Buffer.concat(
            written.flatMap(({ kind, body }) => [framePrefix(kind, body.length), body]),
          )
          expect(read(pieces(bytes, cuts))).toEqual({ frames: written })
        },
      ),
    )
  })

  it('takes arbitrary bytes in arbitrary pieces for frames or for a fault', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), fc.array(fc.nat(), { maxLength: 20 }), (bytes, cuts) => {
        const { frames } = read(pieces(Buffer.from(bytes), cuts))
        const consumed = frames.reduce((sum, { body }) => sum + 5 + body.length, 0)
        expect(consumed).toBeLessThanOrEqual(bytes.length)
      }),
    )
  })

  it('refuses a frame over its limit before it makes room for it', () => {
    expect(read([Buffer.from('0100000100', 'hex')])).toEqual({ frames: [], fault: 'length 16777217' })
    expect(read([framePrefix(0, 100)], new FrameReader(100)).fault).toBe('length 101')
    expect(read([framePrefix(0, 99)], new FrameReader(100)).fault).toBeUndefined()
    expect(read([Buffer.from('0100000000', 'hex')]).fault).toBeUndefined()
  })

  it('refuses a frame without a kind and of another kind', () => {
    expect(read([Buffer.from('0000000000', 'hex')]).fault).toBe('length 0')
    expect(read([Buffer.from('0000000103', 'hex')]).fault).toBe('kind 3')
  })
})
