import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { ROWS_AT_ONCE, within } from './area-store.ts'

export type ResidentRow = Tables['community_resident']
export type VehicleRow = Tables['community_vehicle']

export interface PeopleFilter {
  keyword?: string | undefined
  areaId?: string | undefined
  houseId?: string | undefined
}

/** So many signs of a phone or document number at least: fewer would list everybody by trying. */
const LEAST_NUMBER = 4

/** A resident or a vehicle, as far as both are the same. */
interface Owner {
  company_id: string
  id: string
  house_id: string
}

/** The statements of the one table or the other. */
interface Statements<Row extends Owner> {
  table: 'community_resident' | 'community_vehicle'
  total(companyId: string, filter: PeopleFilter): Query<{ total: number }>
  page(companyId: string, filter: PeopleFilter, offset: number, limit: number): Query<Row>
  /** A page of those that are found, and how many these are: one pass over the list's index. */
  found(
    companyId: string,
    filter: PeopleFilter,
    offset: number,
    limit: number,
  ): Query<Row & { found: number }>
  one(companyId: string, id: string): Query<Row>
  insert(rows: readonly Row[]): Query
  update(companyId: string, id: string, row: Partial<Row>): Query
}

function ownersOf<Row extends Owner>(storage: Storage, { table, ...statements }: Statements<Row>) {
  const { db } = storage

  /** Replaces the owner's photos. */
  const photoWrites = (companyId: string, ownerId: string, pictures: readonly string[]): Query[] => [
    db.deleteFrom('community_photo').where('company_id', '=', companyId).where('owner_id', '=', ownerId),
    ...(pictures.length === 0
      ? []
      : [
          db.insertInto('community_photo').values(
            pictures.map((picture_id, seq) => ({
              company_id: companyId,
              owner_id: ownerId,
              seq,
              picture_id,
            })),
          ),
        ]),
  ]

  const totalOf = async (companyId: string, filter: PeopleFilter): Promise<number> =>
    Number((await storage.read(statements.total(companyId, filter)))[0]?.total ?? 0)
  const page = (companyId: string, filter: PeopleFilter, offset: number, limit: number): Promise<Row[]> =>
    storage.read(statements.page(companyId, filter, offset, limit))

  return {
    page,
    /** One page of a list, and the count of the whole list. */
    async list(
      companyId: string,
      filter: PeopleFilter,
      offset: number,
      limit: number,
    ): Promise<{ total: number; rows: Row[] }> {
      if (!filter.keyword) {
        const [total, rows] = await Promise.all([
          totalOf(companyId, filter),
          page(companyId, filter, offset, limit),
        ])
        return { total, rows }
      }
      const rows = await storage.read(statements.found(companyId, filter, offset, limit))
      // A page beyond the last one has no row that could tell the count.
      const total = rows[0]?.found ?? (offset === 0 ? 0 : await totalOf(companyId, filter))
      return { total: Number(total), rows }
    },
    async find(companyId: string, id: string): Promise<Row | undefined> {
      return (await storage.read(statements.one(companyId, id)))[0]
    },
    async add(row: Row, pictures: readonly string[]): Promise<void> {
      await storage.write([statements.insert([row]), ...photoWrites(row.company_id, row.id, pictures)])
    },
    /** Inserts for a unit that adds many. */
    insertions: (rows: readonly Row[]): Query[] =>
      Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, at) =>
        statements.insert(rows.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE)),
      ),
    async update(
      companyId: string,
      id: string,
      row: Partial<Row>,
      pictures: readonly string[],
    ): Promise<void> {
      await storage.write([statements.update(companyId, id, row), ...photoWrites(companyId, id, pictures)])
    },
    async remove(
      companyId: string,
      ids: readonly string[],
    ): Promise<{ deleted: number; pictures: string[] }> {
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
    },
  }
}

export type Owners<Row extends Owner> = ReturnType<typeof ownersOf<Row>>

export function peopleStore(storage: Storage) {
  const { db } = storage

  const endsWith = (column: string, end: string): Expression<SqlBool> =>
    storage.engine === 'sqlite'
      ? sql<SqlBool>`substr(${sql.ref(column)}, ${-end.length}) = ${end}`
      : sql<SqlBool>`right(${sql.ref(column)}, ${end.length}) = ${end}`

  const matches = (
    parts: readonly (readonly [column: string, part: string])[],
    numbers: readonly string[],
    keyword: string,
  ): Expression<SqlBool> => {
    const capitals = keyword.toUpperCase()
    const any = parts.map(([column, part]) => within(storage, column, part))
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
    return keyword
      ? query.where(matches([['name_search', keyword.toLowerCase()]], ['phone', 'document_number'], keyword))
      : query
  }

  const vehicles = (companyId: string, { keyword, areaId, houseId }: PeopleFilter) => {
    let query = db.selectFrom('community_vehicle').where('community_vehicle.company_id', '=', companyId)
    if (houseId !== undefined) query = query.where('house_id', '=', houseId)
    if (areaId !== undefined) query = query.where('area_id', '=', areaId)
    return keyword
      ? query.where(
          matches(
            [
              ['owner_search', keyword.toLowerCase()],
              ['plate', keyword.toUpperCase().replaceAll(/[\s·-]/g, '')],
            ],
            ['phone', 'id_number'],
            keyword,
          ),
        )
      : query
  }

  return {
    residents: ownersOf<ResidentRow>(storage, {
      table: 'community_resident',
      total: (companyId, filter) =>
        residents(companyId, filter).select((it) => it.fn.countAll<number>().as('total')),
      page: (companyId, filter, offset, limit) =>
        db
          .selectFrom('community_resident')
          .where('company_id', '=', companyId)
          // The ids come from the list's index alone: PostgreSQL would read each row that it tries.
          .where(
            'id',
            'in',
            residents(companyId, filter)
              .select('id')
              .orderBy('name_search')
              .orderBy('id')
              .limit(limit)
              .offset(offset),
          )
          .selectAll()
          .orderBy('name_search')
          .orderBy('id'),
      found: (companyId, filter, offset, limit) =>
        db
          .with(
            (it) => it('match').materialized(),
            () => residents(companyId, filter).select(['id', 'name_search']),
          )
          .selectFrom('community_resident')
          .where('company_id', '=', companyId)
          .where('id', 'in', (it) =>
            it
              .selectFrom('match')
              .select('id')
              .orderBy('name_search')
              .orderBy('id')
              .limit(limit)
              .offset(offset),
          )
          .selectAll()
          .select((it) =>
            it
              .selectFrom('match')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .$asScalar()
              .$notNull()
              .as('found'),
          )
          .orderBy('name_search')
          .orderBy('id'),
      one: (companyId, id) => residents(companyId, {}).where('id', '=', id).selectAll('community_resident'),
      insert: (rows) => db.insertInto('community_resident').values([...rows]),
      update: (companyId, id, row) =>
        db
          .updateTable('community_resident')
          .set(row)
          .where('company_id', '=', companyId)
          .where('id', '=', id),
    }),

    vehicles: ownersOf<VehicleRow>(storage, {
      table: 'community_vehicle',
      total: (companyId, filter) =>
        vehicles(companyId, filter).select((it) => it.fn.countAll<number>().as('total')),
      page: (companyId, filter, offset, limit) =>
        db
          .selectFrom('community_vehicle')
          .where('company_id', '=', companyId)
          .where(
            'id',
            'in',
            vehicles(companyId, filter)
              .select('id')
              .orderBy('plate')
              .orderBy('id')
              .limit(limit)
              .offset(offset),
          )
          .selectAll()
          .orderBy('plate')
          .orderBy('id'),
      found: (companyId, filter, offset, limit) =>
        db
          .with(
            (it) => it('match').materialized(),
            () => vehicles(companyId, filter).select(['id', 'plate']),
          )
          .selectFrom('community_vehicle')
          .where('company_id', '=', companyId)
          .where('id', 'in', (it) =>
            it.selectFrom('match').select('id').orderBy('plate').orderBy('id').limit(limit).offset(offset),
          )
          .selectAll()
          .select((it) =>
            it
              .selectFrom('match')
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .$asScalar()
              .$notNull()
              .as('found'),
          )
          .orderBy('plate')
          .orderBy('id'),
      one: (companyId, id) => vehicles(companyId, {}).where('id', '=', id).selectAll('community_vehicle'),
      insert: (rows) => db.insertInto('community_vehicle').values([...rows]),
      update: (companyId, id, row) =>
        db.updateTable('community_vehicle').set(row).where('company_id', '=', companyId).where('id', '=', id),
    }),

    /** Those of the plates that vehicles of the company have. */
    async takenPlates(companyId: string, plates: readonly string[]): Promise<Set<string>> {
      const rows = await storage.read(
        vehicles(companyId, {}).where('plate', 'in', listed(storage, plates)).select('plate'),
      )
      return new Set(rows.map(({ plate }) => plate))
    },

    /** Deletes all that has this document number, with its photos, as one unit. */
    async erase(
      companyId: string,
      documentNumber: string,
    ): Promise<{ residents: number; vehicles: number; pictures: string[] }> {
      const [photos, ofVehicles, ofResidents] = await storage.write([
        db
          .deleteFrom('community_photo')
          .where('company_id', '=', companyId)
          .where((row) =>
            row.or([
              row(
                'owner_id',
                'in',
                residents(companyId, {}).where('document_number', '=', documentNumber).select('id'),
              ),
              row(
                'owner_id',
                'in',
                vehicles(companyId, {}).where('id_number', '=', documentNumber).select('id'),
              ),
            ]),
          )
          .returning('picture_id'),
        db
          .deleteFrom('community_vehicle')
          .where('company_id', '=', companyId)
          .where('id_number', '=', documentNumber),
        db
          .deleteFrom('community_resident')
          .where('company_id', '=', companyId)
          .where('document_number', '=', documentNumber),
      ])
      return {
        residents: ofResidents.changes,
        vehicles: ofVehicles.changes,
        pictures: photos.rows.map(({ picture_id }) => picture_id),
      }
    },

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
