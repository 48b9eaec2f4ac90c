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
  lost: 3,
}

const stats = {
  type: 'stats',
  streams: 1,
  frames: 2,
  bytes: 3,
  lostPackets: 4,
  loopDelayP99Ms: 5.5,
  loopDelayMaxMs: 6,
}
const hello = { type: 'hello', token: 't', pid: 1 }

const NUMBERS = ['revision', 'stream', 'sinceMs', 'attempt', 'width', 'height', 'fps', 'kbps']

/** Each message with each of its fields missing, of no type that any field has, and, where it is a number, below 0. */
function spoilt(message: Record<string, unknown>): Record<string, unknown>[] {
  return Object.entries(message).flatMap(([field, value]) =>
    [undefined, null, {}, ...(typeof value === 'number' ? [-1, '1'] : [1])].map((wrong) => ({
      ...message,
      [field]: wrong,
    })),
  )
}

describe('control messages', () => {
  it('are read when they are what the protocol says', () => {
    const changed = { ...desired, type: 'changed', gone: [4, 5] }
    for (const message of [desired, changed, { type: 'watch', stream: 1 }, { type: 'unwatch', stream: 1 }])
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

  it('of a shard are read with every number at 0, and not with a field spoilt', () => {
    const zero = { ...evidence, ...Object.fromEntries(NUMBERS.map((field) => [field, 0])), codec: '' }
    for (const message of [hello, stats, zero]) {
      expect(readFromShard(bytes(message))).toEqual(message)
      for (const wrong of spoilt(message))
        expect([wrong, readFromShard(bytes(wrong))]).toEqual([wrong, undefined])
    }
    expect(readFromShard(bytes({ ...stats, type: 'hello' }))).toBeUndefined()
  })

  it('are those about recording as well', () => {
    const [lost, ack] = [
      { type: 'recordingLost', id: 'i', path: 'p' },
      { type: 'recordedAck', ids: ['i'] },
    ]
    expect([readFromShard(bytes(lost)), readToShard(bytes(ack))]).toEqual([lost, ack])
    expect([readFromShard(bytes(ack)), readToShard(bytes(lost))]).toEqual([undefined, undefined])
  })

  it('tell every state and reason there is', () => {
    for (const state of ['loading', 'live', 'reconnecting'])
      for (const reason of [
        'none',
        'connecting',
        'unreachable',
        'certificate',
        'credentials',
        'notFound',
        'addressRefused',
        'stalled',
        'noPicture',
        'closedByCamera',
        'protocol',
        'noVideo',
        'unsupportedCodec',
      ])
        expect(readFromShard(bytes({ ...evidence, state, reason }))).toBeDefined()
    expect(readFromShard(bytes({ ...evidence, state: 'offline' }))).toBeUndefined()
  })

  it('want streams by TCP, UDP or either, with TLS checked or not, of a number that the live wire can carry', () => {
    const wanted = (fields: object) =>
      readToShard(bytes({ ...desired, streams: [stream, { ...stream, ...fields }] })) !== undefined
    for (const transport of ['tcp', 'udp', 'auto']) expect(wanted({ transport })).toBe(true)
    for (const tls of ['any', 'verify', undefined]) expect(wanted({ tls })).toBe(true)
    for (const wrong of [{ tls: 'none' }, { tls: null }, { transport: 'sctp' }, { connectHost: 7 }])
      expect(wanted(wrong)).toBe(false)
    expect([0, 0xffffffff, 0x100000000, -1].map((number) => wanted({ stream: number }))).toEqual([
      true,
      true,
      false,
      false,
    ])
    for (const wrong of spoilt(stream)) expect([wrong, wanted(wrong)]).toEqual([wrong, false])
  })

  it('to a shard are refused with a field spoilt', () => {
    const watch = { type: 'watch', stream: 0 }
    const empty = { type: 'desired', revision: 0, streams: [] }
    const none = { ...empty, type: 'changed', gone: [] }
    for (const message of [watch, { ...watch, type: 'unwatch' }, empty, none]) {
      expect(readToShard(bytes(message))).toEqual(message)
      for (const wrong of spoilt(message))
        expect([wrong, readToShard(bytes(wrong))]).toEqual([wrong, undefined])
    }
    expect(readToShard(bytes({ ...desired, streams: [stream, null] }))).toBeUndefined()
    expect(readToShard(bytes({ ...none, gone: [1, '2'] }))).toBeUndefined()
    for (const nothing of [null, 5, 'watch', []]) expect(readToShard(bytes(nothing))).toBeUndefined()
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
