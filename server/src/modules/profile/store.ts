import type { Storage } from '../../engines/storage/storage.ts'

export function profileStore(storage: Storage) {
  const { db } = storage
  return {
    async setName(companyId: string, accountId: string, name: string): Promise<void> {
      await storage.write([
        db
          .updateTable('account')
          .set({ display_name: name })
          .where('company_id', '=', companyId)
          .where('id', '=', accountId),
      ])
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
  }
}
