import type { Storage, Transaction } from '../../engines/storage/storage.ts'

export interface RegionRow {
  id: string
  parent_id: string | null
  name: string
}

export interface NewRegion {
  id: string
  parentId: string
  name: string
}

export function regionStore(storage: Storage) {
  const { db } = storage
  return {
    /** Siblings in their order. */
    regions: (companyId: string): Promise<RegionRow[]> =>
      storage.read(
        db
          .selectFrom('region')
          .where('company_id', '=', companyId)
          .select(['id', 'parent_id', 'name'])
          .orderBy('position')
          .orderBy('id'),
      ),

    /** The devices of each region, without those of its sub-regions. */
    devicesByRegion: (companyId: string) =>
      storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('region_id', 'is not', null)
          .select(['did', 'region_id']),
      ),

    /** The region with those above it, each with its distance; empty when there is no such region. */
    ancestors: async (companyId: string, regionId: string, transaction: Transaction) => {
      const { rows } = await transaction.run(
        db
          .selectFrom('region_closure')
          .where('company_id', '=', companyId)
          .where('descendant_id', '=', regionId)
          .select(['ancestor_id', 'depth']),
      )
      return rows
    },

    /** Puts the region behind its siblings. */
    insert: async (
      companyId: string,
      region: NewRegion,
      ancestors: readonly { ancestor_id: string; depth: number }[],
      transaction: Transaction,
    ): Promise<void> => {
      const { rows } = await transaction.run(
        db
          .selectFrom('region')
          .where('company_id', '=', companyId)
          .where('parent_id', '=', region.parentId)
          .select((row) => row.fn.max('position').as('last')),
      )
      await transaction.run(
        db.insertInto('region').values({
          company_id: companyId,
          id: region.id,
          parent_id: region.parentId,
          name: region.name,
          position: (rows[0]?.last ?? 0) + 1,
        }),
      )
      await transaction.run(
        db.insertInto('region_closure').values([
          { company_id: companyId, ancestor_id: region.id, descendant_id: region.id, depth: 0 },
          ...ancestors.map(({ ancestor_id, depth }) => ({
            company_id: companyId,
            ancestor_id,
            descendant_id: region.id,
            depth: depth + 1,
          })),
        ]),
      )
    },
  }
}

export type RegionStore = ReturnType<typeof regionStore>

/** The statements of a company's first region, for the unit that founds the company. */
export function rootRegion({ db }: Pick<Storage, 'db'>, companyId: string, id: string, name: string) {
  return [
    db.insertInto('region').values({ company_id: companyId, id, parent_id: null, name, position: 1 }),
    db
      .insertInto('region_closure')
      .values({ company_id: companyId, ancestor_id: id, descendant_id: id, depth: 0 }),
  ]
}
