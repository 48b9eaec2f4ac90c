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
  /** The region and all below it. */
  const subtree = (companyId: string, regionId: string) =>
    db
      .selectFrom('region_closure')
      .where('company_id', '=', companyId)
      .where('ancestor_id', '=', regionId)
      .select('descendant_id')
  const lastPosition = async (
    companyId: string,
    parentId: string,
    transaction: Transaction,
  ): Promise<number> => {
    const { rows } = await transaction.run(
      db
        .selectFrom('region')
        .where('company_id', '=', companyId)
        .where('parent_id', '=', parentId)
        .select((row) => row.fn.max('position').as('last')),
    )
    return rows[0]?.last ?? 0
  }
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

    /** How many devices each region has, without those of its sub-regions. */
    async deviceCounts(companyId: string): Promise<Map<string, number>> {
      const rows = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('region_id', 'is not', null)
          .select((row) => ['region_id', row.fn.countAll<number>().as('count')])
          .groupBy('region_id'),
      )
      return new Map(rows.flatMap(({ region_id, count }) => (region_id === null ? [] : [[region_id, count]])))
    },

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

    /** The region and those below it, each with its distance. */
    below: async (companyId: string, regionId: string, transaction: Transaction) => {
      const { rows } = await transaction.run(
        db
          .selectFrom('region_closure')
          .where('company_id', '=', companyId)
          .where('ancestor_id', '=', regionId)
          .select(['descendant_id', 'depth']),
      )
      return rows
    },

    parentOf: async (companyId: string, regionId: string, transaction: Transaction) => {
      const { rows } = await transaction.run(
        db
          .selectFrom('region')
          .where('company_id', '=', companyId)
          .where('id', '=', regionId)
          .select('parent_id'),
      )
      return rows[0]
    },

    rename: (companyId: string, regionId: string, name: string) =>
      storage.write([
        db.updateTable('region').set({ name }).where('company_id', '=', companyId).where('id', '=', regionId),
      ]),

    /** The devices in the region and in all below it. */
    deviceCount: async (companyId: string, regionId: string, transaction: Transaction): Promise<number> => {
      const { rows } = await transaction.run(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('region_id', 'in', subtree(companyId, regionId))
          .select((row) => row.fn.countAll<number>().as('count')),
      )
      return rows[0]?.count ?? 0
    },

    /** Returns how many regions went. */
    deleteSubtree: async (companyId: string, regionId: string, transaction: Transaction): Promise<number> => {
      const { changes } = await transaction.run(
        db
          .deleteFrom('region')
          .where('company_id', '=', companyId)
          .where('id', 'in', subtree(companyId, regionId)),
      )
      return changes
    },

    /** Hangs the region with all below it under another parent; `position` is its place among the siblings there. */
    move: async (
      companyId: string,
      { regionId, parentId, position }: { regionId: string; parentId: string; position: number },
      transaction: Transaction,
    ): Promise<void> => {
      await transaction.run(
        db
          .deleteFrom('region_closure')
          .where('company_id', '=', companyId)
          .where('descendant_id', 'in', subtree(companyId, regionId))
          .where('ancestor_id', 'not in', subtree(companyId, regionId)),
      )
      await transaction.run(
        db
          .insertInto('region_closure')
          .columns(['company_id', 'ancestor_id', 'descendant_id', 'depth'])
          .expression(
            db
              .selectFrom('region_closure as above')
              .innerJoin('region_closure as below', 'below.company_id', 'above.company_id')
              .where('above.company_id', '=', companyId)
              .where('above.descendant_id', '=', parentId)
              .where('below.ancestor_id', '=', regionId)
              .select((row) => [
                'above.company_id',
                'above.ancestor_id',
                'below.descendant_id',
                row('above.depth', '+', row('below.depth', '+', 1)).as('depth'),
              ]),
          ),
      )
      await transaction.run(
        db
          .updateTable('region')
          .set((row) => ({ position: row('position', '+', 1) }))
          .where('company_id', '=', companyId)
          .where('parent_id', '=', parentId)
          .where('position', '>=', position),
      )
      await transaction.run(
        db
          .updateTable('region')
          .set({ parent_id: parentId, position })
          .where('company_id', '=', companyId)
          .where('id', '=', regionId),
      )
    },

    positionOf: async (
      companyId: string,
      parentId: string,
      regionId: string,
      transaction: Transaction,
    ): Promise<number | undefined> => {
      const { rows } = await transaction.run(
        db
          .selectFrom('region')
          .where('company_id', '=', companyId)
          .where('parent_id', '=', parentId)
          .where('id', '=', regionId)
          .select('position'),
      )
      return rows[0]?.position
    },

    lastPosition,

    /** The favourites of an account, oldest first. */
    homes: async (companyId: string, accountId: string): Promise<string[]> => {
      const rows = await storage.read(
        db
          .selectFrom('account_home_region')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .select('region_id')
          .orderBy('created_at')
          .orderBy('region_id'),
      )
      return rows.map((row) => row.region_id)
    },

    addHome: (companyId: string, accountId: string, regionId: string, nowMs: number) =>
      storage.write([
        db
          .insertInto('account_home_region')
          .values({ company_id: companyId, account_id: accountId, region_id: regionId, created_at: nowMs })
          .onConflict((conflict) => conflict.doNothing()),
      ]),

    removeHome: (companyId: string, accountId: string, regionId: string) =>
      storage.write([
        db
          .deleteFrom('account_home_region')
          .where('company_id', '=', companyId)
          .where('account_id', '=', accountId)
          .where('region_id', '=', regionId),
      ]),

    /** Puts the region behind its siblings. */
    insert: async (
      companyId: string,
      region: NewRegion,
      ancestors: readonly { ancestor_id: string; depth: number }[],
      transaction: Transaction,
    ): Promise<void> => {
      const last = await lastPosition(companyId, region.parentId, transaction)
      await transaction.run(
        db.insertInto('region').values({
          company_id: companyId,
          id: region.id,
          parent_id: region.parentId,
          name: region.name,
          position: last + 1,
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
