import type { DeviceFacts } from '@vedette/devices/driver'
import { NO_FACTS } from '@vedette/devices/rtsp/probe'
import { type Expression, sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import type { Tables } from '../../engines/storage/schema.ts'
import { ReferenceViolation } from '../../engines/storage/failures.ts'
import { listed } from '../../engines/storage/listed.ts'
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

export interface DevicePlace {
  identity: string
  /** Address of its own ONVIF service; null where it is nothing but its streams. */
  onvifUrl: string | null
  streams: readonly StreamSource[]
  username: string
}

export interface UnaskedDevice {
  companyId: string
  did: string
  url: string
  tls: 'any' | 'verify'
  username: string
  /** The sealed password. */
  box: string
}

export interface NewDevice extends SeenDevice {
  did: string
  regionId: string
  name: string
  devType: number
  alias?: string
  lng?: number | null
  lat?: number | null
  license: string
  driver: string
  createdAt: number
}

/** No engine takes any number of parameters. */
const DEVICES_PER_STATEMENT = 200

export function deviceStore(storage: Storage) {
  const { db } = storage

  const factsOf = ({ vendor, model, firmware, sdkVersion, identity }: DeviceFacts) => ({
    vendor,
    model,
    firmware,
    sdk_version: sdkVersion,
    identity,
  })

  const deviceRow = (companyId: string, device: NewDevice) => ({
    did: device.did,
    company_id: companyId,
    region_id: device.regionId,
    name: device.name,
    name_search: device.name.toLowerCase(),
    alias: device.alias ?? '',
    alias_search: (device.alias ?? '').toLowerCase(),
    dev_type: device.devType,
    lng: device.lng ?? null,
    lat: device.lat ?? null,
    channels: numberedChannels(device.streams),
    driver: device.driver,
    license: device.license,
    created_at: device.createdAt,
    ...factsOf(device.facts ?? NO_FACTS),
  })

  /** The rows that hang on devices' own. */
  const partsOf = (companyId: string, devices: readonly (SeenDevice & { did: string })[]): Query[] => {
    const each = <Part>(parts: (device: SeenDevice) => readonly Part[]) =>
      devices.flatMap((device) =>
        parts(device).map((part) => ({ company_id: companyId, did: device.did, ...part })),
      )
    const streams = each((device) => device.streams)
    const channels = each((device) => device.channels ?? [])
    const onvif = each((device) =>
      device.onvif
        ? [
            {
              url: device.onvif.url,
              tls: device.onvif.tls,
              has_ptz: device.onvif.hasPtz ? (1 as const) : (0 as const),
            },
          ]
        : [],
    )
    const credentials = each(({ username, secretBox }) => [{ username, secret_box: secretBox }])
    return [
      ...(streams.length === 0 ? [] : [db.insertInto('device_stream').values(streams)]),
      ...(channels.length === 0 ? [] : [db.insertInto('device_channel').values(channels)]),
      ...(onvif.length === 0 ? [] : [db.insertInto('device_onvif').values(onvif)]),
      db.insertInto('device_credential').values(credentials),
    ]
  }

  /** The statements that add devices, for a unit, which meets `UniqueViolation` on a DID that is taken. */
  const insertions = (companyId: string, devices: readonly NewDevice[]): Query[] => {
    const statements: Query[] = []
    for (let at = 0; at < devices.length; at += DEVICES_PER_STATEMENT) {
      const some = devices.slice(at, at + DEVICES_PER_STATEMENT)
      statements.push(
        db.insertInto('device').values(some.map((device) => deviceRow(companyId, device))),
        ...partsOf(companyId, some),
      )
    }
    return statements
  }

  return {
    insertions,

    /** The DID at each address of the company's devices, of those that may be seen. */
    async addresses(companyId: string, regions: Regions): Promise<Map<string, string>> {
      const of = (table: 'device_stream' | 'device_onvif') => {
        const query = db.selectFrom(table).where('company_id', '=', companyId).select(['url', 'did'])
        if (regions === 'all') return storage.readHeavy(query)
        const seen = db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where((row) => isOneOf(storage, row.ref('region_id'), [...regions]))
          .select('did')
        return storage.readHeavy(query.where('did', 'in', seen))
      }
      const [streams, onvif] = await Promise.all([of('device_stream'), of('device_onvif')])
      return new Map([...streams, ...onvif].map(({ url, did }) => [url, did]))
    },

    /** All of the company's, for paths that people write. */
    regions: (companyId: string) =>
      storage.read(
        db.selectFrom('region').where('company_id', '=', companyId).select(['id', 'parent_id', 'name']),
      ),

    async insert(companyId: string, device: NewDevice): Promise<void> {
      await storage.write(insertions(companyId, [device]))
    },

    /** The DID of the device with this identity, of those that may be seen. */
    async byIdentity(companyId: string, regions: Regions, identity: string): Promise<string | undefined> {
      if (identity === '') return undefined
      let query = db.selectFrom('device').where('company_id', '=', companyId).where('identity', '=', identity)
      if (regions !== 'all')
        query = query.where((row) => isOneOf(storage, row.ref('region_id'), [...regions]))
      const [row] = await storage.read(query.select('did').limit(1))
      return row?.did
    },

    /** Like `byIdentity`, for one that is asked, or whose pictures are fetched, at this address. */
    async byAddress(companyId: string, regions: Regions, url: string): Promise<string | undefined> {
      const at = (table: 'device_stream' | 'device_onvif') =>
        db.selectFrom(table).where('company_id', '=', companyId).where('url', '=', url).select('did')
      let query = db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        .where('did', 'in', at('device_stream').unionAll(at('device_onvif')))
      if (regions !== 'all')
        query = query.where((row) => isOneOf(storage, row.ref('region_id'), [...regions]))
      const [row] = await storage.read(query.select('did').limit(1))
      return row?.did
    },

    /** Like `byIdentity`, for one whose endpoint alone is known: an identity begins with it. */
    async byEndpoint(companyId: string, regions: Regions, endpoint: string): Promise<string | undefined> {
      let query = db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        // '!' is what follows the space behind the endpoint.
        .where('identity', '>=', endpoint)
        .where('identity', '<', `${endpoint}!`)
      if (regions !== 'all')
        query = query.where((row) => isOneOf(storage, row.ref('region_id'), [...regions]))
      const [row] = await storage.read(query.select('did').limit(1))
      return row?.did
    },

    /** Where the device was learnt to be; undefined for one that comes by itself. */
    async placeOf(companyId: string, did: string): Promise<DevicePlace | undefined> {
      const [[device], streams] = await Promise.all([
        storage.read(
          db
            .selectFrom('device')
            .innerJoin('device_credential as credential', (join) =>
              join
                .onRef('credential.company_id', '=', 'device.company_id')
                .onRef('credential.did', '=', 'device.did'),
            )
            .leftJoin('device_onvif as onvif', (join) =>
              join.onRef('onvif.company_id', '=', 'device.company_id').onRef('onvif.did', '=', 'device.did'),
            )
            .where('device.company_id', '=', companyId)
            .where('device.did', '=', did)
            .where('device.driver', '!=', 'mqtt')
            .select(['device.identity', 'credential.username', 'onvif.url as onvifUrl']),
        ),
        storage.read(
          db
            .selectFrom('device_stream')
            .where('company_id', '=', companyId)
            .where('did', '=', did)
            .select(['channel', 'quality', 'url', 'transport', 'tls']),
        ),
      ])
      return device && { ...device, streams }
    },

    /**
     * The same device at another address: what was learnt there takes the place of what was known.
     * Returns false, and writes nothing, where the company does not have it any more.
     */
    async readdress(companyId: string, did: string, seen: SeenDevice): Promise<boolean> {
      const of = <Table extends 'device_stream' | 'device_channel' | 'device_onvif' | 'device_credential'>(
        table: Table,
      ): Query =>
        sql`delete from ${sql.table(table)} where company_id = ${companyId} and did = ${did}`.compile(db)
      const statements = [
        db
          .updateTable('device')
          .set({ ...factsOf(seen.facts ?? NO_FACTS), channels: numberedChannels(seen.streams) })
          .where('company_id', '=', companyId)
          .where('did', '=', did),
        of('device_stream'),
        of('device_channel'),
        of('device_onvif'),
        of('device_credential'),
        ...partsOf(companyId, [{ did, ...seen }]),
      ]
      try {
        await storage.write(statements)
        return true
      } catch (error) {
        // What hangs on a device can't be without it, so the unit was rolled back.
        if (error instanceof ReferenceViolation) return false
        throw error
      }
    },

    /** Devices of all companies whose streams are not known because nobody asked them yet. */
    unasked(limit: number): Promise<UnaskedDevice[]> {
      const find = () =>
        storage.read(
          db
            .selectFrom('device_onvif as onvif')
            .innerJoin('device_credential as credential', (join) =>
              join
                .onRef('credential.company_id', '=', 'onvif.company_id')
                .onRef('credential.did', '=', 'onvif.did'),
            )
            .where((row) =>
              row.not(
                row.exists(
                  row
                    .selectFrom('device_stream as stream')
                    .whereRef('stream.company_id', '=', 'onvif.company_id')
                    .whereRef('stream.did', '=', 'onvif.did')
                    .select('stream.did'),
                ),
              ),
            )
            .select([
              'onvif.company_id as companyId',
              'onvif.did',
              'onvif.url',
              'onvif.tls',
              'credential.username',
              'credential.secret_box as box',
            ])
            .orderBy('onvif.did')
            .limit(limit),
        )
      return storage.remember(`all companies unasked ${limit}`, find)
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

/** A channel that can't be played keeps its number, so there are as many as the last one that can be played says. */
function numberedChannels(streams: readonly StreamSource[]): number {
  return Math.max(0, ...streams.map(({ channel }) => channel)) + 1
}

export function isOneOf(
  storage: Storage,
  column: Expression<string | null>,
  ids: readonly string[],
): Expression<SqlBool> {
  return sql<SqlBool>`${column} in ${listed(storage, ids)}`
}
