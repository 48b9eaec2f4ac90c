/** Tells sessions of alarms until they acknowledge each (reading 58). */
import { EVENT_TYPES, eventIdOf, type EventOrigin } from '@vedette/contract/events'
import { encodeFrame } from '@vedette/contract/frame'
import { type AlarmBody, METHOD } from '@vedette/contract/push'

import { includesRegion, type Principal } from '../../authority/principal.ts'
import type { Clock, Timer } from '../../engines/clock.ts'
import type { AckChange, DeliveryStore } from './delivery-store.ts'
import type { EventIntake, StoredEvent } from './intake.ts'
import type { EventStore } from './store.ts'

/** Sent again after a reconnect; of what waits beyond, the number. */
export const MOST_SENT_AGAIN = 200
/** A client that never acknowledges. */
const MOST_OUTSTANDING = 5000
/** How far back the alarms are counted, on a new log-in, that nobody of this account has looked at. */
const COUNTED_MS = 86_400_000
/** Longer than any session. */
const OUTBOX_MS = 8 * 86_400_000
const SWEEP_MS = 3_600_000
const LAST_SEQID = 100_000

/** The open pages, as the push gate knows them. */
export interface AlarmSockets {
  /** The sessions of a company that may hear of alarms now, with who they are. */
  sessionsOf(companyId: string): Iterable<{ sessionId: string; principal: Principal }>
  /** Sends to all sockets of the session. */
  sendTo(sessionId: string, frame: Uint8Array): void
}

type AlarmChange = 'picture' | 'ended' | 'state' | 'deleted'

interface Told {
  id: string
  did: string
  channel: number
  type: number
  origin: EventOrigin
  at: number
  deviceName: string
  identName: string
  alias: string | null
  regionId: string | null
  hasImage: boolean
}

interface Session {
  companyId: string
  sessionId: string
  ackedTo: string
  /** Sent and not acknowledged, oldest first, with the push's SEQID. */
  outstanding: Map<string, string>
  /** Acknowledged beyond `ackedTo`; of those, what is stored. */
  acked: Set<string>
  stored: Set<string>
  lastSent: string
  joinedAt: number
  isDirty: boolean
  /** What came while it was found out how far the session had come; undefined afterwards. */
  early: Told[] | undefined
}

interface Needs {
  deliveries: DeliveryStore
  events: EventStore
  intake: EventIntake
  clock: Clock
  /** Time by the clock that alarms age by. */
  agedAt: () => number
  onError: (error: unknown) => void
}

export class AlarmDeliveries {
  readonly #needs: Needs
  readonly #sessions = new Map<string, Session>()
  readonly #timer: Timer
  /** What sessions acknowledged that are not here any more. */
  #leaving: AckChange[] = []
  #sockets: AlarmSockets | undefined
  #seqid = 0
  #flushing: Promise<void> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    needs.intake.listen({
      onStored: (events) => this.#announce(events),
      onPicture: (companyId, id) => this.#update(companyId, 'picture', [id]),
      onEnded: (companyId, ids) => this.#update(companyId, 'ended', ids),
      onDeleted: (companyId, regions) => this.#deleted(companyId, regions),
      onState: (companyId, ids) => this.#update(companyId, 'state', ids),
    })
    this.#timer = needs.clock.every(SWEEP_MS, () => {
      needs.deliveries.sweep(needs.agedAt(), OUTBOX_MS).catch(needs.onError)
    })
  }

  connect(sockets: AlarmSockets): void {
    this.#sockets = sockets
  }

  /** The first page of the session that may hear of alarms is here. */
  joined(sessionId: string, principal: Principal): void {
    if (this.#sessions.has(sessionId)) return
    const session: Session = {
      companyId: principal.companyId,
      sessionId,
      ackedTo: '',
      outstanding: new Map(),
      acked: new Set(),
      stored: new Set(),
      lastSent: '',
      joinedAt: this.#needs.clock.now() + 1,
      isDirty: false,
      early: [],
    }
    this.#sessions.set(sessionId, session)
    this.#catchUp(session, principal).catch((error: unknown) => {
      // It has left meanwhile, maybe because the platform ends: nobody waits for it.
      if (this.#sessions.get(sessionId) !== session) return
      this.#sessions.delete(sessionId)
      this.#needs.onError(error)
    })
  }

  /** Its last page is gone: what comes now waits until it is back. */
  left(sessionId: string): void {
    const session = this.#sessions.get(sessionId)
    if (!session) return
    this.#sessions.delete(sessionId)
    if (!session.isDirty) return
    this.#leaving.push(changeOf(session))
    this.#flush()
  }

  /** Found by the alarm's id, or the SEQID of its push. Returns whether it was outstanding. */
  acknowledged(sessionId: string, by: { id?: string | undefined; seqid: string }): boolean {
    const session = this.#sessions.get(sessionId)
    if (!session) return false
    const id = by.id ?? [...session.outstanding].find(([, seqid]) => seqid === by.seqid)?.[0]
    if (id === undefined || !session.outstanding.delete(id)) return false
    session.acked.add(id)
    session.isDirty = true
    this.#flush()
    return true
  }

  /** Deliveries end with their session. */
  ended(sessionId: string): void {
    const session = this.#sessions.get(sessionId)
    if (!session) return
    this.#sessions.delete(sessionId)
    this.#needs.deliveries.end(session.companyId, [sessionId]).catch(this.#needs.onError)
  }

  async close(): Promise<void> {
    this.#timer.stop()
    this.#flush()
    await this.#flushing
  }

  async #catchUp(session: Session, principal: Principal): Promise<void> {
    const { deliveries, events, clock } = this.#needs
    const { companyId, sessionId } = session
    await this.#flushing
    const known = await deliveries.acksOf(companyId, sessionId)
    if (!known) {
      const newest = await deliveries.newest(companyId)
      // What came since the log-in is told, whether the database has it by now or not.
      const [first] = session.early ?? []
      session.ackedTo = session.lastSent = first && first.id <= newest ? justBefore(first.id) : newest
      await deliveries.begin(companyId, sessionId, session.ackedTo)
      const since = { fromMs: clock.now() - COUNTED_MS, toMs: session.joinedAt, isReviewed: false }
      this.#count(sessionId, await events.total(principal, since, Number.MAX_SAFE_INTEGER))
    } else {
      session.ackedTo = session.lastSent = known.ackedTo
      session.acked = new Set(known.acked)
      session.stored = new Set(known.acked)
      const waiting = (await deliveries.since(companyId, known.ackedTo)).filter(
        ({ id, regionId }) => !session.acked.has(id) && includesRegion(principal.regions, regionId),
      )
      for (const row of waiting.slice(0, MOST_SENT_AGAIN))
        this.#tell(session, this.#frameOf({ ...row, hasImage: row.pictureId !== null }), row.id)
      session.lastSent = waiting.at(-1)?.id ?? session.lastSent
      this.#count(sessionId, waiting.length - MOST_SENT_AGAIN)
    }
    const early = session.early ?? []
    session.early = undefined
    for (const event of early)
      if (event.id > session.lastSent) this.#tell(session, this.#frameOf(event), event.id)
  }

  #announce(stored: readonly StoredEvent[]): void {
    for (const event of stored) {
      if (!event.isAnnounced) continue
      const told = { ...event, hasImage: false }
      let frame: Framed | undefined
      for (const { sessionId, principal } of this.#sockets?.sessionsOf(event.companyId) ?? []) {
        const session = this.#sessions.get(sessionId)
        if (!session || !includesRegion(principal.regions, event.regionId)) continue
        if (session.early) session.early.push(told)
        else this.#tell(session, (frame ??= this.#frameOf(told)), event.id)
      }
    }
  }

  #tell(session: Session, { frame, seqid }: Framed, id: string): void {
    session.outstanding.set(id, seqid)
    if (id > session.lastSent) session.lastSent = id
    const [oldest] = session.outstanding.keys()
    if (session.outstanding.size > MOST_OUTSTANDING && oldest !== undefined)
      session.outstanding.delete(oldest)
    this.#sockets?.sendTo(session.sessionId, frame)
  }

  #frameOf(told: Told): Framed {
    this.#seqid = (this.#seqid % LAST_SEQID) + 1
    const seqid = String(this.#seqid)
    const type = EVENT_TYPES[told.type] ?? 'motion'
    const BODY: AlarmBody = {
      DID: told.did,
      EventInfo: { EventID: eventIdOf(type, told.origin), Time: told.at, CloudEid: told.id },
      channelNum: told.channel,
      HasImage: told.hasImage ? 1 : 0,
      DevName: told.deviceName,
      Alias: told.alias ?? '',
      IdentName: told.identName || '-',
    }
    return { frame: encodeFrame({ METHOD: METHOD.alarm, BODY, SEQID: seqid }), seqid }
  }

  #update(companyId: string, Kind: 'picture' | 'ended' | 'state', ids: readonly string[]): void {
    const { events, onError } = this.#needs
    if ([...(this.#sockets?.sessionsOf(companyId) ?? [])].length === 0) return
    events
      .regionsOf(companyId, ids)
      .then((regions) => this.#tellChange(companyId, Kind, regions))
      .catch(onError)
  }

  #deleted(companyId: string, regions: ReadonlyMap<string, string | null>): void {
    for (const session of this.#sessions.values())
      for (const id of regions.keys()) session.outstanding.delete(id)
    this.#tellChange(companyId, 'deleted', regions)
  }

  #tellChange(companyId: string, Kind: AlarmChange, regions: ReadonlyMap<string, string | null>): void {
    for (const { sessionId, principal } of this.#sockets?.sessionsOf(companyId) ?? []) {
      const seen = [...regions].filter(([, region]) => includesRegion(principal.regions, region))
      if (seen.length === 0) continue
      const BODY = { Kind, CloudEids: seen.map(([id]) => id) }
      this.#sockets?.sendTo(sessionId, encodeFrame({ METHOD: METHOD.alarmUpdate, BODY, SEQID: '' }))
    }
  }

  #count(sessionId: string, Waiting: number): void {
    if (Waiting <= 0) return
    const frame = encodeFrame({ METHOD: METHOD.alarmCount, BODY: { Waiting }, SEQID: '' })
    this.#sockets?.sendTo(sessionId, frame)
  }

  /** One unit at a time: what is acknowledged meanwhile goes with the next. */
  #flush(): void {
    const again = async (): Promise<void> => {
      for (;;) {
        const here = [...this.#sessions.values()].filter(({ isDirty }) => isDirty).map(changeOf)
        const changes = [...this.#leaving.splice(0), ...here]
        if (changes.length === 0) return
        await this.#needs.deliveries.acknowledge(changes)
      }
    }
    this.#flushing ??= again()
      .catch(this.#needs.onError)
      .finally(() => (this.#flushing = undefined))
  }
}

/** Sorts after every id of an earlier millisecond. */
function justBefore(id: string): string {
  return id.slice(0, -1)
}

interface Framed {
  frame: Uint8Array
  seqid: string
}

/** Everything before the oldest that is outstanding is acknowledged, or was never this session's to hear. */
function changeOf(session: Session): AckChange {
  const { companyId, sessionId, acked, stored, outstanding, lastSent } = session
  session.isDirty = false
  const [oldest] = outstanding.keys()
  const isCovered = (id: string): boolean => oldest === undefined || id < oldest
  if (oldest === undefined) session.ackedTo = lastSent
  for (const id of acked) {
    if (!isCovered(id)) continue
    acked.delete(id)
    if (id > session.ackedTo) session.ackedTo = id
  }
  const added = [...acked].filter((id) => !stored.has(id))
  const hasCovered = [...stored].some(isCovered)
  session.stored = new Set(acked)
  return { companyId, sessionId, ackedTo: session.ackedTo, added, hasCovered }
}
