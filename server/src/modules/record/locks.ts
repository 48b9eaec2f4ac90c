import type { Principal } from '../../authority/principal.ts'
import type { LockStore, StoredLock } from './lock-store.ts'
import { checkRange } from './replay-parts.ts'
import type { Retention } from './retention.ts'

export interface LockNeeds {
  locks: LockStore
  retention: Retention
  now: () => number
  newId: () => string
}

/** Once it is answered, nothing of this time goes any more. */
export async function addLock(
  did: string,
  { From, To, Reason, Until }: { From: number; To: number; Reason: string; Until: number | null },
  { companyId, accountId }: Pick<Principal, 'companyId' | 'accountId'>,
  { locks, retention, now, newId }: LockNeeds,
): Promise<string> {
  checkRange(From, To)
  const id = newId()
  const lock = { id, did, from_ms: From, to_ms: To, reason: Reason, account_id: accountId, until_ms: Until }
  await retention.alone(companyId, did, () => locks.add(companyId, { ...lock, created_at: now() }))
  return id
}

export function lockItem(row: StoredLock & { account_name: string | null }) {
  return {
    LockID: row.id,
    From: row.from_ms,
    To: row.to_ms,
    Reason: row.reason,
    Account: row.account_name ?? '',
    At: row.created_at,
    Until: row.until_ms,
  }
}
