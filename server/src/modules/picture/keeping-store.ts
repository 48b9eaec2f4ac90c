import { PICTURE_KEEPING } from '@vedette/contract/calls/company'

import type { Storage } from '../../engines/storage/storage.ts'

interface Keeping {
  days: number
  gigabytes: number
}

const { days, gigabytes } = PICTURE_KEEPING

export function keepingStore(storage: Storage) {
  const { db } = storage
  return {
    async companies(): Promise<string[]> {
      return (await storage.read(db.selectFrom('company').select('id').orderBy('id'))).map(({ id }) => id)
    },

    async of(companyId: string): Promise<Keeping> {
      const [row] = await storage.read(
        db.selectFrom('picture_keeping').where('company_id', '=', companyId).select(['days', 'gigabytes']),
      )
      return row ?? { days, gigabytes }
    },

    async set(companyId: string, keeping: Keeping): Promise<void> {
      await storage.write([
        db
          .insertInto('picture_keeping')
          .values({ company_id: companyId, ...keeping })
          .onConflict((conflict) => conflict.column('company_id').doUpdateSet(keeping)),
      ])
    },
  }
}
