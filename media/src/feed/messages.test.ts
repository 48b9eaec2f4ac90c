import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readFromShard, readToShard } from './messages.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

const stream = {
  stream: 7,
  key: '12/0/main',
  url: 'rtsp://10.0.0.7/main',
  username: 'admin',
  password: 'p',
  transport: 'tcp',
}
const desired = { type: 'desired', revision: 3, streams: [stream, { ...stream, connectHost: '10.0.0.7' }] }
const evidence = {
  type: 'evidence',
  revision: 3,
  stream: 7,
  state: 'live',
  reason: 'none',
  sinceMs: 1,
  attempt: 0,
  codec: 'avc1.64001f',
  width: 1920,
  height: 1080,
  fps: 24.9,
  kbps: 4000,
}

describe('control messages', () => {
  it('are read when they are what the protocol says', () => {
    for (const message of [desired, { type: 'watch', stream: 1 }, { type: 'unwatch', stream: 1 }])
      expect(readToShard(bytes(message))).toEqual(message)
    for (const message of [evidence, { type: 'hello', token: 't', pid: 1 }])
      expect(readFromShard(bytes(message))).toEqual(message)
  })

  it('are refused when a field is missing or of another type', () => {
    const read = [
      ...Object.keys(stream).map((field) =>
        readToShard(bytes({ ...desired, streams: [{ ...stream, [field]: undefined }] })),
      ),
      ...Object.keys(evidence).flatMap((field) => [
        readFromShard(bytes({ ...evidence, [field]: undefined })),
        readFromShard(bytes({ ...evidence, [field]: {} })),
      ]),
    ]
    expect(read).toEqual(read.map(() => undefined))
    expect(readFromShard(bytes({ ...evidence, reason: 'toString' }))).toBeUndefined()
  })

  it('are refused when they are arbitrary bytes or arbitrary JSON', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array(), fc.json()), (content) => {
        const body = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)
        expect(readToShard(body)).toBeUndefined()
        expect(readFromShard(body)).toBeUndefined()
      }),
    )
  })
})
