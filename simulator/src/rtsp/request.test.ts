import fc from 'fast-check'
import { expect, test } from 'vitest'
import { RequestReader } from './request.ts'

test('a request is read whole however it is cut into pieces', () => {
  const bytes = Buffer.from('SETUP rtsp://a/b RTSP/1.0\r\nCSeq: 3\r\nContent-Length: 2\r\n\r\nxx$\0\0\u0001y')
  fc.assert(
    fc.property(fc.array(fc.nat({ max: bytes.length }), { maxLength: 6 }), (cuts) => {
      const reader = new RequestReader()
      const edges = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
      const read = edges.slice(1).flatMap((to, i) => reader.push(bytes.subarray(edges[i], to)))
      expect(read).toEqual([
        {
          kind: 'request',
          method: 'SETUP',
          url: 'rtsp://a/b',
          headers: new Map([
            ['cseq', '3'],
            ['content-length', '2'],
          ]),
        },
        { kind: 'interleaved', channel: 0, packet: Buffer.from('y') },
      ])
    }),
  )
})

test('arbitrary bytes are never more than a malformed request', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 10 }), (pieces) => {
      const reader = new RequestReader()
      for (const piece of pieces)
        for (const read of reader.push(Buffer.from(piece))) expect(read.kind).toBeTypeOf('string')
    }),
  )
})

test('a head that never ends is refused', () => {
  const reader = new RequestReader()
  expect(reader.push(Buffer.alloc(20_000, 'a'))).toEqual([{ kind: 'malformed' }])
})

test('a body over the limit is refused', () => {
  const reader = new RequestReader()
  const head = 'OPTIONS * RTSP/1.0\r\nContent-Length: 99999999\r\n\r\n'
  expect(reader.push(Buffer.from(head))).toEqual([{ kind: 'malformed' }])
})
