import { addByAddress, deviceList, discoverDevices, probeDevice } from '@vedette/contract/calls/device'
import { CODES } from '@vedette/contract/codes'
import { PASSWORD, type ScriptedDevice, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { Secret } from '../../engines/secret-box.ts'
import { PASSWORD as TEST_PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts'
import { identifiedCamera } from '../../testing/identified-camera.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('a camera whose address changes, on %s', (engine) => {
  let app: TestApp
  const places: ScriptedDevice[] = []
  beforeAll(async () => {
    const adminPassword = new Secret(TEST_PASSWORD)
    app = await startTestApp({ engine, config: { trustedProxies: [], adminPassword } })
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close()
  })
  afterAll(() => app.close())

  /** The camera with this endpoint, at an address of its own. */
  async function cameraAt(endpoint: string): Promise<string> {
    const place = await identifiedCamera(endpoint)
    places.push(place)
    return place.url
  }
  const login = { Username: USERNAME, Password: PASSWORD }
  const urlsOf = async (did: string): Promise<string[]> => {
    const { storage } = app.platform
    const query = storage.db.selectFrom('device_onvif').where('did', '=', did).select('url')
    return (await storage.read(query)).map(({ url }) => url)
  }

  it('is known by its identity and gets the new one; to others it is a camera like any other', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const add = (token: string, GID: string, Url: string, DevName: string) =>
      app.ask(addByAddress, { GID, DevName, DevType: 1, Url, ...login }, token)
    const [before, after, twin] = [await cameraAt('a'), await cameraAt('a'), await cameraAt('b')]
    const { DID, IsKnown } = await add(company.token, north, before, 'Gate')
    expect(IsKnown).toBeUndefined()
    expect((await app.ask(probeDevice, { Url: after, ...login }, company.token)).KnownDID).toBe(DID)
    expect((await app.ask(probeDevice, { Url: twin, ...login }, company.token)).KnownDID).toBeUndefined()
    expect(await add(company.token, south, after, 'Another name')).toEqual({ DID, IsKnown: true })
    expect(await urlsOf(DID)).toEqual([after])
    const { Total, List } = await app.ask(deviceList, {}, company.token)
    expect([Total, List[0]?.DevName, List[0]?.GID]).toEqual([1, 'Gate', north])

    // Who does not see where it is learns nothing of it, nor moves it.
    const clerk = await app.account(company, { deviceManger: ['add'] }, [south])
    expect((await app.ask(probeDevice, { Url: before, ...login }, clerk.token)).KnownDID).toBeUndefined()
    expect((await add(clerk.token, south, before, 'Own')).IsKnown).toBeUndefined()
    expect(await urlsOf(DID)).toEqual([after])
    const other = await app.company()
    expect((await add(other.token, other.rootGid, after, 'Theirs')).IsKnown).toBeUndefined()
  })

  it('is searched for on the network for the first company alone', async () => {
    const first = await app.tokenOf('demo', 'admin')
    expect((await app.send(discoverDevices, {}, first)).CODE).toBe(discoverDevices.success)
    expect(await app.send(discoverDevices, {}, (await app.company()).token)).toMatchObject({
      CODE: CODES.unavailable.code,
      BODY: { Word: 'notFirstCompany' },
    })
  })
})
