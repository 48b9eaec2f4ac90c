import type { Storage } from '../engines/storage/storage.ts'

export interface NewSession {
  id: string
  tokenHash: string
  accountId: string
  createdAt: number
  expiresAt: number
  address: string
  userAgent: string
  /** A session that looks at a role: which one, and from which session. */
  preview?: { roleId: string; of: string }
}

/** A statement for the transaction that lets somebody in. */
export function newSession({ db }: Storage, companyId: string, session: NewSession) {
  return db.insertInto('session').values({
    company_id: companyId,
    id: session.id,
    token_hash: session.tokenHash,
    account_id: session.accountId,
    created_at: session.createdAt,
    last_seen_at: session.createdAt,
    expires_at: session.expiresAt,
    revoked_at: null,
    preview_role_id: session.preview?.roleId ?? null,
    preview_of: session.preview?.of ?? null,
    address: session.address,
    user_agent: session.userAgent,
  })
}
