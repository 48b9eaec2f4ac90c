import { batchChangeGroup } from '@vedette/contract/calls/device-edit'
import {
  alarmsByRegion,
  floorPlaces,
  floorPlans,
  placeOnFloor,
  removeFloorPlan,
  saveFloorPlan,
  uploadFloorPlan,
} from '@vedette/contract/calls/floor-plan'
import { deleteGroup } from '@vedette/contract/calls/group'
import { CODES } from '@vedette/contract/codes'
import { eventTypeNumber } from '@vedette/contract/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'

describe.each(engines)('floor plans on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine })
  })
  afterAll(() => app.close())

  async function picture(token: string): Promise<string> {
    return uploadFloorPlan.reply.parse((await upload(app, uploadFloorPlan, [pngOf(40, 30)], token)).BODY).Url
  }
  async function floor(company: TestCompany, parent?: string): Promise<string> {
    const GID = await app.region(company, parent)
    await app.ask(saveFloorPlan, { GID, Url: await picture(company.token) }, company.token)
    return GID
  }

  it('a region has one, on which its own devices are placed, moved and taken off', async () => {
    const company = await app.company()
    const { token } = company
    const GID = await floor(company)
    const did = await app.device(company, GID)
    const elsewhere = await app.device(company)
    await app.ask(placeOnFloor, { DID: did, X: 0.25, Y: 0.5 }, token)
    await app.ask(placeOnFloor, { DID: did, X: 0.75, Y: 1 }, token)
    expect((await app.ask(floorPlaces, { GID }, token)).List).toEqual([{ DID: did, X: 0.75, Y: 1 }])
    expect(await app.send(placeOnFloor, { DID: elsewhere, X: 0, Y: 0 }, token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'DID', Word: 'noFloorPlan' },
    })
    expect(await app.send(placeOnFloor, { DID: did, X: 0, Y: null }, token)).toMatchObject({
      CODE: CODES.badInput.code,
      BODY: { Field: 'Y' },
    })
    const { List } = await app.ask(floorPlans, {}, token)
    expect(List).toMatchObject([{ GID, ParentGID: company.rootGid, Placed: 1 }])
    expect((await app.fetch(List[0]?.Url ?? '')).headers.get('content-type')).toBe('image/webp')
    await app.ask(placeOnFloor, { DID: did, X: null, Y: null }, token)
    expect((await app.ask(floorPlaces, { GID }, token)).Total).toBe(0)
  })

  it('a device that moves to another region is on the old plan no more', async () => {
    const company = await app.company()
    const [first, second] = [await floor(company), await floor(company)]
    const did = await app.device(company, first)
    await app.ask(placeOnFloor, { DID: did, X: 0.1, Y: 0.1 }, company.token)
    await app.ask(batchChangeGroup, { DIDs: [did], GID: second }, company.token)
    for (const GID of [first, second])
      expect((await app.ask(floorPlaces, { GID }, company.token)).Total).toBe(0)
    const { List } = await app.ask(floorPlans, {}, company.token)
    expect(List.map(({ Placed }) => Placed)).toEqual([0, 0])
  })

  it('another picture takes the place of the first, which is gone; so is that of a deleted plan', async () => {
    const company = await app.company()
    const GID = await floor(company)
    const urlOf = async () => (await app.ask(floorPlans, {}, company.token)).List[0]?.Url ?? ''
    const first = await urlOf()
    await app.ask(saveFloorPlan, { GID, Url: await picture(company.token) }, company.token)
    const second = await urlOf()
    expect((await app.fetch(first)).status).toBe(404)
    expect((await app.fetch(second)).status).toBe(200)
    await app.ask(removeFloorPlan, { GID }, company.token)
    expect((await app.fetch(second)).status).toBe(404)
    expect(await urlOf()).toBe('')
  })

  it('goes with its region, and is seen within one’s regions alone', async () => {
    const company = await app.company()
    const [mine, other] = [await floor(company), await floor(company)]
    const { token } = await app.account(company, { deviceMap: [] }, [mine])
    const { List } = await app.ask(floorPlans, {}, token)
    expect(List.map(({ GID, ParentGID }) => [GID, ParentGID])).toEqual([[mine, '']])
    expect((await app.send(floorPlaces, { GID: other }, token)).CODE).toBe(CODES.noDataAuthority.code)
    await app.ask(deleteGroup, { GID: other }, company.token)
    expect((await app.ask(floorPlans, {}, company.token)).Total).toBe(1)
  })

  it('alarms that nobody has closed are counted by region for a day, within one’s regions', async () => {
    const company = await app.company()
    const [hall, yard] = [await floor(company), await floor(company)]
    const { storage } = app.platform
    let made = 0
    const event = (region: string, type: 'human' | 'online', state: 'new' | 'resolved', hoursAgo: number) => {
      const at = app.clock.now() - hoursAgo * 3_600_000
      return storage.db.insertInto('event').values({
        company_id: company.companyId,
        id: `01JDGZ${String(++made).padStart(20, '0')}`,
        did: 'FLOOR-PLAN-1',
        channel: 0,
        type: eventTypeNumber(type),
        origin: 'device',
        at,
        last_at: at,
        end_at: at,
        dev_name: '',
        region_id: region,
        ident_name: '',
        is_announced: 1,
        picture_id: null,
        box: '',
        state,
        state_by: null,
        state_at: null,
        note: '',
      })
    }
    await storage.write([
      event(hall, 'human', 'new', 1),
      event(hall, 'human', 'new', 2),
      event(hall, 'human', 'resolved', 2),
      event(hall, 'human', 'new', 25),
      event(hall, 'online', 'new', 1),
      event(yard, 'human', 'new', 1),
    ])
    const { List } = await app.ask(alarmsByRegion, {}, company.token)
    expect(new Map(List.map(({ GID, Count }) => [GID, Count]))).toEqual(
      new Map([
        [hall, 2],
        [yard, 1],
      ]),
    )
    const bound = await app.account(company, { deviceMap: [] }, [yard])
    expect((await app.ask(alarmsByRegion, {}, bound.token)).List).toEqual([{ GID: yard, Count: 1 }])
  })
})
