import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { batchChangeGroup, batchExitGroup } from '@vedette/contract/calls/device-edit'
import { batchJoinGroupByExcel, importStatus } from '@vedette/contract/calls/device-import'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { PASSWORD, type ScriptedDevice, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { writeXlsx } from '../../engines/spreadsheet/write-xlsx.ts'
import { PushClient } from '../../push/test-clients.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { identifiedCamera } from '../../testing/identified-camera.ts'
import { engines } from '../../testing/storage.ts'

const PATIENCE = { timeout: 25_000, interval: 50 }

describe.each(engines)('imported cameras of ONVIF, on %s', (engine) => {
  let app: TestApp
  const places: ScriptedDevice[] = []
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close()
  })
  afterAll(() => app.close())

  async function cameraAt(endpoint: string, before?: () => Promise<void>): Promise<ScriptedDevice> {
    const place = await identifiedCamera(endpoint, before)
    places.push(place)
    return place
  }

  async function imported(company: TestCompany, urls: Record<string, string>): Promise<void> {
    const columns = ['Name', 'Address', 'User name', 'Password'].map((head) => ({ head, width: 20 }))
    const rows = Object.entries(urls).map(([name, url]) => [name, url, USERNAME, PASSWORD])
    const File = writeXlsx({ sheet: 'Devices', columns, rows }).toString('base64')
    const { JobID } = await app.ask(batchJoinGroupByExcel, { GID: company.rootGid, File }, company.token)
    const state = async () => (await app.ask(importStatus, { JobID }, company.token)).State
    await expect.poll(state, PATIENCE).toBe('done')
  }
  async function didsOf(company: TestCompany): Promise<Map<string, string>> {
    const { List } = await app.ask(deviceList, {}, company.token)
    return new Map(List.map(({ DID, DevName }) => [DevName, DID]))
  }

  it('are fetched, and told of, though one of them is removed while it answers', async () => {
    const company = await app.company()
    const page = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
    await page.login(company.token)
    let removal: Promise<unknown> | undefined
    const remove = async () => {
      const DIDs = [(await didsOf(company)).get('Gone') ?? '']
      await app.ask(batchExitGroup, { DIDs }, company.token)
    }
    const gone = await cameraAt('gone', async () => void (await (removal ??= remove())))
    const stays = await cameraAt('stays')
    await imported(company, { Gone: gone.url, Stays: stays.url })
    const isFetched = (did = '') => app.video.streams.ingested(company.companyId, [did]).length > 0
    await expect.poll(async () => isFetched((await didsOf(company)).get('Stays')), PATIENCE).toBe(true)
    // The import, the removal and what was learnt.
    for (let told = 0; told < 3; told++) await page.next(METHOD.devicesChanged)
    page.socket.close()
    expect([...(await didsOf(company)).keys()]).toEqual(['Stays'])
    expect(app.logged()).not.toContain('"msg":"bug"')
  })

  it('are marked where they are devices that one has, as far as one sees those', async () => {
    const company = await app.company()
    const [before, after] = [await cameraAt('twice'), await cameraAt('twice')]
    const login = { Username: USERNAME, Password: PASSWORD }
    const known = { GID: await app.region(company), DevName: 'Gate', DevType: 1, Url: before.url, ...login }
    const { DID } = await app.ask(addByAddress, known, company.token)
    app.clock.advance(1)
    await imported(company, { Again: after.url })
    const marks = async (token: string) =>
      (await app.ask(deviceList, { Sort: 'DevName' }, token)).List.map((it) => [it.DevName, it.SameAs])
    await expect
      .poll(() => marks(company.token), PATIENCE)
      .toEqual([
        ['Again', DID],
        ['Gate', undefined],
      ])
    const again = (await didsOf(company)).get('Again') ?? ''
    const south = await app.region(company)
    await app.ask(batchChangeGroup, { DIDs: [again], GID: south }, company.token)
    const clerk = await app.account(company, { deviceManger: [] }, [south])
    expect(await marks(clerk.token)).toEqual([['Again', undefined]])
  })
})
