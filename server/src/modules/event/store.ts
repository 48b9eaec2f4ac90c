import { type EventOrigin, eventTypeNumber, MOST_COUNTED } from '@vedette/contract/events'
import { sql, type SqlBool } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Query, Storage } from '../../engines/storage/storage.ts'
import { type EventFilter, eventMatching, FEW, MOST_DEVICES, type Viewer } from './matching.ts'

export type { EventFilter, Viewer }

export const HOUR_MS = 3_600_000
const ABOUT_THE_DEVICE = (['offline', 'online', 'storage', 'proof'] as const).map(eventTypeNumber)

export interface NewEvent {
  companyId: string
  id: string
  did: string
  channel: number
  type: number
  origin: EventOrigin
  at: number
  /** Set for one that is over at once. */
  endAt: number | null
  deviceName: string
  regionId: string | null
  identName: string
  isAnnounced: boolean
}

/** What happens to the platform itself is of no device. */
const THE_PLATFORM = { name: '-', alias: '', regionId: null, devType: 0 }

type CountFilter = Pick<EventFilter, 'fromMs' | 'toMs' | 'dids' | 'regionId'>

/** Calls nobody to the screen, but machines wait for it. */
const FORWARDED_SILENTLY = new Set([eventTypeNumber('scan'), eventTypeNumber('online')])

export function eventStore(storage: Storage) {
  const { db } = storage
  const { regionNow, below, seen, reviewedBy, matching, before, few, newestOf, newestLookedAt, counted } =
    eventMatching(storage)
  const hourly = ({ companyId, regions }: Viewer, filter: CountFilter) => {
    let query = db
      .selectFrom('event_hour as hourly')
      .leftJoin('device', (join) =>
        join.onRef('device.company_id', '=', 'hourly.company_id').onRef('device.did', '=', 'hourly.did'),
      )
      .where('hourly.company_id', '=', companyId)
      .where('hourly.count', '>', 0)
    const { fromMs = 0, toMs, dids, regionId } = filter
    query = query.where('hourly.hour', '>=', fromMs - (fromMs % HOUR_MS))
    if (toMs !== undefined) query = query.where('hourly.hour', '<', toMs)
    if (dids?.length) query = query.where('hourly.did', 'in', listed(storage, dids))
    if (regions !== 'all') query = query.where('device.region_id', 'in', listed(storage, [...regions]))
    if (regionId !== undefined)
      query = query.where(sql<SqlBool>`device.region_id in ${below(companyId, regionId)}`)
    return query
  }

  const insertion = (event: NewEvent): Query[] => {
    const { companyId, id, did, type, at } = event
    const hour = at - (at % HOUR_MS)
    const queries: Query[] = [
      db.insertInto('event').values({
        company_id: companyId,
        id,
        did,
        channel: event.channel,
        type,
        origin: event.origin,
        at,
        last_at: at,
        end_at: event.endAt,
        dev_name: event.deviceName,
        region_id: event.regionId,
        ident_name: event.identName,
        is_announced: event.isAnnounced ? 1 : 0,
        picture_id: null,
        box: '',
        state: 'new',
        state_by: null,
        state_at: null,
        note: '',
      }),
      db
        .insertInto('event_device')
        .values({ company_id: companyId, did })
        .onConflict((conflict) => conflict.doNothing()),
      db
        .insertInto('event_hour')
        .values({ company_id: companyId, hour, did, type, count: 1 })
        .onConflict((conflict) =>
          conflict
            .columns(['company_id', 'hour', 'did', 'type'])
            .doUpdateSet((row) => ({ count: sql<number>`${row.ref('event_hour.count')} + 1` })),
        ),
    ]
    if (event.isAnnounced || FORWARDED_SILENTLY.has(type))
      queries.push(
        db
          .insertInto('alarm_dispatch')
          .columns(['company_id', 'target_id', 'event_id', 'tries', 'next_at', 'is_dead', 'fault'])
          .expression((row) =>
            row
              .selectFrom('alarm_target')
              .where('company_id', '=', companyId)
              .where('is_on', '=', 1)
              .where(sql<SqlBool>`(type_bits & ${sql.lit(1 << type)}) <> 0`)
              .select(['company_id', 'id'])
              .select((it) => [
                it.val(id).as('event_id'),
                sql.lit(0).as('tries'),
                it.val(at).as('next_at'),
                sql.lit(0).as('is_dead'),
                sql.lit('').as('fault'),
              ]),
          ),
      )
    if (event.isAnnounced)
      queries.push(db.insertInto('alarm_outbox').values({ company_id: companyId, event_id: id, at }))
    return queries
  }

  return {
    /** What an event keeps of its device; undefined where the company has none such. */
    async deviceOf(companyId: string, did: string) {
      if (did === '') return THE_PLATFORM
      const [row] = await storage.read(
        db
          .selectFrom('device')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .select(['name', 'alias', 'region_id as regionId', 'dev_type as devType']),
      )
      return row
    },

    /** Each with its alarm, as one unit. */
    async add(events: readonly NewEvent[]): Promise<void> {
      await storage.write(events.flatMap(insertion))
    },

    /** Whether anything happened at a device in this time that recordings on alarm are for: not that it went or came back. */
    async happened(companyId: string, did: string, fromMs: number, toMs: number): Promise<boolean> {
      const found = await storage.read(
        db
          .selectFrom('event')
          .where('company_id', '=', companyId)
          .where('did', '=', did)
          .where('at', '<', toMs)
          .where((row) => row.or([row('end_at', 'is', null), row('end_at', '>', fromMs)]))
          .where('type', 'not in', ABOUT_THE_DEVICE)
          .select('id')
          .limit(1),
      )
      return found.length > 0
    },

    async setTimes(
      times: readonly { companyId: string; id: string; lastAt: number; endAt: number | null }[],
    ): Promise<void> {
      await storage.write(
        times.map(({ companyId, id, lastAt, endAt }) =>
          db
            .updateTable('event')
            .set({ last_at: lastAt, end_at: endAt })
            .where('company_id', '=', companyId)
            .where('id', '=', id),
        ),
      )
    },

    /** Ends what a platform that is no more left open, so long after its last sign. */
    async endOpen(fromMs: number, afterMs: number): Promise<void> {
      await storage.write([
        db
          .updateTable('event')
          .set({ end_at: sql<number>`last_at + ${sql.lit(afterMs)}` })
          .where('company_id', 'in', db.selectFrom('company').select('id'))
          .where('at', '>=', fromMs)
          .where('end_at', 'is', null),
      ])
    },

    /** Returns whether the event is there. The newest picture is the best one. */
    async addPicture(
      companyId: string,
      eventId: string,
      picture: { id: string; at: number; box: string; bytes: number },
    ): Promise<boolean> {
      const { id, at, box, bytes } = picture
      return storage.transaction(async (transaction) => {
        const { changes } = await transaction.run(
          db
            .updateTable('event')
            .set({ picture_id: id, box })
            .where('company_id', '=', companyId)
            .where('id', '=', eventId),
        )
        if (changes === 0) return false
        await transaction.run(
          db
            .insertInto('event_picture')
            .values({ company_id: companyId, event_id: eventId, id, at, box, bytes }),
        )
        return true
      })
    },

    async page(
      viewer: Viewer,
      filter: EventFilter,
      { before: last, offset, limit }: { before?: string | undefined; offset: number; limit: number },
    ) {
      const asked = (of: EventFilter) => before(matching(viewer, of), viewer.companyId, last)
      let query = asked(filter)
      const devices = filter.isReviewed ? undefined : await few(viewer, filter, FEW)
      if (filter.isReviewed)
        query = query.where('event.id', 'in', newestLookedAt(viewer, query, offset + limit))
      else if (devices) {
        const each = [...devices.here, ...devices.gone].map((did) => asked({ ...filter, dids: [did] }))
        query = query.where('event.id', 'in', newestOf(each, offset + limit))
      }
      return storage.read(
        query
          .leftJoin('region', (join) =>
            join
              .onRef('region.company_id', '=', 'event.company_id')
              .on(sql<SqlBool>`region.id = ${regionNow}`),
          )
          .leftJoin('account as handler', (join) =>
            join
              .onRef('handler.company_id', '=', 'event.company_id')
              .onRef('handler.id', '=', 'event.state_by'),
          )
          .select([
            'event.id',
            'event.did',
            'event.channel',
            'event.type',
            'event.origin',
            'event.at',
            'event.end_at',
            'event.dev_name',
            'event.ident_name',
            'event.picture_id',
            'event.box',
            'event.state',
            'event.state_at',
            'event.note',
            'handler.display_name as state_by_name',
            'device.name as name_now',
            'device.alias',
            'region.id as region_id_now',
            'device.license',
            'region.name as region_name',
          ])
          .select(sql<0 | 1>`case when ${reviewedBy(viewer)} then 1 else 0 end`.as('is_reviewed'))
          .orderBy('event.at', 'desc')
          .orderBy('event.id', 'desc')
          .limit(limit)
          .offset(offset),
      )
    },

    /** Counts to `most` only: to count ten million would take seconds. */
    async total(viewer: Viewer, filter: EventFilter, most: number = MOST_COUNTED): Promise<number> {
      const { types, states } = filter
      // What is rare has an index of its own.
      const isRare = types?.length === 1 || states?.length === 1
      const devices = filter.isReviewed ? undefined : await few(viewer, filter, isRare ? FEW : MOST_DEVICES)
      if (!devices) return counted(viewer, filter, most)
      const { here, gone } = devices
      const everywhere = { ...viewer, regions: 'all' as const }
      const [there, left] = await Promise.all([
        here.length > 0 ? counted(everywhere, { ...filter, regionId: undefined, dids: here }, most) : 0,
        gone.length > 0 ? counted(viewer, { ...filter, dids: gone }, most) : 0,
      ])
      return Math.min(most, there + left)
    },

    /** Counts by hour (UTC) and type, from the roll-up: its first and last hours count whole. */
    async hours(viewer: Viewer, filter: CountFilter) {
      return storage.readHeavy(
        hourly(viewer, filter)
          .groupBy(['hourly.hour', 'hourly.type'])
          .select(['hourly.hour', 'hourly.type'])
          .select((it) => it.fn.sum<number>('hourly.count').as('count'))
          .orderBy('hourly.hour')
          .orderBy('hourly.type'),
      )
    },

    /** The devices with the most, from the roll-up as `hours`. */
    async devices(viewer: Viewer, filter: CountFilter, most: number) {
      return storage.readHeavy(
        hourly(viewer, filter)
          .groupBy('hourly.did')
          .select('hourly.did')
          .select((it) => it.fn.sum<number>('hourly.count').as('count'))
          .orderBy('count', 'desc')
          .orderBy('hourly.did')
          .limit(most),
      )
    },

    /** One that may be seen. */
    async one(viewer: Pick<Viewer, 'companyId' | 'regions'>, id: string) {
      const [row] = await storage.read(
        seen(viewer)
          .where('event.id', '=', id)
          .select(['event.did', 'event.channel', 'event.at', 'event.end_at', 'event.picture_id']),
      )
      return row
    },

    async pictures(companyId: string, eventIds: readonly string[]) {
      return storage.read(
        db
          .selectFrom('event_picture')
          .where('company_id', '=', companyId)
          .where('event_id', 'in', listed(storage, eventIds))
          .select(['event_id as eventId', 'id', 'at'])
          .orderBy('id'),
      )
    },

    /** Those of these that may be seen. */
    async visible(viewer: Pick<Viewer, 'companyId' | 'regions'>, ids: readonly string[]): Promise<string[]> {
      const rows = await storage.read(
        seen(viewer).where('event.id', 'in', listed(storage, ids)).select('event.id'),
      )
      return rows.map(({ id }) => id)
    },

    /** Where each of these is seen: the region of its device now, or when the company had it last. */
    async regionsOf(companyId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string | null>> {
      const rows = await storage.read(
        seen({ companyId, regions: 'all' })
          .where('event.id', 'in', listed(storage, ids))
          .select(['event.id', regionNow.as('region')]),
      )
      return new Map(rows.map(({ id, region }) => [id, region]))
    },

    /** The devices that these are of; the platform's own alarms are of none. */
    async devicesOf(companyId: string, ids: readonly string[]): Promise<string[]> {
      const rows = await storage.read(
        db
          .selectFrom('event')
          .where('company_id', '=', companyId)
          .where('id', 'in', listed(storage, ids))
          .where('did', '!=', '')
          .select('did')
          .distinct()
          .orderBy('did'),
      )
      return rows.map(({ did }) => did)
    },

    /** Deletes events and what hangs on them. Returns how many went. */
    async delete(companyId: string, ids: readonly string[]): Promise<number> {
      return storage.transaction(async (transaction) => {
        const { rows } = await transaction.run(
          db
            .deleteFrom('event')
            .where('company_id', '=', companyId)
            .where('id', 'in', listed(storage, ids))
            .returning(['did', 'type', 'at']),
        )
        const hours = new Map<string, { hour: number; did: string; type: number; count: number }>()
        for (const { did, type, at } of rows) {
          const hour = at - (at % HOUR_MS)
          const key = `${hour} ${did} ${type}`
          const counted = hours.get(key) ?? { hour, did, type, count: 0 }
          counted.count++
          hours.set(key, counted)
        }
        for (const { hour, did, type, count } of hours.values())
          await transaction.run(
            db
              .updateTable('event_hour')
              .set((row) => ({ count: sql<number>`${row.ref('event_hour.count')} - ${sql.lit(count)}` }))
              .where('company_id', '=', companyId)
              .where('hour', '=', hour)
              .where('did', '=', did)
              .where('type', '=', type),
          )
        return rows.length
      })
    },

    async review(
      { companyId, accountId }: Viewer,
      ids: readonly string[],
      isReviewed: boolean,
      nowMs: number,
    ): Promise<void> {
      await storage.write(
        isReviewed
          ? [
              db
                .insertInto('event_review')
                .columns(['company_id', 'event_id', 'account_id', 'at', 'event_at'])
                .expression((row) =>
                  row
                    .selectFrom('event')
                    .where('company_id', '=', companyId)
                    .where('id', 'in', listed(storage, ids))
                    .select((it) => [
                      'company_id',
                      'id',
                      it.val(accountId).as('account_id'),
                      it.val(nowMs).as('at'),
                      'event.at as event_at',
                    ]),
                )
                .onConflict((conflict) => conflict.doNothing()),
            ]
          : [
              db
                .deleteFrom('event_review')
                .where('company_id', '=', companyId)
                .where('account_id', '=', accountId)
                .where('event_id', 'in', listed(storage, ids)),
            ],
      )
    },
  }
}

export type EventStore = ReturnType<typeof eventStore>
