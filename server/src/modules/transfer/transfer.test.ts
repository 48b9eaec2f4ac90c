import { deviceList } from '@vedette/contract/calls/device'
import { addGateway } from '@vedette/contract/calls/gateway'
import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
} from '@vedette/contract/calls/transfer'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { publish } from '../../testing/mosquitto.ts'
import { engines } from '../../testing/storage.ts'

const DAY_MS = 24 * 3_600_000

describe.each(engines)('devices that go to another company, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  const didsOf = async ({ token }: TestCompany) =>
    (await app.ask(deviceList, { PageSize: 100 }, token)).List.map(({ DID }) => DID).toSorted()

  it('are seen by the new one alone once it accepted, with what they need to be watched', async () => {
    const [giver, taker] = [await app.company(), await app.company()]
    const given = [await app.device(giver), await app.device(giver)]
    const kept = await app.device(giver)
    const yard = await app.region(taker)
    const { Code } = await app.ask(offerDevices, { DIDs: given }, giver.token)
    expect(Code).toMatch(/^[0-9A-Z]{12}$/)
    expect(
      (await app.ask(previewTransfer, { Code }, taker.token)).List.map(({ DID }) => DID).toSorted(),
    ).toEqual(given.toSorted())
    expect(await didsOf(taker)).toEqual([])
    expect(await app.ask(acceptTransfer, { Code, GID: yard }, taker.token)).toEqual({ Moved: 2 })
    expect(await didsOf(giver)).toEqual([kept])
    expect(await didsOf(taker)).toEqual(given.toSorted())
    expect((await app.ask(deviceList, { GID: yard }, taker.token)).Total).toBe(2)
    const [did = ''] = given
    expect(app.ingest.streams.find(giver.companyId, did, 0, 'main')).toBeUndefined()
    expect(app.ingest.streams.find(taker.companyId, did, 0, 'main')).toMatchObject({ did })
    expect((await app.ask(transferList, {}, giver.token)).List).toMatchObject([
      { Direction: 'out', State: 'accepted', Names: expect.arrayContaining([expect.any(String)]) },
    ])
    expect((await app.ask(transferList, {}, taker.token)).List).toMatchObject([
      { Direction: 'in', State: 'accepted' },
    ])
    expect(await app.send(acceptTransfer, { Code, GID: yard }, taker.token)).toMatchObject({
      BODY: { Word: 'transferCode' },
    })
  })

  it('keep their login, which is sealed anew for the new company', async () => {
    const [giver, taker] = [await app.company(), await app.company()]
    const setup = await app.ask(
      addGateway,
      { DID: `MOVE-${engine.toUpperCase()}-1`, GID: giver.rootGid, DevName: 'Gate', DevType: 7 },
      giver.token,
    )
    const { Code } = await app.ask(offerDevices, { DIDs: [setup.DID] }, giver.token)
    await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)
    const device = { port: setup.Port, did: setup.DID, secret: setup.Secret }
    expect(await publish(device, `vedette/${setup.DID}/info`, { model: 'VG-16' })).toMatchObject({ code: 0 })
    expect((await app.ask(deviceList, {}, taker.token)).List).toMatchObject([{ Model: 'VG-16' }])
  })

  it('stay when the code is wrong, own, taken back, too old, or somebody else was faster', async () => {
    const [giver, taker, third] = [await app.company(), await app.company(), await app.company()]
    const did = await app.device(giver)
    const offered = async () => (await app.ask(offerDevices, { DIDs: [did] }, giver.token)).Code
    const refused = async (Code: string, { token, rootGid }: TestCompany, Word: string) =>
      expect(await app.send(acceptTransfer, { Code, GID: rootGid }, token)).toMatchObject({
        CODE: CODES.badInput.code,
        BODY: { Word },
      })
    await refused('000000000000', taker, 'transferCode')
    const first = await offered()
    await refused(first, giver, 'transferOwn')
    expect(await app.send(offerDevices, { DIDs: [did] }, giver.token)).toMatchObject({
      BODY: { Word: 'transferBusy' },
    })
    const [{ Offer } = { Offer: '' }] = (await app.ask(transferList, {}, giver.token)).List
    expect(await app.send(cancelTransfer, { Offer }, taker.token)).toMatchObject({
      CODE: CODES.badInput.code,
    })
    await app.ask(cancelTransfer, { Offer }, giver.token)
    await refused(first, taker, 'transferCode')
    const second = await offered()
    app.clock.advance(DAY_MS)
    const renewed = await Promise.all(
      [taker, third].map(async (company) => ({ ...company, token: await app.tokenOf(company.code, 'boss') })),
    )
    const giverAgain = { ...giver, token: await app.tokenOf(giver.code, 'boss') }
    for (const company of renewed) await refused(second, company, 'transferCode')
    const { Code } = await app.ask(offerDevices, { DIDs: [did] }, giverAgain.token)
    const answers = await Promise.all(
      renewed.map(({ token, rootGid }) => app.send(acceptTransfer, { Code, GID: rootGid }, token)),
    )
    expect(answers.map(({ CODE }) => CODE).toSorted()).toEqual([acceptTransfer.success, CODES.badInput.code])
  })
})
