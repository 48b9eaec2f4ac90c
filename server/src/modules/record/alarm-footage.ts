/**
 * Recording on alarm: all is recorded, and what no alarm was near goes minutes later. So a recording begins as long before its alarm as one
 * likes, and nothing is lost while somebody decides: docs/decisions/0172-alarm-footage-is-what-stays.md.
 */
import type { SegmentRow } from '@vedette/media/record/segment-row'

import type { Clock, Timer } from '../../engines/clock.ts'
import { repeat } from '../../engines/repeat.ts'
import { modeAt } from './modes.ts'
import { policiesOf } from './policy.ts'
import type { PolicyStore } from './policy-store.ts'
import type { Retention } from './retention.ts'

const LOOK_MS = 10_000
/** Events are told a little after they began. */
const LATE_MS = 60_000
/** Those that wait to be checked. What is more is kept. */
const MOST = 200_000

export interface AlarmTimes {
  /** Whether anything happened at a device then that recording is for. */
  happened(companyId: string, did: string, fromMs: number, toMs: number): Promise<boolean>
}

interface Needs {
  policies: PolicyStore
  retention: Retention
  alarms: AlarmTimes
  clock: Clock
  onError: (error: unknown) => void
}

interface Waiting {
  row: SegmentRow
  preMs: number
  postMs: number
  checkAt: number
}

/** Files wait in memory alone: after a restart those that had not been checked stay, which is the safe side. */
export class AlarmFootage {
  readonly #needs: Needs
  readonly #timer: Timer
  #waiting: Waiting[] = []
  #work: Promise<void> = Promise.resolve()

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = repeat(needs.clock, LOOK_MS, () => this.look(), needs.onError)
  }

  /** Files that have come: each is checked by the policy that is in force now. */
  async consider(rows: readonly SegmentRow[]): Promise<void> {
    const { policies } = this.#needs
    for (const [companyId, ofCompany] of Map.groupBy(rows, ({ company }) => company)) {
      const [inForce, zone] = [await policiesOf(policies, companyId), await policies.timeZone(companyId)]
      const owned = new Set(inForce.devices.map(({ did }) => did))
      for (const row of ofCompany) {
        const { policy } = inForce.ofDevice(row.did)
        // A file that was begun in another part of the week belongs to both.
        const modes = [row.startMs, row.endMs].map((at) => modeAt(policy, row.quality, at, zone))
        // What was fetched from the device was asked for, or follows an outage.
        const isFilled = row.filledAtMs !== undefined
        const isOnAlarm = !isFilled && owned.has(row.did) && modes.every((mode) => mode === 'alarm')
        if (!isOnAlarm || this.#waiting.length >= MOST) continue
        const [preMs, postMs] = [policy.pre_s * 1000, policy.post_s * 1000]
        const checkAt = this.#needs.clock.now() + preMs + LATE_MS
        this.#waiting.push({ row, preMs, postMs, checkAt })
      }
    }
  }

  /** Lets go what no alarm was near. One look at a time. */
  look(): Promise<void> {
    const next = this.#work.then(() => this.#check())
    this.#work = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  async close(): Promise<void> {
    this.#timer.stop()
    await this.#work
  }

  async #check(): Promise<void> {
    const { alarms, retention, clock } = this.#needs
    const now = clock.now()
    const due = this.#waiting.filter(({ checkAt }) => checkAt <= now)
    this.#waiting = this.#waiting.filter(({ checkAt }) => checkAt > now)
    for (const [companyId, ofCompany] of Map.groupBy(due, ({ row }) => row.company)) {
      const quiet: string[] = []
      for (const { row, preMs, postMs } of ofCompany) {
        const { did, startMs, endMs, path } = row
        if (!(await alarms.happened(companyId, did, startMs - postMs, endMs + preMs))) quiet.push(path)
      }
      await retention.drop(companyId, quiet)
    }
  }
}
