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

/** A frame around any payload, drawn by hand. */
function frameOf(payload: string): Uint8Array {
  const bytes = new TextEncoder().encode(payload)
  return concat([Uint8Array.of(35, 36, 0, 0, bytes.length >> 8, bytes.length & 255, 0, 0), bytes])
}

test('a frame stands on the wire as docs/protocol.md draws it', () => {
  const message: Message = { METHOD: '3740', BODY: { text: 'é'.repeat(60) }, SEQID: '7' }
  const payload = encodeURIComponent(JSON.stringify(message))
  expect(payload.length).toBeGreaterThan(255)
  expect(encodeFrame(message)).toEqual(frameOf(payload))
})

test.each([
  [Uint8Array.of(36), 'header byte 0 is 36'],
  [Uint8Array.of(35, 35), 'header byte 1 is 35'],
  [Uint8Array.of(35, 36, 0, 0, 0, 0, 1), 'header byte 6 is 1'],
  [Uint8Array.of(35, 36, 0, 0, 0, 0, 0, 255), 'header byte 7 is 255'],
  [frameOf('%'), 'not a frame: payload: URIError'],
  [frameOf('{'), 'not a frame: payload: SyntaxError'],
  [frameOf(''), 'not a frame: payload: SyntaxError'],
  [frameOf('5'), 'not a frame: payload is no object'],
  [frameOf('null'), 'not a frame: payload is no object'],
  [frameOf('{"METHOD":3740}'), 'not a frame: METHOD is not four digits'],
  [frameOf('{"METHOD":"37401"}'), 'not a frame: METHOD is not four digits'],
  [frameOf('{"METHOD":"374"}'), 'not a frame: METHOD is not four digits'],
  [frameOf('{"METHOD":"a3740"}'), 'not a frame: METHOD is not four digits'],
  [frameOf('{"METHOD":"abcd"}'), 'not a frame: METHOD is not four digits'],
  [frameOf('[]'), 'not a frame: METHOD is not four digits'],
])('bytes that are no frame are refused with what is wrong: case %#', (bytes, fault) => {
  const read = (): unknown => new FrameReader().push(bytes)
  expect(read).toThrow(MalformedFrame)
  expect(read).toThrow(fault)
  expect(read).toThrow(expect.objectContaining({ name: 'MalformedFrame' }))
})

test('bytes that are no UTF-8 are refused', () => {
  const bytes = frameOf('{"METHOD":"3740","BODY":"?"}')
  bytes[bytes.indexOf(63)] = 0xff
  expect(() => new FrameReader().push(bytes)).toThrow('not a frame: payload: TypeError')
})

test('a SEQID that is no text is none, a CODE is read as text or number', () => {
  const read = (fields: object): Message | undefined =>
    new FrameReader().push(frameOf(JSON.stringify({ METHOD: '4117', ...fields })))[0]
  expect(read({ SEQID: 7, CODE: 200 })).toEqual({ METHOD: '4117', BODY: undefined, SEQID: '', CODE: '200' })
  expect(read({ SEQID: '7', CODE: '0' })).toEqual({ METHOD: '4117', BODY: undefined, SEQID: '7', CODE: '0' })
  expect(Object.keys(read({ CODE: {} }) ?? {})).toEqual(['METHOD', 'BODY', 'SEQID'])
})

test('a refusal of what is too long says how long it is', () => {
  expect(() => encodeFrame({ METHOD: '3740', BODY: 'a'.repeat(70_000), SEQID: '' })).toThrow(
    /^a frame of 70\d{3} bytes: at most 65535$/,
  )
})
