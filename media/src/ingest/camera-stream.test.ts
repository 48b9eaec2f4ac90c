import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { StreamStatus } from '../feed/messages.ts'
import { readHeader } from '../live/message.ts'
import { openRtspSession } from '../rtsp/session.ts'
import { footage } from '../testing/footage.ts'
import { ManualClock } from '../testing/manual-clock.ts'
import { RtspPeer } from '../testing/rtsp-peer.ts'
import { LoginBackOff } from './back-off.ts'
import { CameraStream } from './camera-stream.ts'

let clock: ManualClock
let peer: RtspPeer
let camera: CameraStream
let messages: Buffer[]
let awaited: { isMet: () => boolean; resolve: () => void }[]

function changed(): void {
  for (const { isMet, resolve } of awaited) if (isMet()) resolve()
}

/** Resolves when a message or a change of state has made it true. */
function until(isMet: () => boolean): Promise<void> {
  if (isMet()) return Promise.resolve()
  return new Promise((resolve) => awaited.push({ isMet, resolve }))
}

const is = (state: StreamStatus['state'], attempt: number) => () =>
  camera.status().state === state && camera.status().attempt === attempt

beforeEach(async () => {
  clock = new ManualClock()
  peer = await RtspPeer.start(footage('plain'))
  messages = []
  awaited = []
  camera = new CameraStream({
    stream: 3,
    target: { url: peer.url, username: 'admin', password: 'wrong', transport: 'tcp' },
    clock,
    login: new LoginBackOff(),
    open: openRtspSession,
    onMessage: (message) => {
      messages.push(message.bytes())
      changed()
    },
    onStatus: changed,
  })
})

afterEach(async () => {
  camera.stop()
  await peer.close()
})

const epochs = () =>
  messages
    .flatMap((message) => readHeader(message) ?? [])
    .flatMap(({ type, epoch }) => (type === 1 ? epoch : []))

describe('a camera stream', () => {
  it('is loading, then live with the first picture', async () => {
    const startedMs = clock.now() / 1000
    camera.start()
    expect(camera.status()).toMatchObject({
      state: 'loading',
      reason: 'connecting',
      sinceMs: startedMs,
      attempt: 1,
    })
    clock.advance(100)
    await until(is('live', 0))
    expect(camera.status()).toMatchObject({
      reason: 'none',
      sinceMs: startedMs + 100,
      width: 160,
      height: 96,
    })
    expect(camera.status().codec).toMatch(/^avc1\.[0-9A-Fa-f]{6}$/)
  })

  it('keeps the GOP for anyone who comes to watch', async () => {
    camera.start()
    await until(() => messages.length >= 4)
    const burst = camera.burst().map((message) => readHeader(message))
    expect(burst.map((header) => header?.sequence)).toEqual(burst.map((_, at) => at))
    expect(burst[0]?.type).toBe(1)
    expect(burst[1]).toMatchObject({ type: 2, isKey: true, isCached: true })
  })

  it('comes back after a quarter of a second with another epoch when the camera hangs up', async () => {
    camera.start()
    await until(is('live', 0))
    clock.advance(2000)
    peer.hangUp()
    await until(is('reconnecting', 1))
    const sinceMs = clock.now() / 1000
    expect(camera.status()).toMatchObject({ reason: 'closedByCamera', sinceMs })
    expect(camera.burst()).toEqual([])
    peer.show(footage('reordered'))
    clock.advance(250)
    await until(is('live', 0))
    expect(epochs()).toHaveLength(2)
    expect(new Set(epochs()).size).toBe(2)
  })

  it('is not live without a picture for more than two seconds, says since when, and is again with the next one', async () => {
    camera.start()
    await until(is('live', 0))
    peer.pause()
    const lastMs = clock.now() / 1000
    clock.advance(2000)
    expect(camera.status().state).toBe('live')
    clock.advance(2)
    expect(camera.status()).toMatchObject({
      state: 'reconnecting',
      reason: 'noPicture',
      sinceMs: lastMs,
      attempt: 0,
    })
    peer.resume()
    await until(is('live', 0))
  })

  it('with a picture every two seconds is live until three of its usual intervals have brought none', async () => {
    camera.start()
    await until(is('live', 0))
    peer.pause()
    for (let picture = 0; picture < 40; picture++) {
      const before = camera.totals.frames
      clock.advance(2000)
      peer.step()
      await until(() => camera.totals.frames > before)
      expect(camera.status().state).toBe('live')
    }
    clock.advance(5900)
    expect(camera.status().state).toBe('live')
    clock.advance(200)
    expect(camera.status()).toMatchObject({ state: 'reconnecting', reason: 'noPicture' })
  })

  it('waits twice as long after each failure, ten seconds at most, and never gives up', async () => {
    await peer.close()
    camera.start()
    await until(is('reconnecting', 2))
    let attempt = 2
    for (const delayMs of [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000, 10_000]) {
      clock.advance(delayMs / 2 - 1)
      expect(camera.status()).toMatchObject({ attempt, reason: 'unreachable' })
      clock.advance(delayMs / 2 + 1)
      await until(is('reconnecting', ++attempt))
    }
  })

  it('tries wrong credentials ever more rarely, so that the camera does not lock the account', async () => {
    peer.refuseEveryone()
    camera.start()
    await until(is('reconnecting', 2))
    expect(camera.status().reason).toBe('credentials')
    let attempt = 2
    for (const minutes of [0.5, 1, 5, 30, 30]) {
      clock.advance(minutes * 60_000 - 1)
      expect(camera.status()).toMatchObject({ attempt, reason: 'credentials' })
      if (attempt === 6) peer.admitEveryone()
      clock.advance(1)
      if (attempt < 6) await until(is('reconnecting', ++attempt))
    }
    await until(is('live', 0))
    peer.refuseEveryone()
    peer.hangUp()
    await until(is('reconnecting', 1))
    clock.advance(250)
    await until(is('reconnecting', 2))
    peer.admitEveryone()
    clock.advance(30_000)
    await until(is('live', 0))
  })

  it('says nothing more once it is stopped', async () => {
    camera.start()
    await until(is('live', 0))
    const said = messages.length
    camera.stop()
    peer.hangUp()
    await peer.close()
    expect(messages).toHaveLength(said)
    expect(camera.status().state).toBe('live')
  })
})

describe('credentials that two streams of a camera share', () => {
  it('are tried by one of them at a time while they are refused', () => {
    const login = new LoginBackOff()
    expect([login.waitMs(0), login.waitMs(0)]).toEqual([0, 0])
    login.refused(100)
    login.refused(200)
    expect([login.waitMs(200), login.waitMs(200)]).toEqual([29_900, 29_900])
    expect([login.waitMs(30_100), login.waitMs(30_100)]).toEqual([0, 15_000])
    login.refused(30_200)
    expect(login.waitMs(45_100)).toBe(60_000 - 14_900)
  })

  it('are tried by the other when the one that tried has got no answer, or has gone', () => {
    const login = new LoginBackOff()
    login.refused(0)
    expect([login.waitMs(30_000), login.waitMs(30_000)]).toEqual([0, 15_000])
    login.unanswered()
    expect([login.waitMs(30_001), login.waitMs(30_001)]).toEqual([0, 15_000])
    expect(login.waitMs(45_001)).toBe(0)
    login.accepted()
    expect([login.waitMs(45_002), login.waitMs(45_002)]).toEqual([0, 0])
  })
})
