import { type RawBuilder, type SqlBool, sql } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import { listed } from '../../engines/storage/listed.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export type AlbumRow = Tables['album_picture']

export interface AlbumFilter {
  /** A region with all below it. */
  regionId?: string | undefined
  /** Part of the device's name or DID. */
  keyword?: string | undefined
  devTypes?: readonly number[] | undefined
  /** [from, to) in ms. */
  from?: number | undefined
  to?: number | undefined
}

/** What the album says of a device at the moment of a picture. */
export type PicturedDevice = Pick<
  AlbumRow,
  'dev_name' | 'name_search' | 'dev_type' | 'model' | 'region_id' | 'region_name'
>

/** Every read is within the regions of who asks. */
export function albumStore(storage: Storage, isTelecom: boolean) {
  const { db } = storage

  /** The licence of the picture's device, while that is still there. */
  const license = () =>
    db
      .selectFrom('device')
      .whereRef('device.company_id', '=', sql.ref('album_picture.company_id'))
      .whereRef('device.did', '=', sql.ref('album_picture.did'))
      .select('device.license')

  const matching = (companyId: string, regions: Regions, filter: AlbumFilter) => {
    const { regionId, keyword, devTypes, from, to } = filter
    let query = db.selectFrom('album_picture').where('album_picture.company_id', '=', companyId)
    if (regions !== 'all') query = query.where('album_picture.region_id', 'in', listed(storage, [...regions]))
    if (regionId !== undefined)
      query = query.where('album_picture.region_id', 'in', (row) =>
        row
          .selectFrom('region_closure')
          .where('region_closure.company_id', '=', companyId)
          .where('region_closure.ancestor_id', '=', regionId)
          .select('region_closure.descendant_id'),
      )
    if (devTypes?.length) query = query.where('album_picture.dev_type', 'in', [...devTypes])
    if (from !== undefined) query = query.where('album_picture.taken_at', '>=', from)
    if (to !== undefined) query = query.where('album_picture.taken_at', '<', to)
    if (keyword) {
      const withinText = (text: RawBuilder<unknown>, part: string) =>
        storage.engine === 'sqlite'
          ? sql<SqlBool>`instr(${text}, ${part}) > 0`
          : sql<SqlBool>`strpos(${text}, ${part}) > 0`
      const within = (column: string, part: string) => withinText(sql.ref(column), part)
      query = query.where((row) =>
        row.or([
          within('album_picture.name_search', keyword.toLowerCase()),
          // A DID has capitals alone.
          within('album_picture.did', keyword.toUpperCase()),
          ...(isTelecom
            ? [
                row.exists(
                  license().where(withinText(sql<string>`lower(device.license)`, keyword.toLowerCase())),
                ),
              ]
            : []),
        ]),
      )
    }
    return query
  }

  return {
    async total(companyId: string, regions: Regions, filter: AlbumFilter): Promise<number> {
      const [row] = await storage.read(
        matching(companyId, regions, filter).select((it) => it.fn.countAll<number>().as('total')),
      )
      return Number(row?.total ?? 0)
    },

    /** The latest first. */
    page: (companyId: string, regions: Regions, filter: AlbumFilter, offset: number, limit: number) =>
      storage.read(
        matching(companyId, regions, filter)
          .selectAll('album_picture')
          .select(license().as('license'))
          .orderBy('taken_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .offset(offset),
      ),

    some: (companyId: string, regions: Regions, ids: readonly string[]) =>
      storage.read(
        matching(companyId, regions, {})
          .where('album_picture.id', 'in', listed(storage, ids))
          .selectAll('album_picture')
          .orderBy('taken_at')
          .orderBy('id'),
      ),

    async device(companyId: string, did: string): Promise<PicturedDevice | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .where('device.company_id', '=', companyId)
          .where('device.did', '=', did)
          .select([
            'device.name as dev_name',
            'device.name_search',
            'device.dev_type',
            'device.model',
            'device.region_id',
            'region.name as region_name',
          ]),
      )
      return row && { ...row, region_name: row.region_name ?? '' }
    },

    async timeZone(companyId: string): Promise<string> {
      const [row] = await storage.read(
        db.selectFrom('company').where('id', '=', companyId).select('time_zone'),
      )
      return row?.time_zone ?? 'UTC'
    },

    async add(row: AlbumRow): Promise<void> {
      await storage.write([db.insertInto('album_picture').values(row)])
    },

    /** Counts all regions, as the limit on kept pictures does. */
    async taken(companyId: string): Promise<{ bytes: number; count: number }> {
      const [row] = await storage.readHeavy(
        db
          .selectFrom('album_picture')
          .where('company_id', '=', companyId)
          .select((it) => [it.fn.sum<number>('bytes').as('bytes'), it.fn.countAll<number>().as('count')]),
      )
      return { bytes: Number(row?.bytes ?? 0), count: Number(row?.count ?? 0) }
    },

    /** Ids are in the order of their making. */
    oldest: (companyId: string, limit: number) =>
      storage.read(
        db
          .selectFrom('album_picture')
          .where('company_id', '=', companyId)
          .select(['id', 'saved_at as at', 'bytes'])
          .orderBy('id')
          .limit(limit),
      ),

    /** Returns the blobs of those that were there. */
    async remove(companyId: string, ids: readonly string[]): Promise<string[][]> {
      const [removed] = await storage.write([
        db
          .deleteFrom('album_picture')
          .where('company_id', '=', companyId)
          .where('id', 'in', listed(storage, ids))
          .returning(['id', 'thumb_id']),
      ])
      return removed.rows.map(({ id, thumb_id }) => [id, thumb_id])
    },
  }
}

export type AlbumStore = ReturnType<typeof albumStore>
