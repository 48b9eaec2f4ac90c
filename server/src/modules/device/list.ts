import type { ParsedBodyOf } from '@vedette/contract/call'
import type { deviceList, DeviceItem } from '@vedette/contract/calls/device'
import { PRESENCE } from '@vedette/contract/devices'

import type { Regions } from '../../authority/principal.ts'
import { deviceItem, type SeenPresence } from './item.ts'
import type { DeviceFilter, DeviceListStore } from './list-store.ts'

type Status = Pick<SeenPresence, 'presence' | 'status'>

export interface ListNeeds {
  list: DeviceListStore
  /** Undefined for a device that has no evidence at all. */
  presenceOf: (companyId: string, did: string) => SeenPresence | undefined
  /** Those of a company's devices that have evidence and of which this is true. */
  didsWhere: (companyId: string, isMeant: (device: Status) => boolean) => string[]
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
  const Total = await needs.list.total(companyId, regions, filter)
  const rows = await needs.list.page(companyId, regions, filter, {
    sort: Sort,
    isDescending: Descending,
    offset: (Page - 1) * PageSize,
    limit: PageSize,
    total: Total,
  })
  const List = rows.map((row) => ({
    ...deviceItem(row, needs.presenceOf(companyId, row.did)),
    HasSub: (row.sub_streams ?? 0) > 0,
  }))
  return { Total, List }
}

function filterOf(companyId: string, asked: Asked, { didsWhere }: ListNeeds): DeviceFilter {
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
  const isMeant = (it: Status): boolean =>
    (presence === undefined || it.presence === presence) && (status === undefined || it.status === status)
  const isOneOf = !isMeant({ presence: PRESENCE.offline, status: 'normal' })
  const list = didsWhere(companyId, (it) => isMeant(it) === isOneOf)
  return { ...filter, dids: { isOneOf, list } }
}
