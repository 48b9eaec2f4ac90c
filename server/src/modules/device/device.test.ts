import { once } from 'node:events'
import { createServer } from 'node:net'

import { auditList } from '@vedette/contract/calls/audit'
import {
  addByAddress,
  deviceFacets,
  deviceList,
  deviceListV2,
  getAllDevice,
  probeDevice,
} from '@vedette/contract/calls/device'
import {
  batchChangeGroup,
  batchExitGroup,
  modifiedDeviceLatAndLng,
  updateDeviceAlias,
  updateDeviceLicense,
  updateDeviceName,
} from '@vedette/contract/calls/device-edit'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber, LOST } from '@vedette/contract/devices'
import { validateAddress } from '@vedette/devices/address'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Semaphore } from '../../http/semaphore.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'
import { probeAddress } from './probe.ts'

describe.each(engines)('devices on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { loopbackCameraPorts: [1] } })
  })
  afterAll(() => app.close())

  let added = 0
  async function add(company: TestCompany, GID: string, DevName: string): Promise<string> {
    const body = { GID, DevName, DevType: 1, Url: `rtsp://192.0.2.7/${++added}` }
    return (await app.ask(addByAddress, body, company.token)).DID
  }

  async function namesOf(company: TestCompany, body: Record<string, unknown>): Promise<string[]> {
    return (await app.ask(deviceList, body, company.token)).List.map((device) => device.DevName)
  }

  it('are offered to a filter of events by their names, within the regions that one may see', async () => {
    const company = await app.company()
    const yard = await app.region(company)
    const gate = await app.device(company)
    const shed = await app.device(company, yard)
    const offered = async (token: string, body = {}) =>
      (await app.ask(getAllDevice, body, token)).List.map((device) => device.DID).toSorted()
    expect(await offered(company.token)).toEqual([gate, shed].toSorted())
    expect(await offered(company.token, { GID: yard })).toEqual([shed])
    expect(await offered(company.token, { Keyword: gate })).toEqual([gate])
    expect(await app.ask(getAllDevice, { PageSize: 1 }, company.token)).toMatchObject({ Total: 2 })
    const guard = await app.account(company, { alarmManger: [] }, [yard])
    expect(await offered(guard.token)).toEqual([shed])
    const { List } = await app.ask(getAllDevice, { GID: yard }, company.token)
    expect(Object.keys(List[0] ?? {})).toEqual(['DID', 'DevName', 'Alias', 'GID', 'GroupName', 'DevType'])
  })

  it('are listed as they were added, without their address and credentials', async () => {
    const company = await app.company()
    const { DID } = await app.ask(
      addByAddress,
      {
        GID: company.rootGid,
        DevName: ' North gate ',
        DevType: devTypeNumber('camera'),
        Url: 'RTSP://192.0.2.7/main',
        SubUrl: 'rtsp://192.0.2.7/sub',
        Username: 'viewer',
        Password: 'Canary#Camera9',
        License: 'A-1',
      },
      company.token,
    )
    expect(DID).toMatch(/^CAM-[0-9A-Z]{10}$/)
    const { Total, List } = await app.ask(deviceList, {}, company.token)
    expect(Total).toBe(1)
    expect(await app.ask(deviceListV2, {}, company.token)).toEqual({ Total, List })
    expect(List).toEqual([
      {
        DID,
        DevName: 'North gate',
        Alias: '',
        GID: company.rootGid,
        GroupName: expect.stringContaining('Company'),
        DevType: 1,
        Lng: null,
        Lat: null,
        Presence: 2,
        Reason: 'connecting',
        Since: app.clock.now(),
        Status: 'normal',
        Channels: 1,
        HasSub: true,
        HasPTZ: false,
        Vendor: '',
        Model: '',
        Firmware: '',
        SDKVersion: '',
        License: 'A-1',
        Driver: 'rtsp',
        CreatedAt: app.clock.now(),
      },
    ])
    const { storage } = app.platform
    const stored = JSON.stringify([
      await storage.read(storage.db.selectFrom('device_stream').selectAll().where('did', '=', DID)),
      await storage.read(storage.db.selectFrom('device_credential').selectAll().where('did', '=', DID)),
    ])
    expect(stored).toContain('rtsp://192.0.2.7:554/main')
    expect(stored + app.logged()).not.toContain('Canary#Camera9')
  })

  it('are those of a region and of all below it', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const gate = await app.region(company, north)
    await add(company, company.rootGid, 'at the root')
    await add(company, north, 'in the north')
    await add(company, gate, 'at the gate')
    expect(await namesOf(company, {})).toEqual(['at the gate', 'at the root', 'in the north'])
    expect(await namesOf(company, { GID: north })).toEqual(['at the gate', 'in the north'])
    expect(await namesOf(company, { GID: gate })).toEqual(['at the gate'])
  })

  it('are found by a part of the name or the DID in any case, and signs stand for themselves', async () => {
    const company = await app.company()
    const did = await add(company, company.rootGid, 'Tür 100%_\\ Süd')
    await add(company, company.rootGid, 'Door 1000')
    expect(await namesOf(company, { Keyword: 'TÜR' })).toEqual(['Tür 100%_\\ Süd'])
    for (const Keyword of ['100%', '%_', '_\\', did, did.toLowerCase()])
      expect(await namesOf(company, { Keyword })).toEqual(['Tür 100%_\\ Süd'])
    expect(await namesOf(company, { Keyword: "' or 1=1 --" })).toEqual([])
    expect(await namesOf(company, { Keyword: '' })).toHaveLength(2)
  })

  it('are filtered by type, presence, model and firmware, and sorted over all pages', async () => {
    const company = await app.company()
    const dids = [await add(company, company.rootGid, 'b'), await add(company, company.rootGid, 'a')]
    const [first = '', second = ''] = dids
    const { storage } = app.platform
    for (const [did, model, firmware] of [
      [first, 'Eye', '1.0'],
      [second, 'Dome', '2.0'],
    ] as const)
      await storage.write([storage.db.updateTable('device').set({ model, firmware }).where('did', '=', did)])
    expect(await namesOf(company, { Model: 'Eye' })).toEqual(['b'])
    expect(await namesOf(company, { Firmware: '2.0' })).toEqual(['a'])
    expect(await namesOf(company, { DevTypes: [2, 3] })).toEqual([])
    expect(await namesOf(company, { DevTypes: [1] })).toEqual(['a', 'b'])
    expect(await namesOf(company, { Sort: 'Model' })).toEqual(['a', 'b'])
    expect(await namesOf(company, { Sort: 'Firmware', Descending: true })).toEqual(['a', 'b'])
    expect(await namesOf(company, { Sort: 'DevName', Descending: true, PageSize: 1 })).toEqual(['b'])
    app.video.presences.says(company.companyId, first, 'sleeping')
    expect(await namesOf(company, { Presence: 3 })).toEqual(['b'])
    expect(await namesOf(company, { Presence: 2 })).toEqual(['a'])
    expect(await namesOf(company, { Presence: 1 })).toEqual([])
    expect(await namesOf(company, { Status: 'upgrading' })).toEqual([])
    app.video.presences.says(company.companyId, second, 'upgrading')
    expect(await namesOf(company, { Status: 'upgrading' })).toEqual(['a'])
    expect(await namesOf(company, LOST)).toEqual([])
    const facets = await app.ask(deviceFacets, {}, company.token)
    expect(facets).toEqual({ Models: ['Dome', 'Eye'], Firmwares: ['1.0', '2.0'] })
  })

  it('are renamed, moved and removed', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const did = await add(company, company.rootGid, 'gate')
    await add(company, company.rootGid, 'yard')
    await app.ask(updateDeviceName, { DID: did, DevName: 'Tor' }, company.token)
    await app.ask(updateDeviceAlias, { DID: did, Alias: 'Am Bahnhof' }, company.token)
    await app.ask(updateDeviceLicense, { DID: did, License: ' CT-0815-A ' }, company.token)
    await app.ask(modifiedDeviceLatAndLng, { DID: did, Lng: 13.4, Lat: 52.5 }, company.token)
    expect(await namesOf(company, { Keyword: 'bahnhof' })).toEqual(['Tor'])
    const half = await app.send(modifiedDeviceLatAndLng, { DID: did, Lng: null, Lat: 1 }, company.token)
    expect(half).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field: 'Lng' } })
    expect(await app.ask(batchChangeGroup, { DIDs: [did], GID: north }, company.token)).toEqual({
      Changed: 1,
    })
    const [moved] = (await app.ask(deviceList, { GID: north }, company.token)).List
    expect(moved).toMatchObject({ DevName: 'Tor', Alias: 'Am Bahnhof', License: 'CT-0815-A' })
    expect(moved).toMatchObject({ Lng: 13.4, Lat: 52.5 })
    const none = await app.send(batchExitGroup, { DIDs: [] }, company.token)
    expect(none.CODE).toBe(CODES.badInput.code)
    expect(await app.ask(batchExitGroup, { DIDs: [did] }, company.token)).toEqual({ Changed: 1 })
    expect(await namesOf(company, {})).toEqual(['yard'])
    expect(app.video.presences.of(company.companyId, did)).toBeUndefined()
  })

  it('come page by page, each once', async () => {
    const company = await app.company()
    for (let i = 0; i < 7; i++) await add(company, company.rootGid, `same name ${i % 2}`)
    const seen: string[] = []
    for (const Page of [1, 2, 3, 4]) {
      const { Total, List } = await app.ask(deviceList, { Page, PageSize: 3 }, company.token)
      expect(Total).toBe(7)
      seen.push(...List.map((device) => device.DID))
    }
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
  })

  it.each([
    ['file:///etc/passwd', 'addressNotAllowed'],
    ['exec:reboot', 'addressNotAllowed'],
    ['http://169.254.169.254/latest/meta-data', 'addressNotAllowed'],
    ['rtsp://viewer:secret@192.0.2.7/1', 'addressNotAllowed'],
    [`rtsp://192.0.2.7/${'a'.repeat(5000)}`, 'badInput'],
  ] as const)('are not added at %s', async (Url, refusal) => {
    const company = await app.company()
    const body = { GID: company.rootGid, DevName: 'Evil', DevType: 1, Url }
    const answer = await app.send(addByAddress, body, company.token)
    expect(answer).toMatchObject({ CODE: CODES[refusal].code, BODY: { Field: 'Url' } })
    expect(await namesOf(company, {})).toEqual([])
  })

  it("are not added at the platform's own port, nor with a second address that is refused", async () => {
    const company = await app.company()
    const { port } = new URL(app.platform.address)
    const body = { GID: company.rootGid, DevName: 'Evil', DevType: 1, Url: `rtsp://127.0.0.1:${port}/` }
    const own = await app.send(addByAddress, body, company.token)
    expect(own).toMatchObject({ CODE: CODES.addressNotAllowed.code, BODY: { Field: 'Url' } })
    const second = { ...body, Url: 'rtsp://192.0.2.7/1', SubUrl: 'file:///etc/passwd' }
    expect(await app.send(addByAddress, second, company.token)).toMatchObject({
      CODE: CODES.addressNotAllowed.code,
      BODY: { Field: 'SubUrl' },
    })
    expect(await namesOf(company, {})).toEqual([])
  })

  it('are added once at an address; another stream of the same camera is another device', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const at = (Url: string, GID = north) => ({ GID, DevName: 'Gate', DevType: 1, Url })
    const { DID } = await app.ask(addByAddress, at('rtsp://192.0.2.7/main'), company.token)
    expect(await app.send(addByAddress, at('RTSP://192.0.2.7:554/main', south), company.token)).toMatchObject(
      {
        CODE: CODES.badInput.code,
        BODY: { Field: 'Url', Word: 'addressTaken', Values: { DID } },
      },
    )
    await app.ask(addByAddress, at('rtsp://192.0.2.7/second'), company.token)
    expect((await app.ask(deviceList, {}, company.token)).Total).toBe(2)

    // Who does not see it learns nothing of it, nor does another company.
    const clerk = await app.account(company, { deviceManger: ['add'] }, [south])
    await app.ask(addByAddress, at('rtsp://192.0.2.7/main', south), clerk.token)
    const other = await app.company()
    await app.ask(addByAddress, at('rtsp://192.0.2.7/main', other.rootGid), other.token)
  })

  it('of a type without video have no address', async () => {
    const company = await app.company()
    const body = {
      GID: company.rootGid,
      DevName: 'Gun',
      DevType: devTypeNumber('barcodeGun'),
      Url: 'rtsp://192.0.2.7/1',
    }
    expect(await app.send(addByAddress, body, company.token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'DevType' },
    })
  })

  it('that have a name which nobody knows are not there, rather than not allowed', async () => {
    const rules = { ownPorts: [], loopbackEndpoints: [], servesOwnMachineAlone: true }
    const probing = probeAddress(
      'rtsp://gone.example/',
      { username: '', password: '', transport: 'auto', tls: 'any' },
      {
        checkAddress: (typed) => validateAddress(typed, rules, () => Promise.resolve([])),
        probe: () => Promise.reject(new Error('nobody is asked')),
        probeSemaphore: new Semaphore(1, 1),
      },
    )
    await expect(probing).rejects.toMatchObject({ reason: 'deviceUnreachable', body: { Field: 'Url' } })
  })

  it('that do not answer are told from addresses that may not be asked', async () => {
    const company = await app.company()
    const probe = async (Url: string) => (await app.send(probeDevice, { Url }, company.token)).CODE
    expect(await probe('rtsp://127.0.0.1:1/')).toBe(CODES.deviceUnreachable.code)
    expect(await probe('rtsp://169.254.169.254/')).toBe(CODES.addressNotAllowed.code)
    expect(await probe('http://127.0.0.1:1/')).toBe(CODES.deviceUnreachable.code)
    // Anyone who tries addresses leaves a row for each.
    const { List } = await app.ask(auditList, { Paths: [probeDevice.path] }, company.token)
    expect(List.map(({ Details }) => Details['address'])).toEqual([
      'http://127.0.0.1:1',
      'rtsp://169.254.169.254',
      'rtsp://127.0.0.1:1',
    ])
  })
})

describe('the ports of the server itself', () => {
  it.each(['trusted proxy', 'public address'])(
    'cannot be scanned by anyone who may add cameras, where it has a %s',
    async (what) => {
      const port = await freePort()
      const config =
        what === 'trusted proxy'
          ? { trustedProxies: ['127.0.0.1'] }
          : { trustedProxies: [], port, publicUrl: new URL(`http://127.0.0.1:${port}/`) }
      const app = await startTestApp({ config: { ...config, loopbackCameraPorts: [1] } })
      const { token } = await app.company()
      const probe = async (port: number) =>
        (await app.send(probeDevice, { Url: `rtsp://127.0.0.1:${port}/` }, token)).CODE
      const codes = [await probe(2), await probe(5432), await probe(1)]
      await app.close()
      const { addressNotAllowed, deviceUnreachable } = CODES
      expect(codes).toEqual([addressNotAllowed.code, addressNotAllowed.code, deviceUnreachable.code])
    },
  )

  it('may be cameras where it is reached from its own machine alone', async () => {
    const app = await startTestApp({ config: { trustedProxies: [] } })
    const { token } = await app.company()
    const { CODE } = await app.send(probeDevice, { Url: 'rtsp://127.0.0.1:2/' }, token)
    await app.close()
    expect(CODE).toBe(CODES.deviceUnreachable.code)
  })
})

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
