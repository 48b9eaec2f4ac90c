import { patrolTours, removePatrolTour, savePatrolTour } from '@vedette/contract/calls/patrol'
import { CODES } from '@vedette/contract/codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp } from '../../testing/app.ts'
import { engines } from '../../testing/storage.ts'

const GUARD = { realTimeVideo: [] }
const TOUR = { IntervalS: 10, Start: 2, Schedule: { Days: [1, 5], From: '22:00', To: '06:00' } }

describe.each(engines)('patrol tours on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app?.close())

  it('are kept whole, shared by role, and show to each what he may see', async () => {
    const company = await app.company()
    const [north, south] = [await app.region(company), await app.region(company)]
    const [gate, yard] = [await app.device(company, north), await app.device(company, south)]
    const guard = await app.account(company, GUARD)
    const bound = await app.account(company, GUARD, [north])
    const Devices = [gate, yard].map((DID) => ({ DID, Channel: 0 }))
    const body = { Name: 'Round', Devices, ...TOUR }
    const { TourID } = await app.ask(savePatrolTour, { ...body, RoleID: guard.roleId }, guard.token)
    const told = async (token: string) => (await app.ask(patrolTours, {}, token)).List
    expect(await told(guard.token)).toEqual([
      { ...body, TourID, RoleID: guard.roleId, Owner: expect.any(String), IsOwn: true },
    ])
    for (const token of [bound.token, company.token, (await app.company()).token])
      expect(await told(token)).toEqual([])

    // Administrators alone share with a role that is not theirs.
    const shared = { ...body, RoleID: bound.roleId }
    const refused = await app.send(savePatrolTour, { ...shared, TourID }, guard.token)
    expect(refused).toMatchObject({ BODY: { Field: 'RoleID', Word: 'onlyOwnRole' } })
    await app.ask(savePatrolTour, shared, company.token)
    expect(await told(bound.token)).toMatchObject([{ IsOwn: false, Devices: [{ DID: gate, Channel: 0 }] }])
    const [theirs] = await told(bound.token)
    const taken = await app.send(removePatrolTour, { TourID: theirs?.TourID ?? '' }, bound.token)
    expect(taken).toMatchObject({ BODY: { Field: 'TourID', Word: 'tourUnknown' } })
    const hidden = await app.send(savePatrolTour, body, bound.token)
    expect(hidden.CODE).toBe(CODES.noDataAuthority.code)

    const twice = await app.send(savePatrolTour, body, guard.token)
    expect(twice).toMatchObject({ BODY: { Field: 'Name', Word: 'tourName' } })
    await app.ask(savePatrolTour, { ...body, TourID, Name: 'Other' }, guard.token)
    expect(await told(guard.token)).toMatchObject([{ TourID, Name: 'Other', RoleID: '' }])
    await app.ask(removePatrolTour, { TourID }, guard.token)
    expect(await told(guard.token)).toEqual([])
  })

  it('are refused with what no patrol has', async () => {
    const company = await app.company()
    const DID = await app.device(company)
    const good = { Name: 'Round', Devices: [{ DID, Channel: 0 }], ...TOUR }
    for (const bad of [
      { Devices: [] },
      { IntervalS: 4 },
      { Start: 0 },
      { Schedule: { Days: [7], From: '22:00', To: '06:00' } },
      { Schedule: { Days: [1], From: '24:00', To: '06:00' } },
    ])
      expect((await app.send(savePatrolTour, { ...good, ...bad }, company.token)).CODE).toBe(
        CODES.badInput.code,
      )
  })
})
