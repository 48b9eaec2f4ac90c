import { execFileSync } from 'node:child_process'

import { expect, it } from 'vitest'

import { decodeBmp } from './bmp.ts'

const COLORS = { K: 0, R: 0xff0000, G: 0x00ff00, W: 0xffffff }

interface Given {
  width: number
  /** Negative: from the top. */
  height: number
  bits: number
  compression?: number
  palette?: number[]
  body: string
}

function bmpOf({ width, height, bits, compression = 0, palette = [], body }: Given): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM')
  head.writeUInt32LE(54 + palette.length * 4, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(bits, 28)
  head.writeUInt32LE(compression, 30)
  head.writeUInt32LE(compression === 3 ? 0 : palette.length, 46)
  const words = Buffer.from(Uint32Array.from(palette).buffer)
  return Buffer.concat([head, words, Buffer.from(body.replaceAll(' ', ''), 'hex')])
}

/** Its rows from the top, a letter for each pixel. */
function seen(bytes: Buffer): string {
  const { data, width, height } = decodeBmp(bytes)
  const letterAt = (at: number): string => {
    const color = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
    return Object.entries(COLORS).find(([, it]) => it === color)?.[0] ?? '?'
  }
  return Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_x, x) => letterAt((y * width + x) * 4)).join(''),
  ).join(' ')
}

const palette = [COLORS.K, COLORS.R, COLORS.G, COLORS.W]

it.each<[string, Given, string]>([
  [
    '1 bit',
    { width: 3, height: 2, bits: 1, palette: palette.slice(0, 2), body: 'a0000000 40000000' },
    'KRK RKR',
  ],
  ['4 bits', { width: 3, height: 2, bits: 4, palette, body: '12300000 03000000' }, 'KWK RGW'],
  ['8 bits', { width: 3, height: 1, bits: 8, palette, body: '01020300' }, 'RGW'],
  ['16 bits', { width: 2, height: 1, bits: 16, body: '007c e003' }, 'RG'],
  [
    '16 bits by masks',
    { width: 2, height: 1, bits: 16, compression: 3, palette: [0xf800, 0x07e0, 0x001f], body: '00f8 e007' },
    'RG',
  ],
  ['24 bits, the top row first', { width: 1, height: -2, bits: 24, body: '0000ff00 00ff0000' }, 'R G'],
  ['32 bits', { width: 2, height: 1, bits: 32, body: '0000ff00 ffffff00' }, 'RW'],
  [
    'runs of 8 bits',
    { width: 5, height: 2, bits: 8, compression: 1, palette, body: '0301 0102 0000 0003 030201 00 0001' },
    'WGRKK RRRGK',
  ],
  [
    'runs of 4 bits with a step',
    { width: 5, height: 2, bits: 4, compression: 2, palette, body: '0312 0002 0001 0203 0001' },
    'KKKKW RGRKK',
  ],
])('a bitmap of %s is read', (_what, given, rows) => {
  expect(seen(bmpOf(given))).toBe(rows)
})

it('one of another program is read as that one reads it', () => {
  const made = (...args: string[]): Buffer =>
    execFileSync('ffmpeg', [
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      'testsrc=s=67x31',
      '-frames:v',
      '1',
      ...args,
      '-',
    ])
  const pixels = made('-f', 'rawvideo', '-pix_fmt', 'rgba')
  expect(Buffer.from(decodeBmp(made('-f', 'image2pipe', '-c:v', 'bmp', '-pix_fmt', 'bgr24')).data)).toEqual(
    pixels,
  )
})

it('one that is cut off or of an unknown form is refused', () => {
  const whole = bmpOf({ width: 3, height: 2, bits: 8, palette, body: '01020300 01020300' })
  expect(() => decodeBmp(whole.subarray(0, -1))).toThrow('cut off')
  expect(() => decodeBmp(bmpOf({ width: 1, height: 1, bits: 7, palette, body: '00000000' }))).toThrow(
    '7 bits',
  )
  expect(() => decodeBmp(bmpOf({ width: 1, height: 1, bits: 24, compression: 4, body: 'ffd8' }))).toThrow('4')
  expect(() =>
    decodeBmp(bmpOf({ width: 9, height: 9, bits: 8, compression: 1, palette, body: '0401' })),
  ).toThrow(RangeError)
})
