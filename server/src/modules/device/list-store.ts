import type { DeviceSort } from '@vedette/contract/calls/device'
import { type Expression, sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { deviceColumns } from './item.ts'
import { isOneOf } from './store.ts'

export interface DeviceFilter {
  /** A region with those below it. */
  regionId?: string | undefined
  /** Part of the name, the alias or the DID, lower case. */
  keyword?: string | undefined
  devTypes?: readonly number[] | undefined
  models?: readonly string[] | undefined
  firmwares?: readonly string[] | undefined
  /** In this region itself, or in none. */
  inRegion?: string | null | undefined
  /** These alone, or all but these. */
  dids?: { isOneOf: boolean; list: readonly string[] } | undefined
}

/** How many devices a region itself has; `id` is null for those of no region. */
export interface RegionCount {
  id: string | null
  name: string
  count: number
}

export interface DevicePage {
  sort: DeviceSort
  isDescending: boolean
  offset: number
  limit: number
  /** How many there are in all. */
  total: number
}

const SORT_COLUMNS = {
  DevName: 'device.name_search',
  // Who is away stands in no column: list.ts puts the two parts one after the other.
  Trouble: 'device.name_search',
  // Region after region, each by name: list.ts as well.
  Region: 'device.name_search',
  DID: 'device.did',
  DevType: 'device.dev_type',
  Model: 'device.model',
  Firmware: 'device.firmware',
  Alias: 'device.alias_search',
  License: 'device.license',
  CreatedAt: 'device.created_at',
} as const satisfies Record<DeviceSort, string>

/** So few are found first and put in order then; of more, the order's index is walked until the page is full. */
const FEW = 5000
/** A list of devices that is dear for the database to check by; then so much of the order is looked through here first. */
const LONG_LIST = 1000
const STRETCHES = [1000, 2000, 20_000]

/** Every read is within the regions of who asks. `findsByLicense`: a keyword may be a part of it, as in the telecom variant. */
export function deviceListStore(storage: Storage, findsByLicense = false) {
  const { db } = storage

  /** SQLite knows no numbers of rows and takes the wrong index; it takes none for a column that has a plus before it. */
  const plain = <T>(column: string, isHidden: boolean): Expression<T> =>
    isHidden && storage.engine === 'sqlite' ? sql<T>`+${sql.ref(column)}` : sql<T>`${sql.ref(column)}`

  /** With `isWalked` the conditions are checked row by row, in an order that is given otherwise. */
  const matching = (companyId: string, regions: Regions, filter: DeviceFilter, isWalked = false) => {
    const { regionId, inRegion, keyword, devTypes, models, firmwares, dids } = filter
    const column = (name: string): Expression<string> => plain<string>(`device.${name}`, isWalked)
    let query = db.selectFrom('device').where('device.company_id', '=', companyId)
    if (regions !== 'all') query = query.where(isOneOf(storage, column('region_id'), [...regions]))
    if (regionId !== undefined)
      query = query.where(column('region_id'), 'in', (row) =>
        row
          .selectFrom('region_closure')
          .where('region_closure.company_id', '=', companyId)
          .where('region_closure.ancestor_id', '=', regionId)
          .select('region_closure.descendant_id'),
      )
    if (devTypes !== undefined && devTypes.length > 0)
      query = query.where(plain<number>('device.dev_type', isWalked), 'in', [...devTypes])
    if (inRegion === null) query = query.where(column('region_id'), 'is', null)
    else if (inRegion !== undefined) query = query.where(column('region_id'), '=', inRegion)
    if (models !== undefined) query = query.where(column('model'), 'in', [...models])
    if (firmwares !== undefined) query = query.where(column('firmware'), 'in', [...firmwares])
    if (dids !== undefined)
      query = query.where((row) => {
        const listed = isOneOf(storage, column('did'), dids.list)
        if (!dids.isOneOf) return row.not(listed)
        // PostgreSQL takes every list for a short one, and would look up each of thousands; what is no join is hashed.
        return dids.list.length > LONG_LIST && storage.engine === 'postgres'
          ? sql<SqlBool>`(${listed}) is true`
          : listed
      })
    if (keyword !== undefined) {
      const within = (name: string, part: string) =>
        storage.engine === 'sqlite'
          ? sql<SqlBool>`instr(${sql.ref(name)}, ${part}) > 0`
          : sql<SqlBool>`strpos(${sql.ref(name)}, ${part}) > 0`
      // The index of names has no licences: where they are not what people type, they are not looked through.
      const withinLicense = (part: string) =>
        storage.engine === 'sqlite'
          ? sql<SqlBool>`instr(lower(device.license), ${part}) > 0`
          : sql<SqlBool>`strpos(lower(device.license), ${part}) > 0`
      query = query.where((row) =>
        row.or([
          within('device.name_search', keyword),
          within('device.alias_search', keyword),
          // A DID has capitals alone.
          within('device.did', keyword.toUpperCase()),
          ...(findsByLicense ? [withinLicense(keyword)] : []),
        ]),
      )
    }
    return query
  }

  type Walk = Pick<DevicePage, 'sort'> & { walk: 'asc' | 'desc'; isWalked: boolean }

  const inOrder = (
    companyId: string,
    regions: Regions,
    filter: DeviceFilter,
    { sort, walk, isWalked }: Walk,
  ) =>
    matching(companyId, regions, filter, isWalked)
      .select('device.did')
      .orderBy(plain(SORT_COLUMNS[sort], !isWalked), walk)
      .orderBy('device.did', walk)

  /** As one text, in their order: a row of its own for each of thousands costs more than to find it. */
  const didsOf = async (ordered: ReturnType<typeof inOrder>): Promise<string[]> => {
    const all =
      storage.engine === 'sqlite'
        ? sql<string | null>`group_concat(did, ' ')`
        : sql<string | null>`string_agg(did, ' ')`
    const [row] = await storage.read(db.selectFrom(ordered.as('walked')).select(all.as('dids')))
    return row?.dids?.split(' ') ?? []
  }

  /** The page where it is near the end that is walked from; undefined where that is too far, or there is nothing to gain. */
  const nearEnd = async (
    companyId: string,
    regions: Regions,
    { dids, ...others }: DeviceFilter,
    { start, end, ...walk }: Walk & { start: number; end: number },
  ): Promise<string[] | undefined> => {
    if (!dids || dids.list.length <= LONG_LIST) return undefined
    const listed = new Set(dids.list)
    const ordered = inOrder(companyId, regions, others, walk)
    const found: string[] = []
    let at = 0
    for (const length of STRETCHES) {
      const stretch = await didsOf(ordered.offset(at).limit(length))
      for (const did of stretch) if (listed.has(did) === dids.isOneOf) found.push(did)
      if (found.length >= end || stretch.length < length) return found.slice(start, end)
      at += length
    }
    return undefined
  }

  const distinct = async (companyId: string, regions: Regions, column: 'model' | 'firmware') => {
    const rows = await storage.readHeavy(
      matching(companyId, regions, {})
        .where(`device.${column}`, '!=', '')
        .select(`device.${column} as value`)
        .distinct()
        .orderBy('value')
        .limit(MOST_FACETS),
    )
    return rows.map(({ value }) => value)
  }

  return {
    /** What `find` reads of these regions for what was asked, until something is written. */
    remember<T>(companyId: string, regions: Regions, asked: object, find: () => Promise<T>): Promise<T> {
      const within = regions === 'all' ? regions : numberOf(regions)
      return storage.remember(`${companyId} devices ${within} ${JSON.stringify(asked)}`, find)
    },

    /** A region with those below it. */
    async regionsBelow(companyId: string, regionId: string): Promise<ReadonlySet<string>> {
      const rows = await storage.read(
        db
          .selectFrom('region_closure')
          .where('company_id', '=', companyId)
          .where('ancestor_id', '=', regionId)
          .select('descendant_id'),
      )
      return new Set(rows.map((row) => row.descendant_id))
    },

    async countsByRegion(companyId: string, regions: Regions, filter: DeviceFilter): Promise<RegionCount[]> {
      const rows = await storage.read(
        matching(companyId, regions, filter)
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .select((it) => ['device.region_id as id', 'region.name', it.fn.countAll<number>().as('count')])
          .groupBy(['device.region_id', 'region.name']),
      )
      return rows.map(({ id, name, count }) => ({ id, name: name ?? '', count: Number(count) }))
    },

    async total(companyId: string, regions: Regions, filter: DeviceFilter): Promise<number> {
      const conditions = Object.values(filter).filter((it) => it !== undefined).length
      // One condition has an index of its own to count in; several are checked along the one that has all.
      const isWalked = conditions + (regions === 'all' ? 0 : 1) > 1
      const [row] = await storage.read(
        matching(companyId, regions, filter, isWalked).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** The page is found in the index alone; only its own rows are read whole. */
    async page(companyId: string, regions: Regions, filter: DeviceFilter, page: DevicePage) {
      const { offset, total } = page
      const limit = Math.min(page.limit, total - offset)
      if (limit <= 0) return []
      // The nearer end is walked from.
      const isBackwards = offset > total / 2
      const direction = (isDescending: boolean) => (isDescending ? 'desc' : 'asc')
      const walk = direction(page.isDescending !== isBackwards)
      const order = direction(page.isDescending)
      const isWalked = total > FEW
      const start = isBackwards ? total - offset - limit : offset
      const how = { sort: page.sort, walk, isWalked } as const
      const near =
        total > LONG_LIST
          ? await nearEnd(companyId, regions, filter, { ...how, isWalked: true, start, end: start + limit })
          : undefined
      const keys = near
        ? matching(companyId, 'all', { dids: { isOneOf: true, list: near } }).select('device.did')
        : inOrder(companyId, regions, filter, how).limit(limit).offset(start)
      return storage.read(
        db
          // Found once: PostgreSQL, before it has counted a new table's rows, would look for the page anew for each of them.
          .with(
            (it) => it('page').materialized(),
            () => keys,
          )
          .selectFrom('page')
          // SQLite keeps the order of a cross join: each of the page is looked up, and not the page for each device.
          .crossJoin('device')
          .whereRef('device.did', '=', 'page.did')
          .where('device.company_id', '=', companyId)
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .select(deviceColumns)
          .select((row) =>
            row
              .selectFrom('device_stream')
              .whereRef('device_stream.company_id', '=', 'device.company_id')
              .whereRef('device_stream.did', '=', 'device.did')
              .where('device_stream.quality', '=', 'sub')
              .select((stream) => stream.fn.countAll<number>().as('count'))
              .as('sub_streams'),
          )
          .select((row) =>
            row
              .selectFrom('device_onvif')
              .whereRef('device_onvif.company_id', '=', 'device.company_id')
              .whereRef('device_onvif.did', '=', 'device.did')
              .select('device_onvif.has_ptz')
              .as('has_ptz'),
          )
          .select((row) => {
            const older = row
              .selectFrom('device as other')
              .whereRef('other.company_id', '=', 'device.company_id')
              .whereRef('other.identity', '=', 'device.identity')
              // Those that do not say who they are may be many.
              .where('device.identity', '!=', '')
              .whereRef('other.created_at', '<=', 'device.created_at')
              .where((it) =>
                it.or([
                  it('other.created_at', '<', it.ref('device.created_at')),
                  it('other.did', '<', it.ref('device.did')),
                ]),
              )
            const seen =
              regions === 'all'
                ? older
                : older.where((it) => isOneOf(storage, it.ref('other.region_id'), [...regions]))
            return seen
              .select('other.did')
              .orderBy('other.created_at')
              .orderBy('other.did')
              .limit(1)
              .as('same_as')
          })
          .orderBy(SORT_COLUMNS[page.sort], order)
          .orderBy('device.did', order),
      )
    },

    async facets(companyId: string, regions: Regions) {
      const [models, firmwares] = await Promise.all([
        distinct(companyId, regions, 'model'),
        distinct(companyId, regions, 'firmware'),
      ])
      return { models, firmwares }
    },
  }
}

const MOST_FACETS = 500

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number that no other object has. */
function numberOf(object: object): number {
  const number = numbers.get(object) ?? ++lastNumber
  numbers.set(object, number)
  return number
}

export type DeviceListStore = ReturnType<typeof deviceListStore>
