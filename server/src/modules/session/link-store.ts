import type { Storage } from '../../engines/storage/storage.ts'
import { asChecked, type CheckedAccount } from './as-checked.ts'

/** Which accounts are one person's. A person is nothing but the links, and is of no company. */
export function linkStore(storage: Storage) {
  const { db } = storage
  const personOf = (account: CheckedAccount) =>
    db
      .selectFrom('account_link')
      .where('company_id', '=', account.company_id)
      .where('account_id', '=', account.id)
      .select('person_id')
  return {
    /** Makes the two, and whatever either was linked to, one person's. Returns whether both were still as they were checked. */
    async link(
      own: CheckedAccount,
      other: CheckedAccount,
      newPersonId: string,
      now: number,
    ): Promise<boolean> {
      return storage.transaction(async (transaction) => {
        for (const account of [own, other])
          if ((await transaction.run(asChecked(storage, account))).rows.length === 0) return false
        const [ofOwn] = (await transaction.run(personOf(own))).rows
        const [ofOther] = (await transaction.run(personOf(other))).rows
        const person = ofOwn?.person_id ?? ofOther?.person_id ?? newPersonId
        if (ofOther)
          await transaction.run(
            db
              .updateTable('account_link')
              .set({ person_id: person })
              .where('person_id', '=', ofOther.person_id),
          )
        for (const account of [own, other])
          await transaction.run(
            db
              .insertInto('account_link')
              .values({
                company_id: account.company_id,
                account_id: account.id,
                person_id: person,
                created_at: now,
              })
              .onConflict((conflict) =>
                conflict.columns(['company_id', 'account_id']).doUpdateSet({ person_id: person }),
              ),
          )
        return true
      })
    },

    async unlink(companyId: string, accountId: string): Promise<void> {
      await storage.write([withoutLinks(storage, companyId, accountId)])
    },
  }
}

export type LinkStore = ReturnType<typeof linkStore>

/** Belongs into the unit that replaces a password without the old one. */
export function withoutLinks({ db }: Pick<Storage, 'db'>, companyId: string, accountId: string) {
  return db.deleteFrom('account_link').where('company_id', '=', companyId).where('account_id', '=', accountId)
}
