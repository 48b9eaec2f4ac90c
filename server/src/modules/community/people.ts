/** Residents and vehicles: what a form brings as a row, and a row as it is shown to whom. */
import type { ParsedBodyOf } from '@vedette/contract/call'
import type { DictionaryKind } from '@vedette/contract/calls/community'
import type {
  addResident,
  addVehicle,
  ResidentItem,
  VehicleItem,
} from '@vedette/contract/calls/community-people'
import { masked } from '@vedette/contract/community-rules'
import { fault } from '@vedette/contract/reasons'
import { z } from 'zod'

import type { KeptPictures } from '../picture/index.ts'
import type { AreaStore } from './area-store.ts'
import type { ResidentRow, VehicleRow } from './people-store.ts'
import type { ValueStore } from './value-store.ts'

interface CheckNeeds {
  areas: AreaStore
  values: ValueStore
  keptPictures: KeptPictures
}

type Some<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }
type Resident = Some<ParsedBodyOf<typeof addResident>>
type Vehicle = Some<ParsedBodyOf<typeof addVehicle>>

const Tags = z.array(z.string())

/** Throws `badInput` at the field whose value is none of the company's. */
export async function checkValues(
  companyId: string,
  fields: readonly (readonly [field: string, kind: DictionaryKind, ids: readonly string[]])[],
  { values }: Pick<CheckNeeds, 'values'>,
): Promise<void> {
  for (const [field, kind, ids] of fields) {
    const wanted = ids.filter((id) => id !== '')
    const known = await values.known(companyId, kind, wanted)
    if (wanted.some((id) => !known.has(id))) throw fault('badInput', field, 'notOffered')
  }
}

export async function checkHouse(
  companyId: string,
  houseId: string,
  { areas }: Pick<CheckNeeds, 'areas'>,
): Promise<string> {
  const place = await areas.place(companyId, houseId)
  if (place?.kind !== 'house') throw fault('badInput', 'HouseID', 'notOffered')
  return place.area_id
}

/** The pictures that these addresses show. */
export function picturesAt(
  companyId: string,
  photos: readonly string[],
  { keptPictures }: Pick<CheckNeeds, 'keptPictures'>,
): string[] {
  return photos.map((url) => keptPictures.idOf(companyId, url, 'Photos'))
}

export function residentRow(body: Resident & { Name: string }) {
  return {
    name: body.Name,
    name_search: body.Name.toLowerCase(),
    ...(body.Sex ? { sex: body.Sex } : {}),
    ...(body.Phone === undefined ? {} : { phone: body.Phone }),
    ...(body.ResidenceType ? { residence_type: body.ResidenceType } : {}),
    education: body.Education ?? '',
    marital_status: body.MaritalStatus ?? '',
    tags: JSON.stringify(body.Tags ?? []),
    ...(body.Relation ? { relation: body.Relation } : {}),
    ...(body.DocumentType ? { document_type: body.DocumentType } : {}),
    ...(body.DocumentNumber === undefined ? {} : { document_number: body.DocumentNumber }),
    ...(body.HouseID ? { house_id: body.HouseID } : {}),
  }
}

export function vehicleRow(body: Vehicle & { OwnerName: string }) {
  return {
    ...(body.Plate ? { plate: body.Plate } : {}),
    ...(body.Colour ? { colour: body.Colour } : {}),
    ...(body.Type ? { type: body.Type } : {}),
    owner_name: body.OwnerName,
    owner_search: body.OwnerName.toLowerCase(),
    ...(body.Phone === undefined ? {} : { phone: body.Phone }),
    ...(body.IdNumber === undefined ? {} : { id_number: body.IdNumber }),
    ...(body.AreaID ? { area_id: body.AreaID } : {}),
    ...(body.HouseID ? { house_id: body.HouseID } : {}),
  }
}

export interface Shown {
  areaId: string
  /** Area, building, unit, floor, house. */
  path: string[]
  photos: string[]
}

export function tagsOf({ tags }: Pick<ResidentRow, 'tags'>): string[] {
  return Tags.parse(JSON.parse(tags))
}

export function residentItem(row: ResidentRow, { areaId, path, photos }: Shown): ResidentItem {
  return {
    ResidentID: row.id,
    AreaID: areaId,
    Name: row.name,
    Sex: row.sex,
    Phone: masked(row.phone),
    ResidenceType: row.residence_type,
    Education: row.education,
    MaritalStatus: row.marital_status,
    Tags: tagsOf(row),
    Relation: row.relation,
    DocumentType: row.document_type,
    DocumentNumber: masked(row.document_number),
    HouseID: row.house_id,
    House: path,
    PhotoUrl: photos[0] ?? '',
  }
}

export function vehicleItem(row: VehicleRow, { path, photos }: Shown): VehicleItem {
  return {
    VehicleID: row.id,
    Plate: row.plate,
    Colour: row.colour,
    Type: row.type,
    OwnerName: row.owner_name,
    Phone: masked(row.phone),
    IdNumber: masked(row.id_number),
    AreaID: row.area_id,
    AreaName: path[0] ?? '',
    HouseID: row.house_id,
    House: path,
    PhotoUrls: photos,
  }
}
