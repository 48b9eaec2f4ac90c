import { MESSAGE_TYPE, readHeader } from '@vedette/media/live/message'
import { beforeAll, describe, expect, it } from 'vitest'

import type { Picture } from '../picture.ts'
import { hasFfmpeg, movingBox } from '../testing/clips.ts'
import { liveMessages } from './annex-b.ts'
import { type Decoders, LookPace, pictureSize } from './decoder.ts'
import { findDecoders } from './find-decoders.ts'
import { configurationOf, isDisposable, unitOf } from './live-video.ts'

it('a decoder is found that was seen to decode, or it is said why there is none', async () => {
  expect(await findDecoders({ only: 'ffmpeg', ffmpeg: 'no-such-decoder' })).toEqual({
    ok: false,
    detail: 'no-such-decoder: spawn no-such-decoder ENOENT',
  })
  const both = await findDecoders()
  const alone = await Promise.all((['node-av', 'ffmpeg'] as const).map((only) => findDecoders({ only })))
  expect(both.ok).toBe(alone.some(({ ok }) => ok))
})

it('a program that is no decoder is none', async () => {
  expect(await findDecoders({ only: 'ffmpeg', ffmpeg: 'true' })).toMatchObject({ ok: false })
})

it('five pictures a second are looked at, whatever the stream has', () => {
  const looked = (fps: number) => {
    const pace = new LookPace()
    const times = Array.from({ length: fps * 4 }, (_, i) => Math.round((i * 1e6) / fps))
    return times.filter((at) => pace.isDue(at) && (pace.look(at), true)).length
  }
  expect([30, 25, 15, 12, 10, 5, 2].map(looked)).toEqual([20, 20, 20, 20, 20, 20, 8])
})

it('large pictures are made smaller, with even sides', () => {
  expect(pictureSize({ width: 1920, height: 1080 })).toEqual({ width: 640, height: 360 })
  expect(pictureSize({ width: 352, height: 288 })).toEqual({ width: 352, height: 288 })
  expect(pictureSize({ width: 2592, height: 1944 })).toEqual({ width: 640, height: 480 })
})

it('a picture is disposable when none of its slices is referred to', () => {
  const unit = (...heads: number[]) => ({
    isKey: false,
    timestampUs: 0,
    arrivalMs: 0,
    fragment: Buffer.alloc(0),
    units: Buffer.concat(heads.map((head) => Buffer.from([0, 0, 0, 1, head]))),
  })
  expect(isDisposable('h264', unit(0x01))).toBe(true)
  expect(isDisposable('h264', unit(0x06, 0x01, 0x41))).toBe(false)
  expect(isDisposable('h264', { ...unit(0x01), isKey: true })).toBe(false)
  expect(isDisposable('h265', unit(0x01))).toBe(false)
})

describe.runIf(hasFfmpeg)('a clip', () => {
  const SECONDS = 4
  let messages: Buffer[]
  beforeAll(() => {
    // A decoder holds the last pictures back until the next ones come, one or two by how the bytes arrive: a stream goes on.
    const bytes = movingBox({ stillS: 1, seconds: SECONDS + 1 })
    messages = liveMessages({ bytes, stream: 1, fps: 10, startMs: 0 }).map((message) => message.bytes())
  })

  function decoded(decoders: Decoders, count: number): Promise<Picture[]> {
    return new Promise((resolve, reject) => {
      const pictures: Picture[] = []
      const decoder = decoders.open({
        onPicture(picture) {
          pictures.push(picture)
          if (pictures.length === count) setImmediate(() => resolve(pictures))
        },
        onFault: (detail) => reject(new Error(detail)),
      })
      for (const message of messages) {
        const header = readHeader(message)
        if (!header) throw new Error('no message')
        const configuration = header.type === MESSAGE_TYPE.configuration && configurationOf(message, header)
        if (configuration) decoder.configure(configuration)
        const unit = unitOf(message, header)
        if (unit) decoder.push(unit)
      }
    })
  }

  it.each(['node-av', 'ffmpeg'] as const)('is decoded by %s where it is there', async (only) => {
    const found = await findDecoders({ only })
    if (!found.ok) return expect(found.detail).not.toBe('')
    const count = SECONDS * 5 - 1
    const pictures = await decoded(found.decoders, count)
    const [first] = pictures
    expect([first?.width, first?.height]).toEqual([640, 360])
    // The box is white where it stands after three seconds, and the yard is grey.
    const last = pictures[count - 1]
    expect(last?.y[200 * 640 + 200]).toBeGreaterThan(220)
    expect(last?.y[200 * 640 + 500]).toBeLessThan(130)
  })
})
