import type { PlaceKind } from '@vedette/contract/calls/community'
import { type SqlBool, sql } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type AreaRow = Tables['community_area']
export type PlaceRow = Tables['community_place']

/** Rows of one statement: engines limit how many values one may have. */
export const ROWS_AT_ONCE = 500

/** Part of a text, in whichever dialect. */
export function within({ engine }: Storage, column: string, part: string) {
  return engine === 'sqlite'
    ? sql<SqlBool>`instr(${sql.ref(column)}, ${part}) > 0`
    : sql<SqlBool>`strpos(${sql.ref(column)}, ${part}) > 0`
}

export function areaStore(storage: Storage) {
  const { db } = storage

  const matching = (companyId: string, keyword: string | undefined) => {
    const query = db.selectFrom('community_area').where('community_area.company_id', '=', companyId)
    return keyword ? query.where(within(storage, 'community_area.name_search', keyword.toLowerCase())) : query
  }

  const inPlace = (companyId: string, placeId: string) =>
    db
      .selectFrom('community_place')
      .where('company_id', '=', companyId)
      .where((row) =>
        row.or([
          row('id', '=', placeId),
          row('building_id', '=', placeId),
          row('unit_id', '=', placeId),
          row('floor_id', '=', placeId),
        ]),
      )

  const linked = (table: 'community_resident' | 'community_vehicle', companyId: string, placeId: string) =>
    db
      .selectFrom(table)
      .where('company_id', '=', companyId)
      .where('house_id', 'in', inPlace(companyId, placeId).select('id'))
      .select((it) => it.fn.countAll<number>().as('count'))

  const houses = (companyId: string, placeId: string) =>
    inPlace(companyId, placeId)
      .where('kind', '=', 'house')
      .select((it) => it.fn.countAll<number>().as('count'))

  /** Houses with all that they stand in, by name. */
  const housesNamed = (companyId: string) =>
    db
      .selectFrom('community_place as house')
      .innerJoin('community_area as area', (join) =>
        join.onRef('area.company_id', '=', 'house.company_id').onRef('area.id', '=', 'house.area_id'),
      )
      .leftJoin('community_place as building', (join) =>
        join
          .onRef('building.company_id', '=', 'house.company_id')
          .onRef('building.id', '=', 'house.building_id'),
      )
      .leftJoin('community_place as unit', (join) =>
        join.onRef('unit.company_id', '=', 'house.company_id').onRef('unit.id', '=', 'house.unit_id'),
      )
      .leftJoin('community_place as floor', (join) =>
        join.onRef('floor.company_id', '=', 'house.company_id').onRef('floor.id', '=', 'house.floor_id'),
      )
      .where('house.company_id', '=', companyId)
      .select([
        'house.id',
        'house.area_id as areaId',
        'area.name as area',
        'building.name as building',
        'unit.name as unit',
        'floor.name as floor',
        'house.name as house',
      ])

  return {
    async total(companyId: string, keyword: string | undefined): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, keyword).select((it) => it.fn.countAll<number>().as('total')),
      )
      return Number(row?.total ?? 0)
    },

    page: (companyId: string, keyword: string | undefined, offset: number, limit: number) =>
      storage.read(
        matching(companyId, keyword)
          .selectAll('community_area')
          .select((row) => [
            row
              .selectFrom('community_place')
              .whereRef('community_place.company_id', '=', 'community_area.company_id')
              .whereRef('community_place.area_id', '=', 'community_area.id')
              .where('community_place.kind', '=', 'house')
              .select((it) => it.fn.countAll<number>().as('count'))
              .as('houses'),
            row
              .selectFrom('community_resident')
              .innerJoin('community_place', (join) =>
                join
                  .onRef('community_place.company_id', '=', 'community_resident.company_id')
                  .onRef('community_place.id', '=', 'community_resident.house_id'),
              )
              .whereRef('community_resident.company_id', '=', 'community_area.company_id')
              .whereRef('community_place.area_id', '=', 'community_area.id')
              .select((it) => it.fn.countAll<number>().as('count'))
              .as('residents'),
            row
              .selectFrom('community_vehicle')
              .whereRef('community_vehicle.company_id', '=', 'community_area.company_id')
              .whereRef('community_vehicle.area_id', '=', 'community_area.id')
              .select((it) => it.fn.countAll<number>().as('count'))
              .as('vehicles'),
          ])
          .orderBy('name_search')
          .orderBy('id')
          .limit(limit)
          .offset(offset),
      ),

    async has(companyId: string, areaId: string): Promise<boolean> {
      const query = db
        .selectFrom('community_area')
        .where('company_id', '=', companyId)
        .where('id', '=', areaId)
      return (await storage.read(query.select('id'))).length > 0
    },

    async add(row: AreaRow): Promise<void> {
      await storage.write([db.insertInto('community_area').values(row)])
    },

    /** Returns whether it was there. */
    async update(companyId: string, id: string, row: Partial<AreaRow>): Promise<boolean> {
      const [updated] = await storage.write([
        db.updateTable('community_area').set(row).where('company_id', '=', companyId).where('id', '=', id),
      ])
      return updated.changes > 0
    },

    /** Deletes areas without buildings; returns how many went, or how many buildings stand in the way. */
    async remove(
      companyId: string,
      ids: readonly string[],
    ): Promise<{ deleted: number } | { buildings: number }> {
      return storage.transaction(async (transaction) => {
        const [row] = (
          await transaction.run(
            db
              .selectFrom('community_place')
              .where('company_id', '=', companyId)
              .where('area_id', 'in', listed(storage, ids))
              .where('kind', '=', 'building')
              .select((it) => it.fn.countAll<number>().as('count')),
          )
        ).rows
        const buildings = Number(row?.count ?? 0)
        if (buildings > 0) return { buildings }
        const { changes } = await transaction.run(
          db
            .deleteFrom('community_area')
            .where('company_id', '=', companyId)
            .where('id', 'in', listed(storage, ids)),
        )
        return { deleted: changes }
      })
    },

    /** Parents before their children. */
    places: (companyId: string, areaId: string) =>
      storage.read(
        db
          .selectFrom('community_place')
          .where('community_place.company_id', '=', companyId)
          .where('community_place.area_id', '=', areaId)
          .selectAll('community_place')
          .select((row) => [
            row
              .selectFrom('community_resident')
              .whereRef('community_resident.company_id', '=', 'community_place.company_id')
              .whereRef('community_resident.house_id', '=', 'community_place.id')
              .select((it) => it.fn.countAll<number>().as('count'))
              .as('residents'),
            row
              .selectFrom('community_vehicle')
              .whereRef('community_vehicle.company_id', '=', 'community_place.company_id')
              .whereRef('community_vehicle.house_id', '=', 'community_place.id')
              .select((it) => it.fn.countAll<number>().as('count'))
              .as('vehicles'),
          ])
          .orderBy(sql`case kind when 'building' then 1 when 'unit' then 2 when 'floor' then 3 else 4 end`)
          .orderBy('seq')
          .orderBy('id'),
      ),

    async place(companyId: string, placeId: string): Promise<PlaceRow | undefined> {
      const query = db
        .selectFrom('community_place')
        .where('company_id', '=', companyId)
        .where('id', '=', placeId)
      return (await storage.read(query.selectAll()))[0]
    },

    async lastSeq(companyId: string, areaId: string, parentId: string): Promise<number> {
      const [row] = await storage.read(
        db
          .selectFrom('community_place')
          .where('company_id', '=', companyId)
          .where('area_id', '=', areaId)
          .where('parent_id', '=', parentId)
          .select((it) => it.fn.max('seq').as('seq')),
      )
      return Number(row?.seq ?? 0)
    },

    async addPlaces(rows: readonly PlaceRow[]): Promise<void> {
      const inserts = []
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
        inserts.push(db.insertInto('community_place').values(rows.slice(at, at + ROWS_AT_ONCE)))
      await storage.write(inserts)
    },

    /** Returns whether it was there. */
    async rename(companyId: string, placeId: string, name: string): Promise<boolean> {
      const [renamed] = await storage.write([
        db
          .updateTable('community_place')
          .set({ name })
          .where('company_id', '=', companyId)
          .where('id', '=', placeId),
      ])
      return renamed.changes > 0
    },

    /** What hangs on a place and all within it. */
    async use(
      companyId: string,
      placeId: string,
    ): Promise<{ houses: number; residents: number; vehicles: number }> {
      const [found, residents, vehicles] = await Promise.all([
        storage.read(houses(companyId, placeId)),
        storage.read(linked('community_resident', companyId, placeId)),
        storage.read(linked('community_vehicle', companyId, placeId)),
      ])
      const count = (rows: { count: number }[]): number => Number(rows[0]?.count ?? 0)
      return { houses: count(found), residents: count(residents), vehicles: count(vehicles) }
    },

    /** Deletes a place with all within it; returns how many went, or how many residents and vehicles are linked there. */
    async removePlace(companyId: string, placeId: string): Promise<{ deleted: number } | { linked: number }> {
      return storage.transaction(async (transaction) => {
        let count = 0
        for (const table of ['community_resident', 'community_vehicle'] as const) {
          const [row] = (await transaction.run(linked(table, companyId, placeId))).rows
          count += Number(row?.count ?? 0)
        }
        if (count > 0) return { linked: count }
        const { changes } = await transaction.run(
          db
            .deleteFrom('community_place')
            .where('company_id', '=', companyId)
            .where('id', 'in', inPlace(companyId, placeId).select('id')),
        )
        return { deleted: changes }
      })
    },

    /** All houses of the company. */
    houses: (companyId: string) =>
      storage.readHeavy(housesNamed(companyId).where('house.kind', '=', 'house')),

    /** Area, building, unit, floor and house of each of these houses, by their names. */
    async paths(
      companyId: string,
      houseIds: readonly string[],
    ): Promise<Map<string, { areaId: string; names: string[] }>> {
      if (houseIds.length === 0) return new Map()
      const rows = await storage.read(
        housesNamed(companyId).where('house.id', 'in', listed(storage, houseIds)),
      )
      return new Map(
        rows.map(({ id, areaId, area, building, unit, floor, house }) => [
          id,
          { areaId, names: [area, building ?? '', unit ?? '', floor ?? '', house] },
        ]),
      )
    },
  }
}

export type AreaStore = ReturnType<typeof areaStore>
export type { PlaceKind }
