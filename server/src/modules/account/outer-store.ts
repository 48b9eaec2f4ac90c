import type { Storage, Transaction } from '../../engines/storage/storage.ts'

/** Who somebody is at the company's identity provider. */
export function outerStore({ db }: Storage) {
  return {
    async accountOf(
      companyId: string,
      issuer: string,
      subject: string,
      transaction: Transaction,
    ): Promise<string | undefined> {
      const { rows } = await transaction.run(
        db
          .selectFrom('outer_identity')
          .where('company_id', '=', companyId)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .select('account_id'),
      )
      return rows[0]?.account_id
    },

    async insertIdentity(
      companyId: string,
      { issuer, subject, accountId }: { issuer: string; subject: string; accountId: string },
      now: number,
      transaction: Transaction,
    ): Promise<void> {
      await transaction.run(
        db
          .insertInto('outer_identity')
          .values({ company_id: companyId, issuer, subject, account_id: accountId, created_at: now }),
      )
    },

    async namesTaken(
      companyId: string,
      names: readonly string[],
      transaction: Transaction,
    ): Promise<Set<string>> {
      const { rows } = await transaction.run(
        db
          .selectFrom('account')
          .where('company_id', '=', companyId)
          .where('name', 'in', names)
          .select('name'),
      )
      return new Set(rows.map(({ name }) => name))
    },
  }
}
