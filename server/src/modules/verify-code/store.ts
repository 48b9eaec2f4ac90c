import type { Storage } from '../../engines/storage/storage.ts'

export type Purpose = 'login' | 'reset'

export function verifyCodeStore(storage: Storage) {
  const { db } = storage
  const unused = (companyId: string) =>
    db.updateTable('verify_code').where('company_id', '=', companyId).where('used_at', 'is', null)
  return {
    /** Puts the code in the place of earlier ones, unless one is younger than `notAfter`. Returns whether it did. */
    async insert(
      companyId: string,
      code: {
        id: string
        accountId: string
        purpose: Purpose
        box: string
        createdAt: number
        expiresAt: number
      },
      notAfter: number,
    ): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        const young = db
          .selectFrom('verify_code')
          .where('company_id', '=', companyId)
          .where('account_id', '=', code.accountId)
          .where('purpose', '=', code.purpose)
          .where('created_at', '>', notAfter)
        if ((await transaction.run(young.select('id'))).rows.length > 0) return false
        await transaction.run(db.deleteFrom('verify_code').where('expires_at', '<', code.createdAt))
        await transaction.run(
          unused(companyId)
            .where('account_id', '=', code.accountId)
            .where('purpose', '=', code.purpose)
            .set({ used_at: code.createdAt }),
        )
        await transaction.run(
          db.insertInto('verify_code').values({
            company_id: companyId,
            id: code.id,
            account_id: code.accountId,
            purpose: code.purpose,
            secret_box: code.box,
            created_at: code.createdAt,
            expires_at: code.expiresAt,
            tries: 0,
            used_at: null,
          }),
        )
        return true
      })
    },

    /** Takes one of the tries of the code that is in force, and returns what it is. */
    async take(companyId: string, accountId: string, purpose: Purpose, now: number, mostTries: number) {
      const [taken] = await storage.write([
        unused(companyId)
          .where('account_id', '=', accountId)
          .where('purpose', '=', purpose)
          .where('expires_at', '>', now)
          .where('tries', '<', mostTries)
          .set((row) => ({ tries: row('tries', '+', 1) }))
          .returning(['id', 'secret_box']),
      ])
      return taken.rows[0]
    },

    /** Returns whether it was unused until now. */
    async use(companyId: string, id: string, now: number): Promise<boolean> {
      const [used] = await storage.write([
        unused(companyId).where('id', '=', id).where('expires_at', '>', now).set({ used_at: now }),
      ])
      return used.changes > 0
    },
  }
}
