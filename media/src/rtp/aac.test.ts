import fc from 'fast-check'
import { expect, test } from 'vitest'

import { AacDepacketizer } from './aac.ts'
import { RtpPacket } from './packet.ts'
import { collect } from './testing/packetize.ts'

const HBR = { config: Buffer.from('1408', 'hex'), sizeLength: 13, indexLength: 3, indexDeltaLength: 3 }

function open(parameters = HBR) {
  const sink = collect()
  const depacketizer = AacDepacketizer.open(sink, parameters)
  if (!depacketizer) throw new Error('configuration refused')
  const push = (payload: Buffer, timestampUs: number, marker = true, isAfterLoss = false): void =>
    depacketizer.push(
      Object.assign(new RtpPacket(), { bytes: payload, end: payload.length, marker, payloadType: 97 }),
      timestampUs,
      timestampUs,
      isAfterLoss,
    )
  return { sink, depacketizer, push }
}

/** RFC 3640 section 3.3.6: 13 bits of size, 3 of index. */
function packet(sizes: number[], data: Buffer): Buffer {
  const head = Buffer.alloc(2 + sizes.length * 2)
  head.writeUInt16BE(sizes.length * 16)
  sizes.forEach((size, i) => head.writeUInt16BE(size << 3, 2 + i * 2))
  return Buffer.concat([head, data])
}

test('several frames of one packet follow each other by their length', () => {
  const { sink, push } = open()
  push(packet([2, 3], Buffer.from('aabbb')), 1_000_000)
  expect(sink.units.map(({ units, timestampUs }) => [units.map(String), timestampUs])).toEqual([
    [['aa'], 1_000_000],
    [['bbb'], 1_064_000],
  ])
})

test('the format is told at once', () => {
  const { sink, depacketizer } = open()
  depacketizer.begin()
  expect(sink.formats).toMatchObject([
    { codec: 'aac', rfc6381: 'mp4a.40.2', sampleRate: 16_000, channels: 1 },
  ])
})

test('a frame in pieces is put together; one that lost a piece is dropped', () => {
  const { sink, push } = open()
  push(packet([5], Buffer.from('abc')), 0, false)
  push(packet([5], Buffer.from('de')), 0)
  push(packet([5], Buffer.from('ab')), 64_000, false)
  push(packet([5], Buffer.from('e')), 64_000, true, true)
  push(packet([1], Buffer.from('z')), 128_000)
  expect(sink.units.map(({ units }) => units.map(String))).toEqual([['abcde'], ['z']])
})

test('AAC-lbr lengths are taken from the parameters', () => {
  const { sink, push } = open({ ...HBR, sizeLength: 6, indexLength: 2, indexDeltaLength: 2 })
  push(Buffer.concat([Buffer.from([0, 16, 1 << 2, 2 << 2]), Buffer.from('abb')]), 0)
  expect(sink.units.map(({ units }) => units.map(String))).toEqual([['a'], ['bb']])
})

test('a configuration that cannot be read is refused', () => {
  expect(AacDepacketizer.open(collect(), { ...HBR, config: Buffer.alloc(0) })).toBeUndefined()
  expect(AacDepacketizer.open(collect(), { ...HBR, config: Buffer.from('ffff', 'hex') })).toBeUndefined()
})

test('frames come out as they were put in', () => {
  const frame = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.array(frame, { minLength: 1, maxLength: 12 }), (frames) => {
      const { sink, push } = open()
      push(
        packet(
          frames.map(({ length }) => length),
          Buffer.concat(frames),
        ),
        0,
      )
      expect(sink.units.flatMap(({ units }) => units)).toEqual(frames)
    }),
  )
})

test('arbitrary payloads and lengths never crash or hang', () => {
  const bits = fc.nat({ max: 32 })
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 })),
      bits,
      bits,
      bits,
      (payloads, s, i, d) => {
        const { sink, push } = open({ ...HBR, sizeLength: s, indexLength: i, indexDeltaLength: d })
        for (const payload of payloads) push(Buffer.from(payload), 0)
        expect(sink.units.every(({ units: [frame] }) => frame && frame.length > 0)).toBe(true)
      },
    ),
  )
})
