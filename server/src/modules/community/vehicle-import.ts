/** Vehicles as a spreadsheet: the template, and the import as one unit. */
import { VEHICLE_COLUMNS } from '@vedette/contract/calls/community-import'
import { z } from 'zod'

import { ZIP_MAGIC } from '../../engines/spreadsheet/read-sheet.ts'
import type { ReadSheet } from '../../engines/spreadsheet/sheet-reader.ts'
import { normal } from '../../engines/spreadsheet/sheet-table.ts'
import type { Workbook } from '../../engines/spreadsheet/workbook.ts'
import { importResult, type JobContext, type JobOutcome, unread } from '../job/index.ts'
import { columnsIn, type Language } from './exported.ts'
import type { PeopleNeeds } from './people-work.ts'
import { houseKey, type Known, vehicleRows } from './vehicle-rows.ts'
import type { VehicleRow } from './people-store.ts'

export const VEHICLE_JOB = 'vehicleImport'

/** What the job is given; it goes with the job's end. */
export const VehicleInput = z.object({
  /** Base64. */
  file: z.string(),
  isDryRun: z.boolean(),
  skipsBad: z.boolean(),
})

type ImportNeeds = PeopleNeeds & { readSheet: ReadSheet }

export async function importVehicles(job: JobContext, needs: ImportNeeds): Promise<JobOutcome> {
  const { people, clock, newId } = needs
  const input = VehicleInput.parse(JSON.parse(job.input))
  const file = Buffer.from(input.file, 'base64')
  // By its content: an .xls may be called .xlsx.
  if (!file.subarray(0, ZIP_MAGIC.length).equals(ZIP_MAGIC)) return { result: unread('xlsxOnly'), work: [] }
  const read = await needs.readSheet(file)
  if (!read.ok) return { result: unread(read.fault), work: [] }
  const found = vehicleRows(read.sheet, await knownOf(job.companyId, needs))
  if (!found) return { result: unread('sheetNoHead'), work: [] }
  if (found.total === 0) return { result: unread('sheetEmpty'), work: [] }
  job.progress(found.total, found.total)
  const taken = await people.takenPlates(
    job.companyId,
    found.vehicles.map(({ plate }) => plate),
  )
  const bad = found.vehicles.filter(({ plate }) => taken.has(plate))
  const good = found.vehicles.filter(({ plate }) => !taken.has(plate))
  const faults = [
    ...found.faults,
    ...bad.map(({ row }) => ({ Row: row, Column: 'plate', Word: 'plateTaken', Values: {} })),
  ]
  const result = importResult({ total: found.total, good: good.length, faults, ...input })
  if (result.Added === 0) return { result, work: [] }
  const rows = good.map(({ row: _row, ...vehicle }): VehicleRow => ({
    company_id: job.companyId,
    id: newId(),
    created_at: clock.now(),
    owner_search: vehicle.owner_name.toLowerCase(),
    ...vehicle,
  }))
  return { result, work: people.vehicles.insertions(rows) }
}

async function knownOf(companyId: string, { areas, values }: ImportNeeds): Promise<Known> {
  const offered = await values.all(companyId)
  const named = (wanted: 'vehicleColour' | 'vehicleType') =>
    new Map(
      offered
        .filter(({ kind }) => kind === wanted)
        .flatMap(({ id, name_en, name_zh }) => [
          [normal(name_en), id] as const,
          [normal(name_zh), id] as const,
        ]),
    )
  const houses = Map.groupBy(await areas.houses(companyId), ({ area, building, unit, house }) =>
    houseKey(area, building ?? '', unit ?? '', house),
  )
  return { colours: named('vehicleColour'), types: named('vehicleType'), houses }
}

/** What is filled in: a head, and a row that shows how. */
export function vehicleTemplateBook(language: Language): Workbook {
  const rows = {
    en: ['京A12345', 'White', 'Car', 'Wang Fang', '13800138000', '11010519491231002X', 'Garden Court'],
    'zh-cn': ['京A12345', '白色', '小型汽车', '王芳', '13800138000', '11010519491231002X', '花园小区'],
  }
  const building = language === 'en' ? 'Building 1' : '1号楼'
  return {
    sheet: language === 'en' ? 'Vehicles' : '车辆',
    columns: columnsIn(Object.values(VEHICLE_COLUMNS), language),
    rows: [[...rows[language], building, '1', '1', '101']],
  }
}
