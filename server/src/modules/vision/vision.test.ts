/** Detection on the platform, from the settings of alarms to the list of events: the vision process is a real one. */
import { type AlarmSettings, NO_ALARMS } from '@vedette/contract/alarm-settings'
import { getDeviceCloudConfig, setDeviceNoticeConfig } from '@vedette/contract/calls/device-config'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { hasFfmpeg, movingBox } from '@vedette/vision/testing/clips'
import { play } from '@vedette/vision/testing/play'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
const WATCHED: AlarmSettings = { ...NO_ALARMS, MotionDetection: true }
const RIGHT_EDGE = [
  { X: 0.95, Y: 0 },
  { X: 1, Y: 0 },
  { X: 1, Y: 0.2 },
]

const until = (timeMs: number) => vi.waitUntil(() => Date.now() >= timeMs, { interval: 10, timeout: 60_000 })

describe.runIf(hasFfmpeg).each(engines)('detection on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let clip: Buffer
  beforeAll(async () => {
    const config = { detection: 'auto', personModel: 'off' } as const
    app = await startTestApp({ engine, config })
    company = await app.company()
    clip = movingBox({ stillS: 4, seconds: 8 })
  })
  afterAll(() => app.close())

  async function watched(alarm: AlarmSettings) {
    const DID = await app.device(company)
    await app.ask(setDeviceNoticeConfig, { DID, Alarm: alarm }, company.token)
    const { number } = app.video.streams.find(company.companyId, DID, 0, 'sub') ?? { number: -1 }
    return { DID, number, isWatched: () => app.shards.watched.has(number) }
  }

  const playTo = (stream: number) =>
    play(clip, stream, { send: (message) => app.shards.options.onMessage(message), until })
  const events = async (DID: string) =>
    (await app.ask(getEventListV2, { DIDs: [DID], PageSize: 10 }, company.token)).List

  it('motion in the picture is an event of the platform, with a picture of it', async () => {
    const camera = await watched(WATCHED)
    const other = await watched({ ...WATCHED, Zones: [RIGHT_EDGE] })
    await vi.waitUntil(() => camera.isWatched() && other.isWatched(), PATIENCE)
    await Promise.all([playTo(camera.number), playTo(other.number)])
    await vi.waitUntil(async () => (await events(camera.DID))[0]?.HasImage === 1, PATIENCE)
    expect(await events(camera.DID)).toMatchObject([
      { EventID: 100_000, Origin: 'server', DID: camera.DID, channelNum: 0, Type: 0 },
    ])
    const [event] = await events(camera.DID)
    expect(event?.Box?.H).toBeGreaterThan(0.2)
    // It looked at the same pictures, and nothing moved in its zone.
    expect(await events(other.DID)).toEqual([])
  })

  const looks = async (DID: string) =>
    (await app.ask(getDeviceCloudConfig, { DID }, company.token)).Detection?.LooksPerSecond

  it('a camera is looked at while its switch is on, within its ranges, and the page says how', async () => {
    const camera = await watched(WATCHED)
    await vi.waitUntil(camera.isWatched, PATIENCE)
    const { Inactive, Detection } = await app.ask(getDeviceCloudConfig, { DID: camera.DID }, company.token)
    expect(Inactive).not.toContain('MotionDetection')
    // No person detector is here.
    expect(Inactive).toContain('HumanDetection')
    expect(Detection).toMatchObject({ Decoder: expect.stringMatching(/node-av|ffmpeg/), People: '' })
    const set = (Alarm: AlarmSettings) =>
      app.ask(setDeviceNoticeConfig, { DID: camera.DID, Alarm }, company.token)
    const day = new Date(app.clock.now()).getUTCDay()
    // Three days from now it is not today in any zone.
    const Ranges = [{ Day: ((day + 2) % 7) + 1, startTime: '00:00:00', endTime: '24:00:00' }]
    for (const other of [NO_ALARMS, { ...WATCHED, Ranges }]) {
      await set(WATCHED)
      await vi.waitUntil(async () => (await looks(camera.DID)) !== null, PATIENCE)
      await set(other)
      expect(await looks(camera.DID)).toBeNull()
    }
  })
})

it('without a decoder the settings say so, with the reason, and the platform serves', async () => {
  const app = await startTestApp()
  const company = await app.company()
  const DID = await app.device(company)
  await app.ask(setDeviceNoticeConfig, { DID, Alarm: WATCHED }, company.token)
  const seen = await app.ask(getDeviceCloudConfig, { DID }, company.token)
  expect(seen.Inactive).toEqual(['MotionDetection', 'MotionTracking', 'HumanDetection', 'HumanTracking'])
  expect(seen.Detection).toMatchObject({ Decoder: '', Detail: 'VEDETTE_DETECTION is off' })
  await app.close()
})
