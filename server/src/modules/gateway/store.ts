import type { DEVICE_EVENT_KINDS } from '@vedette/contract/calls/gateway'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'

export interface GatewayDevice {
  companyId: string
  did: string
  regionId: string | null
}

export interface SensorRow {
  sensor: string
  kind: string
  /** JSON. */
  value: string
  unit: string
  at: number
}

/** Null: no limit on that side. */
export interface SensorLimit {
  sensor: string
  low: number | null
  high: number | null
}

export interface EventRow {
  id: string
  kind: (typeof DEVICE_EVENT_KINDS)[number]
  at: number
  name: string
  /** JSON. */
  value: string
  unit: string
  deviceAt: number | null
}

/** Events kept per device, the newest ones. */
const MOST_EVENTS = 5000
export const GATEWAY_DRIVER = 'mqtt'

export function gatewayStore(storage: Storage) {
  const { db } = storage
  return {
    /** Reads the devices of one company, or of all. */
    devices(companyId?: string, dids?: readonly string[]): Promise<GatewayDevice[]> {
      let query = db
        .selectFrom('device')
        .where('driver', '=', GATEWAY_DRIVER)
        .select(['company_id as companyId', 'did', 'region_id as regionId'])
      if (companyId !== undefined) query = query.where('company_id', '=', companyId)
      if (dids !== undefined) query = query.where('did', 'in', listed(storage, dids))
      return storage.read(query)
    },

    /** A device that connects says no company: its DID is unique on the platform. */
    async credential(did: string): Promise<{ companyId: string; box: string } | undefined> {
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .innerJoin('device_credential as credential', (join) =>
            join
              .onRef('credential.company_id', '=', 'device.company_id')
              .onRef('credential.did', '=', 'device.did'),
          )
          .where('device.did', '=', did)
          .where('device.driver', '=', GATEWAY_DRIVER)
          .select(['device.company_id as companyId', 'credential.secret_box as box']),
      )
      return row
    },

    async insert(
      companyId: string,
      device: {
        did: string
        regionId: string
        name: string
        devType: number
        ctei: string
        at: number
        box: string
        mark: string
      },
    ): Promise<void> {
      const { did, name, box } = device
      await storage.write([
        db.insertInto('device').values({
          did,
          company_id: companyId,
          region_id: device.regionId,
          name,
          name_search: name.toLowerCase(),
          alias: '',
          dev_type: device.devType,
          lng: null,
          lat: null,
          channels: 0,
          driver: GATEWAY_DRIVER,
          license: device.ctei,
          created_at: device.at,
        }),
        db
          .insertInto('device_credential')
          .values({ company_id: companyId, did, username: did, secret_box: box }),
        // It is somebody's now, and a code is good for one device.
        db.deleteFrom('known_device').where('did', '=', did),
        db.deleteFrom('bind_code').where('company_id', '=', companyId).where('mark', '=', device.mark),
      ])
    },

    async isGateway(companyId: string, did: string): Promise<boolean> {
      const rows = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('driver', '=', GATEWAY_DRIVER)
          .select('did'),
      )
      return rows.length > 0
    },

    setSecret: (companyId: string, did: string, box: string) =>
      storage.write([
        db
          .updateTable('device_credential')
          .set({ secret_box: box })
          .where('company_id', '=', companyId)
          .where('did', '=', did),
      ]),

    /** What it does not say this time stays as it was. */
    setFacts: (
      companyId: string,
      did: string,
      { model, firmware }: { model?: string | undefined; firmware?: string | undefined },
    ) =>
      storage.write([
        db
          .updateTable('device')
          .set((row) => ({
            model: model ?? row.ref('model'),
            firmware: firmware ?? row.ref('firmware'),
          }))
          .where('company_id', '=', companyId)
          .where('did', '=', did),
      ]),

    async sensors(companyId: string, did: string) {
      return storage.read(
        db
          .selectFrom('device_sensor')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select(['sensor', 'kind', 'value', 'unit', 'at', 'event_at'])
          .orderBy('sensor'),
      )
    },

    async limits(companyId: string, did: string): Promise<SensorLimit[]> {
      return storage.read(
        db
          .selectFrom('sensor_limit')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select(['sensor', 'low', 'high']),
      )
    },

    /** At most 500 of a device: as many as it has sensors. */
    async setLimit(companyId: string, did: string, { sensor, low, high }: SensorLimit): Promise<void> {
      const remove = db
        .deleteFrom('sensor_limit')
        .where('company_id', '=', companyId)
        .where('did', '=', did)
        .where('sensor', '=', sensor)
      if (low === null && high === null) return void (await storage.write([remove]))
      await storage.write([
        remove,
        db
          .insertInto('sensor_limit')
          .columns(['company_id', 'did', 'sensor', 'low', 'high'])
          // Only for a sensor that the device has reported.
          .expression((row) =>
            row
              .selectFrom('device_sensor')
              .where('company_id', '=', companyId)
              .where('did', '=', did)
              .where('sensor', '=', sensor)
              .select(['company_id', 'did', 'sensor'])
              .select((it) => [it.val(low).as('low'), it.val(high).as('high')]),
          ),
      ])
    },

    /** What the sensors said and what is worth remembering of it, as one unit; the device's oldest events beyond the most go. */
    async record(
      companyId: string,
      did: string,
      sensors: readonly SensorRow[],
      events: readonly EventRow[],
    ): Promise<void> {
      const worthAt = new Map(events.map((event) => [event.name, event.at]))
      await storage.write([
        ...sensors.map(({ sensor, kind, value, unit, at }) => {
          const said = { kind, value, unit, at }
          const eventAt = worthAt.get(sensor)
          return db
            .insertInto('device_sensor')
            .values({ company_id: companyId, did, sensor, ...said, event_at: eventAt ?? at })
            .onConflict((conflict) =>
              conflict
                .columns(['company_id', 'did', 'sensor'])
                .doUpdateSet(eventAt === undefined ? said : { ...said, event_at: eventAt }),
            )
        }),
        ...events.map(({ id, kind, at, name, value, unit, deviceAt }) =>
          db
            .insertInto('device_event')
            .values({ company_id: companyId, id, did, kind, at, name, value, unit, device_at: deviceAt }),
        ),
        db
          .deleteFrom('device_event')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('id', '<=', (row) =>
            row
              .selectFrom('device_event')
              .where('company_id', '=', companyId)
              .where('did', '=', did)
              .select('id')
              .orderBy('id', 'desc')
              .limit(1)
              .offset(MOST_EVENTS),
          ),
      ])
    },

    /** Those that the device made at one of these times of its own clock. */
    async scansOf(companyId: string, did: string, times: readonly number[]) {
      if (times.length === 0) return []
      return await storage.read(
        db
          .selectFrom('device_event')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('kind', '=', 'scan')
          .where('device_at', 'in', times)
          .select(['device_at as deviceAt', 'value']),
      )
    },

    async events(
      companyId: string,
      did: string,
      { kind, offset, limit }: { kind: EventRow['kind'] | undefined; offset: number; limit: number },
    ) {
      let query = db.selectFrom('device_event').where('company_id', '=', companyId).where('did', '=', did)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      const [totals, rows] = await Promise.all([
        storage.read(query.select((row) => row.fn.countAll<number>().as('total'))),
        storage.read(
          query
            .select(['id', 'kind', 'at', 'name', 'value', 'unit'])
            .orderBy('id', 'desc')
            .limit(limit)
            .offset(offset),
        ),
      ])
      return { total: totals[0]?.total ?? 0, rows }
    },
  }
}

export type GatewayStore = ReturnType<typeof gatewayStore>
