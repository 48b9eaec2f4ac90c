import { execFileSync } from 'node:child_process'
import { getPriority } from 'node:os'
import { deflateSync } from 'node:zlib'

import { afterAll, expect, it } from 'vitest'

import { headerOf } from './header.ts'
import { PictureProcess } from './picture-process.ts'
import { createPictures } from './pictures.ts'
import { scaledTo } from './scale.ts'
import { pngOf } from '../../testing/png.ts'

const pictures = createPictures()
afterAll(() => pictures.close())

it('a picture comes out as WebP, smaller where it was too large, without what was hidden behind it', async () => {
  const png = Buffer.concat([pngOf(900, 300), Buffer.from('<script>alert(1)</script>')])
  const outcome = await pictures.reencode(png, 512)
  if (outcome.kind !== 'picture') throw new Error(outcome.kind)
  expect(headerOf(outcome.webp)).toEqual({ kind: 'webp', width: 512, height: 171 })
  expect(outcome.webp.includes('script')).toBe(false)
  // What came out goes in again.
  expect(await pictures.reencode(outcome.webp, 64)).toMatchObject({ kind: 'picture' })
})

/** Reading 48. */
it.each(['gif', 'bmp', 'mjpeg', 'png'])(
  'a picture that another program made as %s is taken',
  async (codec) => {
    const source = ['-f', 'lavfi', '-i', 'testsrc=s=320x240', '-frames:v', '1']
    const form = ['-f', codec === 'gif' ? 'gif' : 'image2pipe', '-c:v', codec]
    const bytes = execFileSync('ffmpeg', ['-v', 'error', ...source, ...form, '-'])
    const outcome = await pictures.reencode(bytes, 64)
    if (outcome.kind !== 'picture') throw new Error(outcome.kind)
    expect(headerOf(outcome.webp)).toEqual({ kind: 'webp', width: 64, height: 48 })
    expect(await pictures.reencode(bytes.subarray(0, 60), 64)).toEqual({ kind: 'noPicture' })
  },
)

it('a GIF whose picture is larger than its head says is none', async () => {
  const head = Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1')
  const gif = (side: number): Buffer =>
    Buffer.concat([head, Buffer.from([0x2c, 0, 0, 0, 0, side, 0, side, 0, 0, 2, 2, 0x44, 1, 0, 0x3b])])
  expect(await pictures.reencode(gif(1), 64)).toMatchObject({ kind: 'picture' })
  expect(await pictures.reencode(gif(255), 64)).toEqual({ kind: 'noPicture' })
})

it('a picture of 16,000 by 16,000 pixels is refused by its first bytes', async () => {
  const zeros = deflateSync(Buffer.alloc(1000))
  expect(await pictures.reencode(pngOf(16_000, 16_000, zeros), 512)).toEqual({ kind: 'tooLarge' })
  expect(await pictures.reencode(pngOf(12_000, 12_000, zeros), 512)).toEqual({ kind: 'tooLarge' })
  expect(await pictures.reencode(pngOf(1, 0xffff_ffff, zeros), 512)).toEqual({ kind: 'tooLarge' })
})

it('what is no picture, or is broken behind a good head, is none', async () => {
  const jpegHead = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080010001001011100', 'hex')
  for (const bytes of [
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    Buffer.from('GIF89a'),
    Buffer.alloc(0),
    Buffer.alloc(64),
    pngOf(16, 16, Buffer.from('no deflate')),
    pngOf(0, 16, deflateSync(Buffer.alloc(16))),
    Buffer.concat([jpegHead, Buffer.alloc(40)]),
    Buffer.from('RIFF\u0010\0\0\0WEBPVP8 \u0004\0\0\0aaaaaa\u0010\0\u0010\0', 'latin1'),
  ])
    expect(await pictures.reencode(bytes, 512)).toEqual({ kind: 'noPicture' })
})

it('the size stands in the head of each kind', () => {
  expect(headerOf(pngOf(3, 5))).toEqual({ kind: 'png', width: 3, height: 5 })
  const baseline = Buffer.from(`ffd8ffe000040000ffc2000b0800f001400301${'00'.repeat(8)}`, 'hex')
  expect(headerOf(baseline)).toEqual({ kind: 'jpeg', width: 320, height: 240 })
})

it('scaling keeps the mean and the shape', () => {
  const data = Uint8ClampedArray.from({ length: 4 * 4 * 2 }, (_, i) => (i < 16 ? 0 : 200))
  expect(scaledTo(1, { data, width: 4, height: 2 })).toEqual({
    data: Uint8ClampedArray.from([100, 100, 100, 100]),
    width: 1,
    height: 1,
  })
  expect(scaledTo(8, { data, width: 4, height: 2 }).width).toBe(4)
})

it('snapshots are made by one process; one that it dies of costs that one alone', async () => {
  const made = new PictureProcess(3)
  const order = { kind: 'png', webpSide: 48, pngSide: 96 }
  const first = await made.make(order, pngOf(200, 100))
  expect(headerOf(first?.webp ?? Buffer.alloc(0))).toMatchObject({ kind: 'webp', width: 48 })
  expect(headerOf(first?.png ?? Buffer.alloc(0))).toMatchObject({ kind: 'png', width: 96 })
  const { pid } = made
  // One that comes after busy processes gets too little of a full machine to make a picture in time.
  expect(getPriority(pid)).toBe(getPriority())
  expect(await made.make(order, pngOf(300, 100))).toBeDefined()
  expect(made.pid).toBe(pid)
  // A picture that ends the process, as one does that the decoder cannot stand.
  const killed = made.make(order, pngOf(3000, 2000))
  process.kill(pid ?? 0, 'SIGKILL')
  expect(await killed).toBeUndefined()
  expect(await made.make(order, pngOf(200, 100))).toBeDefined()
  expect(made.pid).not.toBe(pid)
  // A broken one, too, leaves nothing behind for the next.
  expect(await made.make(order, pngOf(16, 16, Buffer.from('no deflate')))).toBeUndefined()
  expect(made.pid).toBeUndefined()
  made.close()
})
