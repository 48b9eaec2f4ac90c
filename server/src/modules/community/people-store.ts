import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { within } from './area-store.ts'

export type ResidentRow = Tables['community_resident']
export type VehicleRow = Tables['community_vehicle']

export interface PeopleFilter {
  keyword?: string | undefined
  areaId?: string | undefined
  houseId?: string | undefined
}

/** So many signs of a phone or document number at least: fewer would list everybody by trying. */
const LEAST_NUMBER = 4

const TABLES = {
  resident: {
    table: 'community_resident',
    search: 'community_resident.name_search',
    numbers: ['community_resident.phone', 'community_resident.document_number'],
  },
  vehicle: {
    table: 'community_vehicle',
    search: 'community_vehicle.owner_search',
    numbers: ['community_vehicle.phone', 'community_vehicle.id_number'],
  },
} as const

export function peopleStore(storage: Storage) {
  const { db } = storage

  const endsWith = (column: string, end: string): Expression<SqlBool> =>
    sql<SqlBool>`substr(${sql.ref(column)}, length(${sql.ref(column)}) - ${end.length - 1}, ${end.length}) = ${end}`

  const matches = (of: 'resident' | 'vehicle', keyword: string): Expression<SqlBool> => {
    const { search, numbers } = TABLES[of]
    const capitals = keyword.toUpperCase()
    const any = [within(storage, search, keyword.toLowerCase())]
    if (of === 'vehicle')
      any.push(within(storage, 'community_vehicle.plate', capitals.replaceAll(/[\s·-]/g, '')))
    const found =
      capitals.length < LEAST_NUMBER ? any : [...any, ...numbers.map((it) => endsWith(it, capitals))]
    return sql<SqlBool>`(${sql.join(found, sql` or `)})`
  }

  const residents = (companyId: string, { keyword, areaId, houseId }: PeopleFilter) => {
    let query = db.selectFrom('community_resident').where('community_resident.company_id', '=', companyId)
    if (houseId !== undefined) query = query.where('house_id', '=', houseId)
    if (areaId !== undefined)
      query = query.where('house_id', 'in', (row) =>
        row
          .selectFrom('community_place')
          .where('community_place.company_id', '=', companyId)
          .where('community_place.area_id', '=', areaId)
          .select('community_place.id'),
      )
    return keyword ? query.where(matches('resident', keyword)) : query
  }

  const vehicles = (companyId: string, { keyword, areaId, houseId }: PeopleFilter) => {
    let query = db.selectFrom('community_vehicle').where('community_vehicle.company_id', '=', companyId)
    if (houseId !== undefined) query = query.where('house_id', '=', houseId)
    if (areaId !== undefined) query = query.where('area_id', '=', areaId)
    return keyword ? query.where(matches('vehicle', keyword)) : query
  }

  /** Of the owner, these instead of those from before. */
  const photoWrites = (companyId: string, ownerId: string, pictures: readonly string[]): Query[] => [
    db.deleteFrom('community_photo').where('company_id', '=', companyId).where('owner_id', '=', ownerId),
    db
      .insertInto('community_photo')
      .values(
        pictures.map((picture_id, seq) => ({ company_id: companyId, owner_id: ownerId, seq, picture_id })),
      ),
  ]

  const remove = async (
    table: 'community_resident' | 'community_vehicle',
    companyId: string,
    ids: readonly string[],
  ): Promise<{ deleted: number; pictures: string[] }> => {
    const [photos, removed] = await storage.write([
      db
        .deleteFrom('community_photo')
        .where('company_id', '=', companyId)
        .where('owner_id', 'in', (row) =>
          row
            .selectFrom(table)
            .where('company_id', '=', companyId)
            .where('id', 'in', listed(storage, ids))
            .select('id'),
        )
        .returning('picture_id'),
      db.deleteFrom(table).where('company_id', '=', companyId).where('id', 'in', listed(storage, ids)),
    ])
    return { deleted: removed.changes, pictures: photos.rows.map(({ picture_id }) => picture_id) }
  }

  return {
    async residentTotal(companyId: string, filter: PeopleFilter): Promise<number> {
      const query = residents(companyId, filter).select((it) => it.fn.countAll<number>().as('total'))
      return Number((await storage.read(query))[0]?.total ?? 0)
    },
    residentPage: (companyId: string, filter: PeopleFilter, offset: number, limit: number) =>
      storage.read(
        residents(companyId, filter)
          .selectAll('community_resident')
          .orderBy('name_search')
          .orderBy('id')
          .limit(limit)
          .offset(offset),
      ),
    async resident(companyId: string, id: string): Promise<ResidentRow | undefined> {
      const query = residents(companyId, {}).where('id', '=', id).selectAll('community_resident')
      return (await storage.read(query))[0]
    },
    async addResident(row: ResidentRow, pictures: readonly string[]): Promise<void> {
      const [, photos] = photoWrites(row.company_id, row.id, pictures)
      await storage.write([db.insertInto('community_resident').values(row), ...(photos ? [photos] : [])])
    },
    async updateResident(
      companyId: string,
      id: string,
      row: Partial<ResidentRow>,
      pictures: readonly string[],
    ): Promise<void> {
      await storage.write([
        db
          .updateTable('community_resident')
          .set(row)
          .where('company_id', '=', companyId)
          .where('id', '=', id),
        ...photoWrites(companyId, id, pictures),
      ])
    },
    removeResidents: (companyId: string, ids: readonly string[]) =>
      remove('community_resident', companyId, ids),

    async vehicleTotal(companyId: string, filter: PeopleFilter): Promise<number> {
      const query = vehicles(companyId, filter).select((it) => it.fn.countAll<number>().as('total'))
      return Number((await storage.read(query))[0]?.total ?? 0)
    },
    vehiclePage: (companyId: string, filter: PeopleFilter, offset: number, limit: number) =>
      storage.read(
        vehicles(companyId, filter)
          .selectAll('community_vehicle')
          .orderBy('plate')
          .orderBy('id')
          .limit(limit)
          .offset(offset),
      ),
    async vehicle(companyId: string, id: string): Promise<VehicleRow | undefined> {
      const query = vehicles(companyId, {}).where('id', '=', id).selectAll('community_vehicle')
      return (await storage.read(query))[0]
    },
    async addVehicle(row: VehicleRow, pictures: readonly string[]): Promise<void> {
      const [, photos] = photoWrites(row.company_id, row.id, pictures)
      await storage.write([db.insertInto('community_vehicle').values(row), ...(photos ? [photos] : [])])
    },
    async updateVehicle(
      companyId: string,
      id: string,
      row: Partial<VehicleRow>,
      pictures: readonly string[],
    ): Promise<void> {
      await storage.write([
        db.updateTable('community_vehicle').set(row).where('company_id', '=', companyId).where('id', '=', id),
        ...photoWrites(companyId, id, pictures),
      ])
    },
    removeVehicles: (companyId: string, ids: readonly string[]) =>
      remove('community_vehicle', companyId, ids),

    /** The pictures of each of these residents or vehicles, in their order. */
    async photos(companyId: string, owners: readonly string[]): Promise<Map<string, string[]>> {
      if (owners.length === 0) return new Map()
      const rows = await storage.read(
        db
          .selectFrom('community_photo')
          .where('company_id', '=', companyId)
          .where('owner_id', 'in', listed(storage, owners))
          .orderBy('owner_id')
          .orderBy('seq')
          .select(['owner_id', 'picture_id']),
      )
      return new Map(
        [...Map.groupBy(rows, ({ owner_id }) => owner_id)].map(([owner, of]) => [
          owner,
          of.map(({ picture_id }) => picture_id),
        ]),
      )
    },
  }
}

export type PeopleStore = ReturnType<typeof peopleStore>
