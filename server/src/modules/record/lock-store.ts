/** The SQL of locked times. */
import type { Selectable } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type StoredLock = Selectable<Tables['record_lock']>

/** `now`: by the clock that recordings age by. A lock that has ended by then is none. */
export function lockStore(storage: Storage, now: () => number) {
  const { db } = storage
  return {
    async add(companyId: string, lock: Omit<StoredLock, 'company_id'>): Promise<void> {
      await storage.write([db.insertInto('record_lock').values({ company_id: companyId, ...lock })])
    },

    /** Returns whether the device had it. */
    async remove(companyId: string, did: string, id: string): Promise<boolean> {
      const [removed] = await storage.write([
        db
          .deleteFrom('record_lock')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('id', '=', id),
      ])
      return removed.changes > 0
    },

    async lockedDevices(companyId: string): Promise<Set<string>> {
      const rows = await storage.read(
        db
          .selectFrom('record_lock')
          .where('company_id', '=', companyId)
          .where((row) => row.or([row('until_ms', 'is', null), row('until_ms', '>', now())]))
          .select('did')
          .distinct(),
      )
      return new Set(rows.map(({ did }) => did))
    },

    ofDevices(companyId: string, dids: readonly string[]) {
      return storage.read(
        db
          .selectFrom('record_lock as lock')
          .leftJoin('account', (join) =>
            join
              .onRef('account.company_id', '=', 'lock.company_id')
              .onRef('account.id', '=', 'lock.account_id'),
          )
          .where('lock.company_id', '=', companyId)
          .where('lock.did', 'in', listed(storage, dids))
          .where((row) => row.or([row('lock.until_ms', 'is', null), row('lock.until_ms', '>', now())]))
          .orderBy('lock.from_ms')
          .orderBy('lock.id')
          .selectAll('lock')
          .select('account.name as account_name'),
      )
    },
  }
}

export type LockStore = ReturnType<typeof lockStore>
