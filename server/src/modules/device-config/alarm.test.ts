import { type AlarmSettings, NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress } from '@vedette/contract/calls/device'
import {
  copyDeviceConfig,
  getDeviceCloudConfig,
  queryConfig,
  setDeviceConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { settableCamera, type SettableCamera } from '../../testing/settable-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }
/** What no device does here, and nobody else yet. */
const OTHERS = ['MotionTracking', 'HumanDetection', 'HumanTracking']
const LEFT_HALF = [
  { X: 0, Y: 0 },
  { X: 0.5, Y: 0 },
  { X: 0.5, Y: 1 },
  { X: 0, Y: 1 },
]
const WATCHED: AlarmSettings = { ...NO_ALARMS, MotionDetection: true, Sensitivity: 80, Zones: [LEFT_HALF] }
/** The platform of this test looks at nothing. */
const OFF = {
  Decoder: '',
  People: '',
  Detail: 'VEDETTE_DETECTION is off',
  IsOwnMotion: true,
  HasPTZ: false,
  LooksPerSecond: null,
  IsResting: false,
}
/** Four bytes, one for each row of eight cells: 11110000, by PackBits. */
const LEFT_CELLS = '/fA='

describe.each(engines)('settings of alarms of a device that detects motion itself, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  const cameras: SettableCamera[] = []
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
  })
  afterEach(async () => {
    await Promise.all(cameras.splice(0).map((camera) => camera.close()))
  })
  afterAll(() => app.close())

  async function added(detects = true) {
    const camera = await settableCamera('Eye 3', { detects })
    cameras.push(camera)
    const about = { GID: company.rootGid, DevName: 'Camera', DevType: 1, Url: camera.url }
    const body = { ...about, Username: USERNAME, Password: PASSWORD }
    const { DID } = await app.ask(addByAddress, body, company.token)
    const set = (Alarm: AlarmSettings) => app.ask(setDeviceNoticeConfig, { DID, Alarm }, company.token)
    const seen = () => app.ask(getDeviceCloudConfig, { DID }, company.token)
    return { camera, now: camera.detection.now, DID, set, seen }
  }

  it('are written to it and read from it', async () => {
    const { now, set, seen } = await added()
    expect(await set(WATCHED)).toEqual({ Written: ['alarm'], Pending: [], Refused: [], Trouble: 'none' })
    expect([...now.rules.values()]).toEqual([expect.objectContaining({ ActiveCells: LEFT_CELLS })])
    expect(now.sensitivity).toBe('80')
    const Inactive = OTHERS
    expect(await seen()).toEqual({
      Alarm: WATCHED,
      Inactive,
      Trouble: 'none',
      IsPending: false,
      Detection: OFF,
    })
    await set({ ...WATCHED, MotionDetection: false })
    expect([...now.rules]).toEqual([])
    const Alarm = { ...WATCHED, MotionDetection: false }
    expect(await seen()).toEqual({ Alarm, Inactive, Trouble: 'none', IsPending: false, Detection: OFF })
  })

  it('are what the device says, also where it was set at its own page', async () => {
    const { now, set, seen } = await added()
    now.rules.set('Factory', { ActiveCells: LEFT_CELLS })
    expect((await seen()).Alarm).toEqual({
      ...NO_ALARMS,
      MotionDetection: true,
      Sensitivity: 60,
      Zones: [LEFT_HALF],
    })
    await set({ ...WATCHED, HumanDetection: true })
    now.sensitivity = '20'
    now.rules.clear()
    expect((await seen()).Alarm).toEqual({
      ...WATCHED,
      HumanDetection: true,
      MotionDetection: false,
      Sensitivity: 20,
    })
    // Every other cell, like a chessboard: no eight zones say that, so what is kept is shown as what nobody watches.
    now.rules.set('Factory', { ActiveCells: 'A6pVqlU=' })
    const chequered = await seen()
    expect(chequered.Alarm).toMatchObject({ MotionDetection: true, Zones: [LEFT_HALF] })
    expect(chequered.Inactive).toEqual([...OTHERS, 'Zones'])
  })

  it('that it refuses are said to be refused, and written when it is back', async () => {
    const { now, set, seen, DID } = await added()
    now.isLocked = true
    expect(await set(WATCHED)).toEqual({
      Written: [],
      Pending: ['alarm'],
      Refused: ['alarm'],
      Trouble: 'refused',
    })
    expect(await seen()).toMatchObject({
      Alarm: WATCHED,
      Inactive: ['MotionDetection', ...OTHERS],
      IsPending: true,
    })
    now.isLocked = false
    app.video.presences.evidence(DID, true, 'none')
    await vi.waitFor(async () => expect((await seen()).IsPending).toBe(false), PATIENCE)
    expect([...now.rules.values()]).toEqual([expect.objectContaining({ ActiveCells: LEFT_CELLS })])
    expect((await seen()).Inactive).toEqual(OTHERS)
  })

  it('wait while it is away, beside what else waits, and the last ones are written', async () => {
    const { camera, now, set, seen, DID } = await added()
    camera.unplug()
    await set({ ...WATCHED, Sensitivity: 10 })
    await app.ask(setDeviceConfig, { DID, Change: { Name: 'Gate' } }, company.token)
    expect(await set(WATCHED)).toMatchObject({ Pending: ['name', 'alarm'], Trouble: 'unreachable' })
    expect(await seen()).toMatchObject({ Alarm: WATCHED, Trouble: 'unreachable', IsPending: true })
    camera.plug()
    app.video.presences.evidence(DID, true, 'none')
    const waiting = async () => (await app.ask(queryConfig, { DID }, company.token)).Pending
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), PATIENCE)
    expect(now).toMatchObject({ sensitivity: '80' })
    expect(camera.now.name).toBe('Gate')
  })

  it('are left to the platform where it has none, and where what it says is impossible', async () => {
    const without = await added(false)
    expect(await without.set(WATCHED)).toEqual({ Written: [], Pending: [], Refused: [], Trouble: 'none' })
    const all = ['MotionDetection', ...OTHERS]
    const Detection = { ...OFF, IsOwnMotion: false }
    expect(await without.seen()).toEqual({
      Alarm: WATCHED,
      Inactive: all,
      Trouble: 'none',
      IsPending: false,
      Detection,
    })
    const garbled = await added()
    garbled.now.rules.set('Factory', { ActiveCells: 'gQD/gQD/' })
    expect(await garbled.set(WATCHED)).toMatchObject({ Refused: ['alarm'], Pending: ['alarm'] })
    expect(await garbled.seen()).toMatchObject({ Alarm: WATCHED, Inactive: all })
    expect(garbled.now.rules.get('Factory')).toEqual({ ActiveCells: 'gQD/gQD/' })
  })

  it('are copied to another one as the device has them', async () => {
    const from = await added()
    const to = await added()
    from.now.rules.set('Factory', { ActiveCells: LEFT_CELLS })
    const copy = { DID: from.DID, ToDIDs: [to.DID], Parts: ['alarm' as const] }
    const Outcome = { Written: ['alarm'], Pending: [], Refused: [], Trouble: 'none' }
    expect((await app.ask(copyDeviceConfig, copy, company.token)).List).toEqual([{ DID: to.DID, Outcome }])
    expect([...to.now.rules.values()]).toEqual([expect.objectContaining({ ActiveCells: LEFT_CELLS })])
  })
})
