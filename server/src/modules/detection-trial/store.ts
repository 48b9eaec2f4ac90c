import type { Storage } from '../../engines/storage/storage.ts'

export function trialStore(storage: Storage) {
  return {
    async timeZone(companyId: string): Promise<string> {
      const [row] = await storage.read(
        storage.db.selectFrom('company').where('id', '=', companyId).select('time_zone'),
      )
      return row?.time_zone ?? 'UTC'
    },
  }
}
