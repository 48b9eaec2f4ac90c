import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export interface Sent {
  tokenHash: string
  at: number
  expiresAt: number
}

export function invitationStore(storage: Storage) {
  const { db } = storage
  return {
    async insert(companyId: string, accountId: string, sent: Sent, transaction: Transaction): Promise<void> {
      await transaction.run(
        db.insertInto('invitation').values({
          company_id: companyId,
          account_id: accountId,
          token_hash: sent.tokenHash,
          sent_at: sent.at,
          expires_at: sent.expiresAt,
        }),
      )
    },

    /** Returns whether there was one, whose link is worthless from now on. */
    async renew(
      companyId: string,
      accountId: string,
      sent: Sent,
      transaction: Transaction,
    ): Promise<boolean> {
      const { changes } = await transaction.run(
        db
          .updateTable('invitation')
          .set({ token_hash: sent.tokenHash, sent_at: sent.at, expires_at: sent.expiresAt })
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId),
      )
      return changes > 0
    },

    async isOpen(companyId: string, accountId: string, transaction: Transaction): Promise<boolean> {
      const { rows } = await transaction.run(
        db
          .selectFrom('invitation')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .select('account_id'),
      )
      return rows.length > 0
    },

    /** Finds the account of the link; its company is known by the link alone. */
    async of(tokenHash: string, now: number) {
      const [row] = await storage.read(
        db
          .selectFrom('invitation')
          .innerJoin('company', 'company.id', 'invitation.company_id')
          .innerJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'invitation.company_id')
              .onRef('account.id', '=', 'invitation.account_id'),
          )
          .where('token_hash', '=', tokenHash)
          .where('expires_at', '>', now)
          // Who got a password in another way needs no invitation.
          .where('account.password_hash', 'is', null)
          .select([
            'invitation.company_id',
            'invitation.account_id',
            'account.name',
            'company.code',
            'company.name as company_name',
            'company.password_rule',
          ]),
      )
      return row
    },

    /** Returns whether it was there until now. */
    async use(tokenHash: string): Promise<boolean> {
      const [used] = await storage.write([db.deleteFrom('invitation').where('token_hash', '=', tokenHash)])
      return used.changes > 0
    },
  }
}

export type InvitationStore = ReturnType<typeof invitationStore>
