/** The audit log of a company, for its full administrators. */
import { z } from 'zod'

import { call, listOf, Paging } from '../call.ts'
import { AccountID, DID } from '../ids.ts'

/** `unfinished`: the action was begun, and nothing says how it ended. `failed`: by a fault of the platform. */
export const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'unfinished'] as const

const AuditEntry = z.object({
  /** Counts the company's rows; an action has the number of the row that began it. */
  Seq: z.number(),
  /** Ms since 1970. */
  Time: z.number(),
  AccountID: z.string(),
  /** The full name at that time. */
  Account: z.string(),
  Address: z.string(),
  /** The call: a path of the contract, or of one that is gone. */
  Path: z.string(),
  /** What it named, with the names of that time; `Count` in all. */
  Targets: z.array(z.object({ Kind: z.string(), ID: z.string(), Name: z.string() })),
  Count: z.int(),
  Outcome: z.enum(AUDIT_OUTCOMES),
  /** The code of a refusal or a fault. */
  Code: z.string(),
  /** What else the action said of itself, such as the rights that a role gained. */
  Details: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const Filter = {
  /** Ms since 1970. */
  From: z.int().min(0).optional(),
  Until: z.int().min(0).optional(),
  AccountID: AccountID.optional(),
  /** What was done with this device. */
  DID: DID.optional(),
  /** Part of an account, an address, a name or an id. */
  Keyword: z.string().trim().max(64).optional(),
  Paths: z.array(z.string().max(100)).max(200).optional(),
  Outcome: z.enum(AUDIT_OUTCOMES).optional(),
  /** Any of these. */
  Outcomes: z.array(z.enum(AUDIT_OUTCOMES)).min(1).max(AUDIT_OUTCOMES.length).optional(),
}

export const auditList = call('/vms/audit/list', {
  title: { en: 'Search the audit log', 'zh-cn': '查询审计日志' },
  access: 'administrator',
  effect: 'reads',
  body: z.object({ ...Filter, ...Paging }),
  reply: listOf(AuditEntry),
  example: (ids) => ({ AccountID: ids.account, DID: ids.device }),
})

/** A file of what the filter leaves, in base64. */
export const auditExport = call('/vms/audit/export', {
  title: { en: 'Export the audit log', 'zh-cn': '导出审计日志' },
  access: 'administrator',
  effect: 'discloses',
  body: z.object({
    ...Filter,
    Format: z.enum(['xlsx', 'csv']).default('xlsx'),
    Language: z.enum(['zh-cn', 'en']).default('en'),
  }),
  reply: z.object({ FileName: z.string(), File: z.string() }),
  example: (ids) => ({ AccountID: ids.account, DID: ids.device }),
  refusals: ['tooLarge'],
})
