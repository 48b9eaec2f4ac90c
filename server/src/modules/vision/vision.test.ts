/** Detection on the platform, from the settings of alarms to the list of events: the vision process is a real one. */
import { type AlarmSettings, NO_ALARMS } from '@vedette/contract/alarm-settings'
import {
  getDetectionView,
  getDeviceCloudConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { addByAddress } from '@vedette/contract/calls/device'
import { setMsgIn } from '@vedette/contract/calls/device-message'
import { deleteEvent, getEventListV2 } from '@vedette/contract/calls/event'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { hasFfmpeg, movingBox } from '@vedette/vision/testing/clips'
import { play } from '@vedette/vision/testing/play'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { turningCamera } from '../../testing/turning-camera.ts'
import { RUNS_ON_MS } from '../event/index.ts'
import { Detections } from './detections.ts'

const AGAIN = { timeout: 100_000, interval: 50 }
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
    const config = { detection: 'auto', personModel: 'off', trustedProxies: [] } as const
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
    const isPictured = async () => (await events(camera.DID))[0]?.HasImage === 1
    // On a machine that is busy with others the process rests now and then, and sees too little of it.
    await vi.waitFor(async () => {
      await Promise.all([playTo(camera.number), playTo(other.number)])
      await vi.waitUntil(isPictured, { timeout: 5000, interval: 50 })
    }, AGAIN)
    expect(await events(camera.DID)).toMatchObject([
      { EventID: 100_000, Origin: 'server', DID: camera.DID, channelNum: 0, Type: 0 },
    ])
    const [event] = await events(camera.DID)
    expect(event?.Box?.H).toBeGreaterThan(0.2)
    // It looked at the same pictures, and nothing moved in its zone.
    expect(await events(other.DID)).toEqual([])
  })

  it('a camera with tracking turns after what moves, gives way to a person, and looks home again', async () => {
    const camera = await turningCamera()
    const login = { Username: USERNAME, Password: PASSWORD }
    const about = { GID: company.rootGid, DevName: 'Yard', DevType: 1, Url: camera.url, ...login }
    const { DID } = await app.ask(addByAddress, about, company.token)
    const Alarm = { ...NO_ALARMS, MotionTracking: true }
    await app.ask(setDeviceNoticeConfig, { DID, Alarm }, company.token)
    const { Inactive } = await app.ask(getDeviceCloudConfig, { DID }, company.token)
    expect(Inactive).toEqual(['HumanDetection', 'HumanTracking'])
    const { number } = app.video.streams.find(company.companyId, DID, 0, 'sub') ?? { number: -1 }
    await vi.waitUntil(() => app.shards.watched.has(number), PATIENCE)
    const turned = () => camera.told.filter((word) => word.startsWith('move'))
    let isMotionShown = false
    const hasTurned = async (): Promise<boolean> => {
      const { Seen } = await app.ask(getDetectionView, { DID }, company.token)
      isMotionShown ||= (Seen?.Moved.length ?? 0) > 0
      return turned().length > 0
    }
    await vi.waitFor(async () => {
      const playing = playTo(number)
      await vi.waitUntil(hasTurned, { timeout: 20_000, interval: 50 })
      await playing
    }, AGAIN)
    expect(isMotionShown).toBe(true)
    // The box comes from the left.
    expect(turned()[0]).toMatch(/^move -0\.\d+ /)
    expect(await events(DID)).toEqual([])
    const passed = async (ms: number, word: string) => {
      await vi.waitFor(() => {
        app.clock.advance(ms)
        expect(camera.told.at(-1)).toBe(word)
      }, PATIENCE)
    }
    await passed(1000, 'stop')
    await passed(1000, 'to 0.25 -0.5')
    const joystick = { DID, Method: '13352' }
    const hand = (PTZControl: string) =>
      app.ask(
        setMsgIn,
        { ...joystick, ReqBody: JSON.stringify({ PTZControl, PTZType: 'right', Step: 10 }) },
        company.token,
      )
    await hand('start')
    camera.told.length = 0
    await playTo(number)
    expect(turned()).toEqual([])
    await camera.close()
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

it.each(engines)(
  'motion that goes on after its alarm has ended or was deleted is another one, on %s',
  async (engine) => {
    const app = await startTestApp({ engine })
    const company = await app.company()
    const DID = await app.device(company)
    const fail = (error: unknown): void => {
      throw error
    }
    const place = { companyId: company.companyId, did: DID, channel: 0 }
    const { intake } = app.platform.events
    const detections = new Detections({ events: intake, placeOf: () => place, onError: fail })
    const tell = (type: 'begin' | 'touch') =>
      detections.take({ type, stream: 1, kind: 'motion', atMs: app.clock.now() })
    const ids = async () =>
      (await app.ask(getEventListV2, { DIDs: [DID] }, company.token)).List.map(({ CloudEid }) => CloudEid)
    tell('begin')
    await vi.waitFor(async () => expect(await ids()).toHaveLength(1), PATIENCE)
    const [first = ''] = await ids()
    app.clock.advance(RUNS_ON_MS)
    tell('touch')
    await vi.waitFor(async () => expect(await ids()).toHaveLength(2), PATIENCE)
    const [second = ''] = await ids()
    await app.ask(deleteEvent, { CloudEids: [second] }, company.token)
    tell('touch')
    await vi.waitFor(async () => expect(await ids()).toHaveLength(2), PATIENCE)
    tell('touch')
    const [third] = await ids()
    expect([first, second]).not.toContain(third)
    await app.close()
  },
)

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
