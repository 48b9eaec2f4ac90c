import fc from 'fast-check'
import { expect, test } from 'vitest'

import { header } from './message.ts'
import { readRecording } from './testing/recording.ts'
import { MAX_BODY_BYTES, MAX_GARBAGE_BYTES, MAX_HEAD_BYTES, WireReader } from './wire-reader.ts'

function read(pieces: Buffer[]): string[] {
  const seen: string[] = []
  const reader = new WireReader({
    frame: (channel, bytes, at, end) => seen.push(`${channel}: ${bytes.toString('base64', at, end)}`),
    message: ({ start, headers, body }) =>
      seen.push(JSON.stringify([start, [...headers], body.toString('base64')])),
    broken: (detail) => seen.push(`broken: ${detail}`),
  })
  for (const piece of pieces) reader.push(piece)
  return seen
}

function cut(bytes: Buffer, sizes: number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length] ?? 1)
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}

function frame(channel: number, payload: Buffer): Buffer {
  const head = Buffer.from([0x24, channel, 0, 0])
  head.writeUInt16BE(payload.length, 2)
  return Buffer.concat([head, payload])
}

const RTP = Buffer.concat([Buffer.from([0x80, 96]), Buffer.alloc(20)])

test('a captured session reads the same however it is cut', () => {
  const recording = readRecording('h264-aac')
  const whole = read([recording])
  expect(whole.length).toBeGreaterThan(70)
  expect(whole.filter((item) => item.startsWith('['))).toHaveLength(5)
  expect(whole.filter((item) => item.startsWith('broken'))).toEqual([])
  expect(read(cut(recording, [1]))).toEqual(whole)
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 8 }), (sizes) => {
      expect(read(cut(recording, sizes))).toEqual(whole)
    }),
    { numRuns: 30 },
  )
})

test('arbitrary bytes in arbitrary pieces neither crash nor depend on the cutting', () => {
  const token = fc.constantFrom(
    '$',
    'RTSP/1.0 200 OK\r\n',
    '\r\n',
    '\r\n\r\n',
    'Content-Length: 5\r\n',
    'OPTIONS * RTSP/1.0\r\n',
  )
  const part = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    token.map((text) => Buffer.from(text)),
  )
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 6 }),
      (parts, sizes) => {
        const bytes = Buffer.concat(parts)
        expect(read(cut(bytes, sizes))).toEqual(read(bytes.length > 0 ? [bytes] : []))
      },
    ),
    { numRuns: 500 },
  )
})

test('a frame of 65,535 bytes comes through whole', () => {
  const payload = Buffer.alloc(65_535, 0x5a)
  expect(read(cut(frame(200, payload), [1000]))).toEqual([`200: ${payload.toString('base64')}`])
})

test('after garbage the next RTP frame or response is found', () => {
  const garbage = Buffer.concat([Buffer.alloc(5000, 0x24), Buffer.from([0, 1, 2, 3])])
  const response = Buffer.from('RTSP/1.0 200 OK\r\nCSeq: 7\r\n\r\n')
  const seen = read(
    cut(
      Buffer.concat([Buffer.from('xyz'), garbage.subarray(5000), frame(0, RTP), Buffer.from('?'), response]),
      [3],
    ),
  )
  expect(seen).toEqual([
    `0: ${RTP.toString('base64')}`,
    JSON.stringify([{ kind: 'response', status: 200, phrase: 'OK' }, [['cseq', ['7']]], '']),
  ])
})

test('more than 1 MB of garbage ends the reading, once', () => {
  const seen = read(cut(Buffer.alloc(MAX_GARBAGE_BYTES + 100_000, 0x01), [10_000]))
  expect(seen).toEqual([`broken: more than ${MAX_GARBAGE_BYTES} bytes that are no RTSP`])
})

test('a head without an end is refused at its limit', () => {
  const endless = Buffer.concat([Buffer.from('RTSP/1.0 200 OK\r\n'), Buffer.alloc(MAX_HEAD_BYTES, 0x61)])
  expect(read(cut(endless, [777]))).toEqual([`broken: head of more than ${MAX_HEAD_BYTES} bytes`])
})

test('a body beyond its limit, or of no length that can be read, is refused before it is read', () => {
  const response = (length: string) => Buffer.from(`RTSP/1.0 200 OK\r\nContent-Length: ${length}\r\n\r\n`)
  expect(read([response(String(MAX_BODY_BYTES + 1))])).toEqual([
    `broken: body of ${MAX_BODY_BYTES + 1} bytes`,
  ])
  expect(read([response('-1')])).toEqual(['broken: body of -1 bytes'])
})

test('several headers of one name are all kept, and folded lines are joined', () => {
  const heads: unknown[] = []
  const reader = new WireReader({
    frame() {},
    message: (message) => heads.push([message.headers.get('www-authenticate'), header(message, 'server')]),
    broken() {},
  })
  reader.push(
    Buffer.from(
      'RTSP/1.0 401 No\r\nWWW-Authenticate: A\r\nServer: one\r\n two\r\nWWW-Authenticate: B\r\n\r\n',
    ),
  )
  expect(heads).toEqual([[['A', 'B'], 'one two']])
})
