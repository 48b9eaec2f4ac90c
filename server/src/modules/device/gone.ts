import type { Query, Storage } from '../../engines/storage/storage.ts'

const KEPT_MS = 365 * 24 * 3_600_000

/**
 * What devices did that the company no longer has is kept for a year. These statements go with each parting from a
 * device, so that a company that parts with many keeps no more than a year's.
 */
export function forgetGone({ db }: Storage, companyId: string, nowMs: number): Query[] {
  const before = nowMs - KEPT_MS
  const owned = db.selectFrom('device').where('company_id', '=', companyId).select('did')
  return [
    db
      .deleteFrom('device_event')
      .where('company_id', '=', companyId)
      .where('at', '<', before)
      .where('did', 'not in', owned),
    db
      .deleteFrom('upgrade')
      .where('company_id', '=', companyId)
      .where('changed_at', '<', before)
      .where('did', 'not in', owned),
  ]
}
