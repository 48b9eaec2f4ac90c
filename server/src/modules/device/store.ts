import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface DeviceFilter {
  /** A region with those below it. */
  regionId?: string | undefined
  /** Part of the name or the DID, lower case. */
  keyword?: string | undefined
}

/** Where a stream of a device is fetched, and how. */
export type StreamSource = Pick<Tables['device_stream'], 'channel' | 'quality' | 'url' | 'transport' | 'tls'>

export interface NewDevice {
  did: string
  regionId: string
  name: string
  devType: number
  driver: string
  createdAt: number
  streams: readonly StreamSource[]
  username: string
  secretBox: string
}

type DeviceRow = ExpressionBuilder<Tables, 'device'>

/** Every read is within the regions of who asks. */
export function deviceStore(storage: Storage) {
  const { db } = storage

  const matching = (companyId: string, regions: Regions, { regionId, keyword }: DeviceFilter) => {
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
    if (keyword !== undefined) {
      const pattern = `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
      query = query.where((row) =>
        row.or([
          sql<SqlBool>`device.name_search like ${pattern} escape '\\'`,
          sql<SqlBool>`lower(device.did) like ${pattern} escape '\\'`,
        ]),
      )
    }
    return query
  }

  return {
    async total(companyId: string, regions: Regions, filter: DeviceFilter): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, regions, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return row?.total ?? 0
    },

    /** By name. The page is found in the index alone; only its own rows are read whole. */
    async page(companyId: string, regions: Regions, filter: DeviceFilter, offset: number, limit: number) {
      const keys = matching(companyId, regions, filter)
        .select('device.did')
        .orderBy('device.name_search')
        .orderBy('device.did')
        .limit(limit)
        .offset(offset)
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
          .orderBy('device.name_search')
          .orderBy('device.did'),
      )
    },

    async insert(companyId: string, device: NewDevice): Promise<void> {
      const { did } = device
      await storage.write([
        db.insertInto('device').values({
          did,
          company_id: companyId,
          region_id: device.regionId,
          name: device.name,
          name_search: device.name.toLowerCase(),
          alias: '',
          dev_type: device.devType,
          lng: null,
          lat: null,
          channels: 1,
          driver: device.driver,
          created_at: device.createdAt,
        }),
        ...device.streams.map((stream) =>
          db.insertInto('device_stream').values({ company_id: companyId, did, ...stream }),
        ),
        db
          .insertInto('device_credential')
          .values({ company_id: companyId, did, username: device.username, secret_box: device.secretBox }),
      ])
    },
  }
}

export type DeviceStore = ReturnType<typeof deviceStore>

/** One parameter for all ids, since no engine takes any number of parameters. */
function isOneOf({ engine }: Storage, row: DeviceRow, ids: readonly string[]): Expression<SqlBool> {
  const json = JSON.stringify(ids)
  const listed =
    engine === 'sqlite'
      ? sql<string>`(select value from json_each(${json}))`
      : sql<string>`(select jsonb_array_elements_text(${json}::jsonb))`
  return row('device.region_id', 'in', listed)
}
