import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { auditList } from '@vedette/contract/calls/audit'
import {
  aimPtz,
  goPtzPreset,
  ptzHome,
  ptzState,
  removePtzPreset,
  renamePtzPreset,
  savePtzPreset,
  setMsgIn,
} from '@vedette/contract/calls/device-message'
import { previewRole } from '@vedette/contract/calls/role'
import { CODES } from '@vedette/contract/codes'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { uploadImage } from '@vedette/contract/calls/own-account'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { pngOf } from '../../testing/png.ts'
import { upload } from '../../testing/upload.ts'
import { PICTURE_SWEEP_MS, PICTURE_UNUSED_MS } from '../picture/index.ts'
import { type TurningCamera, turningCamera } from '../../testing/turning-camera.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const GUARD = { realTimeVideo: ['PTZ'] }

describe.each(engines)('cameras that turn, on %s', (engine) => {
  let app: TestApp
  let camera: TurningCamera
  let company: TestCompany
  let DID: string
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
    camera = await turningCamera()
    const added = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: 'Yard',
        DevType: 1,
        Url: camera.url,
        Username: USERNAME,
        Password: PASSWORD,
      },
      company.token,
    )
    DID = added.DID
  })
  afterAll(async () => {
    await app.close()
    await camera.close()
  })

  const send = (token: string, PTZControl: string, PTZType: string, Step = 5) =>
    app.send(
      setMsgIn,
      { DID, Method: '13352', ReqBody: JSON.stringify({ PTZControl, PTZType, Step }) },
      token,
    )
  const presets = async () => (await app.ask(ptzState, { DID }, company.token)).Presets
  /** Nobody has the camera any more, and it was told nothing yet. */
  const letGo = async (): Promise<void> => {
    app.clock.advance(11_000)
    // Answered once what went on before has ended.
    await send(company.token, 'stop', 'left')
    app.clock.advance(11_000)
    camera.told.length = 0
  }

  it('are known as such by the list, and say what they can do', async () => {
    const { List } = await app.ask(deviceList, {}, company.token)
    expect(List.find((it) => it.DID === DID)?.HasPTZ).toBe(true)
    expect(await app.ask(ptzState, { DID }, company.token)).toEqual({
      HasZoom: true,
      HasFocus: true,
      HasHome: true,
      CanAim: true,
      Lease: { Account: '', IsMine: false, Until: 0 },
      Presets: [],
    })
  })

  it('move as long as they are told to: turn, zoom and focus each by themselves', async () => {
    await letGo()
    const answer = await send(company.token, 'start', 'rightUp', 10)
    expect(answer).toEqual({
      CODE: '200',
      BODY: { Lease: { Account: 'boss', IsMine: true, Until: app.clock.now() + 10_000 } },
    })
    await send(company.token, 'start', 'zoomOut', 2)
    await send(company.token, 'start', 'focusFar', 4)
    await send(company.token, 'stop', 'rightUp')
    await send(company.token, 'stop', 'zoomOut')
    await send(company.token, 'stop', 'focusFar')
    expect(camera.told).toEqual([
      'move 1 1 0 PT2S',
      'move 1 1 -0.2 PT2S',
      'move 1 1 -0.2 PT2S',
      'focus 0.4',
      'move 0 0 -0.2 PT2S',
      'stop',
      'stop focus',
    ])
    await send(company.token, 'stop', 'left')
    expect(camera.told).toHaveLength(7)
  })

  it('are aimed at a point of the picture, closer where less of it is wanted', async () => {
    await letGo()
    await app.ask(aimPtz, { DID, X: 0.5, Y: -0.25 }, company.token)
    const { Lease } = await app.ask(aimPtz, { DID, X: 0, Y: 0, Width: 0.25 }, company.token)
    expect(Lease).toMatchObject({ Account: 'boss', IsMine: true })
    await app.ask(aimPtz, { DID, X: 0, Y: 0, Width: 50 }, company.token)
    expect(camera.told).toEqual(['aim 0.5 -0.25 0', 'aim 0 0 0.5', 'aim 0 0 -1'])
    const wrong = await app.send(aimPtz, { DID, X: 1.5, Y: 0 }, company.token)
    expect(wrong.CODE).toBe(CODES.badInput.code)
  })

  it('stop by themselves a second after the last start, and not while it is repeated', async () => {
    await letGo()
    await send(company.token, 'start', 'left')
    app.clock.advance(900)
    await send(company.token, 'start', 'left')
    app.clock.advance(900)
    await send(company.token, 'start', 'left')
    expect(camera.told).toEqual(Array.from({ length: 3 }, () => 'move -0.5 0 0 PT2S'))
    app.clock.advance(1000)
    await vi.waitFor(() => expect(camera.told.at(-1)).toBe('stop'), PATIENCE)
    expect(camera.told).toHaveLength(4)
  })

  it('turn as long as they are held, however long it takes to reach them', async () => {
    await letGo()
    // The conversation is over.
    app.clock.advance(30_000)
    const waking = (camera.waking = new Array<() => void>())
    const ReqBody = JSON.stringify({ PTZControl: 'start', PTZType: 'left', HoldMs: 700 })
    const started = app.send(setMsgIn, { DID, Method: '13352', ReqBody }, company.token)
    await vi.waitFor(() => expect(waking).not.toEqual([]), PATIENCE)
    app.clock.advance(900)
    camera.waking = undefined
    for (const wake of waking) wake()
    expect((await started).CODE).toBe('200')
    expect(camera.told).toEqual(['move -0.5 0 0 PT2S'])
    app.clock.advance(699)
    expect(camera.told).toHaveLength(1)
    app.clock.advance(1)
    await vi.waitFor(() => expect(camera.told).toEqual(['move -0.5 0 0 PT2S', 'stop']), PATIENCE)
  })

  it('stop sooner for who says so, and never later', async () => {
    await letGo()
    const start = (HoldMs: number) => {
      const ReqBody = JSON.stringify({ PTZControl: 'start', PTZType: 'left', HoldMs })
      return app.send(setMsgIn, { DID, Method: '13352', ReqBody }, company.token)
    }
    await start(700)
    app.clock.advance(699)
    expect(camera.told).toEqual(['move -0.5 0 0 PT2S'])
    app.clock.advance(1)
    await vi.waitFor(() => expect(camera.told.at(-1)).toBe('stop'), PATIENCE)
    for (const HoldMs of [299, 1001]) expect((await start(HoldMs)).CODE).toBe(CODES.badInput.code)
  })

  it('are told again to stop where that did not arrive', async () => {
    await letGo()
    await send(company.token, 'start', 'left')
    camera.badStops = 2
    expect((await send(company.token, 'stop', 'left')).CODE).toBe(CODES.deviceChangeFailed.code)
    const stops = () => camera.told.filter((it) => it === 'stop').length
    for (const count of [2, 3])
      await vi.waitFor(() => {
        app.clock.advance(300)
        expect(stops()).toBe(count)
      }, PATIENCE)
    // It heard that, so it is left alone.
    app.clock.advance(3000)
    await send(company.token, 'start', 'right')
    await send(company.token, 'stop', 'right')
    expect(stops()).toBe(4)
  })

  it('are in one hand at a time until 10 s after its last command; a full administrator goes first', async () => {
    await letGo()
    const [first, second] = [await app.account(company, GUARD), await app.account(company, GUARD)]
    expect((await send(first.token, 'start', 'left')).CODE).toBe('200')
    const Until = app.clock.now() + 10_000
    expect(await send(second.token, 'start', 'right')).toEqual({
      CODE: CODES.cameraInHand.code,
      BODY: { Account: first.name, Until },
    })
    expect((await app.ask(ptzState, { DID }, second.token)).Lease).toEqual({
      Account: first.name,
      IsMine: false,
      Until,
    })
    app.clock.advance(9_999)
    expect((await app.send(goPtzPreset, { DID, Token: 'T1' }, second.token)).CODE).toBe(
      CODES.cameraInHand.code,
    )
    app.clock.advance(1)
    expect((await send(second.token, 'start', 'right')).CODE).toBe('200')
    expect((await send(company.token, 'start', 'up')).CODE).toBe('200')
    expect((await send(second.token, 'stop', 'right')).CODE).toBe(CODES.cameraInHand.code)
  })

  it('go to presets and home, which are saved, replaced and removed', async () => {
    await letGo()
    const { Token } = await app.ask(savePtzPreset, { DID, Name: 'Gate' }, company.token)
    await app.ask(savePtzPreset, { DID, Name: 'Fence', Token }, company.token)
    expect(await presets()).toMatchObject([{ Token, Name: 'Fence' }])
    await send(company.token, 'start', 'left')
    await app.ask(goPtzPreset, { DID, Token }, company.token)
    await app.ask(ptzHome, { DID, Act: 'go' }, company.token)
    await app.ask(ptzHome, { DID, Act: 'set' }, company.token)
    expect(camera.told).toEqual(['move -0.5 0 0 PT2S', 'stop', `go ${Token}`, 'home', 'set home'])
    await app.ask(removePtzPreset, { DID, Token }, company.token)
    expect((await app.ask(ptzState, { DID }, company.token)).Presets).toEqual([])
  })

  it('have presets whose names and pictures stand on the server', async () => {
    await letGo()
    const { Token } = await app.ask(savePtzPreset, { DID, Name: 'Gate' }, company.token)
    const [saved] = await presets()
    const seen = async (url: string) => {
      const { status, headers } = await app.fetch(url)
      return [status, headers.get('content-type')]
    }
    expect(await seen(saved?.Url ?? '')).toEqual([200, 'image/webp'])

    // Renamed without a word to the camera, which keeps its own name.
    await app.ask(renamePtzPreset, { DID, Token, Name: 'Door' }, company.token)
    expect(await presets()).toMatchObject([{ Token, Name: 'Door' }])
    expect(camera.presets.get(Token)).toBe('Gate')
    expect(camera.told).toEqual([])
    const unknown = await app.send(renamePtzPreset, { DID, Token: 'T9', Name: 'Door' }, company.token)
    expect(unknown).toMatchObject({ BODY: { Field: 'Token', Word: 'presetUnknown' } })

    // Somebody made another preset of it at the camera.
    camera.presets.set(Token, 'Fence')
    expect(await presets()).toEqual([{ Token, Name: 'Fence', Url: '' }])
    camera.presets.set(Token, 'Gate')

    // Shown to who may move the camera.
    const guard = await app.account(company, GUARD)
    const [shown] = (await app.ask(ptzState, { DID }, guard.token)).Presets
    expect(await seen(shown?.Url ?? '')).toEqual([200, 'image/webp'])
    await app.ask(removePtzPreset, { DID, Token }, company.token)
    expect((await seen(saved?.Url ?? ''))[0]).toBe(404)
    expect(await presets()).toEqual([])
  })

  it('are pictured when they have reached a preset, once they stand still, and not on the way', async () => {
    await letGo()
    camera.pictureSide = 0
    const { Token } = await app.ask(savePtzPreset, { DID, Name: 'Gate' }, company.token)
    expect((await presets()).map(({ Url }) => Url)).toEqual([''])
    camera.pictureSide = 16
    const asked = () => camera.asked.filter((it) => it === 'GetSnapshotUri').length
    const [before, looks] = [asked(), () => camera.asked.filter((it) => it === 'GetStatus').length]
    camera.positions.push(0.1, 0.2)
    await app.ask(goPtzPreset, { DID, Token }, company.token)
    for (const count of [1, 2, 3, 4]) {
      const had = looks()
      app.clock.advance(1000)
      await vi.waitFor(() => expect(looks()).toBe(had + 1), PATIENCE)
      if (count < 4) expect(asked()).toBe(before)
    }
    await vi.waitFor(async () => expect((await presets())[0]?.Url).not.toBe(''), PATIENCE)

    // One that was made at the camera itself.
    camera.presets.set('T8', 'Own')
    app.clock.advance(11_000)
    await app.ask(goPtzPreset, { DID, Token: 'T8' }, company.token)
    for (const had of [looks(), looks() + 1]) {
      app.clock.advance(1000)
      await vi.waitFor(() => expect(looks()).toBe(had + 1), PATIENCE)
    }
    const own = async () => (await presets()).find((it) => it.Token === 'T8')
    await vi.waitFor(async () => expect((await own())?.Url).not.toBe(''), PATIENCE)
    camera.presets.delete('T8')

    // Another movement: what it sees then is not of the preset.
    const { Token: second } = await app.ask(savePtzPreset, { DID, Name: 'Fence' }, company.token)
    app.clock.advance(3_600_000)
    await app.ask(goPtzPreset, { DID, Token: second }, company.token)
    await send(company.token, 'start', 'left')
    await send(company.token, 'stop', 'left')
    const had = looks()
    app.clock.advance(60_000)
    await presets()
    expect(looks()).toBe(had)
    for (const token of [Token, second]) await app.ask(removePtzPreset, { DID, Token: token }, company.token)
  })

  it('are moved by who may alone, by methods that there are, in words that they have', async () => {
    await letGo()
    const viewer = await app.account(company, { realTimeVideo: [] })
    expect((await send(viewer.token, 'start', 'left')).CODE).toBe(CODES.noPermission.code)
    const guard = await app.account(company, GUARD)
    const { Utoken } = await app.ask(previewRole, { id: guard.roleId }, company.token)
    expect((await send(Utoken, 'start', 'left')).CODE).toBe(CODES.previewOnly.code)
    const wrong = (Method: string, ReqBody: string) =>
      app.send(setMsgIn, { DID, Method, ReqBody }, company.token)
    expect(await wrong('999', '{}')).toMatchObject({ BODY: { Field: 'Method', Word: 'methodUnknown' } })
    expect(await wrong('13352', '{')).toMatchObject({ BODY: { Field: 'ReqBody', Word: 'notJson' } })
    expect(await wrong('13352', '{"PTZControl":"start","PTZType":"over","Step":5}')).toMatchObject({
      BODY: { Field: 'ReqBody.PTZType', Word: 'wrongForm' },
    })
    const still = await app.device(company)
    expect(
      await app.send(
        setMsgIn,
        { DID: still, Method: 13_352, ReqBody: '{"PTZControl":"start","PTZType":"left"}' },
        company.token,
      ),
    ).toMatchObject({ CODE: CODES.unavailable.code, BODY: { Word: 'noPtz' } })
    expect(camera.told).toEqual([])
  })

  it('keep the pictures of their presets, whatever else is swept away', async () => {
    await letGo()
    const { Token } = await app.ask(savePtzPreset, { DID, Name: 'Gate' }, company.token)
    const unused = uploadImage.reply.parse(
      (await upload(app, uploadImage, [pngOf(16, 16)], company.token)).BODY,
    )
    const files = (): Promise<string[]> => readdir(join(app.archiveFolder, '../blobs', company.companyId))
    const idOf = (url = ''): string => new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
    const kept = idOf((await presets())[0]?.Url)
    app.clock.leap(PICTURE_UNUSED_MS + PICTURE_SWEEP_MS)
    await expect.poll(files, PATIENCE).not.toContain(idOf(unused.Url))
    expect(await files()).toContain(kept)
    company.token = await app.tokenOf(company.code, ADMINISTRATOR)
    await app.ask(removePtzPreset, { DID, Token }, company.token)
    expect(await files()).not.toContain(kept)
  })

  it('are in the audit log once for each hand that takes them', async () => {
    await letGo()
    const { token, accountId } = await app.account(company, GUARD)
    for (const _ of [1, 2, 3]) await send(token, 'start', 'left')
    const rows = (await app.ask(auditList, { AccountID: accountId, Paths: [setMsgIn.path] }, company.token))
      .List
    expect(rows.map(({ Path, Outcome, Targets }) => [Path, Outcome, Targets[0]?.ID])).toEqual([
      [setMsgIn.path, 'done', DID],
    ])
  })
})
