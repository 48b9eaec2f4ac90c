import { auditDetailsIn } from '@vedette/contract/audit-details'
import { type AuditEntry, auditExport, auditList } from '@vedette/contract/calls/audit'
import { Refusal } from '@vedette/contract/codes'
import { titleOf } from '@vedette/contract/titles'
import { z } from 'zod'

import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import { type Route, serve } from '../../http/route.ts'
import { csvOfWorkbook } from '../../engines/spreadsheet/write-csv.ts'
import type { AuditFilter, AuditOutcome, AuditStore } from './store.ts'

/** Rows of one workbook. */
const MAX_ROWS = 20_000

const Targets = z.object({
  list: z.array(z.object({ kind: z.string(), id: z.string(), name: z.string() })),
  count: z.int(),
})
const Details = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))

const HEADS = {
  en: ['Time (UTC)', 'Account', 'Address', 'Action', 'Objects', 'Outcome', 'Code', 'Details'],
  'zh-cn': ['时间（UTC）', '账号', '地址', '操作', '对象', '结果', '代码', '详情'],
} as const
const OUTCOMES = {
  en: { done: 'Done', refused: 'Refused', failed: 'Failed', unfinished: 'Unfinished' },
  'zh-cn': { done: '完成', refused: '拒绝', failed: '失败', unfinished: '未完成' },
} as const

interface Needs {
  store: AuditStore
  writeWorkbook: WriteWorkbook
}

export function auditRoutes({ store, writeWorkbook }: Needs): Route[] {
  const entries = async (companyId: string, filter: AuditFilter, offset: number, limit: number) =>
    (await store.page(companyId, filter, offset, limit)).map(entryOf)
  return [
    serve(auditList, async ({ Page, PageSize, ...body }, { companyId }) => {
      const filter = filterOf(body)
      const [Total, List] = await Promise.all([
        store.total(companyId, filter),
        entries(companyId, filter, (Page - 1) * PageSize, PageSize),
      ])
      return { Total, List }
    }),

    serve(auditExport, async ({ Language, Format, ...body }, { companyId, companyCode }) => {
      const list = await entries(companyId, filterOf(body), 0, MAX_ROWS + 1)
      if (list.length > MAX_ROWS) throw new Refusal('tooLarge', { Limit: MAX_ROWS })
      const workbook = {
        sheet: 'Audit',
        columns: HEADS[Language].map((head) => ({ head, width: 22 })),
        rows: list.map((entry) => [
          new Date(entry.Time),
          entry.Account,
          entry.Address,
          titleOf(entry.Path, Language),
          entry.Targets.map(({ Name, ID }) => (Name ? `${Name} (${ID})` : ID)).join('; '),
          OUTCOMES[Language][entry.Outcome],
          entry.Code,
          auditDetailsIn(Language, entry.Details),
        ]),
      }
      const file = Format === 'csv' ? csvOfWorkbook(workbook) : await writeWorkbook(workbook)
      return { FileName: `audit-${companyCode}.${Format}`, File: file.toString('base64') }
    }),
  ]
}

interface WireFilter {
  From?: number | undefined
  Until?: number | undefined
  AccountID?: string | undefined
  DID?: string | undefined
  Keyword?: string | undefined
  Paths?: readonly string[] | undefined
  Outcome?: AuditOutcome | undefined
  Outcomes?: readonly AuditOutcome[] | undefined
}

function filterOf({
  From,
  Until,
  AccountID,
  DID,
  Keyword,
  Paths,
  Outcome,
  Outcomes,
}: WireFilter): AuditFilter {
  return {
    from: From,
    until: Until,
    accountId: AccountID,
    did: DID,
    keyword: Keyword,
    paths: Paths,
    outcomes: Outcomes ?? (Outcome === undefined ? undefined : [Outcome]),
  }
}

type Row = Awaited<ReturnType<AuditStore['page']>>[number]

function entryOf(row: Row): AuditEntry {
  const { list, count } = Targets.parse(JSON.parse(row.targets))
  const Code = row.kind === 'begun' ? (row.end_code ?? '') : row.code
  return {
    Seq: row.seq,
    Time: row.at,
    AccountID: row.account_id,
    Account: row.account,
    Address: row.address,
    Path: row.path,
    Targets: list.map(({ kind, id, name }) => ({ Kind: kind, ID: id, Name: name })),
    Count: count,
    Outcome: outcomeOf(row.kind, row.end_code),
    Code: Code === '200' || Code === '0' ? '' : Code,
    Details: Details.parse(JSON.parse(row.end_details ?? row.details)),
  }
}

function outcomeOf(kind: string, endCode: string | null): AuditEntry['Outcome'] {
  if (kind === 'seen') return 'done'
  if (kind === 'refused') return 'refused'
  if (endCode === null) return 'unfinished'
  if (endCode === '200' || endCode === '0') return 'done'
  return endCode === '6007' || endCode === '6010' ? 'failed' : 'refused'
}
