import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  cachedCopy,
  configurationMessage,
  HEADER_BYTES,
  readHeader,
  receivedMessage,
  writeHeader,
} from './message.ts'

const uint32 = fc.integer({ min: 0, max: 0xffffffff })
const header = fc.record({
  type: fc.integer({ min: 1, max: 3 }),
  isKey: fc.boolean(),
  isCached: fc.boolean(),
  hasAudio: fc.boolean(),
  dataOffset: fc.integer({ min: 0, max: 0xffff }),
  stream: uint32,
  sequence: uint32,
  epoch: uint32,
  timestampUs: fc.maxSafeNat(),
  arrivalUs: fc.maxSafeNat(),
})

describe('a live message', () => {
  it('stands on the wire as docs/protocol.md draws it', () => {
    const message = Buffer.alloc(HEADER_BYTES)
    writeHeader(message, {
      type: 2,
      isKey: true,
      isCached: false,
      hasAudio: true,
      dataOffset: 0x0102,
      stream: 0x03040506,
      sequence: 7,
      epoch: 8,
      timestampUs: 0x0001020304050607,
      arrivalUs: 1_767_225_600_000_000,
    })
    expect(message.toString('hex')).toBe(
      ['02', '05', '0102', '03040506', '00000007', '00000008', '0001020304050607', '0006474846204000'].join(
        '',
      ),
    )
  })

  it('reads back what was written', () => {
    fc.assert(
      fc.property(header, (written) => {
        const message = Buffer.alloc(HEADER_BYTES)
        writeHeader(message, written)
        expect(readHeader(message)).toEqual(written)
      }),
    )
  })

  it('is not read from arbitrary bytes that are too short or of another type', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const read = readHeader(Buffer.from(bytes))
        const type = bytes[0] ?? 0
        expect(read !== undefined).toBe(bytes.length >= HEADER_BYTES && type >= 1 && type <= 3)
      }),
    )
  })

  it('carries a configuration whose data offset leads to the decoder configuration', () => {
    const init = { bytes: Buffer.from('....avcCRECORD'), decoderConfigOffset: 8 }
    const format = { codec: 'avc1.64001f', width: 1920, height: 1080, audio: 'mp4a.40.2' }
    const message = configurationMessage({ stream: 1, epoch: 2, arrivalUs: 3, format, init }).bytes()
    const read = readHeader(message)
    expect(read).toMatchObject({ type: 1, hasAudio: true, stream: 1, epoch: 2, sequence: 0 })
    const jsonBytes = message.readUInt16BE(HEADER_BYTES)
    expect(JSON.parse(message.toString('utf8', HEADER_BYTES + 2, HEADER_BYTES + 2 + jsonBytes))).toEqual(
      format,
    )
    expect(message.subarray(HEADER_BYTES + 2 + jsonBytes)).toEqual(init.bytes)
    expect(message.toString('latin1', read?.dataOffset)).toBe('RECORD')
  })

  it('is read from its 32 bytes on, when its type is known', () => {
    const message = (type: number, bytes = HEADER_BYTES) => readHeader(Buffer.alloc(bytes, type))
    expect([0, 1, 2, 3, 4, 255].map((type) => message(type)?.type)).toEqual([
      undefined,
      1,
      2,
      3,
      undefined,
      undefined,
    ])
    expect([0, 1, 2, 31, 32, 33].map((bytes) => message(1, bytes) !== undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ])
  })

  it('that was received is kept as it came', () => {
    const bytes = Buffer.alloc(40, 1)
    const message = receivedMessage(bytes)
    expect(message).toMatchObject({ header: readHeader(bytes), size: 40 })
    expect(message?.bytes()).toBe(bytes)
    expect(receivedMessage(Buffer.alloc(40, 9))).toBeUndefined()
  })

  it('that opens an epoch is no picture, comes from no cache and may have no decoder configuration', () => {
    const init = { bytes: Buffer.from('init'), decoderConfigOffset: 0 }
    const format = { codec: 'avc1.64001f', width: 1, height: 1 }
    const message = configurationMessage({ stream: 1, epoch: 2, arrivalUs: 3, format, init })
    expect(message.header).toEqual({
      type: 1,
      isKey: false,
      isCached: false,
      hasAudio: false,
      dataOffset: 0,
      stream: 1,
      sequence: 0,
      epoch: 2,
      timestampUs: 0,
      arrivalUs: 3,
    })
    expect(readHeader(message.bytes())).toEqual(message.header)
    expect(message.size).toBe(message.bytes().length)
  })

  it('is marked as cached in a copy only', () => {
    const message = Buffer.alloc(40, 1)
    const received = receivedMessage(message)
    if (!received) throw new Error('no message')
    const copy = cachedCopy(received)
    expect(readHeader(copy.bytes())).toEqual({ ...readHeader(message), isCached: true })
    expect(copy).toMatchObject({ header: readHeader(copy.bytes()), size: 40 })
    expect(readHeader(message)?.isCached).toBe(false)
    expect(copy.bytes().subarray(2)).toEqual(message.subarray(2))
  })
})
