import type { DeviceStatus, Presence } from '@vedette/contract/devices'

import { listed } from '../../engines/storage/listed.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'

export interface PresenceRow {
  companyId: string
  did: string
  /** In the order of time. */
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
    /** Of any companies. */
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

    async page(companyId: string, did: string, limit: number, offset: number) {
      const [rows, [count]] = await Promise.all([
        storage.read(
          of(companyId, did)
            .orderBy('id', 'desc')
            .select(['at', 'presence', 'reason', 'status', 'is_first'])
            .limit(limit)
            .offset(offset),
        ),
        storage.read(of(companyId, did).select((it) => it.fn.countAll<number>().as('total'))),
      ])
      return { total: count?.total ?? 0, rows }
    },

    async forgetBefore(at: number): Promise<void> {
      await storage.write([db.deleteFrom('presence_change').where('at', '<', at)])
    },

    /** For the unit that deletes the devices. */
    forgetting: (companyId: string, dids: readonly string[]): Query[] => [
      db
        .deleteFrom('presence_change')
        .where('company_id', '=', companyId)
        .where('did', 'in', listed(storage, dids)),
    ],
  }
}

export type PresenceStore = ReturnType<typeof presenceStore>
