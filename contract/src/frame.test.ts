import fc from 'fast-check'
import { expect, test } from 'vitest'

import { encodeFrame, FrameReader, MalformedFrame, type Message } from './frame.ts'

const message = fc.record({
  METHOD: fc.stringMatching(/^\d{4}$/),
  BODY: fc.jsonValue(),
  SEQID: fc.string({ maxLength: 20 }),
})

/** Cuts bytes at arbitrary places, as a network does. */
function pieces(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((a, b) => a - b)
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end))
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

test('what was encoded is read again, however the bytes are cut', () => {
  fc.assert(
    fc.property(
      fc.array(message, { maxLength: 5 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      (messages, cuts) => {
        const reader = new FrameReader()
        const bytes = concat(messages.map(encodeFrame))
        const read = pieces(bytes, cuts).flatMap((piece) => reader.push(piece))
        expect(read).toEqual(JSON.parse(JSON.stringify(messages)))
      },
    ),
  )
})

test('arbitrary bytes in arbitrary pieces are read or refused, never worse', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(), { maxLength: 20 }), (bytes, cuts) => {
      const reader = new FrameReader()
      try {
        for (const piece of pieces(bytes, cuts)) reader.push(piece)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedFrame)
      }
    }),
    { numRuns: 2000 },
  )
})

test('a true header with an arbitrary payload is read or refused, never worse', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (payload) => {
      const header = Uint8Array.of(35, 36, 9, 9, payload.length >> 8, payload.length & 255, 0, 0)
      try {
        expect(new FrameReader().push(concat([header, payload]))).toHaveLength(1)
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedFrame)
      }
    }),
  )
})

test('bytes 2 and 3 are ignored', () => {
  const frame = encodeFrame({ METHOD: '0000', BODY: {}, SEQID: '1' })
  frame[2] = 200
  frame[3] = 7
  expect(new FrameReader().push(frame)).toEqual([{ METHOD: '0000', BODY: {}, SEQID: '1' }])
})

test('the first wrong byte is refused before the frame is complete', () => {
  expect(() => new FrameReader().push(Uint8Array.of(104))).toThrow('header byte 0 is 104')
  expect(() => new FrameReader().push(Uint8Array.of(35, 36, 0, 0, 0, 1, 5))).toThrow('header byte 6 is 5')
})

test('a payload over 65,535 bytes is refused at the sender, one of exactly that many is not', () => {
  const text = (length: number): Message => ({ METHOD: '3740', BODY: 'a'.repeat(length), SEQID: '1' })
  const overhead = encodeFrame(text(0)).length - 8
  expect(encodeFrame(text(65_535 - overhead))).toHaveLength(8 + 65_535)
  expect(() => encodeFrame(text(65_536 - overhead))).toThrow(RangeError)
})

test('texts of any language survive', () => {
  const body = { text: '网络异常 % & 🙂' }
  expect(new FrameReader().push(encodeFrame({ METHOD: '3740', BODY: body, SEQID: '' }))[0]?.BODY).toEqual(
    body,
  )
})
