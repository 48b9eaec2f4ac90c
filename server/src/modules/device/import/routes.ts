import {
  batchJoinGroupByExcel,
  cancelImport,
  importErrors,
  ImportResult,
  importStatus,
  importTemplate,
} from '@vedette/contract/calls/device-import'
import { Refusal } from '@vedette/contract/codes'
import { fault } from '@vedette/contract/reasons'

import type { Workbook, WriteWorkbook } from '../../../engines/spreadsheet/workbook.ts'
import { type Route, serve } from '../../../http/route.ts'
import type { Jobs, jobStore } from '../../job/index.ts'
import { errorWorkbook } from './error-file.ts'
import { IMPORT_JOB, importDevices, ImportInput, type ImportNeeds } from './import.ts'
import { regionPaths } from './region-paths.ts'
import { templateWorkbook } from './template.ts'

export interface ImportRoutesNeeds extends ImportNeeds {
  jobs: Jobs
  jobStore: ReturnType<typeof jobStore>
  writeWorkbook: WriteWorkbook
  isTelecom: boolean
}

export function importRoutes(needs: ImportRoutesNeeds): Route[] {
  const { jobs, jobStore: store, writeWorkbook, isTelecom } = needs
  jobs.handle(IMPORT_JOB, (job) => importDevices(job, needs))
  const fileOf = async (FileName: string, workbook: Workbook) => ({
    FileName,
    File: (await writeWorkbook(workbook)).toString('base64'),
  })
  return [
    serve(importTemplate, async ({ Language }, { companyId, regions }) => {
      const { example } = regionPaths(await needs.store.regions(companyId), regions)
      return fileOf('devices.xlsx', templateWorkbook(Language, example, isTelecom))
    }),

    serve(importErrors, async ({ JobID, File, Language }, { companyId, accountId }) => {
      const state = await store.state(companyId, accountId, JobID)
      if (state?.state !== 'done') throw new Refusal('noDataAuthority')
      const read = await needs.readSheet(Buffer.from(File, 'base64'))
      if (!read.ok) throw fault('badInput', 'File', read.fault)
      const { Faults } = ImportResult.parse(JSON.parse(state.result))
      return fileOf(
        'devices-errors.xlsx',
        errorWorkbook(read.sheet, Faults, { language: Language, isTelecom }),
      )
    }),

    serve(
      batchJoinGroupByExcel,
      async ({ GID, File, DryRun, SkipBad }, { companyId, accountId, regions }) => {
        const input = ImportInput.parse({
          gid: GID,
          file: File,
          isDryRun: DryRun,
          skipsBad: SkipBad,
          regions: regions === 'all' ? regions : [...regions],
        })
        return { JobID: await jobs.enqueue(companyId, accountId, IMPORT_JOB, JSON.stringify(input)) }
      },
    ),

    serve(importStatus, async ({ JobID }, { companyId, accountId }) => {
      const state = await store.state(companyId, accountId, JobID)
      if (!state) throw new Refusal('noDataAuthority')
      const { done: Done, total: Total } = state
      if (state.state !== 'done') return { State: state.state, Done, Total }
      return { State: state.state, Done, Total, Result: ImportResult.parse(JSON.parse(state.result)) }
    }),

    serve(cancelImport, async ({ JobID }, { companyId, accountId }) => {
      if (!(await store.state(companyId, accountId, JobID))) throw new Refusal('noDataAuthority')
      return { IsCancelled: await jobs.cancel(companyId, accountId, JobID) }
    }),
  ]
}
