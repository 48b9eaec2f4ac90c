import type { ParsedBodyOf } from '@vedette/contract/call'
import {
  addArea,
  addBuilding,
  addPlace,
  type Area,
  areaList,
  deleteAreas,
  deleteDictionaryValue,
  deletePlace,
  entranceCameras,
  dictionaryList,
  placeList,
  placeUse,
  renamePlace,
  saveDictionaryValue,
  setEntranceCameras,
  updateArea,
} from '@vedette/contract/calls/community'
import { Refusal } from '@vedette/contract/codes'

import { includesRegion } from '../../authority/principal.ts'
import type { Clock } from '../../engines/clock.ts'
import { type Route, serve } from '../../http/route.ts'
import type { AreaRow, AreaStore } from './area-store.ts'
import type { EntranceStore } from './entrance-store.ts'
import { checkValues } from './people.ts'
import { addBuildingWith, addPlaceWithin, namedOnce } from './places.ts'
import type { ValueStore } from './value-store.ts'

interface Needs {
  areas: AreaStore
  entrances: EntranceStore
  values: ValueStore
  clock: Clock
  newId: () => string
}

export function areaRoutes({ areas, entrances, values, clock, newId }: Needs): Route[] {
  const checkArea = (companyId: string, { Type, Street }: { Type: string; Street: string }) =>
    checkValues(
      companyId,
      [
        ['Type', 'areaType', [Type]],
        ['Street', 'street', [Street]],
      ],
      { values },
    )
  return [
    serve(dictionaryList, async (_body, { companyId }) => {
      await values.seed(companyId, clock.now())
      const List = (await values.all(companyId)).map((row) => ({
        ValueID: row.id,
        Kind: row.kind,
        NameEn: row.name_en,
        NameZh: row.name_zh,
      }))
      return { Total: List.length, List }
    }),

    serve(saveDictionaryValue, async ({ ValueID, Kind, Name }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      await values.seed(companyId, clock.now())
      if (ValueID === undefined) {
        const id = newId()
        await values.add(companyId, id, Kind, Name)
        return { ValueID: id }
      }
      if (!(await values.rename(companyId, ValueID, Kind, Name))) throw new Refusal('noDataAuthority')
      return { ValueID }
    }),

    serve(deleteDictionaryValue, async ({ ValueID }, { companyId }) => {
      const Count = await values.uses(companyId, ValueID)
      if (Count > 0) throw new Refusal('inUse', { Count })
      if (!(await values.remove(companyId, ValueID))) throw new Refusal('noDataAuthority')
      return {}
    }),

    serve(areaList, async ({ Keyword, Page, PageSize }, { companyId }) => {
      const [Total, rows] = await Promise.all([
        areas.total(companyId, Keyword),
        areas.page(companyId, Keyword, (Page - 1) * PageSize, PageSize),
      ])
      return { Total, List: rows.map(areaItem) }
    }),

    serve(addArea, async (body, { companyId }, visitor) => {
      visitor.tell({ name: body.Name })
      await values.seed(companyId, clock.now())
      await checkArea(companyId, body)
      const id = newId()
      await areas.add({ company_id: companyId, id, created_at: clock.now(), ...areaRow(body) })
      return { AreaID: id }
    }),

    serve(updateArea, async ({ AreaID, ...body }, { companyId }, visitor) => {
      visitor.tell({ name: body.Name })
      if (!(await areas.has(companyId, AreaID))) throw new Refusal('noDataAuthority')
      await checkArea(companyId, body)
      if (!(await areas.update(companyId, AreaID, areaRow(body)))) throw new Refusal('noDataAuthority')
      return {}
    }),

    serve(deleteAreas, async ({ AreaIDs }, { companyId }) => {
      const removed = await areas.remove(companyId, AreaIDs)
      if ('buildings' in removed) throw new Refusal('inUse', { Count: removed.buildings })
      return { Deleted: removed.deleted }
    }),

    serve(entranceCameras, async ({ AreaID }, { companyId, regions }) => {
      if (!(await areas.has(companyId, AreaID))) throw new Refusal('noDataAuthority')
      const rows = await entrances.of(companyId, AreaID)
      const List = rows
        .filter(({ region_id }) => includesRegion(regions, region_id))
        .map(({ did, name, alias, license }) => ({ DID: did, DevName: name, Alias: alias, License: license }))
      return { Total: List.length, List }
    }),

    serve(setEntranceCameras, async ({ AreaID, DIDs }, { companyId, regions }) => {
      if (!(await areas.has(companyId, AreaID))) throw new Refusal('noDataAuthority')
      const hidden = (await entrances.of(companyId, AreaID))
        .filter(({ region_id }) => !includesRegion(regions, region_id))
        .map(({ did }) => did)
      await entrances.set(companyId, AreaID, [...new Set([...DIDs, ...hidden])])
      return {}
    }),

    serve(placeList, async ({ AreaID }, { companyId }) => {
      if (!(await areas.has(companyId, AreaID))) throw new Refusal('noDataAuthority')
      const List = (await areas.places(companyId, AreaID)).map((row) => ({
        PlaceID: row.id,
        ParentID: row.parent_id,
        Kind: row.kind,
        Name: row.name,
        Residents: Number(row.residents ?? 0),
        Vehicles: Number(row.vehicles ?? 0),
      }))
      return { Total: List.length, List }
    }),

    serve(addBuilding, async (body, { companyId }, visitor) => {
      visitor.tell({ name: body.Name })
      const wanted = {
        areaId: body.AreaID,
        name: body.Name,
        units: body.Units,
        floorsPerUnit: body.FloorsPerUnit,
        housesPerFloor: body.HousesPerFloor,
      }
      return { PlaceID: await addBuildingWith(companyId, wanted, { areas, newId }) }
    }),

    serve(addPlace, async ({ ParentID, Name }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      return {
        PlaceID: await addPlaceWithin(companyId, { parentId: ParentID, name: Name }, { areas, newId }),
      }
    }),

    serve(renamePlace, async ({ PlaceID, Name }, { companyId }, visitor) => {
      visitor.tell({ name: Name })
      if (!(await namedOnce(() => areas.rename(companyId, PlaceID, Name))))
        throw new Refusal('noDataAuthority')
      return {}
    }),

    serve(placeUse, async ({ PlaceID }, { companyId }) => {
      if (!(await areas.place(companyId, PlaceID))) throw new Refusal('noDataAuthority')
      const { houses, residents, vehicles } = await areas.use(companyId, PlaceID)
      return { Houses: houses, Residents: residents, Vehicles: vehicles }
    }),

    serve(deletePlace, async ({ PlaceID }, { companyId }, visitor) => {
      const place = await areas.place(companyId, PlaceID)
      if (!place) throw new Refusal('noDataAuthority')
      visitor.tell({ name: place.name })
      const removed = await areas.removePlace(companyId, PlaceID)
      if ('linked' in removed) throw new Refusal('inUse', { Count: removed.linked })
      return { Deleted: removed.deleted }
    }),
  ]
}

type Fields = ParsedBodyOf<typeof addArea>

function areaRow(body: Fields): Omit<AreaRow, 'company_id' | 'id' | 'created_at'> {
  return {
    name: body.Name,
    name_search: body.Name.toLowerCase(),
    address: body.Address,
    type: body.Type,
    organisation: body.Organisation,
    street: body.Street,
    community: body.Community,
    coordinates: body.Coordinates,
    area: body.Area,
    households: body.Households,
    buildings: body.Buildings,
    units: body.Units,
    sidewalk_entrances: body.SidewalkEntrances,
    car_entrances: body.CarEntrances,
    property_company: body.PropertyCompany,
    contact: body.Contact,
    contact_phone: body.ContactPhone,
    police: body.Police,
    officer: body.Officer,
    officer_sex: body.OfficerSex,
    officer_phone: body.OfficerPhone,
    introduction: body.Introduction,
  }
}

type Counted = Awaited<ReturnType<AreaStore['page']>>[number]

function areaItem(row: Counted): Area {
  return {
    AreaID: row.id,
    Name: row.name,
    Address: row.address,
    Type: row.type,
    Organisation: row.organisation,
    Street: row.street,
    Community: row.community,
    Coordinates: row.coordinates,
    Area: row.area,
    Households: row.households,
    Buildings: row.buildings,
    Units: row.units,
    SidewalkEntrances: row.sidewalk_entrances,
    CarEntrances: row.car_entrances,
    PropertyCompany: row.property_company,
    Contact: row.contact,
    ContactPhone: row.contact_phone,
    Police: row.police,
    Officer: row.officer,
    OfficerSex: row.officer_sex,
    OfficerPhone: row.officer_phone,
    Introduction: row.introduction,
    Houses: Number(row.houses ?? 0),
    Residents: Number(row.residents ?? 0),
    Vehicles: Number(row.vehicles ?? 0),
  }
}
