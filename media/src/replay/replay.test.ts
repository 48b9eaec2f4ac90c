import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fragment } from '../fmp4/fragment.ts'
import { initSegment } from '../fmp4/init-segment.ts'
import { moofBytes, moveFragment, readMoof } from '../fmp4/read-moof.ts'
import { initLengthOf, tracksOf } from './init.ts'

const audio = { kind: 'audio', codec: 'pcma', rfc6381: 'alaw', channels: 1, sampleRate: 8000 } as const

describe('the start of a recorded file', () => {
  const init = initSegment(undefined, audio).bytes

  it('tells its tracks and where it ends', () => {
    expect(tracksOf(init)).toEqual([{ id: 2, kind: 'audio', timescale: 8000 }])
    expect(initLengthOf(Buffer.concat([init, Buffer.from('moof of whatever')]))).toBe(init.length)
    expect(initLengthOf(init.subarray(0, init.length - 1))).toBeUndefined()
  })
})

describe('the head of a recorded fragment', () => {
  const sample = (bytes: number) => ({
    duration: 3600,
    compositionOffset: -5,
    isKey: true,
    units: [Buffer.alloc(bytes, 1)],
  })
  const runs = [
    { trackId: 1, kind: 'video' as const, decodeTime: 90_000, samples: [sample(10), sample(20)] },
    { trackId: 2, kind: 'audio' as const, decodeTime: 2 ** 33, samples: [sample(7)] },
  ]

  it('tells every sample and where its bytes are', () => {
    const bytes = Buffer.concat(fragment(3, runs))
    const head = readMoof(bytes)
    const at = (moofBytes(bytes) ?? 0) + 8
    expect(head?.tracks.map(({ id, decodeTime, samples }) => ({ id, decodeTime, samples }))).toEqual([
      {
        id: 1,
        decodeTime: 90_000,
        samples: [
          { at, bytes: 14, duration: 3600, compositionOffset: -5, isKey: true },
          { at: at + 14, bytes: 24, duration: 3600, compositionOffset: -5, isKey: true },
        ],
      },
      {
        id: 2,
        decodeTime: 2 ** 33,
        samples: [{ at: at + 38, bytes: 7, duration: 3600, compositionOffset: -5, isKey: true }],
      },
    ])
  })

  it('moves on the timeline and changes in nothing else', () => {
    const bytes = Buffer.concat(fragment(3, runs))
    const head = readMoof(bytes)
    if (!head) throw new Error('no moof')
    moveFragment(bytes, head, 9, (track) => track * 100)
    const moved = runs.map((run) => ({ ...run, decodeTime: run.decodeTime + run.trackId * 100 }))
    expect(bytes).toEqual(Buffer.concat(fragment(9, moved)))
  })

  it('is read or refused, whatever its bytes', () => {
    const bytes = Buffer.concat(fragment(3, runs))
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, value) => {
        const torn = Buffer.from(bytes)
        torn[at] = value
        const head = readMoof(torn)
        expect(head === undefined || head.bytes <= torn.length).toBe(true)
      }),
    )
  })
})
