import { createServer, type Server } from 'node:http'

import { EVENT_TYPES, eventIdOf, type EventType } from '@vedette/contract/events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { TestClock } from '../../wire/clock.fixture.ts'
import {
  awaitedOf,
  CLOUD_PICTURE_RETRY_DELAY_MS,
  holdPictures,
  PUSH_PICTURE_DELAY_MS,
  VIEWER_PICTURE_DELAY_MS,
} from './cloud-picture.ts'

const PICTURED: readonly EventType[] = ['motion', 'human', 'ring']

it.each(EVENT_TYPES)('a picture of %s is waited for where somebody takes one', (type) => {
  const awaited = PICTURED.includes(type) ? 'soon' : 'never'
  for (const origin of ['device', 'server'] as const)
    expect(awaitedOf(eventIdOf(type, origin), false)).toBe(awaited)
  expect(awaitedOf(eventIdOf(type, 'device'), true)).toBe('there')
})

it('an event of a later version may have one', () => {
  expect(awaitedOf(99, false)).toBe('soon')
})

describe('the picture of an alarm', () => {
  const OF = { did: 'CAM-00000001', eid: '01J', channel: 0, date: '2026-11-27' }
  // The shortest that is split as one: signature and IEND (PNG specification, 5.2 and 11.2.5).
  const PNG = Buffer.from('89504e470d0a1a0a0000000049454e44ae426082', 'hex')
  const NOT_READY = { CODE: '2018', BODY: {} }
  const READY = { CODE: '200', BODY: { DownUrl: '/picture.png' } }
  const realFetch = globalThis.fetch
  let clock: TestClock
  let server: Server
  let asked: string[]
  let answers: object[]
  let told: PromiseWithResolvers<readonly Blob[] | undefined>

  beforeEach(async () => {
    clock = new TestClock()
    asked = []
    told = Promise.withResolvers()
    server = createServer(({ url = '' }, response) => {
      asked.push(url)
      response.end(url.endsWith('.png') ? PNG : JSON.stringify(answers.shift()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const place = server.address()
    const port = typeof place === 'object' ? place?.port : 0
    // A page resolves a path against its own origin; Node has none.
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      realFetch(`http://127.0.0.1:${port}${path}`, init),
    )
  })

  afterEach(() => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    server.close()
  })

  it.each([VIEWER_PICTURE_DELAY_MS, PUSH_PICTURE_DELAY_MS])(
    'is asked for after %i ms, not before',
    async (delayMs) => {
      answers = [READY]
      holdPictures(OF, { delayMs, isDue: false }, told.resolve, clock)
      clock.pass(delayMs - 1)
      await clock.planned(1)
      expect(asked).toEqual([])
      clock.pass(1)
      expect(await told.promise).toHaveLength(1)
    },
  )

  it('is asked for at once where it is there', async () => {
    answers = [READY]
    holdPictures(OF, { delayMs: PUSH_PICTURE_DELAY_MS, isDue: true }, told.resolve, clock)
    clock.pass(0)
    expect(await told.promise).toHaveLength(1)
  })

  it.each([
    ['comes', READY, 1],
    ['fails where it is not ready then either', NOT_READY, undefined],
  ])('that is not ready is asked for once more a second later, and %s', async (_what, second, images) => {
    answers = [NOT_READY, second]
    holdPictures(OF, { delayMs: 0, isDue: true }, told.resolve, clock)
    clock.pass(0)
    await clock.planned(CLOUD_PICTURE_RETRY_DELAY_MS)
    expect(asked).toHaveLength(1)
    clock.pass(CLOUD_PICTURE_RETRY_DELAY_MS)
    expect((await told.promise)?.length).toBe(images)
    expect(asked.filter((url) => !url.endsWith('.png'))).toHaveLength(2)
  })

  it('nobody waits for any more is not asked for', async () => {
    const leave = holdPictures(OF, { delayMs: PUSH_PICTURE_DELAY_MS, isDue: false }, told.resolve, clock)
    leave()
    clock.pass(PUSH_PICTURE_DELAY_MS)
    expect(asked).toEqual([])
  })
})
