import type { ReplyOf } from '@vedette/contract/call'
import type {
  DeviceMapCounts,
  FieldOfView,
  MapDevice,
  placedRegions,
} from '@vedette/contract/calls/device-map'
import { countsAsOnline, hasVideo, deviceTypeOf, PRESENCE } from '@vedette/contract/devices'

import { includesRegion, type Regions } from '../../authority/principal.ts'
import type { SeenPresence } from '../device/index.ts'
import type { DeviceMapStore } from './store.ts'

type DeviceMapRow = Awaited<ReturnType<DeviceMapStore['page']>>[number]

type Seen = Pick<SeenPresence, 'presence' | 'status'> & { regionId: string | null }

export interface DeviceMapNeeds {
  store: DeviceMapStore
  presences: {
    /** Undefined for a device that has no evidence at all. */
    of: (companyId: string, did: string) => SeenPresence | undefined
    /** Those of a company's devices that have evidence and of which this is true. */
    didsWhere: (companyId: string, isMeant: (device: Seen) => boolean) => string[]
  }
}

interface Asked {
  regionId?: string
  after: string
  limit: number
}

export async function devicesOnMap(
  companyId: string,
  regions: Regions,
  asked: Asked,
  { store, presences }: DeviceMapNeeds,
): Promise<MapDevice[]> {
  const rows = await store.page(companyId, regions, asked)
  return rows.map((row) => {
    const seen = presences.of(companyId, row.did)
    return {
      DID: row.did,
      DevName: row.name,
      Alias: row.alias,
      GID: row.region_id ?? '',
      GroupName: row.region_name ?? '',
      DevType: row.dev_type,
      Lng: row.lng,
      Lat: row.lat,
      Presence: seen?.presence ?? PRESENCE.offline,
      ...(seen?.status === 'upgrading' ? { Status: 'upgrading' as const } : {}),
      HasSub: (row.sub_streams ?? 0) > 0,
      Sensors: row.sensors ?? 0,
      License: row.license,
      ...viewOf(row),
    }
  })
}

/** Nobody reads through more. */
const MOST_REGIONS = 4

export async function regionsOnMap(
  companyId: string,
  regions: Regions,
  keyword: string,
  store: DeviceMapStore,
): Promise<ReplyOf<typeof placedRegions>['List']> {
  const part = keyword.toLowerCase()
  const named = (await store.regions(companyId)).filter(({ name }) => name.toLowerCase().includes(part))
  const middles = await store.middles(
    companyId,
    regions,
    named.map(({ id }) => id),
  )
  const found = named.flatMap(({ id, name }) => {
    const middle = middles.find(({ region_id }) => region_id === id)
    return middle ? [{ GID: id, GroupName: name, Lng: Number(middle.lng), Lat: Number(middle.lat) }] : []
  })
  return found.slice(0, MOST_REGIONS)
}

function viewOf({ heading, angle, reach }: DeviceMapRow): { View?: FieldOfView } {
  if (heading === null || angle === null || reach === null) return {}
  return { View: { Heading: heading, Angle: angle, Reach: reach } }
}

export async function countsOfMap(
  companyId: string,
  regions: Regions,
  { store, presences }: DeviceMapNeeds,
): Promise<DeviceMapCounts> {
  const [types, sensors] = await Promise.all([
    store.countsByType(companyId, regions),
    store.sensors(companyId, regions),
  ])
  const totalOf = (isMeant: (devType: number) => boolean): number =>
    types.reduce((sum, { dev_type, total }) => sum + (isMeant(dev_type) ? total : 0), 0)
  const All = totalOf(() => true)
  const isOnline = ({ presence, status, regionId }: Seen): boolean =>
    countsAsOnline(presence, status) && includesRegion(regions, regionId)
  // A device that was added or went between the two looks must not make a count negative.
  const Online = Math.min(presences.didsWhere(companyId, isOnline).length, All)
  return {
    All,
    Monitoring: totalOf(hasVideo),
    Gateway: totalOf((devType) => deviceTypeOf(devType) === 'iotGate'),
    IoT: totalOf((devType) => deviceTypeOf(devType) === 'barcodeGun') + sensors,
    Online,
    Offline: All - Online,
    Unplaced: types.reduce((sum, { total, placed }) => sum + total - placed, 0),
  }
}
