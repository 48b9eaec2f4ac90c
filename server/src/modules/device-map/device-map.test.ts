import { deviceList } from '@vedette/contract/calls/device'
import {
  deviceMapCounts,
  deviceMapList,
  placedRegions,
  setFieldOfView,
} from '@vedette/contract/calls/device-map'
import { modifiedDeviceLatAndLng, updateDeviceAlias } from '@vedette/contract/calls/device-edit'
import { changeGroupName } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber, type DeviceType, PRESENCE } from '@vedette/contract/devices'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('the device map on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  let made = 0
  async function plant(company: TestCompany, gid: string, type: DeviceType, sensors = 0): Promise<string> {
    const { storage } = app.platform
    const did = `MAP-${engine.toUpperCase()}-${String(++made).padStart(5, '0')}`
    const of = { company_id: company.companyId, did }
    await storage.write([
      storage.db.insertInto('device').values({
        ...of,
        region_id: gid,
        name: `Device ${made}`,
        name_search: `device ${made}`,
        alias: '',
        alias_search: '',
        dev_type: devTypeNumber(type),
        lng: null,
        lat: null,
        channels: 1,
        driver: 'rtsp',
        created_at: 1,
        vendor: '',
        model: '',
        firmware: '',
        sdk_version: '',
        license: '',
        identity: '',
      }),
      ...Array.from({ length: sensors }, (_, n) =>
        storage.db
          .insertInto('device_sensor')
          .values({ ...of, sensor: `s${n}`, kind: 'door', value: 'true', unit: '', at: 1, event_at: 1 }),
      ),
    ])
    return did
  }

  it('finds a region by its name, in the middle of the placed devices that its caller may see', async () => {
    const company = await app.company()
    const { rootGid, token } = company
    const [yard, hall] = [await app.region(company), await app.region(company)]
    for (const [GID, GroupName] of [
      [yard, 'Ünder the yard'],
      [hall, 'Empty yard'],
    ] as const)
      await app.ask(changeGroupName, { GID, GroupName }, token)
    for (const Lng of [116, 118]) {
      const DID = await plant(company, yard, 'camera')
      await app.ask(modifiedDeviceLatAndLng, { DID, Lng, Lat: 39.5 }, token)
    }
    await plant(company, yard, 'camera')
    await plant(company, hall, 'camera')
    const found = { List: [{ GID: yard, GroupName: 'Ünder the yard', Lng: 117, Lat: 39.5 }] }
    expect(await app.ask(placedRegions, { Keyword: 'yard' }, token)).toEqual(found)
    expect(await app.ask(placedRegions, { Keyword: 'ünDER' }, token)).toEqual(found)
    expect(await app.ask(placedRegions, { Keyword: 'gate' }, token)).toEqual({ List: [] })
    const within = await app.account(company, { deviceManger: [] }, [hall])
    expect(await app.ask(placedRegions, { Keyword: 'yard' }, within.token)).toEqual({ List: [] })
    const outside = await app.account(company, { residentialArea: [] }, [rootGid])
    expect((await app.send(placedRegions, { Keyword: 'yard' }, outside.token)).CODE).toBe(
      CODES.noPermission.code,
    )
  })

  it('counts by reading 51: sensors are IoT alone, and who sleeps or is upgraded is online', async () => {
    const company = await app.company()
    const { companyId, rootGid: gid, token } = company
    const camera = await plant(company, gid, 'camera')
    const asleep = await plant(company, gid, 'solarCamera')
    const upgraded = await plant(company, gid, 'nvr')
    await plant(company, gid, 'camera')
    await plant(company, gid, 'iotGate', 3)
    await plant(company, gid, 'barcodeGun')
    const { presences } = app.video
    for (const did of [camera, asleep, upgraded]) presences.add(companyId, did, gid)
    presences.evidence(camera, true, 'none')
    presences.says(companyId, asleep, 'sleeping')
    presences.says(companyId, upgraded, 'upgrading')
    await app.ask(modifiedDeviceLatAndLng, { DID: camera, Lng: 116.3, Lat: 39.9 }, token)
    const counts = await app.ask(deviceMapCounts, {}, token)
    expect(counts).toEqual({
      All: 6,
      Monitoring: 4,
      Gateway: 1,
      IoT: 4,
      Online: 3,
      Offline: 3,
      Unplaced: 5,
    })
    const { List } = await app.ask(deviceMapList, {}, token)
    expect(List).toHaveLength(counts.All)
    expect(List.filter(({ Sensors }) => Sensors > 0)).toMatchObject([{ Sensors: 3 }])
    expect(List.find(({ DID }) => DID === camera)).toMatchObject({
      Lng: 116.3,
      Lat: 39.9,
      Presence: PRESENCE.online,
    })
    expect(List.find(({ DID }) => DID === upgraded)).toMatchObject({ Status: 'upgrading' })
  })

  it('of open pages is told of places and fields of view that change', async () => {
    const company = await app.company()
    const DID = await plant(company, company.rootGid, 'camera')
    const page = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
    await page.login(company.token)
    const told = async () => (await page.next(METHOD.devicesChanged)).BODY
    await app.ask(modifiedDeviceLatAndLng, { DID, Lng: 116.3, Lat: 39.9 }, company.token)
    expect(await told()).toEqual({})
    const View = { Heading: 90, Angle: 60, Reach: 30 }
    await app.ask(setFieldOfView, { DID, View }, company.token)
    expect(await told()).toEqual({})
    page.socket.close()
  })

  it('who is bound to a region sees its devices and counts those alone', async () => {
    const company = await app.company()
    const north = await app.region(company)
    const gate = await app.region(company, north)
    await plant(company, company.rootGid, 'camera')
    await plant(company, company.rootGid, 'iotGate', 2)
    const below = await plant(company, gate, 'iotGate', 1)
    const inNorth = await plant(company, north, 'camera')
    const { token } = await app.account(company, { deviceMap: [] }, [north])
    const { List } = await app.ask(deviceMapList, {}, token)
    expect(List.map(({ DID }) => DID)).toEqual([below, inNorth])
    expect(await app.ask(deviceMapCounts, {}, token)).toMatchObject({ All: 2, Gateway: 1, IoT: 1 })
    const ofGate = await app.ask(deviceMapList, { GID: gate }, token)
    expect(ofGate.List.map(({ DID }) => DID)).toEqual([below])
    const above = await app.send(deviceMapList, { GID: company.rootGid }, token)
    expect(above.CODE).not.toBe('200')
  })

  it('is read page by page, each device once', async () => {
    const company = await app.company()
    const dids: string[] = []
    for (let n = 0; n < 7; n++) dids.push(await plant(company, company.rootGid, 'camera'))
    const found: string[] = []
    for (let page = 0; page < 4; page++) {
      const body = { After: found.at(-1) ?? '', PageSize: 3 }
      const { List } = await app.ask(deviceMapList, body, company.token)
      found.push(...List.map(({ DID }) => DID))
    }
    expect(found).toEqual(dids)
  })

  it('a camera’s field of view is kept, changed and taken off the map', async () => {
    const company = await app.company()
    const did = await plant(company, company.rootGid, 'camera')
    const viewOf = async () => (await app.ask(deviceMapList, {}, company.token)).List[0]?.View
    expect(await viewOf()).toBeUndefined()
    for (const Heading of [45, 270]) {
      const View = { Heading, Angle: 60, Reach: 40 }
      await app.ask(setFieldOfView, { DID: did, View }, company.token)
      expect(await viewOf()).toEqual(View)
    }
    await app.ask(setFieldOfView, { DID: did, View: null }, company.token)
    expect(await viewOf()).toBeUndefined()
  })

  it('places are changed by those who may edit devices, not by all who see the map', async () => {
    const company = await app.company()
    const did = await plant(company, company.rootGid, 'camera')
    const viewer = await app.account(company, { deviceMap: [] })
    const place = { DID: did, Lng: 116.3, Lat: 39.9 }
    expect(await app.send(modifiedDeviceLatAndLng, place, viewer.token)).toMatchObject({
      CODE: CODES.noPermission.code,
    })
    expect(await app.send(updateDeviceAlias, { DID: did, Alias: 'Mine' }, viewer.token)).toMatchObject({
      CODE: CODES.noPermission.code,
    })
    const editor = await app.account(company, { deviceMap: [], deviceManger: ['edit'] })
    await app.ask(modifiedDeviceLatAndLng, place, editor.token)
    const { List } = await app.ask(deviceMapList, {}, viewer.token)
    expect(List).toMatchObject([place])
  })
})

describe.each(engines)('in the telecom variant on %s', (engine) => {
  it('a device is found by a part of its CTEI, which means nothing elsewhere', async () => {
    for (const variants of [['base', 'telecom'], ['base']] as const) {
      const app = await startTestApp({ engine, config: { variants } })
      try {
        const company = await app.company()
        const did = await app.device(company)
        const { storage } = app.platform
        const licensed = storage.db.updateTable('device').set({ license: 'CT-0815-a' })
        await storage.write([licensed.where('did', '=', did)])
        const { List } = await app.ask(deviceList, { Keyword: 'ct-0815-A' }, company.token)
        expect(List.map(({ DID }) => DID)).toEqual(variants.length === 2 ? [did] : [])
      } finally {
        await app.close()
      }
    }
  })
})
