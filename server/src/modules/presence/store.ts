import type { DeviceStatus, Presence } from '@vedette/contract/devices'

import { listed } from '../../engines/storage/listed.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'

export interface PresenceRow {
  companyId: string
  did: string
  /** Sorts by time. */
  id: string
  at: number
  presence: Presence
  reason: string
  status: DeviceStatus
  isFirst: boolean
}

export function presenceStore(storage: Storage) {
  const { db } = storage
  const of = (companyId: string, did: string) =>
    db.selectFrom('presence_change').where('company_id', '=', companyId).where('did', '=', did)

  return {
    /** Rows may be of several companies. */
    async add(rows: readonly PresenceRow[]): Promise<void> {
      const values = rows.map(({ companyId, isFirst, ...row }) => ({
        company_id: companyId,
        is_first: isFirst ? (1 as const) : (0 as const),
        ...row,
      }))
      await storage.write([db.insertInto('presence_change').values(values)])
    },

    /** Leaves the newest. */
    async trim(companyId: string, did: string, kept: number): Promise<void> {
      await storage.write([
        db
          .deleteFrom('presence_change')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('id', '<=', of(companyId, did).orderBy('id', 'desc').select('id').limit(1).offset(kept)),
      ])
    },

    /** The latest first; each is over when the next one came, which may stand on the page before. */
    async page(companyId: string, did: string, limit: number, offset: number) {
      const before = Math.min(offset, 1)
      const [read, [count]] = await Promise.all([
        storage.read(
          of(companyId, did)
            .orderBy('id', 'desc')
            .select(['at', 'presence', 'reason', 'status', 'is_first'])
            .limit(limit + before)
            .offset(offset - before),
        ),
        storage.read(of(companyId, did).select((it) => it.fn.countAll<number>().as('total'))),
      ])
      const rows = read.map((row, i) => ({ ...row, until: read[i - 1]?.at })).slice(before)
      return { total: count?.total ?? 0, rows }
    },

    async forgetBefore(at: number): Promise<void> {
      await storage.write([db.deleteFrom('presence_change').where('at', '<', at)])
    },

    /** Deletes for the unit that deletes the devices. */
    forgetting: (companyId: string, dids: readonly string[]): Query[] => [
      db
        .deleteFrom('presence_change')
        .where('company_id', '=', companyId)
        .where('did', 'in', listed(storage, dids)),
    ],
  }
}

export type PresenceStore = ReturnType<typeof presenceStore>
