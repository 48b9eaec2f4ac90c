import fc from 'fast-check'
import { expect, test } from 'vitest'

import { LiveRequest, readLiveMessage } from './live.ts'

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

test('requests outside the schema are refused', () => {
  const good = { type: 'subscribe', window: 0, did: 'CAM-0000001', channel: 0, quality: 'sub' }
  expect(LiveRequest.safeParse(good).success).toBe(true)
  for (const bad of [
    { ...good, window: 64 },
    { ...good, did: '../etc' },
    { ...good, quality: 'raw' },
    { type: 'x' },
  ])
    expect(LiveRequest.safeParse(bad).success).toBe(false)
})
