import { addByAddress, deviceList } from '@vedette/contract/calls/device'
import { batchExitGroup } from '@vedette/contract/calls/device-edit'
import { addGateway, genBindCode, joinGroup } from '@vedette/contract/calls/gateway'
import { CODES } from '@vedette/contract/codes'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { acceptTransfer, offerDevices } from '@vedette/contract/calls/transfer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { ADMINISTRATOR, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { type MosquittoDevice, publish } from '../../testing/mosquitto.ts'
import { engines } from '../../testing/storage.ts'

const LICENSE = 'Box-label-4711'
const NOT_QUERIED = { CODE: CODES.deviceNotQueried.code, BODY: {} }
const BY_OTHERS = { CODE: CODES.addedByOthers.code, BODY: {} }

describe.each(engines)('known devices on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let other: TestCompany
  let port = 0
  let made = 0
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    other = await app.company()
    port = (await app.ask(genBindCode, {}, company.token)).Port
  })
  afterAll(() => app.close())

  const newDid = () => `KNOWN-${engine.toUpperCase()}-${String(++made).padStart(4, '0')}`
  const box = (secret = LICENSE, did = newDid()): MosquittoDevice => ({ port, did, secret })
  const connects = async (device: MosquittoDevice): Promise<boolean> =>
    (await publish(device, `vedette/${device.did}/status`, { online: true })).code === 0
  const place = (of: TestCompany, name = 'Joined') => ({ GID: of.rootGid, DevName: name })
  const join = (of: TestCompany, body: Record<string, unknown>) =>
    app.send(joinGroup, { ...place(of), ...body }, of.token)
  const joined = (DID: string) => ({ CODE: '200', BODY: { DID } })
  const listed = async (of: TestCompany, did: string) =>
    (await app.ask(deviceList, { Keyword: did }, of.token)).List

  it('are joined by the licence that they presented, and are admitted when they come again', async () => {
    const device = box()
    const body = { DID: device.did, License: LICENSE }
    expect(await join(company, body)).toEqual(NOT_QUERIED)
    expect(await connects(device)).toBe(false)
    expect(await join(company, body)).toEqual(joined(device.did))
    expect(await connects(device)).toBe(true)
    expect(await listed(company, device.did)).toMatchObject([
      { DevName: 'Joined', GID: company.rootGid, DevType: 7 },
    ])
  })

  it('that are added or joined, each with its CTEI, are told to open pages of the company', async () => {
    const page = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
    await page.login(company.token)
    const told = () => page.next(METHOD.devicesChanged)
    const typed = { ...place(company), DID: newDid(), DevType: 7, Ctei: 'CT-0815-G' }
    await Promise.all([app.ask(addGateway, typed, company.token), told()])
    const device = box()
    expect(await connects(device)).toBe(false)
    await Promise.all([join(company, { DID: device.did, License: LICENSE, Ctei: 'CT-0815-H' }), told()])
    const known = [typed.DID, device.did].map(async (did) => (await listed(company, did))[0]?.License)
    expect(await Promise.all(known)).toEqual(['CT-0815-G', 'CT-0815-H'])
    page.socket.close()
  })

  it('are not found by a wrong licence, nor kept from theirs by a stranger under their name', async () => {
    const device = box()
    expect(await connects({ ...device, secret: 'Stranger-0001' })).toBe(false)
    expect(await connects(device)).toBe(false)
    expect(await join(company, { DID: device.did, License: 'Box-label-4712' })).toEqual(NOT_QUERIED)
    expect(await join(company, { DID: newDid(), License: LICENSE })).toEqual(NOT_QUERIED)
    expect(await join(company, { DID: device.did, License: LICENSE })).toEqual(joined(device.did))
    expect(await connects({ ...device, secret: 'Stranger-0001' })).toBe(false)
    expect(await join(other, { DID: device.did, License: 'Stranger-0001' })).toEqual(NOT_QUERIED)
  })

  it("are another company's for anyone who has the right licence, and one's own are listed", async () => {
    const { did } = box()
    await app.ask(addGateway, { ...place(company), DID: did, License: LICENSE, DevType: 8 }, company.token)
    expect(await join(other, { DID: did, License: LICENSE })).toEqual(BY_OTHERS)
    expect(await join(other, { DID: did, License: 'Box-label-4712' })).toEqual(NOT_QUERIED)
    expect(await join(company, { DID: did, License: LICENSE })).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'DID' },
    })
    const camera = { ...place(company), DevType: 1, Url: 'rtsp://192.0.2.7/1', License: 'CTEI-4711' }
    const { DID } = await app.ask(addByAddress, camera, company.token)
    expect(await join(other, { DID, License: 'CTEI-4711' })).toEqual(BY_OTHERS)
    expect(await join(other, { DID, License: 'CTEI-4712' })).toEqual(NOT_QUERIED)
  })

  it('are those that their company deleted, at once', async () => {
    const device = box()
    await app.ask(
      addGateway,
      { ...place(company), DID: device.did, License: LICENSE, DevType: 7 },
      company.token,
    )
    await app.ask(batchExitGroup, { DIDs: [device.did] }, company.token)
    expect(await join(other, { DID: device.did, License: 'Box-label-4712' })).toEqual(NOT_QUERIED)
    expect(await join(other, { DID: device.did, License: LICENSE })).toEqual(joined(device.did))
    expect(await connects(device)).toBe(true)
    expect(await listed(company, device.did)).toEqual([])
    expect(await join(company, { DID: device.did, License: LICENSE })).toEqual(BY_OTHERS)
  })

  it('handed over to another company are that one’s', async () => {
    const { did } = box()
    await app.ask(addGateway, { ...place(company), DID: did, License: LICENSE, DevType: 7 }, company.token)
    const { Code } = await app.ask(offerDevices, { DIDs: [did] }, company.token)
    await app.ask(acceptTransfer, { Code, GID: other.rootGid }, other.token)
    expect(await join(company, { DID: did, License: LICENSE })).toEqual(BY_OTHERS)
    await app.ask(batchExitGroup, { DIDs: [did] }, other.token)
    expect(await join(company, { DID: did, License: LICENSE })).toEqual(joined(did))
  })

  it('are joined by the bind code that they presented, by the company that asked for it, once', async () => {
    const { BindCode, ExpiresAt } = await app.ask(genBindCode, {}, company.token)
    expect(BindCode).toMatch(/^[0-9A-Z]{20}$/)
    expect(ExpiresAt).toBe(app.clock.now() + 24 * 3_600_000)
    expect(await join(company, { BindCode })).toEqual(NOT_QUERIED)
    const device = box(BindCode)
    expect(await connects(device)).toBe(false)
    expect(await join(other, { BindCode })).toEqual(NOT_QUERIED)
    expect(await join(company, { BindCode: BindCode.toLowerCase(), DevType: 8 })).toEqual(joined(device.did))
    expect(await connects(device)).toBe(true)
    expect(await connects(box(BindCode))).toBe(false)
    expect(await join(company, { BindCode })).toEqual(NOT_QUERIED)
  })

  it('need a region, and a DID with its licence where there is no code', async () => {
    const { did } = box()
    for (const [body, Field] of [
      [{ License: LICENSE }, 'DID'],
      [{ DID: did }, 'License'],
      [{ DID: did, License: LICENSE, GID: undefined }, 'GID'],
      [{ DID: did, License: LICENSE, DevName: ' ' }, 'DevName'],
    ] as const)
      expect(await join(company, body)).toMatchObject({ CODE: CODES.badInput.code, BODY: { Field } })
  })

  it('are not joined by a bind code that is too old', async () => {
    const { BindCode, ExpiresAt } = await app.ask(genBindCode, {}, company.token)
    const device = box(BindCode)
    expect(await connects(device)).toBe(false)
    app.clock.advance(ExpiresAt - app.clock.now())
    const again = { ...company, token: await app.tokenOf(company.code, ADMINISTRATOR) }
    expect(await join(again, { BindCode })).toEqual(NOT_QUERIED)
  })
})
