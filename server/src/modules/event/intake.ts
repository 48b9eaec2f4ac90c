/** Takes what devices and detectors notice, merges what belongs together (reading 59) and stores it in the order of its ids. */
import { type EventBox, type EventOrigin, type EventType, eventTypeNumber } from '@vedette/contract/events'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { SnapshotKeeper } from './snapshots.ts'
import type { EventStore, NewEvent } from './store.ts'

/** An event goes on for so long after what was last seen of it. */
export const RUNS_ON_MS = 10_000
/** So long after an announcement the next event of the same kind at the same camera is kept and not announced. */
export const COOLDOWN_MS = 30_000
const CHECK_MS = 1000
/** How often the database hears that an event still goes on. */
const NOTE_MS = 30_000
/** A best picture may come after the end. */
const KNOWN_MS = 5 * 60_000
/** Events in one unit of work. */
const MOST_AT_ONCE = 200
const DAY_MS = 86_400_000

/** Over as soon as they have begun: nothing of them is merged. */
const MOMENTS = new Set<EventType>(['ring', 'scan', 'offline', 'online', 'storage', 'proof'])
/** Kept, found and filtered as all others, but nobody is called to the screen for them. */
const SILENT = new Set<EventType>(['scan', 'online'])
const COOLS_DOWN = new Set<EventType>(['motion', 'human', 'sensor'])

export interface Noticed {
  companyId: string
  did: string
  channel: number
  type: EventType
  origin: EventOrigin
  /** Time by the platform's clock, ms since 1970. */
  at: number
  /** What was recognised: the name of a zone, a sensor or a code. */
  identName?: string | undefined
  /** The number of the zone that it began in, which is its name; it goes on in others. */
  zone?: number | undefined
}

export interface Begun {
  eventId: string
  /** False: it goes on with one that had begun. */
  isNew: boolean
  /** False: the cooldown silenced it, or it goes on with one that had begun. */
  isAnnounced: boolean
}

/** A stored event, as listeners hear of it. */
export interface StoredEvent extends NewEvent {
  alias: string
}

export interface EventListener {
  /** Called with events sorted by id. */
  onStored?(events: readonly StoredEvent[]): void
  onPicture?(companyId: string, eventId: string): void
  onEnded?(companyId: string, eventIds: readonly string[]): void
  /** With the region that each was in. */
  onDeleted?(companyId: string, regions: ReadonlyMap<string, string | null>): void
  /** Claimed, closed or opened again. */
  onState?(companyId: string, eventIds: readonly string[]): void
}

interface Open {
  companyId: string
  key: string
  id: string
  lastAt: number
  notedAt: number
  stored: Promise<Begun | undefined>
}

interface Times {
  companyId: string
  id: string
  lastAt: number
  endAt: number | null
}

interface Waiting {
  event: Omit<StoredEvent, 'id'>
  done: (id: string) => void
  failed: (error: unknown) => void
}

interface IntakeNeeds {
  store: EventStore
  snapshots: SnapshotKeeper
  clock: Clock
  newId: () => string
  onError: (error: unknown) => void
}

export class EventIntake {
  readonly #needs: IntakeNeeds
  readonly #listeners = new Set<EventListener>()
  readonly #open = new Map<string, Open>()
  /** Keyed by event, while pictures of it may come. */
  readonly #known = new Map<string, { companyId: string; until: number; open: Open | undefined }>()
  readonly #announcedAt = new Map<string, number>()
  /** What the database is to hear of how long they went on. */
  readonly #ended = new Map<string, Times>()
  readonly #timer: Timer
  #waiting: Waiting[] = []
  #writing: Promise<void> | undefined
  #noting: Promise<void> | undefined

  constructor(needs: IntakeNeeds) {
    this.#needs = needs
    this.#timer = needs.clock.every(CHECK_MS, () => this.#check())
  }

  listen(listener: EventListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Ends what an earlier start left open. */
  async resume(): Promise<void> {
    await this.#needs.store.endOpen(this.#needs.clock.now() - 7 * DAY_MS, RUNS_ON_MS)
  }

  /** Resolves once it is stored; undefined where the company has no such device. Goes on with the event that still runs. */
  begin(noticed: Noticed): Promise<Begun | undefined> {
    const { companyId, did, channel, type, at, identName = '' } = noticed
    // Whether the camera or the platform saw it first: what both see is one event.
    const key = [companyId, did, channel, type, identName].join(' ')
    const running = this.#open.get(key)
    if (running) {
      this.#goOn(running, at)
      return running.stored.then((begun) => begun && { ...begun, isNew: false, isAnnounced: false })
    }
    if (MOMENTS.has(type)) return this.#store(noticed, '')
    const open: Open = {
      companyId,
      key,
      id: '',
      lastAt: at,
      notedAt: at,
      stored: Promise.resolve(undefined),
    }
    this.#open.set(key, open)
    open.stored = this.#store(noticed, key, open).then(
      (stored) => {
        if (!stored && this.#open.get(key) === open) this.#open.delete(key)
        return stored
      },
      (error: unknown) => {
        if (this.#open.get(key) === open) this.#open.delete(key)
        throw error
      },
    )
    return open.stored
  }

  /** It still goes on. Returns false for one that has ended or was deleted: what goes on is another event, to be begun. */
  touch(eventId: string, at: number): boolean {
    const open = this.#known.get(eventId)?.open
    if (!open) return false
    this.#goOn(open, at)
    return true
  }

  /** The last of it was seen then; it may go on within 10 s. */
  end(eventId: string, at: number): void {
    this.touch(eventId, at)
  }

  /** A better one than those before. Returns whether it could be kept. */
  async addPicture(eventId: string, jpeg: Buffer, box?: EventBox): Promise<boolean> {
    const known = this.#known.get(eventId)
    if (!known) return false
    const { companyId } = known
    const isKept = await this.#needs.snapshots.keep(companyId, eventId, jpeg, box)
    if (isKept) for (const listener of this.#listeners) listener.onPicture?.(companyId, eventId)
    return isKept
  }

  /** They were deleted: what goes on is another event. */
  forget(companyId: string, regions: ReadonlyMap<string, string | null>): void {
    for (const id of regions.keys()) {
      const open = this.#known.get(id)?.open
      if (open) this.#open.delete(open.key)
      this.#known.delete(id)
      this.#ended.delete(id)
    }
    for (const listener of this.#listeners) listener.onDeleted?.(companyId, regions)
  }

  handled(companyId: string, eventIds: readonly string[]): void {
    for (const listener of this.#listeners) listener.onState?.(companyId, eventIds)
  }

  async close(): Promise<void> {
    this.#timer.stop()
    await this.#writing
    for (const open of this.#open.values()) this.#close(open)
    await this.#note()
  }

  #goOn(open: Open, at: number): void {
    open.lastAt = Math.max(open.lastAt, at)
  }

  async #store(
    { companyId, did, channel, type, origin, at, zone, identName = zone?.toString() ?? '' }: Noticed,
    key: string,
    open?: Open,
  ): Promise<Begun | undefined> {
    const device = await this.#needs.store.deviceOf(companyId, did)
    if (!device) return undefined
    const isAnnounced = !SILENT.has(type) && this.#isDue(COOLS_DOWN.has(type) ? key : '', at)
    const id = await this.#write({
      companyId,
      did,
      channel,
      type: eventTypeNumber(type),
      origin,
      at,
      endAt: open ? null : at,
      deviceName: device.name,
      alias: device.alias,
      regionId: device.regionId,
      identName,
      isAnnounced,
    })
    if (open) open.id = id
    this.#known.set(id, { companyId, until: Number.POSITIVE_INFINITY, open })
    if (!open) this.#forgetLater(id)
    return { eventId: id, isNew: true, isAnnounced }
  }

  #isDue(key: string, at: number): boolean {
    if (key === '') return true
    const last = this.#announcedAt.get(key)
    if (last !== undefined && at - last < COOLDOWN_MS) return false
    this.#announcedAt.set(key, at)
    return true
  }

  #write(event: Waiting['event']): Promise<string> {
    return new Promise((done, failed) => {
      this.#waiting.push({ event, done, failed })
      this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined))
    })
  }

  /** One unit after the other, so that who has heard of an event has heard of all before it. */
  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      const events = batch.map(({ event }) => ({ ...event, id: this.#needs.newId() }))
      try {
        await this.#needs.store.add(events)
      } catch (error) {
        for (const { failed } of batch) failed(error)
        continue
      }
      for (const [place, { done }] of batch.entries()) done(events[place]?.id ?? '')
      for (const listener of this.#listeners) listener.onStored?.(events)
    }
  }

  #check(): void {
    const now = this.#needs.clock.now()
    for (const open of this.#open.values()) {
      if (open.id === '') continue
      if (now - open.lastAt >= RUNS_ON_MS) this.#close(open)
      else if (now - open.notedAt >= NOTE_MS) {
        open.notedAt = now
        const { companyId, id, lastAt } = open
        this.#ended.set(id, { companyId, id, lastAt, endAt: null })
      }
    }
    for (const [key, at] of this.#announcedAt) if (now - at >= COOLDOWN_MS) this.#announcedAt.delete(key)
    for (const [id, { until }] of this.#known) if (until <= now) this.#known.delete(id)
    if (this.#ended.size === 0 || this.#noting) return
    this.#noting = this.#note()
      .catch(this.#needs.onError)
      .finally(() => (this.#noting = undefined))
  }

  #close(open: Open): void {
    const { companyId, id, lastAt } = open
    this.#open.delete(open.key)
    if (id === '') return
    this.#ended.set(id, { companyId, id, lastAt, endAt: lastAt + RUNS_ON_MS })
    this.#forgetLater(id)
  }

  #forgetLater(id: string): void {
    const known = this.#known.get(id)
    if (!known) return
    known.open = undefined
    known.until = this.#needs.clock.now() + KNOWN_MS
  }

  async #note(): Promise<void> {
    while (this.#ended.size > 0) await this.#noteSome([...this.#ended.values()].slice(0, MOST_AT_ONCE))
  }

  async #noteSome(times: readonly Times[]): Promise<void> {
    await this.#needs.store.setTimes(times)
    for (const time of times) if (this.#ended.get(time.id) === time) this.#ended.delete(time.id)
    const byCompany = Map.groupBy(
      times.filter(({ endAt }) => endAt !== null),
      ({ companyId }) => companyId,
    )
    for (const [companyId, ended] of byCompany)
      for (const listener of this.#listeners)
        listener.onEnded?.(
          companyId,
          ended.map(({ id }) => id),
        )
  }
}
