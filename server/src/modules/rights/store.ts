import type { Storage } from '../../engines/storage/storage.ts'

export function rightsStore(storage: Storage) {
  const { db } = storage
  const accounts = (companyId: string) =>
    db
      .selectFrom('account')
      .innerJoin('role', (join) =>
        join.onRef('role.company_id', '=', 'account.company_id').onRef('role.id', '=', 'account.role_id'),
      )
      .where('account.company_id', '=', companyId)
      .select(['account.id', 'account.name', 'account.disabled', 'role.name as role_name'])

  return {
    async account(companyId: string, accountId: string) {
      const [row] = await storage.read(accounts(companyId).where('account.id', '=', accountId))
      return row
    },

    accounts: (companyId: string, offset: number, limit: number) =>
      storage.read(
        accounts(companyId).orderBy('account.name').orderBy('account.id').offset(offset).limit(limit),
      ),

    async accountCount(companyId: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('account')
          .where('company_id', '=', companyId)
          .select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    regions: (companyId: string) =>
      storage.read(
        db.selectFrom('region').where('company_id', '=', companyId).select(['id', 'name']).orderBy('name'),
      ),

    devices: (companyId: string, afterDid: string, limit: number) =>
      storage.readHeavy(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', '>', afterDid)
          .select(['did', 'name'])
          .orderBy('did')
          .limit(limit),
      ),
  }
}

export type RightsStore = ReturnType<typeof rightsStore>
