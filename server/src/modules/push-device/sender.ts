/** Sends alarms to browsers that no page is open in: at most one message in a while each, which counts the others. */
import { getEventCloudPic } from '@vedette/contract/calls/event'
import { isSilenced, type NoticeRules } from '@vedette/contract/calls/alarm-notice'
import type { PushMessage } from '@vedette/contract/calls/push-device'
import { EVENT_TYPES } from '@vedette/contract/events'

import type { Authority } from '../../authority/authority.ts'
import { includesRegion } from '../../authority/principal.ts'
import type { Clock, Timer } from '../../engines/clock.ts'
import type { Outgoing } from '../../engines/outgoing.ts'
import { repeat } from '../../engines/repeat.ts'
import { wallClock } from '../../engines/weekly-ranges.ts'
import type { EventIntake, StoredEvent } from '../event/index.ts'
import type { PushDeviceRow, PushDeviceStore } from './store.ts'

const LOOK_MS = 1000
/** Pause between two messages to one browser; alarms that come meanwhile are counted. */
export const PAUSE_MS = 15_000
const LIMIT_MS = 10_000
const MOST_ANSWER_BYTES = 16 * 1024
/** Later the alarm is no news (RFC 8030, section 5.2). */
const TTL_S = 4 * 3600
/** Messages waiting for one browser; more are not counted. */
const MOST_WAITING = 200
/** The push service forgot the browser (RFC 8030, section 7.3). */
const GONE = [404, 410]

export interface SenderNeeds {
  store: PushDeviceStore
  authority: Pick<Authority, 'principalOf' | 'check'>
  rulesOf: (companyId: string, accountId: string) => Promise<NoticeRules>
  intake: Pick<EventIntake, 'listen'>
  /** The request of a message to a browser (RFC 8291, 8292). */
  sealed: (device: PushDeviceRow, message: PushMessage, ttlS: number) => Promise<SealedRequest>
  outgoing: Outgoing
  clock: Clock
  onError: (error: unknown) => void
}

export interface SealedRequest {
  endpoint: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

interface Waiting {
  /** All of the company's: who may hear of them is found out when they are sent. */
  events: StoredEvent[]
  /** Ms since 1970. */
  sentAt: number
}

export class PushSender {
  readonly #needs: SenderNeeds
  readonly #timer: Timer
  readonly #stopListening: () => void
  /** What came since the last look, by company. */
  #stored = new Map<string, StoredEvent[]>()
  /** Keyed by company, account and browser. */
  readonly #waiting = new Map<string, Waiting>()
  /** A slow push service holds nobody else up. */
  readonly #sending = new Set<Promise<unknown>>()
  #looking: Promise<void> = Promise.resolve()

  constructor(needs: SenderNeeds) {
    this.#needs = needs
    this.#stopListening = needs.intake.listen({ onStored: (events) => this.#take(events) })
    this.#timer = repeat(needs.clock, LOOK_MS, () => (this.#looking = this.#look()), needs.onError)
  }

  /** Returns what went wrong; empty where the push service took it. */
  async send(device: PushDeviceRow, message: PushMessage): Promise<string> {
    const { sealed, outgoing, store } = this.#needs
    try {
      const { endpoint, headers, body } = await sealed(device, message, TTL_S)
      const answer = await outgoing(endpoint, {
        method: 'POST',
        headers,
        body,
        signal: AbortSignal.timeout(LIMIT_MS),
        maxBytes: MOST_ANSWER_BYTES,
      })
      if (answer.ok) return ''
      if (GONE.includes(answer.status)) await store.remove(device.company_id, device.account_id, device.id)
      return `the push service answered ${answer.status}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async close(): Promise<void> {
    this.#timer.stop()
    this.#stopListening()
    await this.#looking
    await Promise.all(this.#sending)
  }

  #take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (!event.isAnnounced) continue
      const list = this.#stored.get(event.companyId) ?? []
      list.push(event)
      this.#stored.set(event.companyId, list)
    }
  }

  async #look(): Promise<void> {
    const stored = this.#stored
    this.#stored = new Map()
    const companies = new Set([...stored.keys(), ...[...this.#waiting.keys()].map(companyOf)])
    for (const companyId of companies) await this.#lookAt(companyId, stored.get(companyId) ?? [])
  }

  async #lookAt(companyId: string, events: readonly StoredEvent[]): Promise<void> {
    const { store } = this.#needs
    const devices = await store.ofCompany(companyId)
    if (devices.length === 0) return this.#forget(companyId)
    const timeZone = await store.timeZone(companyId)
    for (const device of devices) {
      const waiting = this.#waiting.get(keyOf(device)) ?? { events: [], sentAt: 0 }
      waiting.events = [...waiting.events, ...events].slice(-MOST_WAITING)
      this.#waiting.set(keyOf(device), waiting)
      await this.#sendIfDue(device, waiting, timeZone)
    }
  }

  async #sendIfDue(device: PushDeviceRow, waiting: Waiting, timeZone: string): Promise<void> {
    const now = this.#needs.clock.now()
    if (now < waiting.sentAt + PAUSE_MS) return
    const heard = await this.#heard(device, waiting.events, timeZone)
    const newest = heard.at(-1)
    waiting.events = []
    if (!newest) return void this.#waiting.delete(keyOf(device))
    waiting.sentAt = now
    // What the push service does not take waits on the page itself.
    const sending = this.send(device, messageOf(device, newest, heard.length - 1, timeZone))
    this.#sending.add(sending)
    void sending.finally(() => this.#sending.delete(sending))
  }

  /** Whether the rights, the regions and the person's own rules admit it at this moment; a session that is over is forgotten. */
  async #heard(
    device: PushDeviceRow,
    events: readonly StoredEvent[],
    timeZone: string,
  ): Promise<StoredEvent[]> {
    if (events.length === 0) return []
    const { authority, store, rulesOf, clock } = this.#needs
    const principal = await authority.principalOf(device.session_id)
    if (principal?.accountId !== device.account_id || principal.companyId !== device.company_id) {
      await store.remove(device.company_id, device.account_id, device.id)
      return []
    }
    const verdict = await authority.check(principal, getEventCloudPic, [])
    if (verdict.kind !== 'admitted') return []
    const rules = await rulesOf(device.company_id, device.account_id)
    const now = clock.now()
    const { time } = wallClock(now, timeZone)
    return events.filter(
      (event) =>
        includesRegion(principal.regions, event.regionId) &&
        !isSilenced(rules, { did: event.did, type: event.type }, now, time),
    )
  }

  #forget(companyId: string): void {
    for (const key of this.#waiting.keys()) if (companyOf(key) === companyId) this.#waiting.delete(key)
  }
}

function keyOf({ company_id: companyId, account_id: accountId, id }: PushDeviceRow): string {
  return `${companyId} ${accountId} ${id}`
}

const companyOf = (key: string): string => key.slice(0, key.indexOf(' '))

function messageOf(
  { language }: PushDeviceRow,
  event: StoredEvent,
  others: number,
  timeZone: string,
): PushMessage {
  return {
    Language: language,
    CloudEid: event.id,
    Type: EVENT_TYPES[event.type] ?? 'motion',
    DevName: event.alias || event.deviceName,
    Time: event.at,
    Clock: wallClock(event.at, timeZone).time.slice(0, 5),
    Others: others,
  }
}
