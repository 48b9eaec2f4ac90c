import { deviceList } from '@vedette/contract/calls/device'
import { getEventListV2 } from '@vedette/contract/calls/event'
import { addGateway, deviceEventList } from '@vedette/contract/calls/gateway'
import { linkCompany } from '@vedette/contract/calls/own-account'
import {
  acceptTransfer,
  cancelTransfer,
  offerDevices,
  previewTransfer,
  transferList,
  transferredHistory,
} from '@vedette/contract/calls/transfer'
import { upgradeList } from '@vedette/contract/calls/upgrade'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ADMINISTRATOR, PASSWORD, startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
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
    expect(app.video.streams.find(giver.companyId, did, 0, 'main')).toBeUndefined()
    expect(app.video.streams.find(taker.companyId, did, 0, 'main')).toMatchObject({ did })
    expect((await app.ask(transferList, {}, giver.token)).List).toMatchObject([
      {
        Direction: 'out',
        State: 'accepted',
        Devices: expect.arrayContaining(given.map((DID) => expect.objectContaining({ DID }))),
      },
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

  it('are offered to another company of the same person, which needs no code and may decline', async () => {
    const [giver, taker, stranger] = [await app.company(), await app.company(), await app.company()]
    const [did, other] = [await app.device(giver), await app.device(giver)]
    const { companyId: CompanyID } = taker
    const offered = (DIDs: string[]) => app.send(offerDevices, { DIDs, CompanyID }, giver.token)
    expect(await offered([did])).toMatchObject({ CODE: CODES.noDataAuthority.code })
    await app.ask(
      linkCompany,
      {
        OwnPassword: PASSWORD,
        EnterpriseCode: taker.code,
        Account: ADMINISTRATOR,
        Password: PASSWORD,
      },
      giver.token,
    )
    expect(await offered([did])).toMatchObject({ BODY: { Code: '' } })
    expect((await app.ask(transferList, {}, stranger.token)).List).toEqual([])
    const [{ Offer } = { Offer: '' }] = (await app.ask(transferList, {}, taker.token)).List
    expect(await app.send(previewTransfer, { Offer }, stranger.token)).toMatchObject({
      CODE: CODES.badInput.code,
    })
    expect(await app.ask(previewTransfer, { Offer }, taker.token)).toMatchObject({ List: [{ DID: did }] })
    const taken = { Offer, GID: taker.rootGid }
    expect(await app.ask(acceptTransfer, taken, taker.token)).toEqual({ Moved: 1 })
    expect(await didsOf(taker)).toEqual([did])
    await offered([other])
    const [open] = (await app.ask(transferList, {}, taker.token)).List
    expect(open).toMatchObject({ Direction: 'in', State: 'offered', Devices: [{ DID: other }] })
    await app.ask(cancelTransfer, { Offer: open?.Offer ?? '' }, taker.token)
    expect((await app.ask(transferList, {}, giver.token)).List).toMatchObject([
      { State: 'cancelled', CompanyName: expect.stringContaining('Company') },
      { State: 'accepted' },
    ])
    expect(await didsOf(giver)).toEqual([other])
  })

  it('leave what they did behind, and begin anew at the other company', async () => {
    const [giver, taker] = [await app.company(), await app.company()]
    const body = { DID: `PAST-${engine.toUpperCase()}-1`, DevName: 'Gate', DevType: 7 }
    const setup = await app.ask(addGateway, { ...body, GID: giver.rootGid }, giver.token)
    const device = { port: setup.Port, did: setup.DID, secret: setup.Secret }
    const say = (value: number) =>
      publish(device, `vedette/${setup.DID}/sensors`, { readings: [{ sensor: 'hall', value }] })
    await say(20)
    const DID = setup.DID
    expect((await app.ask(deviceEventList, { DID }, giver.token)).List).toMatchObject([{ Value: 20 }])
    const { storage } = app.platform
    const upgraded = (id: string, changed_at: number) =>
      storage.db.insertInto('upgrade').values({
        company_id: giver.companyId,
        id,
        did: DID,
        name: 'Gate',
        model: 'VG-16',
        from_version: '1.0',
        to_version: '1.1',
        state: 'done',
        progress: 100,
        word: null,
        created_at: changed_at,
        changed_at,
      })
    // A transfer forgets what is over a year old of the device.
    await storage.write([upgraded('00', app.clock.now() - 366 * DAY_MS), upgraded('01', app.clock.now())])
    const noticed = {
      companyId: giver.companyId,
      did: DID,
      channel: 0,
      type: 'sensor',
      origin: 'device',
    } as const
    const begun = await app.platform.events.intake.begin({ ...noticed, at: app.clock.now() })
    const { Code } = await app.ask(offerDevices, { DIDs: [DID] }, giver.token)
    await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)
    const alarmsOf = async ({ token }: TestCompany) =>
      (await app.ask(getEventListV2, {}, token)).List.map(({ CloudEid }) => CloudEid)
    expect(await alarmsOf(giver)).toContain(begun?.eventId)
    expect(await alarmsOf(taker)).toEqual([])
    await say(21)
    expect((await app.ask(deviceEventList, { DID }, taker.token)).List).toMatchObject([{ Value: 21 }])
    expect((await app.ask(upgradeList, {}, taker.token)).Total).toBe(0)
    expect(await app.send(deviceEventList, { DID }, giver.token)).toMatchObject({
      CODE: CODES.noDataAuthority.code,
    })
    expect((await app.ask(upgradeList, {}, giver.token)).List).toMatchObject([{ DID, DevName: 'Gate' }])
    const [{ Offer } = { Offer: '' }] = (await app.ask(transferList, {}, giver.token)).List
    const past = { Offer, Device: DID }
    expect(await app.ask(transferredHistory, past, giver.token)).toMatchObject({
      Total: 1,
      List: [{ Kind: 'sensor', Name: 'hall', Value: 20 }],
      Upgrades: [{ To: '1.1', State: 'done' }],
    })
    for (const [who, what] of [
      [taker, past],
      [giver, { Offer, Device: 'CAM-0000000000' }],
    ] as const)
      expect(await app.send(transferredHistory, what, who.token)).toMatchObject({
        CODE: CODES.noDataAuthority.code,
      })
  })

  it('are no business of those who may not see their region', async () => {
    const [giver, taker] = [await app.company(), await app.company()]
    const [north, south] = [await app.region(giver), await app.region(giver)]
    const did = await app.device(giver, north)
    const clerks = await Promise.all(
      [north, south].map((gid) => app.account(giver, { deviceTransfer: [] }, [gid])),
    )
    const { Code } = await app.ask(offerDevices, { DIDs: [did] }, clerks[0]?.token)
    const seen = await Promise.all(
      clerks.map(async ({ token }) => (await app.ask(transferList, {}, token)).List),
    )
    expect(seen.map((list) => list.length)).toEqual([1, 0])
    const Offer = seen[0]?.[0]?.Offer ?? ''
    expect(await app.send(cancelTransfer, { Offer }, clerks[1]?.token)).toMatchObject({
      CODE: CODES.badInput.code,
    })
    await app.ask(acceptTransfer, { Code, GID: taker.rootGid }, taker.token)
    const clerk = await app.account(taker, { deviceTransfer: [] }, [await app.region(taker)])
    expect((await app.ask(transferList, {}, clerk.token)).List).toEqual([])
  })
})
