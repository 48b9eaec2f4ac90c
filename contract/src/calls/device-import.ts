/** Calls about adding many devices at once from a spreadsheet. */
import { z } from 'zod'

import { call } from '../call.ts'
import { GID } from '../ids.ts'

/** Size of the file itself; in the body it is a third larger. */
export const IMPORT_FILE_BYTES = 5 * 1024 * 1024
const MAX_BASE64 = Math.ceil(IMPORT_FILE_BYTES / 3) * 4
/** Size of a call's body that holds such a file. */
export const MAX_IMPORT_BYTES = MAX_BASE64 + 10_000
/** Base64. */
export const ImportFile = z
  .string()
  .min(1)
  .max(MAX_BASE64)
  .regex(/^[A-Za-z0-9+/]*={0,2}$/)
const access = ['deviceManger.add', 'deviceManger.import'] as const
/** An import is its account's own, of whatever it brings. */
const followers = [...access, 'vehicle.import'] as const

/** The columns of the template, each with the texts by which its head is known. */
export const IMPORT_COLUMNS = {
  name: { en: 'Name', zh: '设备名称' },
  type: { en: 'Type', zh: '设备类型' },
  /** The path of a region, `Demo/North/Gate`, with or without the company's own; empty for the one that is chosen for all. */
  region: { en: 'Region', zh: '所属区域' },
  address: { en: 'Address', zh: '地址' },
  username: { en: 'User name', zh: '用户名' },
  password: { en: 'Password', zh: '密码' },
  subAddress: { en: 'Second stream', zh: '子码流地址' },
  license: { en: 'Licence', zh: '许可证' },
  alias: { en: 'Alias', zh: '别名' },
  longitude: { en: 'Longitude', zh: '经度' },
  latitude: { en: 'Latitude', zh: '纬度' },
} as const
export type ImportColumn = keyof typeof IMPORT_COLUMNS

/** The heads of a sheet: in the telecom variant the licence is the CTEI (reading 45). */
export function importHeads(isTelecom: boolean): Readonly<Record<ImportColumn, { en: string; zh: string }>> {
  return isTelecom ? { ...IMPORT_COLUMNS, license: { en: 'CTEI', zh: 'CTEI' } } : IMPORT_COLUMNS
}

const Language = z.enum(['en', 'zh-cn'])
const SheetFile = z.object({ FileName: z.string(), File: z.string() })

/** A sheet to fill in, base64. */
export const importTemplate = call('/vms/device/importTemplate', {
  title: { en: 'Download the import template', 'zh-cn': '下载导入模板' },
  access,
  effect: 'reads',
  body: z.object({ Language }),
  reply: SheetFile,
  example: () => ({ Language: 'en' }),
})

/** Adds every row of an .xlsx or .xls, or none. The work goes on by itself: ask `importStatus`. */
export const batchJoinGroupByExcel = call('/vms/device/batchJoinGroupByExcel', {
  title: { en: 'Import devices', 'zh-cn': '导入设备' },
  access,
  maxBodyBytes: MAX_IMPORT_BYTES,
  body: z.object({
    GID,
    /** Base64. */
    File: ImportFile,
    /** Says what is wrong and adds nothing. */
    DryRun: z.boolean().default(false),
    /** Adds the good rows where there are bad ones; otherwise bad rows hinder all. */
    SkipBad: z.boolean().default(false),
  }),
  reply: z.object({ JobID: z.string() }),
  example: (ids) => ({ GID: ids.region, File: 'AAAA', DryRun: true }),
  refusals: ['overloaded'],
})

const RowFault = z.object({
  /** Row number as the spreadsheet program counts: from 1. */
  Row: z.int(),
  /** A column of `IMPORT_COLUMNS`; empty where the row as such is meant. */
  Column: z.string(),
  /** A word of `reasons.ts`. */
  Word: z.string(),
  Values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type RowFault = z.infer<typeof RowFault>

export const ImportResult = z.object({
  /** Rows that say something. */
  Total: z.int(),
  Good: z.int(),
  Added: z.int(),
  /** Rows that are wrong; the first 1,000 of their faults are listed. */
  Bad: z.int(),
  Faults: z.array(RowFault),
  /** Why the file as such cannot be read: a word of `reasons.ts`; empty when it can. */
  FileFault: z.string(),
})
export type ImportResult = z.infer<typeof ImportResult>

const JobID = z.string().regex(/^[0-9A-Za-z]{1,32}$/)

/** Reports on an import that the caller asked for; its progress is pushed as well. */
export const importStatus = call('/vms/device/importStatus', {
  title: { en: 'Read the progress of an import', 'zh-cn': '查询导入进度' },
  access: followers,
  effect: 'reads',
  body: z.object({ JobID }),
  reply: z.object({
    State: z.enum(['running', 'done', 'failed', 'cancelled']),
    Done: z.int(),
    Total: z.int(),
    Result: ImportResult.optional(),
  }),
  example: () => ({ JobID: '01HZ' }),
})

/** The rows of a file that its import found wrong, with what is wrong: to be mended and sent again. */
export const importErrors = call('/vms/device/importErrors', {
  title: { en: 'Download the rows with errors', 'zh-cn': '下载错误行' },
  access,
  effect: 'reads',
  maxBodyBytes: MAX_IMPORT_BYTES,
  body: z.object({ JobID, File: ImportFile, Language }),
  reply: SheetFile,
  example: () => ({ JobID: '01HZ', File: 'AAAA', Language: 'en' }),
})

/** Ends an import that the caller asked for: nothing of it is added, unless it was all there already. */
export const cancelImport = call('/vms/device/cancelImport', {
  title: { en: 'Cancel an import', 'zh-cn': '取消导入' },
  access: followers,
  body: z.object({ JobID }),
  reply: z.object({ IsCancelled: z.boolean() }),
  example: () => ({ JobID: '01HZ' }),
})
