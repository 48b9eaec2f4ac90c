import type { DeviceSort } from '@vedette/contract/calls/device'
import { sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from './store.ts'

export interface DeviceFilter {
  /** A region with those below it. */
  regionId?: string | undefined
  /** Part of the name, the alias or the DID, lower case. */
  keyword?: string | undefined
  devTypes?: readonly number[] | undefined
  model?: string | undefined
  firmware?: string | undefined
  /** These alone, or all but these. */
  dids?: { isOneOf: boolean; list: readonly string[] } | undefined
}

export interface DevicePage {
  sort: DeviceSort
  isDescending: boolean
  offset: number
  limit: number
}

const SORT_COLUMNS = {
  DevName: 'device.name_search',
  DID: 'device.did',
  DevType: 'device.dev_type',
  Model: 'device.model',
  Firmware: 'device.firmware',
  Alias: 'device.alias_search',
  License: 'device.license',
  CreatedAt: 'device.created_at',
} as const satisfies Record<DeviceSort, string>

/** Every read is within the regions of who asks. */
export function deviceListStore(storage: Storage) {
  const { db } = storage

  const matching = (companyId: string, regions: Regions, filter: DeviceFilter) => {
    const { regionId, keyword, devTypes, model, firmware, dids } = filter
    let query = db.selectFrom('device').where('device.company_id', '=', companyId)
    if (regions !== 'all') query = query.where((row) => isOneOf(storage, row, [...regions]))
    if (regionId !== undefined)
      query = query.where('device.region_id', 'in', (row) =>
        row
          .selectFrom('region_closure')
          .where('region_closure.company_id', '=', companyId)
          .where('region_closure.ancestor_id', '=', regionId)
          .select('region_closure.descendant_id'),
      )
    if (devTypes !== undefined && devTypes.length > 0)
      query = query.where('device.dev_type', 'in', [...devTypes])
    if (model !== undefined) query = query.where('device.model', '=', model)
    if (firmware !== undefined) query = query.where('device.firmware', '=', firmware)
    if (dids !== undefined)
      query = query.where((row) => {
        const listed = isOneOf(storage, row, dids.list, 'device.did')
        return dids.isOneOf ? listed : row.not(listed)
      })
    if (keyword !== undefined) {
      const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where((row) =>
        row.or([
          sql<SqlBool>`device.name_search like ${pattern} escape '\\'`,
          sql<SqlBool>`device.alias_search like ${pattern} escape '\\'`,
          sql<SqlBool>`lower(device.did) like ${pattern} escape '\\'`,
        ]),
      )
    }
    return query
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
    async total(companyId: string, regions: Regions, filter: DeviceFilter): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, regions, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** The page is found in the index alone; only its own rows are read whole. */
    async page(companyId: string, regions: Regions, filter: DeviceFilter, page: DevicePage) {
      const order = page.isDescending ? 'desc' : 'asc'
      const keys = matching(companyId, regions, filter)
        .select('device.did')
        .orderBy(SORT_COLUMNS[page.sort], order)
        .orderBy('device.did', order)
        .limit(page.limit)
        .offset(page.offset)
      return storage.read(
        db
          .selectFrom('device')
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .where('device.company_id', '=', companyId)
          .where('device.did', 'in', keys)
          .select([
            'device.did',
            'device.name',
            'device.alias',
            'device.region_id',
            'region.name as region_name',
            'device.dev_type',
            'device.lng',
            'device.lat',
            'device.channels',
            'device.created_at',
            'device.vendor',
            'device.model',
            'device.firmware',
            'device.sdk_version',
            'device.license',
            'device.driver',
          ])
          .select((row) =>
            row
              .selectFrom('device_stream')
              .whereRef('device_stream.company_id', '=', 'device.company_id')
              .whereRef('device_stream.did', '=', 'device.did')
              .where('device_stream.quality', '=', 'sub')
              .select((stream) => stream.fn.countAll<number>().as('count'))
              .as('sub_streams'),
          )
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

export type DeviceListStore = ReturnType<typeof deviceListStore>
