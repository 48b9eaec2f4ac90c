import type { DictionaryKind, PlaceKind } from '@vedette/contract/calls/community'

interface ValueTable {
  company_id: string
  id: string
  kind: DictionaryKind
  name_en: string
  name_zh: string
  seq: number
}

/** Companies that were given the values to begin with. */
interface SeededTable {
  company_id: string
  at: number
}

interface AreaTable {
  company_id: string
  id: string
  name: string
  /** Lower case. */
  name_search: string
  address: string
  type: string
  organisation: string
  street: string
  community: string
  /** `lng,lat`, WGS-84. */
  coordinates: string
  /** Square metres. */
  area: number | null
  households: number | null
  buildings: number
  units: number
  sidewalk_entrances: number | null
  car_entrances: number | null
  property_company: string
  contact: string
  contact_phone: string
  police: number | null
  officer: string
  officer_sex: '' | 'male' | 'female'
  officer_phone: string
  introduction: string
  created_at: number
}

/** A building, unit, floor or house; each says of what building, unit and floor it is, empty where it is of none. */
interface PlaceTable {
  company_id: string
  id: string
  area_id: string
  /** Empty for a building. */
  parent_id: string
  kind: PlaceKind
  name: string
  building_id: string
  unit_id: string
  floor_id: string
  /** Its place among those of its parent. */
  seq: number
}

interface ResidentTable {
  company_id: string
  id: string
  name: string
  /** Lower case. */
  name_search: string
  sex: 'male' | 'female'
  phone: string
  residence_type: 'owner' | 'tenant' | 'other'
  education: string
  marital_status: string
  /** JSON: ids of values. */
  tags: string
  relation: string
  document_type: 'idCard' | 'passport'
  document_number: string
  house_id: string
  created_at: number
}

interface VehicleTable {
  company_id: string
  id: string
  plate: string
  colour: string
  type: string
  owner_name: string
  /** Lower case. */
  owner_search: string
  phone: string
  id_number: string
  area_id: string
  house_id: string
  created_at: number
}

interface PhotoTable {
  company_id: string
  /** A resident or a vehicle. */
  owner_id: string
  seq: number
  picture_id: string
}

/** A camera of an area's entrances. */
interface EntranceTable {
  company_id: string
  area_id: string
  did: string
  /** Its place among the area's. */
  seq: number
}

export interface CommunityTables {
  community_value: ValueTable
  community_seeded: SeededTable
  community_area: AreaTable
  community_place: PlaceTable
  community_resident: ResidentTable
  community_vehicle: VehicleTable
  community_photo: PhotoTable
  community_entrance: EntranceTable
}
