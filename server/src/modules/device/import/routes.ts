import {
  batchJoinGroupByExcel,
  cancelImport,
  ImportResult,
  importStatus,
  importTemplate,
} from '@vedette/contract/calls/device-import'
import { Refusal } from '@vedette/contract/codes'

import type { WriteWorkbook } from '../../../engines/spreadsheet/workbook.ts'
import { type Route, serve } from '../../../http/route.ts'
import type { Jobs, jobStore } from '../../job/index.ts'
import { IMPORT_JOB, importDevices, ImportInput, type ImportNeeds } from './import.ts'
import { templateWorkbook } from './template.ts'

export interface ImportRoutesNeeds extends ImportNeeds {
  jobs: Jobs
  jobStore: ReturnType<typeof jobStore>
  writeWorkbook: WriteWorkbook
}

export function importRoutes(needs: ImportRoutesNeeds): Route[] {
  const { jobs, jobStore: store, writeWorkbook } = needs
  jobs.handle(IMPORT_JOB, (job) => importDevices(job, needs))
  return [
    serve(importTemplate, async ({ Language }) => {
      const file = await writeWorkbook(templateWorkbook(Language))
      return { FileName: 'devices.xlsx', File: file.toString('base64') }
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
