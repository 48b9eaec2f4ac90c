import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { addByAddress } from '@vedette/contract/calls/device'
import { getDeviceInfo } from '@vedette/contract/calls/device-config'
import { addGateway } from '@vedette/contract/calls/gateway'
import {
  beginFirmware,
  checkDeviceUpVersion,
  deleteFirmware,
  firmwareList,
  sendFirmware,
  upgradeDevices,
  upgradeList,
} from '@vedette/contract/calls/upgrade'
import { CODES } from '@vedette/contract/codes'
import { PASSWORD, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { publish, stay } from '../../testing/mosquitto.ts'
import { settableCamera, type SettableCamera } from '../../testing/settable-camera.ts'
import { engines, openTestStorage } from '../../testing/storage.ts'
import { isNewer } from './firmware.ts'

const PATIENCE = { timeout: 60_000, interval: 20 }
/** So that a slow answer costs few seconds of the clock that the test moves. */
const SLOWLY = { timeout: 60_000, interval: 200 }

async function store(app: TestApp, { token }: TestCompany, Model: string, Version: string, file: Buffer) {
  const Sha256 = createHash('sha256').update(file).digest('hex')
  const announced = { Model, Version, FileName: `${Version}.bin`, Bytes: file.length, Sha256 }
  let { Received: at } = await app.ask(beginFirmware, announced, token)
  while (at < file.length) {
    const Data = file.subarray(at, at + 300_000).toString('base64')
    at = (await app.ask(sendFirmware, { Model, Version, Offset: at, Data }, token)).Received
  }
}

async function addCamera(app: TestApp, company: TestCompany, camera: SettableCamera): Promise<string> {
  const { url: Url } = camera
  const login = { Username: USERNAME, Password: PASSWORD }
  const body = { GID: company.rootGid, DevName: 'Camera', DevType: 1, Url, ...login }
  return (await app.ask(addByAddress, body, company.token)).DID
}

/** Lets time pass until the device's newest upgrade is as wanted. */
async function ended(
  app: TestApp,
  { token }: TestCompany,
  DID: string,
  wanted: object,
  stepMs = 2000,
): Promise<void> {
  await vi.waitFor(async () => {
    app.clock.advance(stepMs)
    expect((await app.ask(upgradeList, { DID }, token)).List[0]).toMatchObject(wanted)
  }, PATIENCE)
}

describe.each(engines)('firmware on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  const cameras: SettableCamera[] = []
  const camera = async (model?: string): Promise<SettableCamera> => {
    const made = await settableCamera(model)
    cameras.push(made)
    return made
  }
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
  })
  afterEach(async () => {
    await Promise.all(cameras.splice(0).map((one) => one.close()))
  })
  afterAll(() => app.close())

  it('is stored piece by piece and believed by its checksum', async () => {
    company = await app.company()
    const { token } = company
    const file = Buffer.from(`version=2.0 ${'x'.repeat(1000)}`)
    const Sha256 = createHash('sha256').update(file).digest('hex')
    const key = { Model: 'Eye 3', Version: '2.0' }
    const announced = { ...key, FileName: 'eye.bin', Bytes: file.length, Sha256 }
    const piece = (from: number, to: number, text = file) => ({
      ...key,
      Offset: from,
      Data: text.subarray(from, to).toString('base64'),
    })
    expect(await app.ask(beginFirmware, announced, token)).toEqual({ Received: 0 })
    await app.ask(sendFirmware, piece(0, 400), token)
    // Begun again, as after a lost connection, it goes on where it stopped.
    expect(await app.ask(beginFirmware, announced, token)).toEqual({ Received: 400 })
    expect(await app.send(sendFirmware, piece(0, 400), token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Word: 'firmwareOffset', Values: { Received: 400 } },
    })
    const other = Buffer.alloc(file.length, 'y')
    expect(await app.send(sendFirmware, piece(400, file.length, other), token)).toMatchObject({
      BODY: { Word: 'firmwareChecksum' },
    })
    await store(app, company, 'Eye 3', '2.0', file)
    expect(await app.ask(firmwareList, {}, token)).toMatchObject({
      Total: 1,
      List: [{ ...key, Bytes: file.length, IsReady: true }],
    })
    expect(await app.send(beginFirmware, announced, token)).toMatchObject({
      BODY: { Word: 'firmwareExists' },
    })
    await app.ask(deleteFirmware, key, token)
    expect((await app.ask(firmwareList, {}, token)).Total).toBe(0)
  })

  it('goes to each device of its model; one that fails is told of, and the others have it', async () => {
    company = await app.company()
    const { token } = company
    const [good, bad] = [await camera('Eye 3'), await camera('Eye 4')]
    const [goodDid, badDid] = [await addCamera(app, company, good), await addCamera(app, company, bad)]
    const plain = await app.device(company)
    await store(app, company, 'Eye 3', '1.10.0', Buffer.from(`version=1.10.0 ${'x'.repeat(700_000)}`))
    await store(app, company, 'Eye 4', '9.0', Buffer.from('version=9.0 broken'))
    expect(await app.ask(checkDeviceUpVersion, { DID: goodDid }, token)).toEqual({
      Current: '1.2.3',
      Latest: '1.10.0',
      CanUpgrade: true,
    })
    const begun = await app.ask(upgradeDevices, { DIDs: [goodDid, badDid, plain] }, token)
    expect(begun.List.toSorted((a, b) => a.DID.localeCompare(b.DID))).toEqual(
      [
        { DID: goodDid, IsBegun: true },
        { DID: badDid, IsBegun: true },
        { DID: plain, IsBegun: false, Word: 'notSupported' },
      ].toSorted((a, b) => a.DID.localeCompare(b.DID)),
    )
    expect(app.video.presences.of(company.companyId, goodDid)?.status).toBe('upgrading')
    await ended(app, company, goodDid, { State: 'done', From: '1.2.3', To: '1.10.0', Progress: 100 })
    await ended(app, company, badDid, { State: 'failed', Word: 'unchanged' }, 20_000)
    expect(good.uploads[0]).toHaveLength(700_015)
    expect(await app.ask(getDeviceInfo, { DID: goodDid }, token)).toMatchObject({
      Firmware: '1.10.0',
      Status: 'normal',
    })
    expect(await app.ask(getDeviceInfo, { DID: badDid }, token)).toMatchObject({
      Firmware: '1.2.3',
      Status: 'normal',
    })
    expect(await app.send(upgradeDevices, { DIDs: [goodDid] }, token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Word: 'upgradeLatest' },
    })
  })

  it('is judged by what the device says, whatever its version is called and however long it takes', async () => {
    company = await app.company()
    const { token } = company
    const slow = await camera('Eye 5')
    const DID = await addCamera(app, company, slow)
    // Somebody upgraded it on its own page since it was added.
    slow.now.version = 'V1.5.0 build 210101'
    slow.now.uploadDelay = 'PT1M30S'
    await store(app, company, 'Eye 5', 'V5.7.3', Buffer.from('flashed slowly'))
    await app.ask(upgradeDevices, { DIDs: [DID] }, token)
    await vi.waitFor(() => expect(slow.asked).toContain('StartFirmwareUpgrade'), PATIENCE)
    expect(slow.uploads).toEqual([])
    await ended(app, company, DID, { State: 'installing', From: 'V1.5.0 build 210101' }, 10_000)
    // It answers with the old version for minutes, and once not at all.
    const asks = () => slow.asked.filter((action) => action === 'GetDeviceInformation').length
    const askedAgain = async () => {
      const before = asks()
      await vi.waitFor(() => {
        app.clock.advance(2000)
        expect(asks()).toBeGreaterThan(before)
      }, SLOWLY)
    }
    await askedAgain()
    slow.unplug()
    await vi.waitFor(() => {
      app.clock.advance(2000)
      expect(slow.cutOff()).toBeGreaterThan(0)
    }, SLOWLY)
    slow.plug()
    app.clock.advance(120_000)
    await askedAgain()
    await askedAgain()
    expect((await app.ask(upgradeList, { DID }, token)).List).toMatchObject([{ State: 'installing' }])
    slow.now.version = 'V5.7.3 build 220112'
    await ended(app, company, DID, { State: 'done', To: 'V5.7.3' })
    expect((await app.ask(getDeviceInfo, { DID }, token)).Firmware).toBe('V5.7.3 build 220112')
    expect(await app.ask(checkDeviceUpVersion, { DID }, token)).toMatchObject({ CanUpgrade: false })
  })

  it('that a device has already, as its own page installed it, is not sent again', async () => {
    company = await app.company()
    const { token } = company
    const current = await camera('Eye 6')
    const DID = await addCamera(app, company, current)
    current.now.version = '3.0'
    await store(app, company, 'Eye 6', '3.0', Buffer.from('version=3.0'))
    await app.ask(upgradeDevices, { DIDs: [DID] }, token)
    await ended(app, company, DID, { State: 'failed', Word: 'latest' })
    expect(current.uploads).toEqual([])
    expect(await app.ask(checkDeviceUpVersion, { DID }, token)).toMatchObject({
      Current: '3.0',
      CanUpgrade: false,
    })
  })

  it('goes to a gateway over MQTT, which says how it went', async () => {
    company = await app.company()
    const { token } = company
    const { DID, Port, Secret } = await app.ask(
      addGateway,
      { DID: `GW-${engine.toUpperCase()}-1`, GID: company.rootGid, DevName: 'Gate', DevType: 7 },
      token,
    )
    const device = { port: Port, did: DID, secret: Secret }
    await publish(device, `vedette/${DID}/info`, { model: 'VG-16', firmware: '1.0' })
    await store(app, company, 'VG-16', '1.1', Buffer.alloc(100_000, 'f'))
    const online = stay(device)
    await online.subscribed
    await vi.waitFor(
      async () => expect((await app.ask(getDeviceInfo, { DID }, token)).Presence).toBe(1),
      PATIENCE,
    )
    await app.ask(upgradeDevices, { DIDs: [DID] }, token)
    await vi.waitFor(() => expect(online.received().length).toBeGreaterThan(100_000), PATIENCE)
    const [, job = ''] = /"job":"(\w+)"/.exec(online.received()) ?? []
    await online.kill()
    await publish(device, `vedette/${DID}/upgrade`, { job, state: 'done' })
    await ended(app, company, DID, { State: 'done', To: '1.1' })
    expect((await app.ask(getDeviceInfo, { DID }, token)).Firmware).toBe('1.1')
  })

  it('for several at once needs the right to do so', async () => {
    company = await app.company()
    const clerk = await app.account(company, { deviceManger: ['update'] })
    const DIDs = [await app.device(company), await app.device(company)]
    expect(await app.send(upgradeDevices, { DIDs }, clerk.token)).toMatchObject({
      CODE: CODES.noPermission.code,
    })
    const one = await app.ask(upgradeDevices, { DIDs: DIDs.slice(0, 1) }, clerk.token)
    expect(one.List).toMatchObject([{ IsBegun: false, Word: 'notSupported' }])
  })
})

it('an upgrade goes on where a restart of the platform left it, and files that no row knows are swept', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-upgrade-'))
  const database = await openTestStorage('sqlite')
  const camera = await settableCamera()
  const config = { trustedProxies: [], dataFolder }
  const overrides = { storage: database.storage }
  const first = await startTestApp({ config, overrides })
  const company = await first.company()
  const did = await addCamera(first, company, camera)
  await store(first, company, 'Eye 3', '2.0', Buffer.from('version=2.0'))
  camera.unplug()
  const { storage } = first.platform
  await first.ask(upgradeDevices, { DIDs: [did] }, company.token)
  await first.platform.close()
  // The state that a kill in the middle of the installation leaves.
  await storage.write([storage.db.updateTable('upgrade').set({ state: 'installing', word: null })])
  await writeFile(join(dataFolder, 'firmware', 'left-by-a-crash'), 'x')
  camera.now.version = '2.0'
  camera.plug()
  const second = await startTestApp({ config, overrides })
  const token = await second.tokenOf(company.code, 'boss')
  await ended(second, { ...company, token }, did, { State: 'done', To: '2.0' })
  expect(camera.uploads).toEqual([])
  expect(await readdir(join(dataFolder, 'firmware'))).toHaveLength(1)
  await second.platform.close()
  await camera.close()
  await database.close()
  await rm(dataFolder, { recursive: true })
})

it('a gateway whose upgrade a restart interrupted may come back with the new version', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'vedette-upgrade-'))
  const database = await openTestStorage('sqlite')
  const options = { config: { dataFolder }, overrides: { storage: database.storage } }
  const first = await startTestApp(options)
  const company = await first.company()
  const { DID, Port, Secret } = await first.ask(
    addGateway,
    { DID: 'GW-RESTART-1', GID: company.rootGid, DevName: 'Gate', DevType: 7 },
    company.token,
  )
  const device = { did: DID, secret: Secret }
  const info = `vedette/${DID}/info`
  await publish({ ...device, port: Port }, info, { model: 'VG-16', firmware: '1.0' })
  await store(first, company, 'VG-16', '1.1', Buffer.alloc(100_000, 'f'))
  const online = stay({ ...device, port: Port })
  await online.subscribed
  const presence = async () => (await first.ask(getDeviceInfo, { DID }, company.token)).Presence
  await vi.waitFor(async () => expect(await presence()).toBe(1), PATIENCE)
  await first.ask(upgradeDevices, { DIDs: [DID] }, company.token)
  await vi.waitFor(() => expect(online.received().length).toBeGreaterThan(100_000), PATIENCE)
  await first.platform.close()
  await online.kill()

  const second = await startTestApp(options)
  const token = await second.tokenOf(company.code, 'boss')
  second.clock.advance(10_000)
  expect((await second.ask(upgradeList, { DID }, token)).List).toMatchObject([{ State: 'sending' }])
  const there = { ...device, port: second.platform.mqttPort }
  await publish(there, info, { model: 'VG-16', firmware: '1.1' })
  await ended(second, { ...company, token }, DID, { State: 'done', To: '1.1' })
  await second.platform.close()
  await database.close()
  await rm(dataFolder, { recursive: true })
})

it('versions are compared by their numbers', () => {
  expect(isNewer('1.10.0', '1.9.9')).toBe(true)
  expect(isNewer('1.9.9', '1.10.0')).toBe(false)
  expect(isNewer('V2.0', '2.0')).toBe(true)
  expect(isNewer('1.0.0', '1.0.0')).toBe(false)
  expect(isNewer('1.0.1', '1.0')).toBe(true)
  expect(isNewer('', '1.0')).toBe(false)
})
