/** Calls about residential areas, their buildings, and the values that their forms offer. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import { Coordinates, Phone, RequiredPhone } from '../community-rules.ts'
import { DID } from '../ids.ts'
import { nameOfAtMost } from '../names.ts'

/** Every page of the module shows areas and buildings. */
const READERS = ['residentialArea', 'building', 'resident', 'vehicle'] as const

/** An id of this module; the company comes before it in every key. */
export const CommunityId = z.string().regex(/^[0-9A-Za-z]{1,32}$/, 'not an id')
const Some = z.array(CommunityId).min(1).max(1000)

export const DICTIONARIES = [
  'areaType',
  'street',
  'education',
  'maritalStatus',
  'tag',
  'relation',
  'vehicleType',
  'vehicleColour',
] as const
export const DictionaryKind = z.enum(DICTIONARIES)
export type DictionaryKind = z.infer<typeof DictionaryKind>

const DictionaryValue = z.object({
  ValueID: z.string(),
  Kind: DictionaryKind,
  /** Name in each language; the same text twice where somebody of the company added it. */
  NameEn: z.string(),
  NameZh: z.string(),
})
export type DictionaryValue = z.infer<typeof DictionaryValue>

/** All values of the company, in their order. */
export const dictionaryList = call('/vms/community/dictionary/list', {
  title: { en: 'List form options', 'zh-cn': '查询数据字典' },
  access: READERS,
  effect: 'reads',
  body: Empty,
  reply: listOf(DictionaryValue),
  example: () => ({}),
})

/** Adds a value, or with `ValueID` renames one. */
export const saveDictionaryValue = call('/vms/community/dictionary/save', {
  title: { en: 'Save a form option', 'zh-cn': '保存字典项' },
  access: ['residentialArea.edit'],
  body: z.object({ ValueID: CommunityId.optional(), Kind: DictionaryKind, Name: nameOfAtMost(50) }),
  reply: z.object({ ValueID: z.string() }),
  example: () => ({ Kind: 'street' as const, Name: 'Elm Street' }),
  refusals: ['noDataAuthority'],
})

/** Refused while anything has it. */
export const deleteDictionaryValue = call('/vms/community/dictionary/delete', {
  title: { en: 'Delete a form option', 'zh-cn': '删除字典项' },
  access: ['residentialArea.edit'],
  body: z.object({ ValueID: CommunityId }),
  reply: Empty,
  example: () => ({ ValueID: '1' }),
  refusals: ['noDataAuthority', 'inUse'],
})

const Count = z.int().min(0).max(1_000_000)

export const AreaFields = z.object({
  Name: nameOfAtMost(50),
  Address: nameOfAtMost(200),
  /** An entry of the dictionary `areaType`. */
  Type: CommunityId,
  Organisation: nameOfAtMost(100),
  /** An entry of the dictionary `street`. */
  Street: CommunityId,
  Community: nameOfAtMost(100),
  /** Longitude, an English comma, latitude; WGS-84. */
  Coordinates,
  /** Square metres. */
  Area: z.number().min(0).max(1e9).nullable().default(null),
  Households: Count.nullable().default(null),
  Buildings: Count,
  Units: Count,
  SidewalkEntrances: Count.nullable().default(null),
  CarEntrances: Count.nullable().default(null),
  PropertyCompany: nameOfAtMost(100),
  Contact: nameOfAtMost(50),
  ContactPhone: RequiredPhone,
  Police: Count.nullable().default(null),
  Officer: nameOfAtMost(50, 0).default(''),
  OfficerSex: z.enum(['', 'male', 'female']).default(''),
  OfficerPhone: Phone.default(''),
  Introduction: z.string().trim().max(1000).default(''),
})

const Area = AreaFields.extend({
  AreaID: z.string(),
  /** Houses that were entered. */
  Houses: z.int(),
  Residents: z.int(),
  Vehicles: z.int(),
})
export type Area = z.infer<typeof Area>

export const areaList = call('/vms/community/area/list', {
  title: { en: 'List residential areas', 'zh-cn': '查询小区' },
  access: READERS,
  effect: 'reads',
  body: z.object({
    Keyword: z.string().trim().max(64).optional(),
    ...Paging,
    PageSize: z.int().min(1).max(1000).default(10),
  }),
  reply: listOf(Area),
  example: () => ({ Keyword: 'Garden' }),
})

/** The cameras of an area's entrances: those of the caller's regions. */
export const entranceCameras = call('/vms/community/area/entranceCameras', {
  title: { en: 'List entrance cameras', 'zh-cn': '查询出入口摄像机' },
  access: READERS,
  effect: 'reads',
  body: z.object({ AreaID: CommunityId }),
  reply: listOf(z.object({ DID: z.string(), DevName: z.string(), Alias: z.string(), License: z.string() })),
  example: () => ({ AreaID: '1' }),
  refusals: ['noDataAuthority'],
})

/** Replaces the list, in this order; cameras that the caller may not see stay. */
export const setEntranceCameras = call('/vms/community/area/setEntranceCameras', {
  title: { en: 'Set entrance cameras', 'zh-cn': '设置出入口摄像机' },
  access: ['residentialArea.edit'],
  body: z.object({ AreaID: CommunityId, DIDs: z.array(DID).max(50) }),
  reply: Empty,
  example: (ids) => ({ AreaID: '1', DIDs: [ids.device] }),
  refusals: ['noDataAuthority'],
})

const AREA_EXAMPLE = {
  Name: 'Garden Court',
  Address: '1 Elm Street',
  Type: 'areaType1',
  Organisation: 'Housing office',
  Street: 'street1',
  Community: 'Riverside',
  Coordinates: '116.331398,39.897445',
  Buildings: 2,
  Units: 4,
  PropertyCompany: 'Elm Estates',
  Contact: 'Li Wei',
  ContactPhone: '010-12345678',
}

export const addArea = call('/vms/community/area/add', {
  title: { en: 'Add a residential area', 'zh-cn': '新增小区' },
  access: ['residentialArea.add'],
  body: AreaFields,
  reply: z.object({ AreaID: z.string() }),
  example: () => AREA_EXAMPLE,
})

export const updateArea = call('/vms/community/area/update', {
  title: { en: 'Edit a residential area', 'zh-cn': '编辑小区' },
  access: ['residentialArea.edit'],
  body: AreaFields.extend({ AreaID: CommunityId }),
  reply: Empty,
  example: () => ({ AreaID: '1', ...AREA_EXAMPLE }),
  refusals: ['noDataAuthority'],
})

/** Refused while there is a building in one of them. */
export const deleteAreas = call('/vms/community/area/delete', {
  title: { en: 'Delete residential areas', 'zh-cn': '删除小区' },
  access: ['residentialArea.delete'],
  body: z.object({ AreaIDs: Some }),
  reply: z.object({ Deleted: z.int() }),
  example: () => ({ AreaIDs: ['1'] }),
  refusals: ['inUse'],
})

/** A building stands in an area, a unit in a building, a floor in a unit, a house (a flat) on a floor. */
export const PLACE_KINDS = ['building', 'unit', 'floor', 'house'] as const
export type PlaceKind = (typeof PLACE_KINDS)[number]

const Place = z.object({
  PlaceID: z.string(),
  /** Empty for a building. */
  ParentID: z.string(),
  Kind: z.enum(PLACE_KINDS),
  Name: z.string(),
  /** Counts of the house. */
  Residents: z.int(),
  Vehicles: z.int(),
})
export type Place = z.infer<typeof Place>

/** All places of an area, parents before their children. */
export const placeList = call('/vms/community/place/list', {
  title: { en: 'List the buildings of an area', 'zh-cn': '查询楼栋房屋' },
  access: READERS,
  effect: 'reads',
  body: z.object({ AreaID: CommunityId }),
  reply: listOf(Place),
  example: () => ({ AreaID: '1' }),
  refusals: ['noDataAuthority'],
})

/** Adds a building with its units, floors and houses: houses are called 101, 102, … 201, … */
export const addBuilding = call('/vms/community/building/add', {
  title: { en: 'Add a building', 'zh-cn': '新增楼栋' },
  access: ['building.add'],
  body: z.object({
    AreaID: CommunityId,
    Name: nameOfAtMost(50),
    Units: z.int().min(0).max(30).default(0),
    FloorsPerUnit: z.int().min(0).max(100).default(0),
    HousesPerFloor: z.int().min(0).max(20).default(0),
  }),
  reply: z.object({ PlaceID: z.string() }),
  example: () => ({ AreaID: '1', Name: 'Building 1', Units: 2, FloorsPerUnit: 6, HousesPerFloor: 2 }),
  refusals: ['noDataAuthority', 'nameTaken', 'tooLarge'],
})

/** A unit in a building, a floor in a unit, a house on a floor. */
export const addPlace = call('/vms/community/place/add', {
  title: { en: 'Add a unit, floor or house', 'zh-cn': '新增单元、楼层或房屋' },
  access: ['building.add'],
  body: z.object({ ParentID: CommunityId, Name: nameOfAtMost(50) }),
  reply: z.object({ PlaceID: z.string() }),
  example: () => ({ ParentID: '1', Name: 'Unit 3' }),
  refusals: ['noDataAuthority', 'nameTaken'],
})

export const renamePlace = call('/vms/community/place/rename', {
  title: { en: 'Rename a building, unit, floor or house', 'zh-cn': '重命名楼栋、单元、楼层或房屋' },
  access: ['building.edit'],
  body: z.object({ PlaceID: CommunityId, Name: nameOfAtMost(50) }),
  reply: Empty,
  example: () => ({ PlaceID: '1', Name: 'Building A' }),
  refusals: ['noDataAuthority', 'nameTaken'],
})

/** What hangs on a place and all within it. */
export const placeUse = call('/vms/community/place/use', {
  title: { en: 'Show what a building holds', 'zh-cn': '查询楼栋占用情况' },
  access: READERS,
  effect: 'reads',
  body: z.object({ PlaceID: CommunityId }),
  reply: z.object({ Houses: z.int(), Residents: z.int(), Vehicles: z.int() }),
  example: () => ({ PlaceID: '1' }),
  refusals: ['noDataAuthority'],
})

/** Deletes a place with all within it; refused while a resident or vehicle is linked to one of its houses. */
export const deletePlace = call('/vms/community/place/delete', {
  title: { en: 'Delete a building, unit, floor or house', 'zh-cn': '删除楼栋、单元、楼层或房屋' },
  access: ['building.delete'],
  body: z.object({ PlaceID: CommunityId }),
  reply: z.object({ Deleted: z.int() }),
  example: () => ({ PlaceID: '1' }),
  refusals: ['noDataAuthority', 'inUse'],
})
