import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { removePtzPreset, savePtzPreset, setMsgIn } from '@vedette/contract/calls/device-message'
import {
  MOST_PTZ_TOURS,
  ptzTours,
  removePtzTour,
  savePtzTour,
  startPtzTour,
  stopPtzTour,
} from '@vedette/contract/calls/ptz-tour'
import { CODES } from '@vedette/contract/codes'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines, openTestStorage } from '../../testing/storage.ts'
import { type TurningCamera, turningCamera } from '../../testing/turning-camera.ts'

const PATIENCE = { timeout: 20_000, interval: 20 }
const GUARD = { realTimeVideo: ['PTZ'] }
const ANYWHERE = { trustedProxies: [] }

async function added(app: TestApp, company: TestCompany, camera: TurningCamera): Promise<string> {
  const login = { Url: camera.url, Username: USERNAME, Password: PASSWORD }
  const place = { GID: company.rootGid, DevName: 'Yard', DevType: 1 }
  return (await app.ask(addByAddress, { ...place, ...login }, company.token)).DID
}

/** A tour of two places; the camera is in nobody's hand. */
async function tourOf(app: TestApp, token: string, DID: string, Name = 'Night'): Promise<string> {
  const Presets: string[] = []
  for (const name of ['Gate', 'Fence'])
    Presets.push((await app.ask(savePtzPreset, { DID, Name: name }, token)).Token)
  return (await app.ask(savePtzTour, { DID, Name, Presets, DwellS: 10 }, token)).TourID
}

/** Lets time pass until the camera has been told so often to go somewhere; returns where to. */
async function goneTo(app: TestApp, camera: TurningCamera, count: number): Promise<string[]> {
  const gone = () => camera.told.filter((it) => it.startsWith('go '))
  await vi.waitFor(() => {
    if (gone().length < count) app.clock.advance(1000)
    expect(gone().length).toBeGreaterThanOrEqual(count)
  }, PATIENCE)
  return gone()
}

describe.each(engines)('tours of cameras that turn, on %s', (engine) => {
  let app: TestApp
  let camera: TurningCamera
  let company: TestCompany
  let DID: string
  beforeAll(async () => {
    app = await startTestApp({ engine, config: ANYWHERE })
    company = await app.company()
    camera = await turningCamera()
    DID = await added(app, company, camera)
  })
  afterAll(async () => {
    await app.close()
    await camera.close()
  })

  const tours = async () => (await app.ask(ptzTours, { DID }, company.token)).List
  const send = (token: string, PTZControl: string) => {
    const ReqBody = JSON.stringify({ PTZControl, PTZType: 'left', Step: 5 })
    return app.send(setMsgIn, { DID, Method: '13352', ReqBody }, token)
  }
  const letGo = (): void => {
    app.clock.advance(11_000)
    camera.told.length = 0
  }

  it('go from preset to preset while nobody looks, say who started them, and are stopped', async () => {
    const TourID = await tourOf(app, company.token, DID)
    const [one, two] = [...camera.presets.keys()]
    expect(await tours()).toEqual([
      { TourID, Name: 'Night', Presets: [one, two], DwellS: 10, StartedBy: '', StartedAt: 0, IsAway: false },
    ])
    const guard = await app.account(company, GUARD)
    letGo()
    await app.ask(startPtzTour, { DID, TourID }, guard.token)
    expect(await tours()).toMatchObject([{ StartedBy: guard.name, StartedAt: app.clock.now() }])
    expect(await goneTo(app, camera, 3)).toEqual([`go ${one}`, `go ${two}`, `go ${one}`])
    await app.ask(stopPtzTour, { DID }, company.token)
    expect(await tours()).toMatchObject([{ StartedBy: '', StartedAt: 0 }])
    app.clock.advance(60_000)
    await tours()
    expect(await goneTo(app, camera, 3)).toHaveLength(3)
    await app.ask(removePtzTour, { DID, TourID }, company.token)
    expect(await tours()).toEqual([])
  })

  it('end with a hand on the joystick, and begin in no other hand than the own', async () => {
    const TourID = await tourOf(app, company.token, DID)
    letGo()
    const [guard, other] = [await app.account(company, GUARD), await app.account(company, GUARD)]
    await send(guard.token, 'start')
    await send(guard.token, 'stop')
    const refused = await app.send(startPtzTour, { DID, TourID }, other.token)
    expect(refused).toMatchObject({ CODE: CODES.cameraInHand.code, BODY: { Account: guard.name } })
    await app.ask(startPtzTour, { DID, TourID }, guard.token)
    const gone = (await goneTo(app, camera, 2)).length
    // Nobody has it in hand meanwhile.
    await send(other.token, 'start')
    await send(other.token, 'stop')
    await expect.poll(() => tours(), PATIENCE).toMatchObject([{ StartedBy: '' }])
    app.clock.advance(60_000)
    await tours()
    expect(await goneTo(app, camera, gone)).toHaveLength(gone)
    await app.ask(removePtzTour, { DID, TourID }, company.token)
  })

  it('give way to another of their camera, and end when they are deleted', async () => {
    const first = await tourOf(app, company.token, DID, 'Day')
    const second = await tourOf(app, company.token, DID, 'Night')
    letGo()
    await app.ask(startPtzTour, { DID, TourID: first }, company.token)
    await app.ask(startPtzTour, { DID, TourID: second }, company.token)
    expect((await tours()).map(({ StartedBy }) => StartedBy)).toEqual(['', ADMINISTRATOR])
    const [, , third, fourth] = [...camera.presets.keys()].slice(-4)
    expect((await goneTo(app, camera, 3)).slice(1)).toEqual([`go ${third}`, `go ${fourth}`])
    for (const TourID of [first, second]) await app.ask(removePtzTour, { DID, TourID }, company.token)
    app.clock.advance(60_000)
    await tours()
    expect(await goneTo(app, camera, 3)).toHaveLength(3)
  })

  it('say that their camera is away, until it is back', async () => {
    const TourID = await tourOf(app, company.token, DID, 'Away')
    letGo()
    await app.ask(startPtzTour, { DID, TourID }, company.token)
    const isAway = async () => (await tours()).find((it) => it.TourID === TourID)?.IsAway
    expect(await isAway()).toBe(false)
    for (const away of [true, false, true]) {
      camera.isAway = away
      await vi.waitFor(async () => {
        app.clock.advance(1000)
        expect(await isAway()).toBe(away)
      }, PATIENCE)
    }
    await app.ask(stopPtzTour, { DID }, company.token)
    expect(await isAway()).toBe(false)
    camera.isAway = false
    await app.ask(removePtzTour, { DID, TourID }, company.token)
  })

  it('have each name once, and are so many at most', async () => {
    const TourID = await tourOf(app, company.token, DID)
    const body = { DID, Name: 'Night', Presets: ['T1', 'T2'], DwellS: 10 }
    const save = (more: object) => app.send(savePtzTour, { ...body, ...more }, company.token)
    expect(await save({})).toMatchObject({ BODY: { Field: 'Name', Word: 'cameraTourName' } })
    expect(await save({ TourID: 'none', Name: 'Other' })).toMatchObject({
      BODY: { Field: 'TourID', Word: 'tourUnknown' },
    })
    expect((await save({ TourID, DwellS: 4 })).CODE).toBe(CODES.badInput.code)
    expect((await save({ TourID, Presets: ['T1'] })).CODE).toBe(CODES.badInput.code)
    await save({ TourID, DwellS: 20 })
    expect(await tours()).toMatchObject([{ DwellS: 20 }])
    for (let at = 1; at < MOST_PTZ_TOURS; at++) await save({ Name: `Tour ${at}` })
    expect(await save({ Name: 'One more' })).toMatchObject({ BODY: { Field: 'Name', Word: 'tooMany' } })
    const unknown = await app.send(startPtzTour, { DID, TourID: 'none' }, company.token)
    expect(unknown).toMatchObject({ BODY: { Field: 'TourID', Word: 'tourUnknown' } })
  })

  it('lose a preset that is deleted, go on with the others, and end once fewer than two are left', async () => {
    const its = await turningCamera()
    const { token, ...other } = await app.company()
    const did = await added(app, { token, ...other }, its)
    const listed = async () => (await app.ask(ptzTours, { DID: did }, token)).List
    const preset = async (Name: string) => (await app.ask(savePtzPreset, { DID: did, Name }, token)).Token
    const [gate, fence, yard] = [await preset('Gate'), await preset('Fence'), await preset('Yard')]
    const save = async (Name: string, ...Presets: string[]) =>
      (await app.ask(savePtzTour, { DID: did, Name, Presets, DwellS: 10 }, token)).TourID
    const round = await save('Round', gate, fence, yard, fence)
    await save('Short', fence, yard)
    await save('Untouched', gate, yard)
    await app.ask(startPtzTour, { DID: did, TourID: round }, token)

    const { Tours } = await app.ask(removePtzPreset, { DID: did, Token: fence }, token)
    expect(Tours.toSorted((a, b) => a.Name.localeCompare(b.Name))).toEqual([
      { Name: 'Round', IsTooShort: false },
      { Name: 'Short', IsTooShort: true },
    ])
    expect(await listed()).toMatchObject([
      { Name: 'Round', Presets: [gate, yard], StartedBy: ADMINISTRATOR },
      { Name: 'Short', Presets: [yard], StartedBy: '' },
      { Name: 'Untouched', Presets: [gate, yard] },
    ])
    its.told.length = 0
    expect(new Set(await goneTo(app, its, 3))).toEqual(new Set([`go ${gate}`, `go ${yard}`]))

    await app.ask(removePtzPreset, { DID: did, Token: yard }, token)
    expect(await listed()).toMatchObject([
      { Name: 'Round', Presets: [gate], StartedBy: '' },
      { Name: 'Short', Presets: [] },
      { Name: 'Untouched', Presets: [gate] },
    ])
    its.told.length = 0
    app.clock.advance(60_000)
    await listed()
    expect(its.told).toEqual([])
    expect(await app.send(startPtzTour, { DID: did, TourID: round }, token)).toMatchObject({
      BODY: { Field: 'TourID', Word: 'cameraTourShort' },
    })
    const another = await preset('Another')
    const again = { DID: did, TourID: round, Name: 'Round', Presets: [gate, another], DwellS: 10 }
    await app.ask(savePtzTour, again, token)
    await app.ask(startPtzTour, { DID: did, TourID: round }, token)
    expect(await listed()).toMatchObject([{ StartedBy: ADMINISTRATOR }, {}, {}])
    await its.close()
  })

  it('end with their camera', async () => {
    const its = await turningCamera()
    const { token, ...other } = await app.company()
    const did = await added(app, { token, ...other }, its)
    const TourID = await tourOf(app, token, did)
    await app.ask(startPtzTour, { DID: did, TourID }, token)
    await goneTo(app, its, 2)
    await app.ask(batchExitGroup, { DIDs: [did] }, token)
    its.told.length = 0
    app.clock.advance(60_000)
    await tours()
    expect(its.told).toEqual([])
    await its.close()
  })

  it('go on after a restart of the platform, and once a camera that was away is back', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-restart-'))
    const { storage, close } = await openTestStorage(engine)
    const options = { engine, config: { ...ANYWHERE, dataFolder }, overrides: { storage } }
    const before = await startTestApp(options)
    const its = await before.company()
    const did = await added(before, its, camera)
    const TourID = await tourOf(before, its.token, did)
    await before.ask(startPtzTour, { DID: did, TourID }, its.token)
    await before.close()

    camera.told.length = 0
    camera.isDeaf = true
    const after = await startTestApp(options)
    await vi.waitFor(() => {
      after.clock.advance(1000)
      expect(camera.unheard).toBeGreaterThan(1)
    }, PATIENCE)
    camera.isDeaf = false
    expect(await goneTo(after, camera, 2)).toHaveLength(2)
    const token = await after.tokenOf(its.code, ADMINISTRATOR)
    expect((await after.ask(ptzTours, { DID: did }, token)).List).toMatchObject([
      { TourID, StartedBy: ADMINISTRATOR },
    ])
    expect(after.logged()).not.toContain('"msg":"bug"')
    await after.close()
    await close()
    await rm(dataFolder, { recursive: true })
  })
})
