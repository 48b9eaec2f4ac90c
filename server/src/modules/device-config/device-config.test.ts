import { NO_ALARMS } from '@vedette/contract/alarm-settings'
import { addByAddress, updateDeviceAddress } from '@vedette/contract/calls/device'
import {
  copyDeviceConfig,
  getDeviceCloudConfig,
  getDeviceInfo,
  getDIDByCtei,
  getSubDeviceConfig,
  getSubDeviceList,
  queryConfig,
  setDeviceConfig,
  setDeviceNoticeConfig,
} from '@vedette/contract/calls/device-config'
import { CODES } from '@vedette/contract/codes'
import { PRESENCE } from '@vedette/contract/devices'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { settableCamera, type SettableCamera } from '../../testing/settable-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

describe.each(engines)('what a device is set to, on %s', (engine) => {
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

  async function added(): Promise<{ camera: SettableCamera; DID: string }> {
    const camera = await settableCamera()
    cameras.push(camera)
    const { DID } = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: 'Camera',
        DevType: 1,
        Url: camera.url,
        Username: USERNAME,
        Password: PASSWORD,
      },
      company.token,
    )
    return { camera, DID }
  }
  /** Each camera says that it is the same one, which is known again; so a test has one at a time. */
  const config = (DID: string) => app.ask(queryConfig, { DID }, company.token)

  it('is asked from it, and written to it', async () => {
    const { camera, DID } = await added()
    expect(await config(DID)).toMatchObject({
      Trouble: 'none',
      Name: 'Factory name',
      Picture: { Brightness: { Value: 50, Range: { Min: 0, Max: 100 } }, Contrast: null, IrCut: null },
      Streams: [
        {
          Quality: 'main',
          Encoding: 'H264',
          Profile: 'Main',
          Width: 1920,
          FrameRate: 25,
          Gop: 50,
          Options: [{ Encoding: 'H264', Profiles: ['Main', 'High'] }],
        },
      ],
      Pending: [],
    })
    const Change = {
      Name: '东门 East',
      Picture: { Brightness: 80 },
      Streams: [{ Quality: 'main' as const, Profile: 'High', Gop: 25, FrameRate: 12 }],
      Clock: { TimeZone: 'CST-8' },
    }
    const outcome = await app.ask(setDeviceConfig, { DID, Change }, company.token)
    expect(outcome).toEqual({
      Written: ['name', 'picture', 'streams', 'time'],
      Pending: [],
      Refused: [],
      Trouble: 'none',
    })
    expect(camera.now).toMatchObject({
      brightness: 80,
      name: '东门 East',
      gop: 25,
      frameRate: 12,
      profile: 'High',
      timeZone: 'CST-8',
    })
    expect(await config(DID)).toMatchObject({ Name: '东门 East', Picture: { Brightness: { Value: 80 } } })
  })

  it('that it has not is refused, and the rest is written', async () => {
    const { camera, DID } = await added()
    const Change = { Audio: { Encoding: 'AAC' }, Picture: { Brightness: 10 } }
    expect(await app.ask(setDeviceConfig, { DID, Change }, company.token)).toEqual({
      Written: ['picture'],
      Pending: [],
      Refused: ['audio'],
      Trouble: 'refused',
    })
    expect(camera.now.brightness).toBe(10)
  })

  it('of which it takes nothing has failed, and what it refused is named', async () => {
    const { DID } = await added()
    const answer = await app.send(
      setDeviceConfig,
      { DID, Change: { Audio: { Encoding: 'AAC' } } },
      company.token,
    )
    expect(answer).toMatchObject({ CODE: CODES.deviceChangeFailed.code, BODY: { Refused: ['audio'] } })
  })

  it('is kept while it is away and written when it is back', async () => {
    const { camera, DID } = await added()
    camera.unplug()
    const first = { DID, Change: { Name: 'First', Picture: { Brightness: 11 } } }
    expect(await app.ask(setDeviceConfig, first, company.token)).toMatchObject({
      Written: [],
      Pending: ['name', 'picture'],
      Trouble: 'unreachable',
    })
    await app.ask(setDeviceConfig, { DID, Change: { Name: 'Second' } }, company.token)
    expect(await config(DID)).toMatchObject({
      Trouble: 'unreachable',
      Picture: null,
      Pending: ['name', 'picture'],
    })
    expect(camera.now).toMatchObject({ name: 'Factory name', brightness: 50 })
    camera.plug()
    app.video.presences.evidence(DID, true, 'none')
    await vi.waitFor(() => expect(camera.now).toMatchObject({ name: 'Second', brightness: 11 }), PATIENCE)
    await vi.waitFor(async () => expect((await config(DID)).Pending).toEqual([]), PATIENCE)
  })

  it('is written at last to one that stays online, when it answers or has another login', async () => {
    const { camera, DID } = await added()
    app.video.presences.evidence(DID, true, 'none')
    const kept = async (Name: string) => {
      camera.unplug()
      const body = { DID, Change: { Name } }
      expect(await app.ask(setDeviceConfig, body, company.token)).toMatchObject({ Pending: ['name'] })
      camera.plug()
    }
    await kept('Silent')
    app.clock.advance(15 * 60_000)
    await vi.waitFor(() => expect(camera.now.name).toBe('Silent'), PATIENCE)
    await vi.waitFor(async () => expect((await config(DID)).Pending).toEqual([]), PATIENCE)

    await kept('Refused')
    const place = { DID, Url: camera.url, Username: USERNAME, Password: PASSWORD }
    await app.ask(updateDeviceAddress, place, company.token)
    await vi.waitFor(() => expect(camera.now.name).toBe('Refused'), PATIENCE)
    await vi.waitFor(async () => expect((await config(DID)).Pending).toEqual([]), PATIENCE)
  })

  it('of one with streams alone can neither be read nor set', async () => {
    const DID = await app.device(company)
    expect(await config(DID)).toMatchObject({ Trouble: 'noService', Streams: [] })
    const change = { DID, Change: { Name: 'Other' } }
    expect(await app.ask(setDeviceConfig, change, company.token)).toEqual({
      Written: [],
      Pending: [],
      Refused: ['name'],
      Trouble: 'noService',
    })
  })

  it('about alarms is kept as it was set, and time ranges that overlap are refused', async () => {
    const DID = await app.device(company)
    const alarm = (at: number) => app.ask(getDeviceCloudConfig, { DID, Channel: at }, company.token)
    expect((await alarm(0)).Alarm).toEqual(NO_ALARMS)
    const range = (startTime: string, endTime: string) => ({ Day: 1, startTime, endTime })
    const Alarm = {
      ...NO_ALARMS,
      MotionDetection: true,
      HumanTracking: true,
      Sensitivity: 80,
      Ranges: [range('08:00:00', '12:00:00'), range('12:00:00', '24:00:00')],
      Zones: [
        [
          { X: 0, Y: 0 },
          { X: 1, Y: 0 },
          { X: 0.5, Y: 0.75 },
        ],
      ],
    }
    const nothing = { Written: [], Pending: [], Refused: [], Trouble: 'noService' }
    expect(await app.ask(setDeviceNoticeConfig, { DID, Alarm }, company.token)).toEqual(nothing)
    expect(await alarm(0)).toEqual({
      Alarm,
      Inactive: ['MotionDetection', 'MotionTracking', 'HumanDetection', 'HumanTracking'],
      Trouble: 'noService',
      IsPending: false,
      Detection: expect.objectContaining({ Decoder: '', IsOwnMotion: false }),
    })
    expect((await alarm(1)).Alarm).toEqual(NO_ALARMS)
    const Ranges = [range('08:00:00', '12:00:00'), range('11:00:00', '13:00:00')]
    expect(
      await app.send(setDeviceNoticeConfig, { DID, Alarm: { ...Alarm, Ranges } }, company.token),
    ).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Alarm.Ranges.1', Word: 'timeRangeConflict' },
    })
    expect((await alarm(0)).Alarm).toEqual(Alarm)
  })

  it('is copied to others, each of which answers for itself', async () => {
    const { camera, DID } = await added()
    const plain = await app.device(company)
    camera.now.brightness = 33
    const Alarm = { ...NO_ALARMS, HumanDetection: true }
    await app.ask(setDeviceNoticeConfig, { DID, Alarm }, company.token)
    const copied = await app.ask(
      copyDeviceConfig,
      { DID, ToDIDs: [plain, DID], Parts: ['picture', 'alarm'] },
      company.token,
    )
    expect(copied).toEqual({
      Total: 1,
      List: [
        { DID: plain, Outcome: { Written: [], Pending: [], Refused: ['picture'], Trouble: 'noService' } },
      ],
    })
    expect((await app.ask(getDeviceCloudConfig, { DID: plain }, company.token)).Alarm).toEqual(Alarm)
  })

  it('is not copied where its streams have a codec that no other is set to, and nobody says that it was', async () => {
    const { camera, DID } = await added()
    camera.now.encoding = 'MPEG4'
    const other = await added()
    const Outcome = { Written: [], Pending: [], Refused: ['streams'], Trouble: 'refused' }
    const copy = { DID, ToDIDs: [other.DID], Parts: ['streams' as const] }
    expect(await app.ask(copyDeviceConfig, copy, company.token)).toEqual({
      Total: 1,
      List: [{ DID: other.DID, Outcome }],
    })
    const both = { ...copy, Parts: ['audio' as const, 'picture' as const] }
    camera.now.brightness = 21
    expect((await app.ask(copyDeviceConfig, both, company.token)).List).toEqual([
      { DID: other.DID, Outcome: { ...Outcome, Written: ['picture'], Refused: ['audio'] } },
    ])
    expect(other.camera.now.brightness).toBe(21)
  })

  it('and what it is can be asked for, also by its licence and channel by channel', async () => {
    const { DID } = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: 'Licensed',
        DevType: 1,
        Url: 'rtsp://192.0.2.8/1',
        SubUrl: 'rtsp://192.0.2.8/2',
        License: 'CTEI-77',
      },
      company.token,
    )
    expect(await app.ask(getDeviceInfo, { DID }, company.token)).toMatchObject({
      DID,
      DevName: 'Licensed',
      License: 'CTEI-77',
      Driver: 'rtsp',
      Presence: PRESENCE.offline,
      Status: 'normal',
    })
    expect(await app.ask(getDIDByCtei, { Ctei: 'CTEI-77' }, company.token)).toEqual({ DID })
    const other = await app.company()
    expect(await app.send(getDIDByCtei, { Ctei: 'CTEI-77' }, other.token)).toMatchObject({
      CODE: CODES.deviceNotQueried.code,
    })
    const channel = { DID, Channel: 0, Name: '', Qualities: ['main', 'sub'] }
    expect(await app.ask(getSubDeviceList, { DID }, company.token)).toEqual({ Total: 1, List: [channel] })
    expect(await app.ask(getSubDeviceConfig, { DID, Channel: 0 }, company.token)).toEqual({
      ...channel,
      Alarm: NO_ALARMS,
      Pending: [],
    })
    expect(await app.send(getSubDeviceConfig, { DID, Channel: 3 }, company.token)).toMatchObject({
      BODY: { Field: 'Channel', Word: 'deviceNoChannel' },
    })
  })
})
