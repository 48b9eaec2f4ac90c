import type { FieldOfView } from '@vedette/contract/calls/device-map'

import type { Regions } from '../../authority/principal.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { isOneOf } from '../device/index.ts'

/** Every read is within the regions of who asks. */
export function deviceMapStore(storage: Storage) {
  const { db } = storage

  const within = (companyId: string, regions: Regions) => {
    const query = db.selectFrom('device').where('device.company_id', '=', companyId)
    return regions === 'all'
      ? query
      : query.where((row) => isOneOf(storage, row.ref('device.region_id'), [...regions]))
  }

  return {
    /** One page sorted by DID, behind `after`; with a region, of it and those below it. */
    page(companyId: string, regions: Regions, of: { regionId?: string; after: string; limit: number }) {
      let query = within(companyId, regions).where('device.did', '>', of.after)
      const { regionId } = of
      if (regionId !== undefined)
        query = query.where('device.region_id', 'in', (row) =>
          row
            .selectFrom('region_closure')
            .where('region_closure.company_id', '=', companyId)
            .where('region_closure.ancestor_id', '=', regionId)
            .select('region_closure.descendant_id'),
        )
      return storage.read(
        query
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'device.company_id')
              .onRef('region.id', '=', 'device.region_id'),
          )
          .leftJoin('field_of_view', (join) =>
            join
              .onRef('field_of_view.company_id', '=', 'device.company_id')
              .onRef('field_of_view.did', '=', 'device.did'),
          )
          .select([
            'device.did',
            'device.name',
            'device.alias',
            'device.region_id',
            'region.name as region_name',
            'device.dev_type',
            'device.lng',
            'device.lat',
            'device.license',
            'field_of_view.heading',
            'field_of_view.angle',
            'field_of_view.reach',
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
          .select((row) =>
            row
              .selectFrom('device_sensor')
              .whereRef('device_sensor.company_id', '=', 'device.company_id')
              .whereRef('device_sensor.did', '=', 'device.did')
              .select((sensor) => sensor.fn.countAll<number>().as('count'))
              .as('sensors'),
          )
          .orderBy('device.did')
          .limit(of.limit),
      )
    },

    regions(companyId: string) {
      return storage.read(
        db
          .selectFrom('region')
          .where('company_id', '=', companyId)
          .orderBy('position')
          .select(['id', 'name']),
      )
    },

    /** The middle of the placed devices of each of these regions that has any. */
    middles(companyId: string, regions: Regions, ids: readonly string[]) {
      return storage.read(
        within(companyId, regions)
          .where((row) => isOneOf(storage, row.ref('device.region_id'), [...ids]))
          .where('device.lng', 'is not', null)
          .groupBy('device.region_id')
          .select('device.region_id')
          .select((it) => [
            it.fn.avg<number>('device.lng').as('lng'),
            it.fn.avg<number>('device.lat').as('lat'),
          ]),
      )
    },

    async setView(companyId: string, did: string, view: FieldOfView | null): Promise<void> {
      const row = view && { heading: view.Heading, angle: view.Angle, reach: view.Reach }
      await storage.write([
        row
          ? db
              .insertInto('field_of_view')
              .values({ company_id: companyId, did, ...row })
              .onConflict((it) => it.columns(['company_id', 'did']).doUpdateSet(row))
          : db.deleteFrom('field_of_view').where('company_id', '=', companyId).where('did', '=', did),
      ])
    },

    /** How many devices there are of each type. */
    countsByType(companyId: string, regions: Regions) {
      return storage.read(
        within(companyId, regions)
          .groupBy('device.dev_type')
          .select('device.dev_type')
          .select((it) => [
            it.fn.countAll<number>().as('total'),
            it.fn.count<number>('device.lng').as('placed'),
          ]),
      )
    },

    /** How many sensors are behind the devices. */
    async sensors(companyId: string, regions: Regions): Promise<number> {
      const query = within(companyId, regions).innerJoin('device_sensor', (join) =>
        join
          .onRef('device_sensor.company_id', '=', 'device.company_id')
          .onRef('device_sensor.did', '=', 'device.did'),
      )
      const [row] = await storage.read(query.select((it) => it.fn.countAll<number>().as('total')))
      return row?.total ?? 0
    },
  }
}

export type DeviceMapStore = ReturnType<typeof deviceMapStore>
