import type { DeviceFacts } from '@vedette/devices/driver'
import { NO_FACTS } from '@vedette/devices/rtsp/probe'
import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'

/** Where a stream of a device is fetched, and how. */
export type StreamSource = Pick<Tables['device_stream'], 'channel' | 'quality' | 'url' | 'transport' | 'tls'>

/** Where a device's own service is asked. */
export interface OnvifPlace {
  url: string
  tls: 'any' | 'verify'
  hasPtz: boolean
}

/** What was learnt where the device is. */
interface SeenDevice {
  streams: readonly StreamSource[]
  channels?: readonly { channel: number; name: string }[]
  facts?: DeviceFacts
  onvif?: OnvifPlace
  username: string
  secretBox: string
}

export interface NewDevice extends SeenDevice {
  did: string
  regionId: string
  name: string
  devType: number
  license: string
  driver: string
  createdAt: number
}

export function deviceStore(storage: Storage) {
  const { db } = storage

  const factsOf = ({ vendor, model, firmware, sdkVersion, identity }: DeviceFacts) => ({
    vendor,
    model,
    firmware,
    sdk_version: sdkVersion,
    identity,
  })

  /** The rows that hang on a device's own. */
  const partsOf = (companyId: string, did: string, seen: SeenDevice): Query[] => {
    const key = { company_id: companyId, did }
    const { streams, channels = [], onvif, username, secretBox } = seen
    return [
      ...(streams.length === 0
        ? []
        : [db.insertInto('device_stream').values(streams.map((stream) => ({ ...key, ...stream })))]),
      ...(channels.length === 0
        ? []
        : [db.insertInto('device_channel').values(channels.map((channel) => ({ ...key, ...channel })))]),
      ...(onvif
        ? [
            db
              .insertInto('device_onvif')
              .values({ ...key, url: onvif.url, tls: onvif.tls, has_ptz: onvif.hasPtz ? 1 : 0 }),
          ]
        : []),
      db.insertInto('device_credential').values({ ...key, username, secret_box: secretBox }),
    ]
  }

  const insertion = (companyId: string, device: NewDevice): Query[] => [
    db.insertInto('device').values({
      did: device.did,
      company_id: companyId,
      region_id: device.regionId,
      name: device.name,
      name_search: device.name.toLowerCase(),
      alias: '',
      alias_search: '',
      dev_type: device.devType,
      lng: null,
      lat: null,
      channels: Math.max(device.channels?.length ?? 0, 1),
      driver: device.driver,
      license: device.license,
      created_at: device.createdAt,
      ...factsOf(device.facts ?? NO_FACTS),
    }),
    ...partsOf(companyId, device.did, device),
  ]

  return {
    /** The statements that add a device, for a unit, which meets `UniqueViolation` on a DID that is taken. */
    insertion,

    async insert(companyId: string, device: NewDevice): Promise<void> {
      await storage.write(insertion(companyId, device))
    },

    /** The DID of the device with this identity, of those that may be seen. */
    async byIdentity(companyId: string, regions: Regions, identity: string): Promise<string | undefined> {
      if (identity === '') return undefined
      let query = db.selectFrom('device').where('company_id', '=', companyId).where('identity', '=', identity)
      if (regions !== 'all') query = query.where((row) => isOneOf(storage, row, [...regions]))
      const [row] = await storage.read(query.select('did').limit(1))
      return row?.did
    },

    /** The same device at another address: what was learnt there takes the place of what was known. */
    async readdress(companyId: string, did: string, seen: SeenDevice): Promise<void> {
      const of = <Table extends 'device_stream' | 'device_channel' | 'device_onvif' | 'device_credential'>(
        table: Table,
      ): Query =>
        sql`delete from ${sql.table(table)} where company_id = ${companyId} and did = ${did}`.compile(db)
      await storage.write([
        db
          .updateTable('device')
          .set({ ...factsOf(seen.facts ?? NO_FACTS), channels: Math.max(seen.channels?.length ?? 0, 1) })
          .where('company_id', '=', companyId)
          .where('did', '=', did),
        of('device_stream'),
        of('device_channel'),
        of('device_onvif'),
        of('device_credential'),
        ...partsOf(companyId, did, seen),
      ])
    },

    /** How a device's own service is reached; undefined for one that has none. */
    async onvifOf(companyId: string, did: string) {
      const [row] = await storage.read(
        db
          .selectFrom('device_onvif as onvif')
          .innerJoin('device_credential as credential', (join) =>
            join
              .onRef('credential.company_id', '=', 'onvif.company_id')
              .onRef('credential.did', '=', 'onvif.did'),
          )
          .where('onvif.company_id', '=', companyId)
          .where('onvif.did', '=', did)
          .select(['onvif.url', 'onvif.tls', 'credential.username', 'credential.secret_box']),
      )
      return row
    },
  }
}

export type DeviceStore = ReturnType<typeof deviceStore>

/** One parameter for all ids, since no engine takes any number of parameters. */
export function isOneOf(
  { engine }: Storage,
  row: ExpressionBuilder<Tables, 'device'>,
  ids: readonly string[],
  column: 'device.region_id' | 'device.did' = 'device.region_id',
): Expression<SqlBool> {
  const json = JSON.stringify(ids)
  const listed =
    engine === 'sqlite'
      ? sql<string>`(select value from json_each(${json}))`
      : sql<string>`(select jsonb_array_elements_text(${json}::jsonb))`
  return row(column, 'in', listed)
}
