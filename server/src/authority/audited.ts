/** What the audit log is told of a call: known to the log, to HTTP and to the modules. */
import type { Principal } from './principal.ts'

export type Details = Readonly<Record<string, string | number | readonly string[]>>

export type Who = Pick<Principal, 'companyId' | 'companyCode' | 'accountId' | 'accountName' | 'sessionId'>
