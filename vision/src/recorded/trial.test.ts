import { MESSAGE_TYPE, readHeader } from '@vedette/media/live/message'
import { beforeAll, describe, expect, it } from 'vitest'

import { liveMessages } from '../decode/annex-b.ts'
import { configurationOf, unitOf } from '../decode/live-video.ts'
import { findDecoders } from '../decode/find-decoders.ts'
import type { LookSettings } from '../settings.ts'
import { hasFfmpeg, movingBox } from '../testing/clips.ts'
import type { FromTrial } from './messages.ts'
import { picturesOf } from './pictures.ts'
import { startTrial } from './start-trial.ts'

const SETTINGS: LookSettings = { motion: true, human: false, follow: 'none', sensitivity: 50, zones: [] }
const RIGHT_EDGE = [
  { X: 0.95, Y: 0 },
  { X: 1, Y: 0 },
  { X: 1, Y: 0.2 },
]
const ORIGIN_MS = 1_700_000_000_000
const STILL_S = 5
/** Where a live stream's media time begins. */
const LEAD_MS = 500

/** A film of 10 s in pieces of odd lengths, in which a box begins to move after `STILL_S`. */
let film: Buffer[] = []
async function* chunks(): AsyncGenerator<Buffer> {
  yield* film
}

describe.runIf(hasFfmpeg)('a recorded film', () => {
  beforeAll(() => {
    const bytes = movingBox({ stillS: STILL_S, seconds: 10 })
    const whole = Buffer.concat(
      liveMessages({ bytes, stream: 1, fps: 10, startMs: 0 }).map((message) => {
        const of = message.bytes()
        const header = readHeader(of)
        if (header?.type === MESSAGE_TYPE.configuration)
          return configurationOf(of, header)?.initSegment ?? Buffer.alloc(0)
        return (header && unitOf(of, header)?.fragment) ?? Buffer.alloc(0)
      }),
    )
    film = []
    for (let at = 0; at < whole.length; at += 9973) film.push(whole.subarray(at, at + 9973))
  })

  it.each(['node-av', 'ffmpeg'] as const)('has its pictures with their times by %s', async (only) => {
    const found = await findDecoders({ only })
    if (!found.ok) return expect(found.detail).not.toBe('')
    const times: number[] = []
    for await (const { picture, atMs } of picturesOf(
      { chunks: chunks(), originMs: ORIGIN_MS },
      found.decoders,
    )) {
      expect([picture.width, picture.height, picture.y.length]).toEqual([640, 360, 640 * 360])
      times.push(atMs - ORIGIN_MS)
    }
    expect(times.length).toBeGreaterThan(45)
    expect(times.slice(0, 4).map(Math.round)).toEqual([0, 200, 400, 600].map((ms) => LEAD_MS + ms))
  })

  const trial = async (settings: LookSettings, decoder?: 'ffmpeg' | 'node-av') => {
    const told: FromTrial[] = []
    const means = { cacheFolder: '/nowhere', model: 'off', decoder }
    await startTrial({ chunks: chunks(), originMs: ORIGIN_MS }, settings, means, {
      tell: (message) => told.push(message),
      signal: new AbortController().signal,
    })
    return told
  }

  it(
    'raises what its camera would have raised, at its time, with a picture',
    { timeout: 60_000 },
    async () => {
      const told = await trial(SETTINGS)
      const begun = told.filter((message) => message.type === 'begin')
      expect(begun).toHaveLength(1)
      expect(begun[0]?.atMs).toBeGreaterThan(ORIGIN_MS + STILL_S * 1000)
      expect(begun[0]?.atMs).toBeLessThan(ORIGIN_MS + (STILL_S + 3) * 1000)
      const pictures = told.filter((message) => message.type === 'picture')
      expect(Buffer.from(pictures[0]?.png ?? []).toString('latin1', 1, 4)).toBe('PNG')
      const seconds = told.filter((message) => message.type === 'second')
      expect(seconds.slice(0, STILL_S).every(({ moved }) => moved === 0)).toBe(true)
      expect(seconds.at(-1)?.moved).toBeGreaterThan(0.02)
      expect(told.at(-1)).toMatchObject({ type: 'done', people: false })
    },
  )

  it('raises nothing outside of the zones', { timeout: 60_000 }, async () => {
    const told = await trial({ ...SETTINGS, zones: [RIGHT_EDGE] })
    expect(told.filter(({ type }) => type === 'begin')).toEqual([])
    expect(told.at(-1)?.type).toBe('done')
  })

  it('what is no film is said', { timeout: 60_000 }, async () => {
    film = [Buffer.from('no film at all')]
    expect((await trial(SETTINGS)).at(-1)).toMatchObject({ type: 'failed' })
  })
})

it('one that is ended tells nothing more', async () => {
  const told: FromTrial[] = []
  const ending = new AbortController()
  const running = startTrial(
    { chunks: chunks(), originMs: 0 },
    SETTINGS,
    { cacheFolder: '/nowhere', model: 'off' },
    { tell: (message) => told.push(message), signal: ending.signal },
  )
  ending.abort()
  await running
  expect(told).toEqual([])
})
