import type { Storage } from '../../engines/storage/storage.ts'

export function profileStore(storage: Storage) {
  const { db } = storage
  return {
    async setName(companyId: string, accountId: string, name: string): Promise<void> {
      await storage.write([
        db
          .updateTable('account')
          .set({ display_name: name, display_name_search: name.toLowerCase() })
          .where('company_id', '=', companyId)
          .where('id', '=', accountId),
      ])
    },

    /** Returns the picture that it was before. */
    async setIcon(
      companyId: string,
      accountId: string,
      icon: string | null,
    ): Promise<string | null | undefined> {
      const own = db
        .selectFrom('account')
        .where('company_id', '=', companyId)
        .where('id', '=', accountId)
        .select('icon')
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(own)
        await transaction.run(
          db
            .updateTable('account')
            .set({ icon })
            .where('company_id', '=', companyId)
            .where('id', '=', accountId),
        )
        return rows[0]?.icon
      })
    },

    /** Those that may still live: neither ended nor older than their end. The latest first. */
    async sessions(companyId: string, accountId: string, now: number, notIdleSince: number) {
      return storage.read(
        db
          .selectFrom('session')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('revoked_at', 'is', null)
          .where('expires_at', '>', now)
          .where('last_seen_at', '>', notIdleSince)
          .orderBy('last_seen_at', 'desc')
          .orderBy('id', 'desc')
          .select(['id', 'address', 'user_agent', 'created_at', 'last_seen_at']),
      )
    },

    /** Sessions of all accounts, the latest first; what a preview looks by is its maker's own. */
    async peopleOn(companyId: string, now: number, seenSince: number, most: number) {
      return storage.read(
        db
          .selectFrom('session')
          .innerJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'session.company_id')
              .onRef('account.id', '=', 'session.account_id'),
          )
          .innerJoin('company', 'company.id', 'session.company_id')
          .where('session.company_id', '=', companyId)
          .where('session.revoked_at', 'is', null)
          .where('session.preview_of', 'is', null)
          .where('session.expires_at', '>', now)
          .where('session.last_seen_at', '>', seenSince)
          .orderBy('session.last_seen_at', 'desc')
          .orderBy('session.id', 'desc')
          .limit(most)
          .select([
            'account.id',
            'company.code',
            'account.name',
            'account.display_name',
            'session.address',
            'session.user_agent',
            'session.last_seen_at',
          ]),
      )
    },
  }
}
