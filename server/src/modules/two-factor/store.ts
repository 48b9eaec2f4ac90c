import type { Storage } from '../../engines/storage/storage.ts'

/** Queries for a unit of another module: delete the factor with its recovery codes. */
export function withoutSecondFactor({ db }: Pick<Storage, 'db'>, companyId: string, accountId: string) {
  return [
    db.deleteFrom('second_factor').where('company_id', '=', companyId).where('account_id', '=', accountId),
    db.deleteFrom('recovery_code').where('company_id', '=', companyId).where('account_id', '=', accountId),
  ]
}

export function twoFactorStore(storage: Storage) {
  const { db } = storage
  const ofAccount = (companyId: string, accountId: string) =>
    db
      .selectFrom('second_factor')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .select(['secret_box', 'confirmed_at', 'last_step'])

  return {
    async of(companyId: string, accountId: string) {
      const [row] = await storage.read(ofAccount(companyId, accountId))
      return row
    },

    /** Puts a new secret in the place of one that was not confirmed; returns whether it did. */
    async begin(companyId: string, accountId: string, box: string, now: number): Promise<boolean> {
      const [begun] = await storage.write([
        db
          .insertInto('second_factor')
          .values({
            company_id: companyId,
            account_id: accountId,
            secret_box: box,
            confirmed_at: null,
            last_step: 0,
            created_at: now,
          })
          .onConflict((conflict) =>
            conflict
              .columns(['company_id', 'account_id'])
              .doUpdateSet({ secret_box: box, last_step: 0, created_at: now })
              .where('second_factor.confirmed_at', 'is', null),
          ),
      ])
      return begun.changes > 0
    },

    /** Returns whether it was not confirmed before. */
    async confirm(
      companyId: string,
      accountId: string,
      step: number,
      codeHashes: readonly string[],
      now: number,
    ): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        const confirmed = await transaction.run(
          db
            .updateTable('second_factor')
            .set({ confirmed_at: now, last_step: step })
            .where('company_id', '=', companyId)
            .where('account_id', '=', accountId)
            .where('confirmed_at', 'is', null),
        )
        if (confirmed.changes === 0) return false
        for (const codeHash of codeHashes)
          await transaction.run(
            db.insertInto('recovery_code').values({
              company_id: companyId,
              account_id: accountId,
              code_hash: codeHash,
              used_at: null,
            }),
          )
        return true
      })
    },

    /** Returns whether the step is later than every one that was used. */
    async useStep(companyId: string, accountId: string, step: number): Promise<boolean> {
      const [used] = await storage.write([
        db
          .updateTable('second_factor')
          .set({ last_step: step })
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('last_step', '<', step),
      ])
      return used.changes > 0
    },

    async useRecoveryCode(companyId: string, accountId: string, codeHash: string, now: number) {
      const [used] = await storage.write([
        db
          .updateTable('recovery_code')
          .set({ used_at: now })
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('code_hash', '=', codeHash)
          .where('used_at', 'is', null),
      ])
      return used.changes > 0
    },

    async recoveryCodesLeft(companyId: string, accountId: string): Promise<number> {
      const rows = await storage.read(
        db
          .selectFrom('recovery_code')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('used_at', 'is', null)
          .select('code_hash'),
      )
      return rows.length
    },

    async end(companyId: string, accountId: string): Promise<void> {
      await storage.write(withoutSecondFactor(storage, companyId, accountId))
    },
  }
}
