/** Which events a filter leaves, of those that somebody may see, and how they are found among very many. */
import { type Expression, sql, type SqlBool } from 'kysely'

import type { Regions } from '../../authority/principal.ts'
import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { fewDevicesOf } from './few-devices.ts'

/** Up to so many devices, the newest alarms are read device by device. */
export const FEW = 50
/** And of so many all are counted by device. */
export const MOST_DEVICES = 10_000

export interface EventFilter {
  types?: readonly number[] | undefined
  fromMs?: number | undefined
  toMs?: number | undefined
  dids?: readonly string[] | undefined
  /** A region with those below it. */
  regionId?: string | undefined
  channel?: number | undefined
  isReviewed?: boolean | undefined
  states?: readonly ('new' | 'claimed' | 'resolved' | 'false')[] | undefined
}

/** Who looks: what may be seen is within it. */
export interface Viewer {
  companyId: string
  accountId: string
  regions: Regions
}

/** Every read is within the regions of who asks: those where the device is now, or was when the company had it last. */
export function eventMatching(storage: Storage) {
  const { db } = storage
  const regionNow = sql<
    string | null
  >`case when device.did is null then event.region_id else device.region_id end`

  const inRegions = (region: Expression<string | null>, regions: readonly string[]): Expression<SqlBool> =>
    sql<SqlBool>`${region} in ${listed(storage, regions)}`

  const below = (companyId: string, regionId: string): Expression<string> =>
    sql<string>`(select descendant_id from region_closure where company_id = ${companyId} and ancestor_id = ${regionId})`

  const seen = ({ companyId, regions }: Pick<Viewer, 'companyId' | 'regions'>) => {
    const query = db
      .selectFrom('event')
      .leftJoin('device', (join) =>
        join.onRef('device.company_id', '=', 'event.company_id').onRef('device.did', '=', 'event.did'),
      )
      .where('event.company_id', '=', companyId)
    return regions === 'all' ? query : query.where(inRegions(regionNow, [...regions]))
  }

  const reviewedBy = ({ companyId, accountId }: Viewer): Expression<SqlBool> =>
    sql<SqlBool>`exists (select 1 from event_review where event_review.company_id = ${companyId} and event_review.event_id = event.id and event_review.account_id = ${accountId})`

  /**
   * An index by time belongs to each of: the company, a device, a single type, a single state. Several values of a column would be
   * found by its index out of their order and all be sorted, so they are said in a form that no index answers. Those looked at are
   * left to `lookedAt`.
   */
  const matching = (viewer: Viewer, filter: EventFilter) => {
    let query = seen(viewer)
    const { types, fromMs, toMs, dids, regionId, channel, isReviewed, states } = filter
    const isOfDevices = dids !== undefined && dids.length > 0
    if (types?.length === 1 && !isOfDevices) query = query.where('event.type', '=', types[0] ?? -1)
    else if (types?.length) query = query.where(sql`event.type + 0`, 'in', [...types])
    if (fromMs !== undefined) query = query.where('event.at', '>=', fromMs)
    if (toMs !== undefined) query = query.where('event.at', '<', toMs)
    // PostgreSQL takes a list for a hundred.
    if (isOfDevices && dids.length === 1) query = query.where('event.did', '=', dids[0] ?? '')
    else if (isOfDevices) query = query.where('event.did', 'in', listed(storage, dids))
    if (regionId !== undefined)
      query = query.where(sql<SqlBool>`${regionNow} in ${below(viewer.companyId, regionId)}`)
    if (channel !== undefined) query = query.where('event.channel', '=', channel)
    if (isReviewed === false) query = query.where((row) => row.not(reviewedBy(viewer)))
    if (states?.length === 1 && !isOfDevices) query = query.where('event.state', '=', states[0] ?? 'new')
    else if (states?.length) query = query.where(sql`event.state || ''`, 'in', [...states])
    return query
  }

  /** Begins with what somebody has looked at, which may be nothing of ten million. */
  const lookedAt = ({ companyId, accountId }: Viewer, query: ReturnType<typeof matching>) =>
    query.innerJoin('event_review as looked', (join) =>
      join
        .onRef('looked.company_id', '=', 'event.company_id')
        .onRef('looked.event_id', '=', 'event.id')
        .on('looked.company_id', '=', companyId)
        .on('looked.account_id', '=', accountId),
    )

  const before = (query: ReturnType<typeof matching>, companyId: string, id: string | undefined) => {
    if (id === undefined) return query
    // Both halves by the index: no later than the one before, and of the same moment only those with smaller ids.
    const at = sql<number>`(select at from event where company_id = ${companyId} and id = ${id})`
    return query
      .where('event.at', '<=', at)
      .where((row) => row.or([row('event.at', '<', at), row('event.id', '<', id)]))
  }

  const few = async (viewer: Viewer, { regionId, dids }: EventFilter, most: number) =>
    dids?.length ? undefined : fewDevicesOf(storage, viewer, regionId, most)

  const counted = async (viewer: Viewer, filter: EventFilter, most: number): Promise<number> => {
    const found = matching(viewer, filter)
    const one = sql<number>`1`.as('one')
    const some = (filter.isReviewed ? lookedAt(viewer, found).select(one) : found.select(one)).limit(most)
    const [row] = await storage.readHeavy(
      db.selectFrom(some.as('some')).select((it) => it.fn.countAll<number>().as('total')),
    )
    return row?.total ?? 0
  }

  /** The ids of the newest of each device. */
  const newestOf = (devices: readonly ReturnType<typeof matching>[], most: number): Expression<string> => {
    const each = devices.map((query) => {
      const newest = query
        .select('event.id')
        .orderBy('event.at', 'desc')
        .orderBy('event.id', 'desc')
        .limit(most)
      return sql`select id from (${newest}) as newest`
    })
    return sql<string>`(${each.length > 0 ? sql.join(each, sql` union all `) : sql`select '' where 1 = 0`})`
  }

  /** The ids of the newest that somebody has looked at. */
  const newestLookedAt = (
    viewer: Viewer,
    query: ReturnType<typeof matching>,
    most: number,
  ): Expression<string> =>
    sql<string>`(${lookedAt(viewer, query)
      .select('looked.event_id')
      .orderBy('looked.event_at', 'desc')
      .orderBy('looked.event_id', 'desc')
      .limit(most)})`

  return { regionNow, below, seen, reviewedBy, matching, before, few, newestOf, newestLookedAt, counted }
}
