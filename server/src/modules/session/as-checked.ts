import type { Storage } from '../../engines/storage/storage.ts'

/** An account as it was when somebody showed to be its owner. */
export interface CheckedAccount {
  company_id: string
  id: string
  password_hash: string | null
}

/**
 * Finds the account unless it was barred or got another password since: what is let in later would outlive the revocation
 * that comes with those. Belongs into the transaction that lets in.
 */
export function asChecked({ db }: Pick<Storage, 'db'>, { company_id, id, password_hash }: CheckedAccount) {
  return db
    .selectFrom('account')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .where('password_hash', 'is not distinct from', password_hash)
    .where('disabled', '=', 0)
    .select('id')
}
