/** What the X-ray answers, word for word: administrators decide by it. */
import { updateUserAccount } from '@vedette/contract/calls/account'
import { deviceList } from '@vedette/contract/calls/device'
import { watchLive } from '@vedette/contract/calls/media'
import { rightsOfAccount, rightsOfDevice, whyRefused } from '@vedette/contract/calls/rights'
import { userInfo } from '@vedette/contract/calls/user'
import type { ObjectKind } from '@vedette/contract/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestAccount, type TestApp, type TestCompany } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

describe.each(engines)('an answer of the X-ray on %s', (engine) => {
  let app: TestApp
  let company: TestCompany
  let north: string
  let inNorth: string
  let atRoot: string
  let guard: TestAccount
  let clerk: TestAccount
  let barred: TestAccount
  beforeAll(async () => {
    app = await startTestApp({ engine })
    company = await app.company()
    north = await app.region(company)
    inNorth = await app.device(company, north)
    atRoot = await app.device(company)
    guard = await app.account(company, { realTimeVideo: ['PTZ', 'videoScreenshot'] }, [north])
    clerk = await app.account(company, { roleManger: ['edit'] })
    barred = await app.account(company, { realTimeVideo: [] })
    const AccountID = barred.accountId
    await app.ask(updateUserAccount, { AccountID, Disabled: true }, company.token)
    const stranger = await app.company()
    await app.device(stranger)
  })
  afterAll(() => app.close())

  const fullName = ({ name }: { name: string }): string => `${company.code}_${name}`
  const ofAccount = ({ accountId: AccountID }: { accountId: string }) =>
    app.ask(rightsOfAccount, { AccountID }, company.token)
  const why = (
    { accountId: AccountID }: { accountId: string },
    Path: string,
    ...Things: { Kind: ObjectKind; ID: string }[]
  ) => app.ask(whyRefused, { AccountID, Path, Things }, company.token)

  it('tells what an account holds, and the cameras of its regions alone', async () => {
    const told = await ofAccount(guard)
    expect(told).toMatchObject({
      Account: fullName(guard),
      RoleStatus: 0,
      Disabled: false,
      AllRegions: false,
      Devices: 1,
      DevicesInAll: 2,
      Why: 'region',
    })
    expect(told.Grants.toSorted()).toEqual([
      'realTimeVideo',
      'realTimeVideo.PTZ',
      'realTimeVideo.videoScreenshot',
    ])
    expect(told.Regions.map(({ GID }) => GID)).toEqual([north])
    expect(told.Some).toEqual([{ DID: inNorth, DevName: expect.stringMatching(/^Camera /) }])
  })

  it('tells that a full administrator sees everything', async () => {
    const told = await ofAccount(company)
    expect(told).toMatchObject({ RoleStatus: 1, AllRegions: true, Why: 'admitted' })
    expect(told).toMatchObject({ Devices: 2, DevicesInAll: 2 })
    expect(told.Regions.map(({ GID }) => GID).toSorted()).toEqual([company.rootGid, north].toSorted())
    expect(told.Some.map(({ DID }) => DID).toSorted()).toEqual([inNorth, atRoot].toSorted())
  })

  it('counts no camera for who has no page with video, nor for who is disabled', async () => {
    expect(await ofAccount(clerk)).toMatchObject({
      AllRegions: true,
      Disabled: false,
      Grants: ['roleManger', 'roleManger.edit'],
      Devices: 0,
      DevicesInAll: 2,
      Why: 'lacksGrant',
      Some: [],
    })
    expect(await ofAccount(barred)).toMatchObject({
      AllRegions: true,
      Disabled: true,
      Grants: ['realTimeVideo'],
      Devices: 0,
      DevicesInAll: 2,
      Why: 'disabled',
      Some: [],
    })
  })

  it('names fifty cameras and counts them all', async () => {
    const large = await app.company()
    for (let i = 0; i < 52; i++) await app.device(large)
    const told = await app.ask(rightsOfAccount, { AccountID: large.accountId }, large.token)
    expect(told).toMatchObject({ Devices: 52, DevicesInAll: 52 })
    const dids = told.Some.map(({ DID }) => DID)
    expect(dids).toHaveLength(50)
    expect(dids).toEqual(dids.toSorted())
  })

  const device = (ID: string) => ({ Kind: 'device', ID }) as const

  it('tells of a camera who sees it, and what stands in the way of the others', async () => {
    const ask = (DID: string, paging = {}) =>
      app.ask(rightsOfDevice, { DID, PageSize: 100, ...paging }, company.token)
    const row = ({ accountId, name }: { accountId: string; name: string }, seen: object) => ({
      AccountID: accountId,
      Account: fullName({ name }),
      RoleName: expect.stringMatching(/./),
      ...seen,
    })
    const nothing = { Watch: false, List: false }
    const boss = row({ ...company, name: 'boss' }, { Watch: true, List: true, Why: 'admitted' })
    const others = [
      row(clerk, { ...nothing, Why: 'lacksGrant' }),
      row(barred, { ...nothing, Why: 'disabled' }),
    ]
    const seenBy = await ask(inNorth)
    expect(seenBy.Total).toBe(4)
    expect(seenBy.List).toEqual([boss, row(guard, { Watch: true, List: true, Why: 'admitted' }), ...others])
    expect((await ask(atRoot)).List).toEqual([boss, row(guard, { ...nothing, Why: 'region' }), ...others])
    const pages = [await ask(inNorth, { PageSize: 3 }), await ask(inNorth, { PageSize: 3, Page: 2 })]
    expect(pages.map(({ List }) => List.map(({ AccountID }) => AccountID))).toEqual([
      [company.accountId, guard.accountId, clerk.accountId],
      [barred.accountId],
    ])
  })

  it('says why a call is refused: the pages any of which would admit, or the thing that is not seen', async () => {
    const admitted = { Admitted: true, Why: 'admitted', Grants: [], Objects: [] }
    const refused = { ...admitted, Admitted: false }
    expect(await why(guard, watchLive.path, device(inNorth))).toEqual(admitted)
    expect(await why(clerk, userInfo.path)).toEqual(admitted)
    expect(await why(guard, watchLive.path, device(atRoot))).toEqual({
      ...refused,
      Why: 'region',
      Objects: [device(atRoot)],
    })
    expect(await why(guard, deviceList.path, { Kind: 'region', ID: company.rootGid })).toEqual({
      ...refused,
      Why: 'region',
      Objects: [{ Kind: 'region', ID: company.rootGid }],
    })
    expect(await why(clerk, watchLive.path, device(inNorth))).toEqual({
      ...refused,
      Why: 'lacksGrant',
      Grants: watchLive.access,
    })
    expect(await why(guard, whyRefused.path)).toEqual({ ...refused, Why: 'administratorsOnly' })
    expect(await why(barred, userInfo.path)).toEqual({ ...refused, Why: 'disabled' })
  })

  it('is given to full administrators alone', async () => {
    for (const token of [guard.token, clerk.token]) {
      const answer = await app.send(rightsOfDevice, { DID: inNorth }, token)
      expect(answer.CODE).toBe('5059')
    }
  })
})
