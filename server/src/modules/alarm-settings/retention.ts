/** Alarms are kept for so many days, and so many of them; the oldest go with their pictures, a little at a time. */
import { MOST_ALARMS } from '@vedette/contract/calls/alarm-settings'

import type { Clock, Timer } from '../../engines/clock.ts'
import type { AlarmSettingsStore } from './store.ts'

export const DEFAULT_POLICY = { days: 365, most: MOST_ALARMS }
const EVERY_MS = 3_600_000
const DAY_MS = 86_400_000
/** Rows deleted in one unit: nothing waits for long behind it. */
const AT_ONCE = 200

interface Needs {
  store: AlarmSettingsStore
  /** Deletes alarms with their pictures; anyone who sees them is told. */
  remove: (companyId: string, ids: readonly string[]) => Promise<number>
  clock: Clock
  /** Time by the clock that alarms age by. */
  agedAt: () => number
  onError: (error: unknown) => void
}

export class AlarmRetention {
  readonly #needs: Needs
  readonly #timer: Timer
  #sweeping: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#timer = needs.clock.every(EVERY_MS, () => void this.sweep().catch(needs.onError))
  }

  /** One at a time. */
  sweep(): Promise<void> {
    const next = this.#sweeping.then(() => this.#sweep())
    this.#sweeping = next.catch(() => {
      // The caller of this run gets the error.
    })
    return next
  }

  async close(): Promise<void> {
    this.#timer.stop()
    this.#isClosed = true
    await this.#sweeping
  }

  async #sweep(): Promise<void> {
    for (const companyId of await this.#needs.store.companies()) await this.#sweepCompany(companyId)
  }

  async #sweepCompany(companyId: string): Promise<void> {
    const { store, remove, agedAt } = this.#needs
    const { days, most } = (await store.policy(companyId)) ?? DEFAULT_POLICY
    const beforeMs = agedAt() - days * DAY_MS
    while (!this.#isClosed) {
      const old = await store.olderThan(companyId, beforeMs, AT_ONCE)
      if (old.length === 0) break
      await remove(companyId, old)
    }
    let tooMany = (await store.alarms(companyId)) - most
    while (tooMany > 0 && !this.#isClosed) {
      const old = await store.olderThan(companyId, Number.MAX_SAFE_INTEGER, Math.min(tooMany, AT_ONCE))
      if (old.length === 0) break
      await remove(companyId, old)
      tooMany -= old.length
    }
  }
}
