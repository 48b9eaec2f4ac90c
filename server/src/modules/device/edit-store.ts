import type { Updateable } from 'kysely'

import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { forgetGone } from './gone.ts'
import { isOneOf } from './store.ts'

type Change = Pick<
  Updateable<Tables['device']>,
  'name' | 'name_search' | 'alias' | 'alias_search' | 'license' | 'lng' | 'lat'
>

export function deviceEditStore(storage: Storage) {
  const { db } = storage
  return {
    async change(companyId: string, did: string, change: Change): Promise<void> {
      await storage.write([
        db.updateTable('device').set(change).where('company_id', '=', companyId).where('did', '=', did),
      ])
    },

    /** Says the rest in the same unit; returns how many there were. */
    async move(
      companyId: string,
      dids: readonly string[],
      regionId: string,
      rest: readonly Query[],
    ): Promise<number> {
      const [moved] = await storage.write([
        db
          .updateTable('device')
          .set({ region_id: regionId })
          .where('device.company_id', '=', companyId)
          .where((row) => isOneOf(storage, row.ref('device.did'), dids)),
        ...rest,
      ])
      return moved.changes
    },

    /** Says the rest in the same unit; returns how many there were. */
    async remove(
      companyId: string,
      dids: readonly string[],
      rest: readonly Query[],
      nowMs: number,
    ): Promise<number> {
      const [removed] = await storage.write([
        db
          .deleteFrom('device')
          .where('device.company_id', '=', companyId)
          .where((row) => isOneOf(storage, row.ref('device.did'), dids)),
        ...rest,
        ...forgetGone(storage, companyId, nowMs),
      ])
      return removed.changes
    },
  }
}

export type DeviceEditStore = ReturnType<typeof deviceEditStore>
