/** Events as a timeline shows them: the same little answer for any number of them. */
import { eventBeside, eventTimeline, MOST_STEPS, newEventDays } from '@vedette/contract/calls/event-timeline'
import { fault } from '@vedette/contract/reasons'
import { sql } from 'kysely'

import { listed } from '../../engines/storage/listed.ts'
import type { Storage } from '../../engines/storage/storage.ts'
import { type Route, serve } from '../../http/route.ts'
import { HOUR_MS } from './store.ts'

interface Camera {
  DID: string
  Channel: number
}

interface Counted {
  did: string
  channel: number
  type: number
  first: number
  count: number
}

/** Who may see a device may see its events: `authorize` has looked at each that is named. */
export function eventTimelineRoutes(storage: Storage): Route[] {
  const { db } = storage

  const ofEvents = async (
    companyId: string,
    dids: readonly string[],
    { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
  ): Promise<Counted[]> => {
    // Told from the range's begin; as literals, which divide as whole numbers on any engine.
    const step = sql<number>`(event.at - ${sql.lit(fromMs)}) / ${sql.lit(stepMs)}`
    return storage.readHeavy(
      db
        .selectFrom('event')
        .where('event.company_id', '=', companyId)
        .where('event.did', 'in', listed(storage, dids))
        .where('event.at', '>=', fromMs)
        .where('event.at', '<', toMs)
        .groupBy(['event.did', 'event.channel', 'event.type', step])
        .select(['event.did', 'event.channel', 'event.type'])
        .select((row) => [row.fn.min<number>('event.at').as('first'), row.fn.countAll<number>().as('count')]),
    )
  }

  /** From the roll-up, where a device is one camera. */
  const ofHours = async (
    companyId: string,
    dids: readonly string[],
    { fromMs, toMs, stepMs }: { fromMs: number; toMs: number; stepMs: number },
  ): Promise<Counted[]> => {
    const rows = await storage.readHeavy(
      db
        .selectFrom('event_hour as hourly')
        .where('hourly.company_id', '=', companyId)
        .where('hourly.hour', '>=', fromMs - (fromMs % HOUR_MS))
        .where('hourly.hour', '<', toMs)
        .where('hourly.did', 'in', listed(storage, dids))
        .where('hourly.count', '>', 0)
        .select(['hourly.did', 'hourly.type', 'hourly.hour', 'hourly.count']),
    )
    const steps = new Map<string, Counted>()
    for (const { did, type, hour, count } of rows) {
      const first = Math.max(hour, fromMs)
      const key = `${did} ${type} ${Math.floor((first - fromMs) / stepMs)}`
      const known = steps.get(key)
      if (known) known.count += Number(count)
      else steps.set(key, { did, channel: 0, type, first, count: Number(count) })
      if (known) known.first = Math.min(known.first, first)
    }
    return [...steps.values()]
  }

  const countsOf = async (
    companyId: string,
    dids: readonly string[],
    range: { fromMs: number; toMs: number; stepMs: number },
  ): Promise<Counted[]> => {
    if (range.stepMs < HOUR_MS) return ofEvents(companyId, dids, range)
    const several = await storage.read(
      db
        .selectFrom('device')
        .where('company_id', '=', companyId)
        .where('did', 'in', listed(storage, dids))
        .where('channels', '>', 1)
        .select('did'),
    )
    const recorders = new Set(several.map(({ did }) => did))
    const [singles, others] = [
      dids.filter((did) => !recorders.has(did)),
      dids.filter((did) => recorders.has(did)),
    ]
    const [ofSingles, ofRecorders] = await Promise.all([
      singles.length > 0 ? ofHours(companyId, singles, range) : [],
      others.length > 0 ? ofEvents(companyId, others, range) : [],
    ])
    return [...ofSingles, ...ofRecorders]
  }

  /** The one that is nearest, of a camera; along its index. */
  const nearest = (companyId: string, { DID, Channel }: Camera, at: number, isNext: boolean) =>
    db
      .selectFrom('event')
      .where('event.company_id', '=', companyId)
      .where('event.did', '=', DID)
      .where('event.channel', '=', Channel)
      .where('event.at', isNext ? '>' : '<', at)
      .orderBy('event.at', isNext ? 'asc' : 'desc')
      .orderBy('event.id', isNext ? 'asc' : 'desc')
      .limit(1)
      .select(['event.did', 'event.channel', 'event.type', 'event.at'])

  const hasNew = async (
    companyId: string,
    dids: readonly string[],
    fromMs: number,
    toMs: number,
  ): Promise<boolean> => {
    const found = await storage.readHeavy(
      db
        .selectFrom('event')
        .where('event.company_id', '=', companyId)
        .where('event.did', 'in', listed(storage, dids))
        .where('event.at', '>=', fromMs)
        .where('event.at', '<', toMs)
        .where('event.state', '=', 'new')
        .limit(1)
        .select('event.id'),
    )
    return found.length > 0
  }

  return [
    serve(newEventDays, async ({ DIDs, Edges }, { companyId }) => {
      const days = Edges.slice(1).map((toMs, i) => hasNew(companyId, DIDs, Edges[i] ?? toMs, toMs))
      return { IsNew: await Promise.all(days) }
    }),

    serve(eventTimeline, async ({ Cameras, From, To, Step }, { companyId }) => {
      if (To <= From) throw fault('badInput', 'To', 'wrongForm')
      const dids = [...new Set(Cameras.map(({ DID }) => DID))]
      const stepMs = Math.max(Step, Math.ceil((To - From) / MOST_STEPS))
      const found = await countsOf(companyId, dids, { fromMs: From, toMs: To, stepMs })
      const byCamera = Map.groupBy(found, ({ did, channel }) => `${did} ${channel}`)
      const List = Cameras.flatMap(({ DID, Channel }) => {
        const own = byCamera
          .get(`${DID} ${Channel}`)
          ?.toSorted((a, b) => a.first - b.first || a.type - b.type)
        if (!own) return []
        const Counts = own.flatMap(({ first, type, count }) => [Number(first) - From, type, Number(count)])
        return { DID, Channel, Counts }
      })
      return { List }
    }),

    serve(eventBeside, async ({ Cameras, At, Towards, Types }, { companyId }) => {
      const isNext = Towards === 'next'
      const found = await Promise.all(
        Cameras.map((camera) => {
          const query = nearest(companyId, camera, At, isNext)
          // Not by the index of a type: that is of all devices.
          return storage.read(Types ? query.where(sql`event.type + 0`, 'in', Types) : query)
        }),
      )
      const [event] = found.flat().toSorted((a, b) => (isNext ? a.at - b.at : b.at - a.at))
      return {
        Event: event ? { DID: event.did, Channel: event.channel, Type: event.type, Time: event.at } : null,
      }
    }),
  ]
}
