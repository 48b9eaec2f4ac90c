/** The chain of a company's audit rows: docs/decisions/0030-audit-log.md. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** What of a row is under its mark. */
export interface ChainedRow {
  company_id: string
  seq: number
  at: number
  kind: string
  begun: number | null
  account_id: string
  account: string
  session_id: string
  address: string
  path: string
  targets: string
  search: string
  code: string
  details: string
}

/** What the first row of a company stands upon. */
export const NO_ROW = ''

/** The mark of a row that follows the one with mark `before`: nobody makes it without the key. */
export function markOf(key: Buffer, before: string, row: ChainedRow): string {
  return hmac(key, [
    'row',
    before,
    row.company_id,
    row.seq,
    row.at,
    row.kind,
    row.begun,
    row.account_id,
    row.account,
    row.session_id,
    row.address,
    row.path,
    row.targets,
    row.search,
    row.code,
    row.details,
  ])
}

/** Says which row is the company's last. */
export function sealOf(key: Buffer, companyId: string, seq: number, mac: string): string {
  return hmac(key, ['head', companyId, seq, mac])
}

export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** An array in JSON, so that no two lists of values give the same text. */
function hmac(key: Buffer, values: readonly (string | number | null)[]): string {
  return createHmac('sha256', key).update(JSON.stringify(values)).digest('hex')
}
