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
/** Between two messages to one browser; alarms that come meanwhile are counted. */
export const PAUSE_MS = 15_000
const LIMIT_MS = 10_000
const MOST_ANSWER_BYTES = 16 * 1024
/** Later the alarm is no news (RFC 8030, section 5.2). */
const TTL_S = 4 * 3600
/** Of a company, while its browsers cannot be sent to. */
const MOST_WAITING = 5000
/** The push service forgot the browser (RFC 8030, section 7.3). */
const GONE = [404, 410]

export interface SenderNeeds {
  store: PushDeviceStore
  authority: Pick<Authority, 'principalOf' | 'judge'>
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
  /** The newest of those that this browser's person hears of. */
  event: StoredEvent
  others: number
}

export class PushSender {
  readonly #needs: SenderNeeds
  readonly #timer: Timer
  readonly #stopListening: () => void
  /** By company: what came since the last look. */
  #stored = new Map<string, StoredEvent[]>()
  /** By company, account and browser. */
  readonly #waiting = new Map<string, Waiting>()
  readonly #sentAt = new Map<string, number>()
  #looking: Promise<void> = Promise.resolve()

  constructor(needs: SenderNeeds) {
    this.#needs = needs
    this.#stopListening = needs.intake.listen({ onStored: (events) => this.#take(events) })
    this.#timer = repeat(needs.clock, LOOK_MS, () => (this.#looking = this.#look()), needs.onError)
  }

  /** Answers what hindered it, empty where the push service took it. */
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
  }

  #take(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (!event.isAnnounced) continue
      const list = this.#stored.get(event.companyId) ?? []
      if (list.length < MOST_WAITING) list.push(event)
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
    const { store, clock } = this.#needs
    const devices = await store.ofCompany(companyId)
    if (devices.length === 0) return this.#forget(companyId)
    const timeZone = await store.timeZone(companyId)
    await Promise.all(
      devices.map(async (device) => {
        const key = keyOf(device)
        const heard = events.length > 0 ? await this.#heard(device, events, timeZone) : []
        const [before, newest] = [this.#waiting.get(key), heard.at(-1)]
        if (newest)
          this.#waiting.set(key, {
            event: newest,
            others: heard.length - 1 + (before ? before.others + 1 : 0),
          })
        const waiting = this.#waiting.get(key)
        const now = clock.now()
        if (!waiting || now < (this.#sentAt.get(key) ?? 0) + PAUSE_MS) return
        this.#waiting.delete(key)
        this.#sentAt.set(key, now)
        // What the push service does not take waits on the page itself.
        await this.send(device, messageOf(device, waiting, timeZone))
      }),
    )
  }

  /** As the rights, the regions and the person's own rules are at this moment; a session that is over is forgotten. */
  async #heard(
    device: PushDeviceRow,
    events: readonly StoredEvent[],
    timeZone: string,
  ): Promise<StoredEvent[]> {
    const { authority, store, rulesOf, clock } = this.#needs
    const principal = await authority.principalOf(device.session_id)
    if (principal?.accountId !== device.account_id || principal.companyId !== device.company_id) {
      await store.remove(device.company_id, device.account_id, device.id)
      return []
    }
    const verdict = await authority.judge(principal, getEventCloudPic, [])
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

function messageOf({ language }: PushDeviceRow, { event, others }: Waiting, timeZone: string): PushMessage {
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
