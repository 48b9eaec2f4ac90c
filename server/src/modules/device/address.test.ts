import { addByAddress, deviceAddress, updateDeviceAddress } from '@vedette/contract/calls/device'
import { addGateway } from '@vedette/contract/calls/gateway'
import { CODES } from '@vedette/contract/codes'
import { devTypeNumber } from '@vedette/contract/devices'
import { PASSWORD, type ScriptedDevice, USERNAME } from '@vedette/devices/onvif/testing/scripted-device'
import { footage } from '@vedette/media/testing/footage'
import { RtspPeer } from '@vedette/media/testing/rtsp-peer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { identifiedCamera } from '../../testing/identified-camera.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('the address of a device, on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  const places: (ScriptedDevice | RtspPeer)[] = []
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { trustedProxies: [] } })
    company = await app.company()
  })
  afterEach(async () => {
    for (const place of places.splice(0)) await place.close()
  })
  afterAll(() => app.close())

  async function stream(): Promise<RtspPeer> {
    const peer = await RtspPeer.start(footage('plain'))
    places.push(peer)
    return peer
  }
  async function cameraAt(endpoint: string): Promise<string> {
    const place = await identifiedCamera(endpoint)
    places.push(place)
    return place.url
  }
  const add = async (Url: string, login = {}): Promise<string> => {
    const device = { GID: company.rootGid, DevName: 'Gate', DevType: 1, Url, ...login }
    return (await app.ask(addByAddress, device, company.token)).DID
  }
  const told = (DID: string) => app.ask(deviceAddress, { DID }, company.token)
  const changed = (DID: string, body: object) =>
    app.send(updateDeviceAddress, { DID, Url: '', ...body }, company.token)

  it('and its login change when it answers there, and stay when it does not', async () => {
    const [before, after] = [await stream(), await stream()]
    const did = await add(before.url, { Username: 'old', Password: 'Old-password-1' })
    const kept = { Protocol: 'rtsp', Url: before.url, SubUrl: '', Username: 'old' }
    expect(await told(did)).toMatchObject(kept)
    const wanted = { Url: after.url, SubUrl: before.url, Username: 'new', Password: 'New-password-1' }

    after.refuseEveryone()
    expect(await changed(did, wanted)).toMatchObject({
      CODE: CODES.deviceCredentials.code,
      BODY: { Field: 'Url' },
    })
    expect(await changed(did, { ...wanted, Url: 'file:///etc/passwd' })).toMatchObject({
      CODE: CODES.addressNotAllowed.code,
    })
    after.admitEveryone()
    expect(await changed(did, { ...wanted, SubUrl: 'file:///etc/passwd' })).toMatchObject({
      CODE: CODES.addressNotAllowed.code,
      BODY: { Field: 'SubUrl' },
    })
    expect(await told(did)).toMatchObject(kept)

    expect((await changed(did, wanted)).CODE).toBe(updateDeviceAddress.success)
    expect(await told(did)).toMatchObject({ ...kept, Url: after.url, SubUrl: before.url, Username: 'new' })
    expect(app.logged()).not.toContain('New-password-1')
  })

  it('is not taken from another device, nor given to one', async () => {
    const [first, second] = [await stream(), await stream()]
    const [mine, other] = [await add(first.url), await add(second.url)]
    expect(await changed(mine, { Url: second.url })).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Url', Word: 'addressTaken', Values: { DID: other } },
    })
    const [place, moved, twin] = [await cameraAt('a'), await cameraAt('a'), await cameraAt('b')]
    const login = { Username: USERNAME, Password: PASSWORD }
    const camera = await add(place, login)
    for (const [did, Url] of [
      [camera, twin],
      [camera, first.url],
      [mine, moved],
    ] as const)
      expect(await changed(did, { Url, ...login })).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Field: 'Url', Word: 'otherDevice' },
      })
    expect(await told(camera)).toMatchObject({ Protocol: 'onvif', Url: place, SubUrl: '' })
    expect((await changed(camera, { Url: moved, ...login })).CODE).toBe(updateDeviceAddress.success)
    expect((await told(camera)).Url).toBe(moved)
    expect((await told(mine)).Url).toBe(first.url)
  })

  it('is none of a gateway, which comes by itself', async () => {
    const gateway = {
      DID: 'ADDRESS-BOX-1',
      GID: company.rootGid,
      DevName: 'Box',
      DevType: devTypeNumber('iotGate'),
    }
    await app.ask(addGateway, gateway, company.token)
    const refused = { CODE: CODES.badInput.code, BODY: { Field: 'DID', Word: 'deviceNoAddress' } }
    expect(await app.send(deviceAddress, { DID: gateway.DID }, company.token)).toMatchObject(refused)
    expect(await changed(gateway.DID, { Url: 'rtsp://127.0.0.1:1/' })).toMatchObject(refused)
  })
})
