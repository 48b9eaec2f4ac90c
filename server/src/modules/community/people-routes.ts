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
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Clock } from '../../engines/clock.ts'
import { type Route, serve, serveUpload } from '../../http/route.ts'
import type { KeptPictures } from '../picture/index.ts'
import type { AreaStore } from './area-store.ts'
import {
  checkHouse,
  checkValues,
  picturesAt,
  residentItem,
  residentRow,
  vehicleItem,
  vehicleRow,
} from './people.ts'
import type { PeopleStore } from './people-store.ts'
import { namedOnce } from './places.ts'
import type { ValueStore } from './value-store.ts'

const LONGEST_SIDE = 1600

interface Needs {
  areas: AreaStore
  values: ValueStore
  people: PeopleStore
  keptPictures: KeptPictures
  clock: Clock
  newId: () => string
}

/** What is shown beside the rows: where they live, and their pictures. */
async function shownWith(
  companyId: string,
  rows: readonly { id: string; house_id: string }[],
  { areas, people, keptPictures }: Pick<Needs, 'areas' | 'people' | 'keptPictures'>,
) {
  const [paths, photos] = await Promise.all([
    areas.paths(
      companyId,
      rows.map(({ house_id }) => house_id),
    ),
    people.photos(
      companyId,
      rows.map(({ id }) => id),
    ),
  ])
  return ({ id, house_id }: { id: string; house_id: string }) => ({
    areaId: paths.get(house_id)?.areaId ?? '',
    path: paths.get(house_id)?.names ?? [],
    photos: (photos.get(id) ?? []).map((picture) => keptPictures.urlOf(companyId, picture)),
  })
}

/** Pictures that are no longer shown go once the row says so. */
async function changePhotos(
  companyId: string,
  id: string,
  pictures: readonly string[],
  { people, keptPictures }: Pick<Needs, 'people' | 'keptPictures'>,
  change: () => Promise<void>,
): Promise<void> {
  const before = (await people.photos(companyId, [id])).get(id) ?? []
  await change()
  await keptPictures.delete(
    companyId,
    before.filter((it) => !pictures.includes(it)),
  )
}

export function residentRoutes(needs: Needs): Route[] {
  const { people, keptPictures, clock, newId } = needs
  const check = async (
    companyId: string,
    body: { Education: string; MaritalStatus: string; Tags: string[]; Relation: string; HouseID: string },
  ): Promise<void> => {
    await checkValues(
      companyId,
      [
        ['Education', 'education', [body.Education]],
        ['MaritalStatus', 'maritalStatus', [body.MaritalStatus]],
        ['Tags', 'tag', body.Tags],
        ['Relation', 'relation', [body.Relation]],
      ],
      needs,
    )
    await checkHouse(companyId, body.HouseID, needs)
  }
  return [
    serveUpload(uploadCommunityPhoto, async (files, session) => ({
      Url: (await keptPictures.keep(session, files, LONGEST_SIDE)).url,
    })),

    serve(residentList, async ({ Keyword, AreaID, HouseID, Page, PageSize }, { companyId }) => {
      const filter = { keyword: Keyword, areaId: AreaID, houseId: HouseID }
      const [Total, rows] = await Promise.all([
        people.residentTotal(companyId, filter),
        people.residentPage(companyId, filter, (Page - 1) * PageSize, PageSize),
      ])
      const shown = await shownWith(companyId, rows, needs)
      return { Total, List: rows.map((row) => residentItem(row, shown(row))) }
    }),

    serve(residentDetail, async ({ ResidentID }, { companyId }, visitor) => {
      const row = await people.resident(companyId, ResidentID)
      if (!row) throw new Refusal('noDataAuthority')
      visitor.tell({ name: row.name })
      const shown = (await shownWith(companyId, [row], needs))(row)
      const { PhotoUrl, ...item } = residentItem(row, shown)
      const Photos = PhotoUrl === '' ? [] : [PhotoUrl]
      return { ...item, Phone: row.phone, DocumentNumber: row.document_number, Photos }
    }),

    serve(addResident, async (body, { companyId }, visitor) => {
      visitor.tell({ name: body.Name })
      await check(companyId, body)
      const pictures = picturesAt(companyId, body.Photos, needs)
      const id = newId()
      const row = {
        company_id: companyId,
        id,
        created_at: clock.now(),
        sex: body.Sex,
        phone: body.Phone,
        residence_type: body.ResidenceType,
        relation: body.Relation,
        document_type: body.DocumentType,
        document_number: body.DocumentNumber,
        house_id: body.HouseID,
        ...residentRow(body),
      }
      await people.addResident(row, pictures)
      return { ResidentID: id }
    }),

    serve(updateResident, async ({ ResidentID, Phone, DocumentNumber, ...body }, { companyId }, visitor) => {
      visitor.tell({ name: body.Name })
      const before = await people.resident(companyId, ResidentID)
      if (!before) throw new Refusal('noDataAuthority')
      if (DocumentNumber === undefined && body.DocumentType !== before.document_type)
        throw fault('badInput', 'DocumentNumber', 'missing')
      await check(companyId, body)
      const pictures = picturesAt(companyId, body.Photos, needs)
      const numbers = {
        ...(Phone === undefined ? {} : { Phone }),
        ...(DocumentNumber === undefined ? {} : { DocumentNumber }),
      }
      await changePhotos(companyId, ResidentID, pictures, needs, () =>
        people.updateResident(companyId, ResidentID, residentRow({ ...body, ...numbers }), pictures),
      )
      return {}
    }),

    serve(deleteResidents, async ({ ResidentIDs }, { companyId }, visitor) => {
      const { deleted, pictures } = await people.removeResidents(companyId, ResidentIDs)
      visitor.tell({ count: deleted })
      await keptPictures.delete(companyId, pictures)
      return { Deleted: deleted }
    }),
  ]
}

export function vehicleRoutes(needs: Needs): Route[] {
  const { people, keptPictures, clock, newId } = needs
  const check = async (
    companyId: string,
    body: { Colour: string; Type: string; AreaID: string; HouseID: string },
  ): Promise<void> => {
    await checkValues(
      companyId,
      [
        ['Colour', 'vehicleColour', [body.Colour]],
        ['Type', 'vehicleType', [body.Type]],
      ],
      needs,
    )
    if ((await checkHouse(companyId, body.HouseID, needs)) !== body.AreaID)
      throw fault('badInput', 'HouseID', 'notOffered')
  }
  return [
    serve(vehicleList, async ({ Keyword, AreaID, HouseID, Page, PageSize }, { companyId }) => {
      const filter = { keyword: Keyword, areaId: AreaID, houseId: HouseID }
      const [Total, rows] = await Promise.all([
        people.vehicleTotal(companyId, filter),
        people.vehiclePage(companyId, filter, (Page - 1) * PageSize, PageSize),
      ])
      const shown = await shownWith(companyId, rows, needs)
      return { Total, List: rows.map((row) => vehicleItem(row, shown(row))) }
    }),

    serve(vehicleDetail, async ({ VehicleID }, { companyId }, visitor) => {
      const row = await people.vehicle(companyId, VehicleID)
      if (!row) throw new Refusal('noDataAuthority')
      visitor.tell({ name: row.plate })
      const shown = (await shownWith(companyId, [row], needs))(row)
      const { PhotoUrls: Photos, AreaName: _areaName, ...item } = vehicleItem(row, shown)
      return { ...item, Phone: row.phone, IdNumber: row.id_number, Photos }
    }),

    serve(addVehicle, async (body, { companyId }, visitor) => {
      visitor.tell({ name: body.Plate })
      await check(companyId, body)
      const pictures = picturesAt(companyId, body.Photos, needs)
      const id = newId()
      const row = {
        company_id: companyId,
        id,
        created_at: clock.now(),
        plate: body.Plate,
        colour: body.Colour,
        type: body.Type,
        phone: body.Phone,
        id_number: body.IdNumber,
        area_id: body.AreaID,
        house_id: body.HouseID,
        ...vehicleRow(body),
      }
      await namedOnce(() => people.addVehicle(row, pictures))
      return { VehicleID: id }
    }),

    serve(updateVehicle, async ({ VehicleID, Phone, IdNumber, ...body }, { companyId }, visitor) => {
      visitor.tell({ name: body.Plate })
      if (!(await people.vehicle(companyId, VehicleID))) throw new Refusal('noDataAuthority')
      await check(companyId, body)
      const pictures = picturesAt(companyId, body.Photos, needs)
      const numbers = {
        ...(Phone === undefined ? {} : { Phone }),
        ...(IdNumber === undefined ? {} : { IdNumber }),
      }
      await changePhotos(companyId, VehicleID, pictures, needs, () =>
        namedOnce(() =>
          people.updateVehicle(companyId, VehicleID, vehicleRow({ ...body, ...numbers }), pictures),
        ),
      )
      return {}
    }),

    serve(deleteVehicles, async ({ VehicleIDs }, { companyId }, visitor) => {
      const { deleted, pictures } = await people.removeVehicles(companyId, VehicleIDs)
      visitor.tell({ count: deleted })
      await keptPictures.delete(companyId, pictures)
      return { Deleted: deleted }
    }),
  ]
}
