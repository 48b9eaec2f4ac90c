import { auditList } from '@vedette/contract/calls/audit'
import {
  addArea,
  addBuilding,
  addPlace,
  areaList,
  deleteAreas,
  deleteDictionaryValue,
  deletePlace,
  dictionaryList,
  placeList,
  placeUse,
  renamePlace,
  saveDictionaryValue,
  updateArea,
} from '@vedette/contract/calls/community'
import {
  addResident,
  addVehicle,
  deleteResidents,
  deleteVehicles,
  residentDetail,
  residentList,
  updateResident,
  updateVehicle,
  uploadCommunityPhoto,
  vehicleDetail,
  vehicleList,
} from '@vedette/contract/calls/community-people'
import { CODES } from '@vedette/contract/codes'
import { METHOD, SOCKET_PATH } from '@vedette/contract/push'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { PushClient } from '../../push/test-clients.ts'
import { AREA } from '../../testing/area.ts'
import { startTestApp, type TestApp, type TestCompany } from '../../testing/app.ts'
import { pngOf } from '../../testing/png.ts'
import { engines } from '../../testing/storage.ts'
import { upload } from '../../testing/upload.ts'

const ID = '11010519491231002X'

describe.each(engines)('the community module on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp({ engine, config: { variants: ['base', 'community'] } })
  })
  afterAll(() => app?.close())

  const fieldOf = (answer: { BODY: unknown }) => answer.BODY
  const photo = async (token: string): Promise<string> =>
    uploadCommunityPhoto.reply.parse((await upload(app, uploadCommunityPhoto, [pngOf(8, 8)], token)).BODY).Url

  it('tells pages that show its lists, and nobody else, that others have changed them', async () => {
    const [company, stranger] = [await app.company(), await app.company()]
    const opened = async ({ token }: { token: string }) => {
      const page = new PushClient(new URL(SOCKET_PATH, app.platform.address.replace('http', 'ws')).href)
      await page.login(token)
      return page
    }
    const reader = await opened(await app.account(company, { resident: [] }))
    const others = [await opened(await app.account(company, { realTimeVideo: [] })), await opened(stranger)]
    const { AreaID } = await app.ask(addArea, AREA, company.token)
    expect((await reader.next(METHOD.communityChanged)).BODY).toEqual({})
    await app.ask(areaList, {}, company.token)
    await app.ask(deleteAreas, { AreaIDs: [AreaID] }, company.token)
    await reader.next(METHOD.communityChanged)
    for (const page of [reader, ...others]) {
      page.send(METHOD.heartbeat, {})
      await page.next(METHOD.heartbeat)
      expect(page.rest).toEqual([])
      page.socket.close()
    }
  })

  /** An area with one building of two units, each of two floors with two houses. */
  async function estate(company: TestCompany) {
    const { token } = company
    const { AreaID } = await app.ask(addArea, AREA, token)
    const building = { AreaID, Name: 'Building 1', Units: 2, FloorsPerUnit: 2, HousesPerFloor: 2 }
    const { PlaceID } = await app.ask(addBuilding, building, token)
    const { List } = await app.ask(placeList, { AreaID }, token)
    const houses = List.filter(({ Kind }) => Kind === 'house')
    return { AreaID, BuildingID: PlaceID, places: List, houses, HouseID: houses[0]?.PlaceID ?? '' }
  }

  const resident = async (token: string, HouseID: string) => ({
    Name: 'Wang Fang',
    Sex: 'female' as const,
    Phone: '13800138000',
    ResidenceType: 'owner' as const,
    Relation: 'relation1',
    Tags: ['tag1', 'tag2'],
    DocumentType: 'idCard' as const,
    DocumentNumber: ID.toLowerCase(),
    HouseID,
    Photos: [await photo(token)],
  })

  it('keeps areas with all their fields, found by name', async () => {
    const company = await app.company()
    const { AreaID } = await app.ask(addArea, AREA, company.token)
    await app.ask(addArea, { ...AREA, Name: 'Hill House' }, company.token)
    const full = { ...AREA, Name: 'Garden Court West', Area: 1200.5, Police: 2, OfficerSex: 'male' as const }
    await app.ask(updateArea, { AreaID, ...full }, company.token)
    const found = await app.ask(areaList, { Keyword: 'garden' }, company.token)
    expect(found).toMatchObject({ Total: 1, List: [{ AreaID, ...full, Houses: 0, Introduction: '' }] })
    expect((await app.ask(areaList, {}, (await app.company()).token)).Total).toBe(0)
    const elsewhere = await app.send(updateArea, { AreaID, ...full }, (await app.company()).token)
    expect(elsewhere.CODE).toBe(CODES.noDataAuthority.code)
  })

  it.each([
    ['Coordinates', { Coordinates: '39.897445,116.331398' }, 'coordinatesSwapped'],
    ['Coordinates', { Coordinates: '116.331398，39.897445' }, 'coordinatesForm'],
    ['ContactPhone', { ContactPhone: '12' }, 'phoneForm'],
    ['Name', { Name: ' ' }, 'missing'],
    ['Type', { Type: 'areaType99' }, 'notOffered'],
    ['Buildings', { Buildings: -1 }, 'tooSmall'],
  ])('refuses an area with a wrong %s', async (Field, wrong, Word) => {
    const { token } = await app.company()
    const answer = await app.send(addArea, { ...AREA, ...wrong }, token)
    expect([answer.CODE, fieldOf(answer)]).toMatchObject([CODES.badInput.code, { Field, Word }])
  })

  it('numbers the units, floors and houses of a new building, and takes names once', async () => {
    const company = await app.company()
    const { AreaID, BuildingID, places } = await estate(company)
    expect(places.map(({ Kind, Name }) => `${Kind} ${Name}`)).toEqual([
      'building Building 1',
      'unit 1',
      'unit 2',
      'floor 1',
      'floor 1',
      'floor 2',
      'floor 2',
      'house 101',
      'house 201',
      'house 101',
      'house 201',
      'house 102',
      'house 202',
      'house 102',
      'house 202',
    ])
    const { token } = company
    const again = await app.send(addBuilding, { AreaID, Name: 'Building 1' }, token)
    expect(again.CODE).toBe(CODES.nameTaken.code)
    const { PlaceID } = await app.ask(addPlace, { ParentID: BuildingID, Name: '3' }, token)
    expect((await app.send(renamePlace, { PlaceID, Name: '2' }, token)).CODE).toBe(CODES.nameTaken.code)
    const huge = { AreaID, Name: 'Tower', Units: 30, FloorsPerUnit: 100, HousesPerFloor: 20 }
    expect((await app.send(addBuilding, huge, token)).CODE).toBe(CODES.tooLarge.code)
    const inHouse = { ParentID: places.find(({ Kind }) => Kind === 'house')?.PlaceID ?? '', Name: 'x' }
    expect((await app.send(addPlace, inHouse, token)).CODE).toBe(CODES.noDataAuthority.code)
  })

  it('masks what is personal in lists, and shows it to those with the right to, on record', async () => {
    const company = await app.company()
    const { HouseID } = await estate(company)
    const body = await resident(company.token, HouseID)
    const { ResidentID } = await app.ask(addResident, body, company.token)
    const clerk = await app.account(company, { resident: ['edit'] })
    const [listed] = (await app.ask(residentList, {}, clerk.token)).List
    expect(listed).toMatchObject({
      ResidentID,
      Name: 'Wang Fang',
      Phone: '138****8000',
      DocumentNumber: '110***********002X',
      House: ['Garden Court', 'Building 1', '1', '1', '101'],
      Tags: ['tag1', 'tag2'],
    })
    expect((await app.fetch(listed?.PhotoUrl ?? '')).status).toBe(200)
    expect((await app.send(residentDetail, { ResidentID }, clerk.token)).CODE).toBe(CODES.noPermission.code)
    const detail = await app.ask(residentDetail, { ResidentID }, company.token)
    expect(detail).toMatchObject({ Phone: '13800138000', DocumentNumber: ID })
    const seen = (await app.ask(auditList, { Paths: [residentDetail.path] }, company.token)).List
    // By a pseudonym: the log outlives the person's data.
    expect(seen.map(({ Outcome, Details }) => [Outcome, Details['person']])).toContainEqual([
      'done',
      ResidentID,
    ])
    expect(JSON.stringify(await app.ask(auditList, {}, company.token))).not.toContain('Wang')

    // Who may not read them leaves them as they are.
    const { Phone: _phone, DocumentNumber: _number, ...rest } = body
    const change = { ResidentID, ...rest, Name: 'Wang Fangfang', Photos: [listed?.PhotoUrl ?? ''] }
    await app.ask(updateResident, change, clerk.token)
    expect(await app.ask(residentDetail, { ResidentID }, company.token)).toMatchObject({
      Name: 'Wang Fangfang',
      Phone: '13800138000',
      DocumentNumber: ID,
    })
    const passport = { ...change, DocumentType: 'passport' as const }
    expect(fieldOf(await app.send(updateResident, passport, clerk.token))).toMatchObject({
      Field: 'DocumentNumber',
      Word: 'missing',
    })
  })

  it.each([
    ['DocumentNumber', { DocumentNumber: '110105194912310021' }, 'idCardForm'],
    ['DocumentNumber', { DocumentType: 'passport', DocumentNumber: 'E-1' }, 'passportForm'],
    ['Phone', { Phone: '999' }, 'phoneForm'],
    ['Photos', { Photos: [] }, 'tooFew'],
    ['Photos', { Photos: ['/vms/media/image/other/one?e=1&s=1'] }, 'imageNotHere'],
    ['HouseID', { HouseID: '1' }, 'notOffered'],
    ['Relation', { Relation: 'tag1' }, 'notOffered'],
  ])('refuses a resident with a wrong %s', async (Field, wrong, Word) => {
    const company = await app.company()
    const { HouseID } = await estate(company)
    const body = { ...(await resident(company.token, HouseID)), ...wrong }
    const answer = await app.send(addResident, body, company.token)
    expect([answer.CODE, fieldOf(answer)]).toMatchObject([CODES.badInput.code, { Field, Word }])
  })

  it('finds residents by name, phone and document, and vehicles by plate and owner', async () => {
    const company = await app.company()
    const { AreaID, HouseID } = await estate(company)
    const { token } = company
    const body = await resident(token, HouseID)
    await app.ask(addResident, body, token)
    const other = { ...body, Name: 'Han Lei', Phone: '13911112222', DocumentType: 'passport' as const }
    await app.ask(addResident, { ...other, DocumentNumber: 'E12345678', Photos: [await photo(token)] }, token)
    const names = async (Keyword: string) =>
      (await app.ask(residentList, { Keyword }, token)).List.map(({ Name }) => Name)
    expect(await names('wang')).toEqual(['Wang Fang'])
    expect(await names('2222')).toEqual(['Han Lei'])
    expect(await names('e12345678')).toEqual(['Han Lei'])
    expect(await names('222')).toEqual([])
    const paged = async (Keyword: string, Page: number) => {
      const { Total, List } = await app.ask(residentList, { Keyword, Page, PageSize: 1 }, token)
      return [Total, ...List.map(({ Name }) => Name)]
    }
    // Every page tells the count of all that was found, also one beyond the last.
    for (const [page, expected] of [[2, 'Han Lei'], [2, 'Wang Fang'], [2]].entries())
      expect(await paged('n', page + 1)).toEqual(expected)
    expect(await paged('nobody', 1)).toEqual([0])

    const vehicle = {
      Plate: '京a·12345',
      Colour: 'vehicleColour1',
      Type: 'vehicleType1',
      OwnerName: 'Wang Fang',
      Phone: '13800138000',
      IdNumber: ID,
      AreaID,
      HouseID,
      Photos: [await photo(token), await photo(token)],
    }
    const { VehicleID } = await app.ask(addVehicle, vehicle, token)
    const [listed] = (await app.ask(vehicleList, { Keyword: 'A123' }, token)).List
    expect(listed).toMatchObject({
      VehicleID,
      Plate: '京A12345',
      Phone: '138****8000',
      AreaName: 'Garden Court',
    })
    expect(listed?.PhotoUrls).toHaveLength(2)
    expect(await app.ask(vehicleDetail, { VehicleID }, token)).toMatchObject({ IdNumber: ID })
    const twice = { ...vehicle, Plate: '京A12345', Photos: [await photo(token)] }
    expect((await app.send(addVehicle, twice, token)).CODE).toBe(CODES.nameTaken.code)
    const area = (await app.ask(areaList, {}, token)).List[0]
    expect(area).toMatchObject({ Houses: 8, Residents: 2, Vehicles: 1 })

    const { Phone: _phone, IdNumber: _idNumber, ...rest } = vehicle
    const repainted = { ...rest, VehicleID, OwnerName: 'Li Lei', Photos: listed?.PhotoUrls ?? [] }
    await app.ask(updateVehicle, repainted, token)
    expect(await app.ask(vehicleDetail, { VehicleID }, token)).toMatchObject({
      OwnerName: 'Li Lei',
      Phone: '13800138000',
      IdNumber: ID,
    })
    expect(await app.ask(deleteVehicles, { VehicleIDs: [VehicleID] }, token)).toEqual({ Deleted: 1 })
    expect((await app.ask(vehicleList, {}, token)).Total).toBe(0)
  })

  it('deletes nothing that something hangs on, and says how much', async () => {
    const company = await app.company()
    const { AreaID, BuildingID, HouseID } = await estate(company)
    const { token } = company
    const { ResidentID } = await app.ask(addResident, await resident(token, HouseID), token)
    const inUse = (Count: number) => ({ CODE: CODES.inUse.code, BODY: { Count } })
    expect(await app.ask(placeUse, { PlaceID: BuildingID }, token)).toEqual({
      Houses: 8,
      Residents: 1,
      Vehicles: 0,
    })
    expect(await app.send(deletePlace, { PlaceID: BuildingID }, token)).toEqual(inUse(1))
    expect(await app.send(deleteAreas, { AreaIDs: [AreaID] }, token)).toEqual(inUse(1))
    expect(await app.send(deleteDictionaryValue, { ValueID: 'tag2' }, token)).toEqual(inUse(1))
    expect(await app.ask(deleteResidents, { ResidentIDs: [ResidentID] }, token)).toEqual({ Deleted: 1 })
    await app.ask(deleteDictionaryValue, { ValueID: 'tag2' }, token)
    expect(await app.ask(deletePlace, { PlaceID: BuildingID }, token)).toEqual({ Deleted: 15 })
    expect(await app.ask(deleteAreas, { AreaIDs: [AreaID] }, token)).toEqual({ Deleted: 1 })
  })

  it('offers values in both languages, and those that the company adds', async () => {
    const company = await app.company()
    const { token } = company
    const streets = async () =>
      (await app.ask(dictionaryList, {}, token)).List.filter(({ Kind }) => Kind === 'street')
    expect(await streets()).toMatchObject([{ NameEn: 'Main Street', NameZh: '中心街道' }])
    const { ValueID } = await app.ask(saveDictionaryValue, { Kind: 'street', Name: 'Elm Street' }, token)
    await app.ask(saveDictionaryValue, { ValueID, Kind: 'street', Name: 'Oak Street' }, token)
    expect((await streets()).map(({ NameEn }) => NameEn)).toEqual(['Main Street', 'Oak Street'])
    await app.ask(deleteDictionaryValue, { ValueID: 'street1' }, token)
    // What was deleted does not come back.
    expect((await streets()).map(({ NameZh }) => NameZh)).toEqual(['Oak Street'])
  })
})
