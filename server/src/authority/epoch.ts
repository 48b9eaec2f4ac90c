import type { Storage } from '../engines/storage/storage.ts'

/**
 * Makes every cached principal of the company stale. It belongs into the same unit as each change of the company's
 * accounts, roles or regions.
 */
export function raiseEpoch({ db }: Pick<Storage, 'db'>, companyId: string) {
  return db
    .updateTable('company')
    .set((row) => ({ epoch: row('epoch', '+', 1) }))
    .where('id', '=', companyId)
}
