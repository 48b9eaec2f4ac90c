import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from '../device/index.ts'

export function floorPlanStore(storage: Storage) {
  const { db } = storage
  return {
    /** Siblings in their order. */
    plans(companyId: string, regions: Regions) {
      const query = db
        .selectFrom('floor_plan')
        .innerJoin('region', (join) =>
          join
            .onRef('region.company_id', '=', 'floor_plan.company_id')
            .onRef('region.id', '=', 'floor_plan.region_id'),
        )
        .where('floor_plan.company_id', '=', companyId)
      const seen =
        regions === 'all' ? query : query.where((row) => isOneOf(storage, row.ref('region.id'), [...regions]))
      return storage.read(
        seen
          .select(['region.id', 'region.name', 'region.parent_id', 'floor_plan.picture_id'])
          .orderBy('region.position')
          .orderBy('region.id'),
      )
    },

    async placedByRegion(companyId: string): Promise<Map<string, number>> {
      const rows = await storage.read(
        db
          .selectFrom('floor_place')
          .innerJoin('device', (join) =>
            join
              .onRef('device.company_id', '=', 'floor_place.company_id')
              .onRef('device.did', '=', 'floor_place.did')
              .onRef('device.region_id', '=', 'floor_place.region_id'),
          )
          .where('floor_place.company_id', '=', companyId)
          .groupBy('floor_place.region_id')
          .select((it) => ['floor_place.region_id', it.fn.countAll<number>().as('count')]),
      )
      return new Map(rows.map(({ region_id, count }) => [region_id, Number(count)]))
    },

    /** Those of these types since then that nobody has closed, by the region in which they happened. */
    async openAlarms(
      companyId: string,
      since: number,
      types: readonly number[],
    ): Promise<Map<string, number>> {
      const rows = await storage.read(
        db
          .selectFrom('event')
          .where('company_id', '=', companyId)
          .where('at', '>=', since)
          .where('type', 'in', [...types])
          .where('is_announced', '=', 1)
          .where('state', 'in', ['new', 'claimed'])
          .where('region_id', 'is not', null)
          .groupBy('region_id')
          .select((it) => ['region_id', it.fn.countAll<number>().as('count')]),
      )
      return new Map(
        rows.flatMap(({ region_id, count }) => (region_id === null ? [] : [[region_id, Number(count)]])),
      )
    },

    /** Resolves to the picture that it had. */
    async save(companyId: string, regionId: string, pictureId: string): Promise<string | undefined> {
      const before = await this.pictureOf(companyId, regionId)
      await storage.write([
        db
          .insertInto('floor_plan')
          .values({ company_id: companyId, region_id: regionId, picture_id: pictureId })
          .onConflict((it) => it.columns(['company_id', 'region_id']).doUpdateSet({ picture_id: pictureId })),
      ])
      return before
    },

    async pictureOf(companyId: string, regionId: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('floor_plan')
          .where('company_id', '=', companyId)
          .where('region_id', '=', regionId)
          .select('picture_id'),
      )
      return row?.picture_id
    },

    async remove(companyId: string, regionId: string): Promise<string | undefined> {
      const before = await this.pictureOf(companyId, regionId)
      await storage.write([
        db.deleteFrom('floor_place').where('company_id', '=', companyId).where('region_id', '=', regionId),
        db.deleteFrom('floor_plan').where('company_id', '=', companyId).where('region_id', '=', regionId),
      ])
      return before
    },

    places: (companyId: string, regionId: string) =>
      storage.read(
        db
          .selectFrom('floor_place')
          .innerJoin('device', (join) =>
            join
              .onRef('device.company_id', '=', 'floor_place.company_id')
              .onRef('device.did', '=', 'floor_place.did')
              .onRef('device.region_id', '=', 'floor_place.region_id'),
          )
          .where('floor_place.company_id', '=', companyId)
          .where('floor_place.region_id', '=', regionId)
          .select(['floor_place.did', 'floor_place.x', 'floor_place.y'])
          .orderBy('floor_place.did'),
      ),

    async regionOf(companyId: string, did: string): Promise<string | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select('region_id'),
      )
      return row?.region_id ?? undefined
    },

    place: (companyId: string, place: { did: string; regionId: string; x: number; y: number }) => {
      const { did, regionId, x, y } = place
      return storage.write([
        db
          .insertInto('floor_place')
          .values({ company_id: companyId, did, region_id: regionId, x, y })
          .onConflict((it) => it.columns(['company_id', 'did']).doUpdateSet({ region_id: regionId, x, y })),
      ])
    },

    takeOff: (companyId: string, did: string) =>
      storage.write([
        db.deleteFrom('floor_place').where('company_id', '=', companyId).where('did', '=', did),
      ]),
  }
}
