import type { ParsedBodyOf } from '@vedette/contract/call'
import {
  erasePerson,
  exportResidents,
  exportVehicles,
  importVehicles,
  vehicleTemplate,
} from '@vedette/contract/calls/community-import'

import type { Principal } from '../../authority/principal.ts'
import type { ReadSheet } from '../../engines/spreadsheet/sheet-reader.ts'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import { type Route, serve } from '../../http/route.ts'
import type { Visitor } from '../../http/route.ts'
import type { Jobs } from '../job/index.ts'
import { residentBook, vehicleBook } from './exported.ts'
import { type PeopleNeeds, peopleWork } from './people-work.ts'
import {
  importVehicles as importRows,
  VEHICLE_JOB,
  VehicleInput,
  vehicleTemplateBook,
} from './vehicle-import.ts'

type Sought = ParsedBodyOf<typeof exportVehicles>

export interface SheetNeeds {
  /** Called after anything in the lists of a company has changed. */
  onChange: (companyId: string) => void
  jobs: Jobs
  readSheet: ReadSheet
  writeWorkbook: WriteWorkbook
}

export function importRoutes(needs: PeopleNeeds & SheetNeeds): Route[] {
  const { jobs, writeWorkbook, people, keptPictures } = needs
  const residents = peopleWork('resident', people.residents, needs)
  const vehicles = peopleWork('vehicle', people.vehicles, needs)
  jobs.handle(VEHICLE_JOB, async (job) => {
    const outcome = await importRows(job, needs)
    needs.onChange(job.companyId)
    return outcome
  })

  const given =
    (page: 'resident' | 'vehicle', bookOf: typeof vehicleBook) =>
    async ({ Keyword, AreaID, Language }: Sought, session: Principal, visitor: Visitor) => {
      const { companyId, companyCode, pages } = session
      const isPersonal = pages.get(page)?.has('personalData') ?? false
      const asked = { keyword: Keyword, areaId: AreaID, language: Language, isPersonal }
      const book = await bookOf(companyId, asked, needs)
      visitor.tell({ count: book.rows.length })
      const file = await writeWorkbook(book)
      return {
        FileName: `${page}s-${companyCode}.xlsx`,
        File: file.toString('base64'),
        Total: book.rows.length,
      }
    }

  return [
    serve(vehicleTemplate, async ({ Language }) => {
      const file = await writeWorkbook(vehicleTemplateBook(Language))
      return { FileName: 'vehicles.xlsx', File: file.toString('base64') }
    }),

    serve(importVehicles, async ({ File, DryRun, SkipBad }, { companyId, accountId }) => {
      await needs.values.seed(companyId, needs.clock.now())
      const input = VehicleInput.parse({ file: File, isDryRun: DryRun, skipsBad: SkipBad })
      return { JobID: await jobs.enqueue(companyId, accountId, VEHICLE_JOB, JSON.stringify(input)) }
    }),

    serve(exportResidents, given('resident', residentBook)),
    serve(exportVehicles, given('vehicle', vehicleBook)),

    serve(erasePerson, async ({ ResidentID, VehicleID = '' }, { companyId }, visitor) => {
      visitor.tell({ person: ResidentID ?? VehicleID })
      const documentNumber =
        ResidentID === undefined
          ? (await vehicles.find(companyId, VehicleID)).id_number
          : (await residents.find(companyId, ResidentID)).document_number
      const erased = await people.erase(companyId, documentNumber)
      await keptPictures.delete(companyId, erased.pictures)
      return { Residents: erased.residents, Vehicles: erased.vehicles, Photos: erased.pictures.length }
    }),
  ]
}
