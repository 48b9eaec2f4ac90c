/** Calls about many vehicles at once, as a spreadsheet, residents as one, and about all that is kept of one person. */
import { z } from 'zod'

import { call } from '../call.ts'
import { CommunityId } from './community.ts'
import { ImportFile, MAX_IMPORT_BYTES } from './device-import.ts'

/** The columns of the template, each with the texts by which its head is known. */
export const VEHICLE_COLUMNS = {
  plate: { en: 'Plate number', zh: '车牌号' },
  colour: { en: 'Colour', zh: '颜色' },
  type: { en: 'Vehicle type', zh: '车辆类型' },
  ownerName: { en: 'Owner', zh: '车主姓名' },
  phone: { en: 'Phone', zh: '手机号' },
  idNumber: { en: 'ID number', zh: '身份证号' },
  area: { en: 'Residential area', zh: '小区' },
  building: { en: 'Building', zh: '楼栋' },
  unit: { en: 'Unit', zh: '单元' },
  /** May be empty where the rest names one house. */
  floor: { en: 'Floor', zh: '楼层' },
  house: { en: 'House', zh: '房屋' },
} as const
export type VehicleColumn = keyof typeof VEHICLE_COLUMNS

const Language = z.enum(['en', 'zh-cn'])
const Workbook = z.object({ FileName: z.string(), File: z.string() })

/** An .xlsx to fill in, base64. */
export const vehicleTemplate = call('/vms/community/vehicle/importTemplate', {
  title: { en: 'Download the vehicle template', 'zh-cn': '下载车辆导入模板' },
  access: ['vehicle.import'],
  effect: 'reads',
  body: z.object({ Language }),
  reply: Workbook,
  example: () => ({ Language: 'en' as const }),
})

/** Adds every row of an .xlsx, or none; photos are added later. The work goes on by itself: ask `importStatus`. */
export const importVehicles = call('/vms/community/vehicle/import', {
  title: { en: 'Import vehicles', 'zh-cn': '导入车辆' },
  access: ['vehicle.import'],
  maxBodyBytes: MAX_IMPORT_BYTES,
  body: z.object({
    /** Base64. */
    File: ImportFile,
    /** Says what is wrong and adds nothing. */
    DryRun: z.boolean().default(false),
    /** Adds the good rows where there are bad ones; otherwise bad rows hinder all. */
    SkipBad: z.boolean().default(false),
  }),
  reply: z.object({ JobID: z.string() }),
  example: () => ({ File: 'AAAA', DryRun: true }),
  refusals: ['overloaded'],
})

const Sought = z.object({
  Keyword: z.string().trim().max(64).optional(),
  AreaID: CommunityId.optional(),
  Language: Language.default('en'),
})
const Exported = Workbook.extend({ Total: z.int() })

/** All residents that the search finds, as .xlsx: on record each time, and masked for those without `personalData`. */
export const exportResidents = call('/vms/community/resident/export', {
  title: { en: 'Export residents', 'zh-cn': '导出住户' },
  access: ['resident.export'],
  effect: 'discloses',
  body: Sought,
  reply: Exported,
  example: () => ({ Language: 'en' as const }),
  refusals: ['tooLarge'],
})

/** All vehicles that the search finds, as .xlsx: on record each time, and masked for those without `personalData`. */
export const exportVehicles = call('/vms/community/vehicle/export', {
  title: { en: 'Export vehicles', 'zh-cn': '导出车辆' },
  access: ['vehicle.export'],
  effect: 'discloses',
  body: Sought,
  reply: Exported,
  example: () => ({ Language: 'en' as const }),
  refusals: ['tooLarge'],
})

/**
 * Erases what is kept of a person, a resident or the owner of a vehicle: every entry and every vehicle with the same document
 * number, and their photos. No import or export is kept. The audit log keeps the act by the entry's number. Backups keep what
 * they hold until they are deleted.
 */
export const erasePerson = call('/vms/community/resident/erase', {
  title: { en: 'Erase a person’s data', 'zh-cn': '清除个人数据' },
  access: ['resident.personalData', 'vehicle.personalData'],
  accessOf: ({ VehicleID }) =>
    VehicleID === undefined ? ['resident.personalData'] : ['vehicle.personalData'],
  /** One of the two. */
  body: z
    .object({ ResidentID: CommunityId.optional(), VehicleID: CommunityId.optional() })
    .refine(({ ResidentID, VehicleID }) => (ResidentID === undefined) !== (VehicleID === undefined)),
  reply: z.object({ Residents: z.int(), Vehicles: z.int(), Photos: z.int() }),
  example: () => ({ ResidentID: '1' }),
  refusals: ['noDataAuthority'],
})
