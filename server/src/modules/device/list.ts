import type { ParsedBodyOf } from '@vedette/contract/call'
import type { deviceList, DeviceItem } from '@vedette/contract/calls/device'
import { PRESENCE } from '@vedette/contract/devices'

import { includesRegion, type Regions } from '../../authority/principal.ts'
import { deviceItem, type SeenPresence } from './item.ts'
import type { DeviceFilter, DeviceListStore, RegionCount } from './list-store.ts'

type Seen = Pick<SeenPresence, 'presence' | 'status'> & { regionId: string | null }

export interface ListNeeds {
  list: DeviceListStore
  /** Undefined for a device that has no evidence at all. */
  presenceOf: (companyId: string, did: string) => SeenPresence | undefined
  /** Those of a company's devices that have evidence and of which this is true. */
  didsWhere: (companyId: string, isMeant: (device: Seen) => boolean) => string[]
}

/** Longer ones are asked for once, to be exported or looked through. */
const LONGEST_KEPT_PAGE = 50

type Asked = ParsedBodyOf<typeof deviceList>

/** A page of the devices that may be seen, with the presence that each has now. */
export async function listDevices(
  companyId: string,
  regions: Regions,
  asked: Asked,
  needs: ListNeeds,
): Promise<{ Total: number; List: DeviceItem[] }> {
  const filter = await filterOf(companyId, regions, asked, needs)
  const { Page, PageSize, Sort, Descending } = asked
  if (Sort === 'Trouble' && !filter.dids) return troubleFirst(companyId, regions, asked, needs)
  if (Sort === 'Region') return byRegion(companyId, regions, filter, asked, needs)
  const find = async () => {
    const Total = await totalOf(companyId, regions, filter, needs)
    const rows = await needs.list.page(companyId, regions, filter, {
      sort: Sort,
      isDescending: Descending,
      offset: (Page - 1) * PageSize,
      limit: PageSize,
      total: Total,
    })
    return { Total, rows }
  }
  // What is found by presence changes without a write.
  const isKept = !filter.dids && PageSize <= LONGEST_KEPT_PAGE
  const { Total, rows } = isKept ? await needs.list.remember(companyId, regions, asked, find) : await find()
  return { Total, List: rows.map((row) => itemOf(companyId, row, needs)) }
}

/** Those that are away and the others, each by name, as one list. */
async function troubleFirst(
  companyId: string,
  regions: Regions,
  asked: Asked,
  needs: ListNeeds,
): Promise<{ Total: number; List: DeviceItem[] }> {
  const away = await filterOf(companyId, regions, { ...asked, Presence: PRESENCE.offline }, needs)
  const others = { ...away, dids: away.dids && { ...away.dids, isOneOf: !away.dids.isOneOf } }
  const filters = asked.Descending ? [others, away] : [away, others]
  let offset = (asked.Page - 1) * asked.PageSize
  let limit = asked.PageSize
  let Total = 0
  const List: DeviceItem[] = []
  for (const filter of filters) {
    const total = await totalOf(companyId, regions, filter, needs)
    const how = { sort: asked.Sort, isDescending: asked.Descending, offset, limit, total }
    const rows = offset < total && limit > 0 ? await needs.list.page(companyId, regions, filter, how) : []
    List.push(...rows.map((row) => itemOf(companyId, row, needs)))
    Total += total
    offset = Math.max(0, offset - total)
    limit -= rows.length
  }
  return { Total, List }
}

/** Region after region: the regions' own names are in no index of devices. */
async function byRegion(
  companyId: string,
  regions: Regions,
  filter: DeviceFilter,
  { Page, PageSize, Descending: isDescending }: Asked,
  needs: ListNeeds,
): Promise<{ Total: number; List: DeviceItem[] }> {
  const counts = await needs.list.countsByRegion(companyId, regions, filter)
  const inOrder = counts.toSorted((a, b) => (isDescending ? -1 : 1) * compareNames(a, b))
  let offset = (Page - 1) * PageSize
  let limit = PageSize
  let Total = 0
  const List: DeviceItem[] = []
  for (const { id, count } of inOrder) {
    const how = { sort: 'DevName' as const, isDescending, offset, limit, total: count }
    const rows =
      offset < count && limit > 0
        ? await needs.list.page(companyId, regions, { ...filter, inRegion: id }, how)
        : []
    List.push(...rows.map((row) => itemOf(companyId, row, needs)))
    Total += count
    offset = Math.max(0, offset - count)
    limit -= rows.length
  }
  return { Total, List }
}

const names = new Intl.Collator(undefined, { numeric: true })

/** Those of no region last. */
function compareNames(a: RegionCount, b: RegionCount): number {
  if (a.id === null || b.id === null) return Number(a.id === null) - Number(b.id === null)
  return names.compare(a.name, b.name) || (a.id < b.id ? -1 : 1)
}

type Row = Awaited<ReturnType<DeviceListStore['page']>>[number]

function itemOf(companyId: string, row: Row, { presenceOf }: ListNeeds): DeviceItem {
  return {
    ...deviceItem(row, presenceOf(companyId, row.did)),
    HasSub: (row.sub_streams ?? 0) > 0,
    HasPTZ: row.has_ptz === 1,
    ...(row.same_as ? { SameAs: row.same_as } : {}),
  }
}

/** None is any. */
function severalOf(asked: string | readonly string[] | undefined): readonly string[] | undefined {
  const all = typeof asked === 'string' ? [asked] : asked
  return all?.length ? all : undefined
}

async function filterOf(
  companyId: string,
  regions: Regions,
  asked: Asked,
  { list, didsWhere }: ListNeeds,
): Promise<DeviceFilter> {
  const { GID, Keyword, DevTypes, Model, Firmware, Presence: presence, Status: status } = asked
  const filter: DeviceFilter = {
    regionId: GID,
    keyword: Keyword?.toLowerCase() || undefined,
    devTypes: DevTypes?.length ? DevTypes : undefined,
    models: severalOf(Model),
    firmwares: severalOf(Firmware),
  }
  if (presence === undefined && status === undefined) return filter
  const below = GID === undefined ? 'all' : await list.regionsBelow(companyId, GID)
  // What a device without evidence is taken for is the complement of what the others are.
  const isMeant = (it: Omit<Seen, 'regionId'>): boolean =>
    (presence === undefined || it.presence === presence) && (status === undefined || it.status === status)
  const isOneOf = !isMeant({ presence: PRESENCE.offline, status: 'normal' })
  const isListed = (it: Seen): boolean =>
    isMeant(it) === isOneOf && includesRegion(regions, it.regionId) && includesRegion(below, it.regionId)
  return { ...filter, dids: { isOneOf, list: didsWhere(companyId, isListed) } }
}

/** By presence and region alone it is counted here, which spares the database to look for half of 100,000 devices. */
async function totalOf(
  companyId: string,
  regions: Regions,
  filter: DeviceFilter,
  { list }: ListNeeds,
): Promise<number> {
  const { dids, ...others } = filter
  const { keyword, devTypes, models, firmwares } = others
  const isCountedHere = [keyword, devTypes, models, firmwares].every((it) => it === undefined)
  if (!dids || !isCountedHere) return list.total(companyId, regions, filter)
  if (dids.isOneOf) return dids.list.length
  return Math.max((await list.total(companyId, regions, others)) - dids.list.length, 0)
}
