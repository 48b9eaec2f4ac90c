import { presenceHistory } from '@vedette/contract/calls/presence'

import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { PresenceJournal, type PresenceJournalOptions } from './journal.ts'
import { presenceStore } from './store.ts'

export function openPresenceJournal({
  storage,
  ...options
}: Omit<PresenceJournalOptions, 'store'> & { storage: Storage }): PresenceJournal {
  return new PresenceJournal({ ...options, store: presenceStore(storage) })
}

export function presenceModule(storage: Storage): Route[] {
  const store = presenceStore(storage)
  return [
    serve(presenceHistory, async ({ DID, Page, PageSize }, { companyId }) => {
      const { total, rows } = await store.page(companyId, DID, PageSize, (Page - 1) * PageSize)
      const List = rows.map((row) => ({
        Time: row.at,
        Until: row.until ?? null,
        Presence: row.presence,
        Reason: row.reason,
        Status: row.status,
        IsFirst: row.is_first === 1,
      }))
      return { Total: total, List }
    }),
  ]
}

export { presenceStore, type PresenceStore } from './store.ts'
