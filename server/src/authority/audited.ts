/** What the audit log is told of a call: known to the log, to HTTP and to the modules. */
import type { AuditDetails } from '@vedette/contract/audit-details'

import type { Principal } from './principal.ts'

export type Details = AuditDetails

export type Who = Pick<Principal, 'companyId' | 'companyCode' | 'accountId' | 'accountName' | 'sessionId'>
