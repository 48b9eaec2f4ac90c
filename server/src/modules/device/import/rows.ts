/** The rows of an import sheet, each with what is wrong in it. */
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  importHeads,
  type RowFault,
} from '@vedette/contract/calls/device-import'
import { DEVICE_TYPES, devTypeNumber, hasVideo } from '@vedette/contract/devices'

import { type Blame, cellsOf, columnsOf, normal } from '../../../engines/spreadsheet/sheet-table.ts'
import type { Sheet, SheetRow } from '../../../engines/spreadsheet/sheet.ts'

export interface ImportRow {
  row: number
  name: string
  devType: number
  /** A path as typed; empty for the region of the whole file. */
  region: string
  /** The address as typed: not checked yet. */
  url: string
  subUrl: string
  username: string
  password: string
  license: string
  alias: string
  lng: number | null
  lat: number | null
}

export interface ReadRows {
  rows: ImportRow[]
  faults: RowFault[]
  /** Number of rows that say something. */
  total: number
}

/** As in the template, in both languages; the numbers of section 3 are taken as well. */
export const TYPE_NAMES: Readonly<Record<(typeof DEVICE_TYPES)[number], { en: string; zh: string }>> = {
  camera: { en: 'Camera', zh: '摄像机' },
  splitDoorbell: { en: 'Split doorbell', zh: '分体门铃' },
  singleDoorbell: { en: 'Single doorbell', zh: '一体门铃' },
  nvr: { en: 'NVR', zh: 'NVR' },
  edr: { en: 'EDR', zh: 'EDR' },
  solarCamera: { en: 'Solar camera', zh: '太阳能摄像机' },
  iotGate: { en: 'IoT gateway', zh: '物联网关' },
  barcodeGun: { en: 'Barcode scanning gun', zh: '扫码枪' },
  photoDoorbell: { en: 'Photo doorbell', zh: '拍照门铃' },
}

const LONGEST: Partial<Record<ImportColumn, number>> = {
  name: 50,
  region: 1000,
  address: 1000,
  subAddress: 1000,
  username: 128,
  password: 128,
  license: 64,
  alias: 50,
}

/** Undefined for a sheet whose first row is no head. */
export function readRows(sheet: Sheet): ReadRows | undefined {
  const [head, ...rest] = sheet.rows
  // A sheet of one variant is read in the other too.
  const columns =
    head &&
    new Map([true, false].flatMap((isTelecom) => [...columnsOf(head, importHeads(isTelecom), COLUMN_KEYS)]))
  if (!columns || !columns.has('name') || !columns.has('address')) return undefined
  const read: ReadRows = { rows: [], faults: [], total: rest.length }
  for (const row of rest) {
    const faults: RowFault[] = []
    const parsed = readRow(row, columns, (column, Word, Values = {}) =>
      faults.push({ Row: row.number, Column: column, Word, Values }),
    )
    if (faults.length === 0) read.rows.push(parsed)
    read.faults.push(...faults)
  }
  return read
}

const COLUMN_KEYS = Object.keys(IMPORT_COLUMNS).filter(isColumn)

function isColumn(key: string): key is ImportColumn {
  return Object.hasOwn(IMPORT_COLUMNS, key)
}

function readRow(
  row: SheetRow,
  columns: ReadonlyMap<ImportColumn, number>,
  blame: Blame<ImportColumn>,
): ImportRow {
  const { at, must } = cellsOf(row, columns, LONGEST, blame)
  const degrees = (column: 'longitude' | 'latitude', most: number): number | null => {
    const text = at(column)
    if (text === '') return null
    const number = Number(text)
    if (!Number.isFinite(number) || Math.abs(number) > most) blame(column, 'coordinates')
    return number
  }
  const parsed = {
    row: row.number,
    name: must('name'),
    devType: typeOf(at('type')),
    region: at('region'),
    url: withScheme(must('address')),
    subUrl: at('subAddress'),
    username: at('username'),
    // It may begin or end with a space.
    password: at('password', true),
    license: at('license'),
    alias: at('alias'),
    lng: degrees('longitude', 180),
    lat: degrees('latitude', 90),
  }
  if (parsed.devType === 0) blame('type', 'deviceType')
  else if (!hasVideo(parsed.devType)) blame('type', 'deviceNoAddress')
  if ((parsed.lng === null) !== (parsed.lat === null))
    blame(parsed.lng === null ? 'longitude' : 'latitude', 'missing')
  return parsed
}

/** 0 for a word that names no type; nothing said is a camera. */
function typeOf(said: string): number {
  if (said === '') return devTypeNumber('camera')
  const number = Number(said)
  if (Number.isInteger(number) && number >= 1 && number <= DEVICE_TYPES.length) return number
  const found = DEVICE_TYPES.find((type) => {
    const { en, zh } = TYPE_NAMES[type]
    return [type, en, zh].some((name) => normal(name) === normal(said))
  })
  return found ? devTypeNumber(found) : 0
}

function withScheme(address: string): string {
  return address === '' || address.includes('://') ? address : `http://${address}`
}
