import type { deviceList, DeviceItem } from '@vedette/contract/calls/device'
import type { ParsedBodyOf } from '@vedette/contract/call'
import { type DeviceStatus, PRESENCE, type Presence } from '@vedette/contract/devices'

import type { Regions } from '../../authority/principal.ts'
import type { DeviceFilter, DeviceListStore } from './list-store.ts'

export interface DevicePresence {
  did: string
  presence: Presence
  reason: string
  sinceMs: number
  status: DeviceStatus
}

export interface ListNeeds {
  list: DeviceListStore
  /** Undefined for a device that has no evidence at all. */
  presenceOf: (companyId: string, did: string) => DevicePresence | undefined
  presencesOf: (companyId: string) => DevicePresence[]
}

type Asked = ParsedBodyOf<typeof deviceList>

/** A page of the devices that may be seen, with the presence that each has now. */
export async function listDevices(
  companyId: string,
  regions: Regions,
  asked: Asked,
  needs: ListNeeds,
): Promise<{ Total: number; List: DeviceItem[] }> {
  const filter = filterOf(companyId, asked, needs)
  const { Page, PageSize, Sort, Descending } = asked
  const [Total, rows] = await Promise.all([
    needs.list.total(companyId, regions, filter),
    needs.list.page(companyId, regions, filter, {
      sort: Sort,
      isDescending: Descending,
      offset: (Page - 1) * PageSize,
      limit: PageSize,
    }),
  ])
  const List = rows.map((row) => {
    const seen = needs.presenceOf(companyId, row.did)
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
      Status: seen?.status ?? 'normal',
      Channels: row.channels,
      HasSub: (row.sub_streams ?? 0) > 0,
      Vendor: row.vendor,
      Model: row.model,
      Firmware: row.firmware,
      SDKVersion: row.sdk_version,
      License: row.license,
      Driver: row.driver,
      CreatedAt: row.created_at,
    }
  })
  return { Total, List }
}

function filterOf(companyId: string, asked: Asked, { presencesOf }: ListNeeds): DeviceFilter {
  const { GID, Keyword, DevTypes, Model, Firmware, Presence: presence, Status: status } = asked
  const filter: DeviceFilter = {
    regionId: GID,
    keyword: Keyword?.toLowerCase() || undefined,
    devTypes: DevTypes,
    model: Model,
    firmware: Firmware,
  }
  if (presence === undefined && status === undefined) return filter
  // What a device without evidence is taken for is the complement of what the others are.
  const isMeant = (it: Pick<DevicePresence, 'presence' | 'status'>): boolean =>
    (presence === undefined || it.presence === presence) && (status === undefined || it.status === status)
  const isOneOf = !isMeant({ presence: PRESENCE.offline, status: 'normal' })
  const list = presencesOf(companyId).filter((it) => isMeant(it) === isOneOf)
  return { ...filter, dids: { isOneOf, list: list.map(({ did }) => did) } }
}
