/** Sends alarms on, each until it is taken, or given up after the last try. What waits is in the database with the alarm itself. */
import type { Clock, Timer } from '../../engines/clock.ts'
import { Secret, type SecretBox } from '../../engines/secret-box.ts'
import { type ForwardFault, faultOf } from './faults.ts'
import { messageOf } from './message.ts'
import { type Connection, connectionTo, type SenderNeeds, type Target } from './senders.ts'
import type { AlarmSettingsStore } from './store.ts'

const LOOK_MS = 1000
const AT_ONCE = 200
/** Pauses after each failed attempt. */
export const PAUSES_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000]
/** What only stood behind a failed one waits so long. */
const OTHERS_MS = 10_000

interface Needs extends Omit<SenderNeeds, 'now'> {
  store: AlarmSettingsStore
  secretBox: SecretBox
  clock: Clock
  onError: (error: unknown) => void
}

type Due = Awaited<ReturnType<AlarmSettingsStore['due']>>[number]

export class AlarmDispatcher {
  readonly #needs: Needs
  readonly #timer: Timer
  /** Targets that are being sent to: a slow one holds nobody else up. */
  readonly #busy = new Map<string, Promise<void>>()
  #looking: Promise<void> | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = needs.clock.every(LOOK_MS, () => this.look())
  }

  look(): void {
    this.#looking ??= this.#look()
      .catch(this.#needs.onError)
      .finally(() => (this.#looking = undefined))
  }

  async close(): Promise<void> {
    this.#timer.stop()
    await this.#looking
    await Promise.all(this.#busy.values())
  }

  /** Throws what went wrong. */
  async test(companyId: string, id: string, target: Omit<Target, 'secret'> & { secret_box: string }) {
    const { clock } = this.#needs
    const now = clock.now()
    const alarm = { type: 0, origin: 'server', did: '', deviceName: '', channel: 0, identName: '' } as const
    const connection = await this.#open(companyId, id, target)
    try {
      const eventId = `test-${now}`
      await connection.send(eventId, messageOf({ ...alarm, eventId, at: now }, true))
    } finally {
      await connection.close()
    }
  }

  async #look(): Promise<void> {
    // What was read while they were sent to may have been accepted since; each of the others has its turn in every look.
    const had = new Set(this.#busy.keys())
    for (;;) {
      const due = await this.#needs.store.due(this.#needs.clock.now(), AT_ONCE, [...had])
      for (const [key, rows] of Map.groupBy(due, (row) => `${row.company_id} ${row.target_id}`)) {
        had.add(key)
        const sending = this.#sendAll(rows)
          .catch(this.#needs.onError)
          .finally(() => this.#busy.delete(key))
        this.#busy.set(key, sending)
      }
      if (due.length < AT_ONCE) return
    }
  }

  #open(
    companyId: string,
    id: string,
    target: Omit<Target, 'secret'> & { secret_box: string },
  ): Promise<Connection> {
    const { secretBox, clock } = this.#needs
    const secret = secretBox.open(target.secret_box, ownerOf(companyId, id)).reveal()
    return connectionTo({ ...target, secret }, { ...this.#needs, now: () => clock.now() })
  }

  /** Sends in order; at the first failure the others wait too. */
  async #sendAll(rows: readonly Due[]): Promise<void> {
    const [first] = rows
    if (!first) return
    const { store, clock } = this.#needs
    const { company_id: companyId, target_id: targetId } = first
    const sent: string[] = []
    let fault: ForwardFault | undefined
    let connection: Connection | undefined
    try {
      connection = await this.#open(companyId, targetId, { ...first, userName: first.user_name })
      for (const row of rows) {
        await connection.send(row.event_id, messageOf(alarmOf(row)))
        sent.push(row.event_id)
      }
    } catch (error) {
      fault = faultOf(error)
    } finally {
      await connection?.close().catch(() => undefined)
    }
    if (sent.length > 0) await store.sent(companyId, targetId, sent, clock.now())
    if (fault === undefined) return
    const now = clock.now()
    // An answer is about one alarm; a target that was not reached has taken none of them.
    const tried = rows.slice(sent.length, fault.trouble === 'answered' ? sent.length + 1 : undefined)
    const failures = tried.map(({ event_id: eventId, tries }) => {
      const pause = PAUSES_MS[tries]
      return { eventId, tries: tries + 1, nextAt: now + (pause ?? 0), isDead: pause === undefined }
    })
    const others = { dueAt: now, nextAt: now + OTHERS_MS }
    await store.failed(companyId, targetId, failures, others, JSON.stringify(fault))
  }
}

export function ownerOf(companyId: string, targetId: string) {
  return { companyId, did: `alarm target ${targetId}` }
}

export function sealed(secretBox: SecretBox, secret: string, companyId: string, targetId: string): string {
  return secretBox.seal(new Secret(secret), ownerOf(companyId, targetId))
}

function alarmOf(row: Due) {
  return {
    eventId: row.event_id,
    type: row.type,
    origin: row.origin,
    did: row.did,
    deviceName: row.dev_name,
    channel: row.channel,
    at: row.at,
    identName: row.ident_name,
  }
}
