import { describe, expect, it } from 'vitest'

import { HEADER_BYTES, readHeader } from './message.ts'
import { PackedMessage } from './packed-message.ts'

const HEADER = {
  type: 2,
  isKey: true,
  isCached: false,
  hasAudio: false,
  stream: 1,
  sequence: 2,
  epoch: 3,
  timestampUs: 4,
  arrivalUs: 5,
}

describe('a packed message', () => {
  it('of a picture ends with its access unit, which the header leads to', () => {
    const sample = { sequence: 2, trackId: 1, kind: 'video' as const, decodeTime: 0, duration: 3000 }
    const units = [Buffer.from('NAL1'), Buffer.from('NAL22')]
    const message = new PackedMessage(HEADER, { ...sample, compositionOffset: 0, isKey: true, units })
    const bytes = message.bytes()
    expect(bytes).toHaveLength(message.size)
    expect(readHeader(bytes)).toEqual(message.header)
    expect(message.header).toMatchObject(HEADER)
    expect(bytes.toString('latin1', message.header.dataOffset)).toBe('\0\0\0\x04NAL1\0\0\0\x05NAL22')
    expect(bytes.toString('latin1', HEADER_BYTES + 4, HEADER_BYTES + 8)).toBe('moof')
  })

  it('of sound without a track is its samples behind the header', () => {
    const message = new PackedMessage({ ...HEADER, type: 3 }, [Buffer.from('ab'), Buffer.from('c')])
    expect(message.size).toBe(HEADER_BYTES + 3)
    expect(message.header.dataOffset).toBe(HEADER_BYTES)
    expect(readHeader(message.bytes())).toEqual(message.header)
    expect(message.bytes().toString('latin1', HEADER_BYTES)).toBe('abc')
  })

  it('is packed once', () => {
    const message = new PackedMessage(HEADER, [Buffer.from('ab')])
    expect(message.bytes()).toBe(message.bytes())
  })
})
