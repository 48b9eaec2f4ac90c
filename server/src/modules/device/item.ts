/** A device as it is told on the wire, wherever one is told of. */
import { type DeviceStatus, PRESENCE, type Presence } from '@vedette/contract/devices'

export interface SeenPresence {
  presence: Presence
  reason: string
  sinceMs: number
  status: DeviceStatus
}

/** The query joins the device's region. */
export const deviceColumns = [
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
] as const

interface DeviceRow {
  did: string
  name: string
  alias: string
  region_id: string | null
  region_name: string | null
  dev_type: number
  lng: number | null
  lat: number | null
  channels: number
  created_at: number
  vendor: string
  model: string
  firmware: string
  sdk_version: string
  license: string
  driver: string
}

/** `seen` is undefined for a device of which there is no evidence at all. */
export function deviceItem(row: DeviceRow, seen: SeenPresence | undefined) {
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
    Reason: seen?.reason ?? 'none',
    Since: seen?.sinceMs ?? row.created_at,
    Status: seen?.status ?? ('normal' as const),
    Channels: row.channels,
    Vendor: row.vendor,
    Model: row.model,
    Firmware: row.firmware,
    SDKVersion: row.sdk_version,
    License: row.license,
    Driver: row.driver,
    CreatedAt: row.created_at,
  }
}
