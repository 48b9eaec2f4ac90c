import {
  countEvents,
  deleteEvent,
  type EventItem,
  exportEvents,
  fetchEventPicture,
  getDeviceEventID,
  getDeviceMultiMedia,
  getEventCloudPic,
  getEventListV2,
  reviewEvents,
  setAlarmState,
} from '@vedette/contract/calls/event'
import { Refusal } from '@vedette/contract/codes'
import { EVENT_TYPES, EventBox, eventIdOf } from '@vedette/contract/events'
import { fault } from '@vedette/contract/reasons'

import type { Details } from '../../authority/audited.ts'
import { holds } from '../../authority/authorize.ts'
import type { Principal } from '../../authority/principal.ts'
import { FULL_ADMINISTRATOR } from '../../authority/rights.ts'
import type { Clock } from '../../engines/clock.ts'
import { localDay } from '../../engines/local-day.ts'
import type { WriteWorkbook } from '../../engines/spreadsheet/workbook.ts'
import type { MediaRoute } from '../../http/media.ts'
import { type Route, serve } from '../../http/route.ts'
import type { SignedUrls } from '../../http/signed-urls.ts'
import { exported } from './export.ts'
import type { SnapshotForm, SnapshotKeeper } from './snapshots.ts'
import type { EventFilter, EventStore } from './store.ts'
import type { TriageStore } from './triage-store.ts'

const NEWEST = 100
/** A clip shows how it came about. */
const CLIP_BEFORE_MS = 2000
/** A ring is over at once, and the visitor is seen for a little longer. */
const SHORTEST_MS = 8000
/** More is what replay is for. */
const LONGEST_MS = 60_000
const MOST_DEVICES = 50
/** Rows of one file. */
const MOST_EXPORTED = 20_000
/** The form of a URL that answers all pictures of an alarm, one PNG behind the other. */
const ALL = 'all'
/** How many the audit log names one by one. */
const MOST_NAMED = 50

export interface EventRouteNeeds {
  store: EventStore
  triage: TriageStore
  writeWorkbook: WriteWorkbook
  /** A device is known by its CTEI. */
  isTelecom: boolean
  signedUrls: SignedUrls
  clock: Clock
  timeZoneOf: (companyId: string) => Promise<string>
  /** Where what was recorded of a time is fetched: a part for each format, none where nothing was. */
  clipsOf: (
    place: { did: string; channel: number },
    range: { From: number; To: number },
    session: Principal,
  ) => Promise<{ Url: string; From: number; To: number }[]>
  remove: (companyId: string, ids: readonly string[]) => Promise<number>
  onHandled: (companyId: string, ids: readonly string[]) => void
}

type Row = Awaited<ReturnType<EventStore['page']>>[number]

export function eventRoutes(needs: EventRouteNeeds): Route[] {
  const { store, clipsOf, triage, signedUrls, clock, timeZoneOf, remove, onHandled } = needs
  const urlOf = (session: Principal, event: string, picture: string | null, form: SnapshotForm): string =>
    picture === null ? '' : signedUrls.signSteady(fetchEventPicture.path, { event, picture, form }, session)
  const dayOf = async ({ companyId }: Principal, date: string | undefined): Promise<EventFilter> => {
    if (date === undefined) return {}
    const day = localDay(date, await timeZoneOf(companyId))
    if (!day) throw fault('badInput', 'Date', 'notOffered')
    return day
  }
  const visible = async (session: Principal, asked: readonly string[]): Promise<string[]> => {
    const ids = await store.visible(session, asked)
    // Unknown ones and those of others answer alike (reading 42).
    if (ids.length === 0) throw new Refusal('noDataAuthority')
    return ids
  }

  return [
    serve(getEventListV2, async ({ Before, Page, PageSize, ...asked }, session) => {
      const filter = filterOf(asked)
      const [Total, rows] = await Promise.all([
        store.total(session, filter),
        store.page(session, filter, {
          before: Before,
          offset: (Page - 1) * PageSize,
          limit: PageSize,
        }),
      ])
      const List = rows.map((row) => ({
        ...itemOf(row),
        Url: urlOf(session, row.id, row.picture_id, 'webp'),
      }))
      return { Total, List }
    }),

    serve(countEvents, async ({ From, To, DIDs, GID }, session) => {
      const range = { fromMs: From, toMs: To, dids: DIDs, regionId: GID }
      const [hours, devices, Unreviewed] = await Promise.all([
        store.hours(session, range),
        store.devices(session, range, MOST_DEVICES),
        store.total(session, { ...range, isReviewed: false }),
      ])
      const Types = EVENT_TYPES.map((_, Type) => ({
        Type,
        Count: hours.reduce((sum, { type, count }) => sum + (type === Type ? Number(count) : 0), 0),
      })).filter(({ Count }) => Count > 0)
      const Hours = hours.map(({ hour, type, count }) => ({ Time: hour, Type: type, Count: Number(count) }))
      const Devices = devices.map(({ did, count }) => ({ DID: did, Count: Number(count) }))
      return { Total: Types.reduce((sum, { Count }) => sum + Count, 0), Types, Devices, Hours, Unreviewed }
    }),

    serve(getDeviceEventID, async ({ DID, Date: date }, session) => {
      const filter = { dids: [DID], ...(await dayOf(session, date)) }
      const [Total, rows] = await Promise.all([
        store.total(session, filter),
        store.page(session, filter, { offset: 0, limit: NEWEST }),
      ])
      const List = rows.map(itemOf).map(({ CloudEid, EventID, Time, channelNum }) => ({
        CloudEid,
        EventID,
        Time,
        channelNum,
      }))
      return { Total, List }
    }),

    serve(getDeviceMultiMedia, async ({ DID, Eid, From, To }, session) => {
      const events =
        Eid === undefined
          ? await store.page(session, { dids: [DID], fromMs: From, toMs: To }, { offset: 0, limit: NEWEST })
          : await oneOf(store, session, Eid, DID)
      const pictures = await store.pictures(
        session.companyId,
        events.map(({ id }) => id),
      )
      const List = []
      for (const { id, at, end_at, channel } of events) {
        const about = { CloudEid: id, channelNum: channel }
        for (const picture of pictures.filter(({ eventId }) => eventId === id)) {
          const Url = urlOf(session, id, picture.id, 'png')
          List.push({ ...about, Kind: 'picture' as const, Url, Time: picture.at, EndTime: null })
        }
        const endMs = Math.max(end_at ?? clock.now(), at + SHORTEST_MS)
        const range = { From: at - CLIP_BEFORE_MS, To: Math.min(endMs, at + LONGEST_MS) }
        for (const { Url, From: Time, To: EndTime } of await clipsOf({ did: DID, channel }, range, session))
          List.push({ ...about, Kind: 'clip' as const, Url, Time, EndTime })
      }
      return { Total: List.length, List }
    }),

    serve(getEventCloudPic, async ({ DID, Eid, ChannelNum }, session, visitor) => {
      const event = await store.one(session, Eid)
      const isMeant = event?.did === DID && (ChannelNum === undefined || ChannelNum === event.channel)
      if (!isMeant) throw new Refusal('noDataAuthority')
      visitor.concerns([{ kind: 'device', id: DID }])
      visitor.tell({ alarm: Eid })
      if (event.picture_id === null) throw new Refusal('pictureNotReady')
      return { DownUrl: signedUrls.sign(fetchEventPicture.path, { event: Eid, form: ALL }, session) }
    }),

    serve(deleteEvent, async ({ CloudEids }, session, visitor) => {
      if (CloudEids.length > 1 && !holds(session, 'alarmManger.deleteAll')) throw new Refusal('noPermission')
      const ids = await visible(session, CloudEids)
      const devices = await store.devicesOf(session.companyId, ids)
      const Deleted = await remove(session.companyId, ids)
      visitor.tell({ events: Deleted, ...toldOf(ids, devices) })
      return { Deleted }
    }),

    serve(setAlarmState, async ({ CloudEids, State, Note }, session, visitor) => {
      const { companyId, accountId } = session
      const ids = await visible(session, CloudEids)
      const nowMs = clock.now()
      const overrules = session.roleStatus === FULL_ADMINISTRATOR
      const handling = { companyId, accountId, overrules, ids, state: State, note: Note, nowMs }
      const changed = await triage.setState(handling)
      // Who does something about an alarm has looked at it.
      if (State !== 'new') await store.review(session, changed, true, nowMs)
      const devices = await store.devicesOf(companyId, changed)
      visitor.tell({ events: changed.length, state: State, ...toldOf(changed, devices) })
      onHandled(companyId, changed)
      return { Changed: changed.length }
    }),

    serve(exportEvents, async ({ Format, Language, ...asked }, session, visitor) => {
      const rows = await store.page(session, filterOf(asked), { offset: 0, limit: MOST_EXPORTED + 1 })
      if (rows.length > MOST_EXPORTED) throw new Refusal('tooLarge', { Limit: MOST_EXPORTED })
      const file = await exported(rows.map(itemOf), {
        format: Format,
        language: Language,
        isTelecom: needs.isTelecom,
        write: needs.writeWorkbook,
      })
      visitor.tell({ events: rows.length })
      return { FileName: `alarms-${session.companyCode}.${Format}`, File: file.toString('base64') }
    }),

    serve(reviewEvents, async ({ CloudEids, Reviewed }, session) => {
      await store.review(session, await visible(session, CloudEids), Reviewed, clock.now())
      return {}
    }),
  ]
}

/** What the audit log says of several: the first of them by name. */
function toldOf(alarms: readonly string[], devices: readonly string[]): Details {
  return { alarms: alarms.slice(0, MOST_NAMED), devices: devices.slice(0, MOST_NAMED) }
}

/** The pictures at their signed addresses. */
export function eventMedia({
  store,
  snapshots,
}: {
  store: EventStore
  snapshots: SnapshotKeeper
}): MediaRoute[] {
  /** The best first. */
  const allOf = async (companyId: string, eventId: string, best: string | null): Promise<string[]> => {
    const pictures = await store.pictures(companyId, [eventId])
    return pictures.map(({ id }) => id).toSorted((a, b) => Number(b === best) - Number(a === best))
  }
  return [
    {
      call: fetchEventPicture,
      async handle(query, session) {
        const { companyId } = session
        const form = query.get('form') === 'webp' ? ('webp' as const) : ('png' as const)
        // Where the device is now may not be seen any more.
        const eventId = query.get('event') ?? ''
        const event = await store.one(session, eventId)
        if (!event) throw new Refusal('noDataAuthority')
        const isAll = query.get('form') === ALL
        const asked = isAll ? await allOf(companyId, eventId, event.picture_id) : [query.get('picture') ?? '']
        const found = await Promise.all(asked.map((id) => snapshots.get(companyId, id, form)))
        const bytes = Buffer.concat(found.filter((picture) => picture !== undefined))
        if (bytes.length === 0) throw new Refusal('noDataAuthority')
        return {
          type: `image/${form}`,
          headers: { 'cache-control': 'private, max-age=300' },
          bytes: bytes.length,
          body: async function* (from, to) {
            yield bytes.subarray(from, to)
          },
        }
      },
    },
  ]
}

async function oneOf(store: EventStore, session: Principal, id: string, did: string) {
  const event = await store.one(session, id)
  if (event?.did !== did) throw new Refusal('noDataAuthority')
  return [{ ...event, id }]
}

interface Asked {
  Types?: number[] | undefined
  From?: number | undefined
  To?: number | undefined
  DIDs?: string[] | undefined
  GID?: string | undefined
  ChannelNum?: number | undefined
  Reviewed?: boolean | undefined
  States?: EventItem['State'][] | undefined
}

function filterOf(asked: Asked): EventFilter {
  return {
    types: asked.Types,
    fromMs: asked.From,
    toMs: asked.To,
    dids: asked.DIDs,
    regionId: asked.GID,
    channel: asked.ChannelNum,
    isReviewed: asked.Reviewed,
    states: asked.States,
  }
}

function itemOf(row: Row): Omit<EventItem, 'Url'> {
  const type = EVENT_TYPES[row.type] ?? 'motion'
  return {
    CloudEid: row.id,
    EventID: eventIdOf(type, row.origin),
    Type: row.type,
    Origin: row.origin,
    DID: row.did,
    DevName: row.name_now ?? row.dev_name,
    Alias: row.alias ?? '',
    GID: row.region_id_now ?? '',
    License: row.license ?? '',
    GroupName: row.region_name ?? '',
    channelNum: row.channel,
    Time: row.at,
    EndTime: row.end_at,
    IdentName: row.ident_name || '-',
    HasImage: row.picture_id === null ? 0 : 1,
    Box: row.box === '' ? null : EventBox.parse(JSON.parse(row.box)),
    Reviewed: row.is_reviewed === 1,
    State: row.state,
    StateBy: row.state_by_name ?? '',
    StateTime: row.state_at,
    Note: row.note,
  }
}
