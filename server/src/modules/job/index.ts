import type { Storage } from '../../engines/storage/storage.ts'
import { Jobs, type JobsOptions } from './jobs.ts'
import { jobStore } from './store.ts'

export type { JobContext, JobNews, JobOutcome, Jobs } from './jobs.ts'
export { importResult, unread } from './import-result.ts'
export { jobStore } from './store.ts'

export function openJobs({ storage, ...options }: Omit<JobsOptions, 'store'> & { storage: Storage }): Jobs {
  return new Jobs({ ...options, store: jobStore(storage) })
}
