/** Calls about residents and their vehicles. Numbers of documents and phones are masked but for those with `personalData`. */
import { z } from 'zod'

import { call, Empty, listOf, Paging } from '../call.ts'
import {
  DOCUMENT_TYPES,
  documentFault,
  IdCard,
  Plate,
  RequiredMobile,
  RequiredPhone,
} from '../community-rules.ts'
import { nameOfAtMost } from '../names.ts'
import { CommunityId } from './community.ts'
import { PICTURE_BODY_BYTES, uploadImage } from './own-account.ts'

const Search = {
  /** Part of the name, or of the plate; the whole or the end of a phone or document number. */
  Keyword: z.string().trim().max(64).optional(),
  AreaID: CommunityId.optional(),
  HouseID: CommunityId.optional(),
  ...Paging,
  PageSize: z.int().min(1).max(1000).default(10),
}
const Some = z.array(CommunityId).min(1).max(1000)
/** An address that `uploadCommunityPhoto` answered, or that the photo of before has. */
const Photo = z.string().min(1).max(400)

const House = {
  HouseID: z.string(),
  /** Area, building, unit, floor, house. */
  House: z.array(z.string()),
}

/** One picture for a form, as `uploadImage` takes it. What no form is saved with is deleted after a day. */
export const uploadCommunityPhoto = call('/vms/community/uploadImage', {
  title: { en: 'Upload a photo of a resident or vehicle', 'zh-cn': '上传住户或车辆照片' },
  access: ['resident.add', 'resident.edit', 'vehicle.add', 'vehicle.edit'],
  transport: 'upload',
  maxBodyBytes: PICTURE_BODY_BYTES,
  body: Empty,
  reply: uploadImage.reply,
  example: () => ({}),
})

const ResidentBase = z.object({
  Name: nameOfAtMost(50),
  Sex: z.enum(['male', 'female']),
  Phone: RequiredPhone,
  ResidenceType: z.enum(['owner', 'tenant', 'other']),
  /** This one and the next are entries of the dictionaries; empty where it is not known. */
  Education: CommunityId.or(z.literal('')).default(''),
  MaritalStatus: CommunityId.or(z.literal('')).default(''),
  Tags: z.array(CommunityId).max(20).default([]),
  Relation: CommunityId,
  DocumentType: z.enum(DOCUMENT_TYPES),
  DocumentNumber: nameOfAtMost(18).overwrite((text) => text.toUpperCase()),
  HouseID: CommunityId,
  Photos: z.array(Photo).min(1).max(1),
})

function withDocument(
  { DocumentType, DocumentNumber }: { DocumentType: 'idCard' | 'passport'; DocumentNumber: string },
  context: z.RefinementCtx,
): void {
  const fault = documentFault(DocumentType, DocumentNumber)
  if (fault) context.addIssue({ code: 'custom', path: ['DocumentNumber'], ...fault })
}

/** The number is checked while other fields are wrong, too: all faults of a form are said at once. */
const Document = ResidentBase.pick({ DocumentType: true, DocumentNumber: true })
const withDocumentRead = {
  when: ({ value }: { value: unknown }): boolean => Document.safeParse(value).success,
}

export const ResidentFields = ResidentBase.superRefine(withDocument, withDocumentRead)

const ResidentItem = ResidentBase.omit({
  Photos: true,
  HouseID: true,
  DocumentNumber: true,
  Phone: true,
}).extend({
  ResidentID: z.string(),
  AreaID: z.string(),
  /** Masked. */
  Phone: z.string(),
  DocumentNumber: z.string(),
  PhotoUrl: z.string(),
  ...House,
})
export type ResidentItem = z.infer<typeof ResidentItem>

export const residentList = call('/vms/community/resident/list', {
  title: { en: 'List residents', 'zh-cn': '查询住户' },
  access: ['resident'],
  effect: 'reads',
  body: z.object(Search),
  reply: listOf(ResidentItem),
  example: () => ({ Keyword: 'Wang' }),
})

/** The resident as entered; each reading is on record. */
export const residentDetail = call('/vms/community/resident/detail', {
  title: { en: 'View personal data of a resident', 'zh-cn': '查看住户个人信息' },
  access: ['resident.personalData'],
  effect: 'discloses',
  body: z.object({ ResidentID: CommunityId }),
  reply: ResidentBase.extend({ ResidentID: z.string(), AreaID: z.string(), ...House }),
  example: () => ({ ResidentID: '1' }),
  refusals: ['noDataAuthority'],
})

const RESIDENT_EXAMPLE = {
  Name: 'Wang Fang',
  Sex: 'female' as const,
  Phone: '13800138000',
  ResidenceType: 'owner' as const,
  Relation: 'relation1',
  DocumentType: 'idCard' as const,
  DocumentNumber: '11010519491231002X',
  HouseID: '1',
  Photos: ['/vms/media/image/1/1?e=1&s=1'],
}

export const addResident = call('/vms/community/resident/add', {
  title: { en: 'Add a resident', 'zh-cn': '新增住户' },
  access: ['resident.add'],
  body: ResidentFields,
  reply: z.object({ ResidentID: z.string() }),
  example: () => RESIDENT_EXAMPLE,
  refusals: ['noDataAuthority'],
})

/** Anyone who may not read the document's number and phone leaves them out: they stay. */
export const updateResident = call('/vms/community/resident/update', {
  title: { en: 'Edit a resident', 'zh-cn': '编辑住户' },
  access: ['resident.edit'],
  body: ResidentBase.partial({ Phone: true, DocumentNumber: true })
    .extend({ ResidentID: CommunityId })
    .superRefine(({ DocumentType, DocumentNumber }, context) => {
      if (DocumentNumber !== undefined) withDocument({ DocumentType, DocumentNumber }, context)
    }, withDocumentRead),
  reply: Empty,
  example: () => ({ ResidentID: '1', ...RESIDENT_EXAMPLE }),
  refusals: ['noDataAuthority'],
})

export const deleteResidents = call('/vms/community/resident/delete', {
  title: { en: 'Delete residents', 'zh-cn': '删除住户' },
  access: ['resident.delete'],
  body: z.object({ ResidentIDs: Some }),
  reply: z.object({ Deleted: z.int() }),
  example: () => ({ ResidentIDs: ['1'] }),
})

export const VehicleFields = z.object({
  Plate,
  /** This one and the next are entries of the dictionaries. */
  Colour: CommunityId,
  Type: CommunityId,
  OwnerName: nameOfAtMost(50),
  Phone: RequiredMobile,
  IdNumber: IdCard,
  /** The area, "cell" of section 3. */
  AreaID: CommunityId,
  HouseID: CommunityId,
  Photos: z.array(Photo).min(1).max(3),
})

const VehicleItem = VehicleFields.omit({
  Photos: true,
  HouseID: true,
  IdNumber: true,
  Phone: true,
  Plate: true,
}).extend({
  VehicleID: z.string(),
  Plate: z.string(),
  AreaName: z.string(),
  /** Masked. */
  Phone: z.string(),
  IdNumber: z.string(),
  PhotoUrls: z.array(z.string()),
  ...House,
})
export type VehicleItem = z.infer<typeof VehicleItem>

export const vehicleList = call('/vms/community/vehicle/list', {
  title: { en: 'List vehicles', 'zh-cn': '查询车辆' },
  access: ['vehicle'],
  effect: 'reads',
  body: z.object(Search),
  reply: listOf(VehicleItem),
  example: () => ({ Keyword: 'A12' }),
})

/** The vehicle as entered; each reading is on record. */
export const vehicleDetail = call('/vms/community/vehicle/detail', {
  title: { en: 'View personal data of a vehicle owner', 'zh-cn': '查看车主个人信息' },
  access: ['vehicle.personalData'],
  effect: 'discloses',
  body: z.object({ VehicleID: CommunityId }),
  reply: VehicleFields.extend({
    Plate: z.string(),
    IdNumber: z.string(),
    Phone: z.string(),
    VehicleID: z.string(),
    ...House,
  }),
  example: () => ({ VehicleID: '1' }),
  refusals: ['noDataAuthority'],
})

const VEHICLE_EXAMPLE = {
  Plate: '京A12345',
  Colour: 'vehicleColour1',
  Type: 'vehicleType1',
  OwnerName: 'Wang Fang',
  Phone: '13800138000',
  IdNumber: '11010519491231002X',
  AreaID: '1',
  HouseID: '1',
  Photos: ['/vms/media/image/1/1?e=1&s=1'],
}

export const addVehicle = call('/vms/community/vehicle/add', {
  title: { en: 'Add a vehicle', 'zh-cn': '新增车辆' },
  access: ['vehicle.add'],
  body: VehicleFields,
  reply: z.object({ VehicleID: z.string() }),
  example: () => VEHICLE_EXAMPLE,
  refusals: ['noDataAuthority', 'nameTaken'],
})

/** Anyone who may not read the ID number and phone leaves them out: they stay. */
export const updateVehicle = call('/vms/community/vehicle/update', {
  title: { en: 'Edit a vehicle', 'zh-cn': '编辑车辆' },
  access: ['vehicle.edit'],
  body: VehicleFields.partial({ Phone: true, IdNumber: true }).extend({ VehicleID: CommunityId }),
  reply: Empty,
  example: () => ({ VehicleID: '1', ...VEHICLE_EXAMPLE }),
  refusals: ['noDataAuthority', 'nameTaken'],
})

export const deleteVehicles = call('/vms/community/vehicle/delete', {
  title: { en: 'Delete vehicles', 'zh-cn': '删除车辆' },
  access: ['vehicle.delete'],
  body: z.object({ VehicleIDs: Some }),
  reply: z.object({ Deleted: z.int() }),
  example: () => ({ VehicleIDs: ['1'] }),
})
