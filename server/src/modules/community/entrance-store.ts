import type { Storage } from '../../engines/storage/storage.ts'

/** The cameras at an area's entrances. */
export function entranceStore(storage: Storage) {
  const { db } = storage
  return {
    of: (companyId: string, areaId: string) =>
      storage.read(
        db
          .selectFrom('community_entrance')
          .innerJoin('device', (join) =>
            join
              .onRef('device.company_id', '=', 'community_entrance.company_id')
              .onRef('device.did', '=', 'community_entrance.did'),
          )
          .where('community_entrance.company_id', '=', companyId)
          .where('community_entrance.area_id', '=', areaId)
          .orderBy('community_entrance.seq')
          .select(['device.did', 'device.name', 'device.alias', 'device.license', 'device.region_id']),
      ),

    async set(companyId: string, areaId: string, dids: readonly string[]): Promise<void> {
      const remove = db
        .deleteFrom('community_entrance')
        .where('company_id', '=', companyId)
        .where('area_id', '=', areaId)
      const rows = dids.map((did, seq) => ({ company_id: companyId, area_id: areaId, did, seq }))
      await storage.write([
        remove,
        ...(rows.length > 0 ? [db.insertInto('community_entrance').values(rows)] : []),
      ])
    },
  }
}

export type EntranceStore = ReturnType<typeof entranceStore>
