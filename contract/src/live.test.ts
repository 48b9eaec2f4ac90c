import fc from 'fast-check'
import { expect, test } from 'vitest'

import { HELLO_TIMEOUT_MS, LIVE_CLOSE, LIVE_PATH, LiveRequest, MAX_WINDOWS, readLiveMessage } from './live.ts'

/** A message as docs/protocol.md draws it, built byte by byte and not by the product's own encoder. */
function message(type: number, dataOffset: number, payload: number[]): ArrayBuffer {
  const head = [type, 3, 0, dataOffset, 0, 0, 0, 17, 0, 0, 1, 0, 0, 0, 0, 2]
  return Uint8Array.from([...head, 0, 0, 0, 0, 0, 0, 39, 16, 0, 6, 10, 24, 181, 64, 0, 1, ...payload]).buffer
}

test('a video message is read field by field', () => {
  const read = readLiveMessage(message(2, 36, [9, 9, 9, 9, 1, 2, 3]))
  expect(read).toMatchObject({ type: 2, flags: 3, stream: 17, sequence: 256, epoch: 2, timestampUs: 10_000 })
  expect(read.arrivalUs).toBe(0x60a18b5400001)
  expect([...read.segment]).toEqual([9, 9, 9, 9, 1, 2, 3])
  expect([...read.decoderData]).toEqual([1, 2, 3])
})

test('a configuration message gives format, initialization segment and decoder record', () => {
  const json = [...new TextEncoder().encode('{"codec":"avc1.42c01f","width":640,"height":360}')]
  const segmentAt = 32 + 2 + json.length
  const read = readLiveMessage(
    message(1, segmentAt + 8, [0, json.length, ...json, 0, 0, 0, 11, 97, 118, 99, 67, 5, 6, 7, 99]),
  )
  expect(read.format).toEqual({ codec: 'avc1.42c01f', width: 640, height: 360 })
  expect(read.segment).toHaveLength(12)
  expect([...read.decoderData]).toEqual([5, 6, 7])
})

test('arbitrary bytes are read or refused, never worse', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readLiveMessage(Uint8Array.from(bytes).buffer)
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
    }),
    { numRuns: 2000 },
  )
})

/** A configuration message of this format. */
function configuration(format: unknown): ArrayBuffer {
  const json = [...new TextEncoder().encode(JSON.stringify(format))]
  return message(1, 0, [json.length >> 8, json.length & 255, ...json, 7, 7])
}

const FORMAT = { codec: 'avc1.42c01f', width: 640, height: 360 }

test('a configuration message tells of sound only where it has some, and needs no decoder record', () => {
  const read = readLiveMessage(configuration(FORMAT))
  expect(Object.keys(read.format ?? {})).toEqual(['codec', 'width', 'height'])
  expect(read.decoderData).toHaveLength(0)
  expect([...read.segment]).toEqual([7, 7])
  const heard = { ...FORMAT, audio: 'alaw', audioRate: 8000 }
  expect(readLiveMessage(configuration(heard)).format).toEqual(heard)
})

test.each([
  { ...FORMAT, codec: 'a'.repeat(100) },
  { ...FORMAT, width: 8192, height: 8192 },
  { ...FORMAT, width: 0, height: 0 },
  { ...FORMAT, audioRate: 192_000 },
])('a format at its limits is read: case %#', (format) => {
  expect(readLiveMessage(configuration(format)).format).toEqual(format)
})

test.each([
  null,
  'avc1',
  {},
  { ...FORMAT, codec: '' },
  { ...FORMAT, codec: 7 },
  { ...FORMAT, codec: 'a'.repeat(101) },
  { ...FORMAT, width: 8193 },
  { ...FORMAT, width: -1 },
  { ...FORMAT, width: 1.5 },
  { ...FORMAT, width: '640' },
  { ...FORMAT, height: 8193 },
  { ...FORMAT, height: null },
  { ...FORMAT, audio: '' },
  { ...FORMAT, audio: 5 },
  { ...FORMAT, audioRate: 192_001 },
  { ...FORMAT, audioRate: '8000' },
])('a format that is out of bounds is refused and told in short: case %#', (format) => {
  const read = (): unknown => readLiveMessage(configuration(format))
  expect(read).toThrow(RangeError)
  expect(read).toThrow(`not a format: ${JSON.stringify(format).slice(0, 100)}`)
  expect(read).toThrow(/^.{1,114}$/)
})

test('data may begin where a message ends, and not behind it', () => {
  const read = readLiveMessage(message(2, 36, [9, 9, 9, 9]))
  expect(read.decoderData).toHaveLength(0)
  expect(read.format).toBeUndefined()
  expect(() => readLiveMessage(message(2, 37, [9, 9, 9, 9]))).toThrow('data offset 37 of 36 bytes')
})

test('sound beside the pictures is read without a decoder record', () => {
  expect(readLiveMessage(message(3, 0, [1])).decoderData).toHaveLength(0)
})

test('requests outside the schema are refused', () => {
  const subscribe = { type: 'subscribe', window: 0, did: 'CAM-0000001', channel: 0, quality: 'sub' }
  const hello = { type: 'hello', ticket: 'x'.repeat(300) }
  const ping = { type: 'ping', id: 0 }
  const good = [
    subscribe,
    { ...subscribe, window: 199, channel: 255, quality: 'main' },
    hello,
    { type: 'unsubscribe', window: 0 },
    { type: 'unsubscribe', window: 63 },
    ping,
  ]
  for (const request of good) expect(LiveRequest.parse(request)).toEqual(request)
  for (const bad of [
    { ...subscribe, window: 200 },
    { ...subscribe, window: -1 },
    { ...subscribe, window: 0.5 },
    { ...subscribe, channel: 256 },
    { ...subscribe, channel: -1 },
    { ...subscribe, did: '../etc' },
    { ...subscribe, quality: 'raw' },
    { ...hello, ticket: 'x'.repeat(301) },
    { type: 'unsubscribe', window: 200 },
    { type: 'unsubscribe' },
    { ...ping, id: -1 },
    { type: 'ping' },
    { type: 'x' },
  ])
    expect(LiveRequest.safeParse(bad).success).toBe(false)
})

test('the numbers of docs/protocol.md, "Live"', () => {
  expect([LIVE_PATH, MAX_WINDOWS, HELLO_TIMEOUT_MS]).toEqual(['/vms/media/live', 200, 5000])
  expect(LIVE_CLOSE).toEqual({ malformed: 4400, notAdmitted: 4401, tooManyWindows: 4429 })
})
