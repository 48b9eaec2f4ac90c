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
import { fault } from '@vedette/contract/reasons'

import { type Route, serve, serveUpload } from '../../http/route.ts'
import { checkHouse, checkValues, residentItem, residentRow, vehicleItem, vehicleRow } from './people.ts'
import { type PeopleNeeds, peopleWork } from './people-work.ts'

const LONGEST_SIDE = 1600

export function residentRoutes(needs: PeopleNeeds): Route[] {
  const { people, keptPictures } = needs
  const work = peopleWork('resident', people.residents, needs)
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

    serve(residentList, (body, session) => work.list(session, body, residentItem)),

    serve(residentDetail, async ({ ResidentID }, session, visitor) => {
      const { row, shown } = await work.detail(session, ResidentID, visitor)
      const { PhotoUrl: _first, ...item } = residentItem(row, shown)
      return { ...item, Phone: row.phone, DocumentNumber: row.document_number, Photos: shown.photos }
    }),

    serve(addResident, async (body, { companyId }, visitor) => {
      await check(companyId, body)
      const ResidentID = await work.add(companyId, body.Photos, visitor, (made) => ({
        ...made,
        sex: body.Sex,
        phone: body.Phone,
        residence_type: body.ResidenceType,
        relation: body.Relation,
        document_type: body.DocumentType,
        document_number: body.DocumentNumber,
        house_id: body.HouseID,
        ...residentRow(body),
      }))
      return { ResidentID }
    }),

    serve(updateResident, async ({ ResidentID, ...body }, { companyId }, visitor) => {
      visitor.tell({ person: ResidentID })
      const before = await work.find(companyId, ResidentID)
      if (body.DocumentNumber === undefined && body.DocumentType !== before.document_type)
        throw fault('badInput', 'DocumentNumber', 'missing')
      await check(companyId, body)
      await work.update(companyId, ResidentID, residentRow(body), body.Photos)
      return {}
    }),

    serve(deleteResidents, ({ ResidentIDs }, { companyId }, visitor) =>
      work.remove(companyId, ResidentIDs, visitor),
    ),
  ]
}

export function vehicleRoutes(needs: PeopleNeeds): Route[] {
  const work = peopleWork('vehicle', needs.people.vehicles, needs)
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
    serve(vehicleList, (body, session) => work.list(session, body, vehicleItem)),

    serve(vehicleDetail, async ({ VehicleID }, session, visitor) => {
      const { row, shown } = await work.detail(session, VehicleID, visitor)
      const { PhotoUrls: Photos, AreaName: _areaName, ...item } = vehicleItem(row, shown)
      return { ...item, Phone: row.phone, IdNumber: row.id_number, Photos }
    }),

    serve(addVehicle, async (body, { companyId }, visitor) => {
      await check(companyId, body)
      const VehicleID = await work.add(companyId, body.Photos, visitor, (made) => ({
        ...made,
        plate: body.Plate,
        colour: body.Colour,
        type: body.Type,
        phone: body.Phone,
        id_number: body.IdNumber,
        area_id: body.AreaID,
        house_id: body.HouseID,
        ...vehicleRow(body),
      }))
      return { VehicleID }
    }),

    serve(updateVehicle, async ({ VehicleID, ...body }, { companyId }, visitor) => {
      visitor.tell({ person: VehicleID })
      await work.find(companyId, VehicleID)
      await check(companyId, body)
      await work.update(companyId, VehicleID, vehicleRow(body), body.Photos)
      return {}
    }),

    serve(deleteVehicles, ({ VehicleIDs }, { companyId }, visitor) =>
      work.remove(companyId, VehicleIDs, visitor),
    ),
  ]
}
