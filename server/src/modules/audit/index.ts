import type { Clock } from '../../engines/clock.ts'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import type { Route } from '../../http/route.ts'
import { AuditLog } from './audit-log.ts'
import { auditRoutes } from './routes.ts'
import { auditStore } from './store.ts'

/** What the key of the chain is derived for. */
export const AUDIT_PURPOSE = 'audit'

export { auditStore } from './store.ts'
export { verifyAudit } from './verify.ts'
export type { AuditLog } from './audit-log.ts'

interface Needs {
  storage: Storage
  /** The audit log's own key: without it nobody makes a row that looks true. */
  key: Buffer
  clock: Clock
  onError: (error: unknown) => void
}

export function openAuditLog({ storage, ...needs }: Needs): AuditLog {
  return new AuditLog({ store: auditStore(storage), ...needs })
}

export function auditModule(storage: Storage, writeWorkbook: WriteWorkbook): Route[] {
  return auditRoutes({ store: auditStore(storage), writeWorkbook })
}
