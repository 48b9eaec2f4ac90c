/** Writes down how devices come and go, as it is told to open pages. */
import type { Clock, Timer } from '../../engines/clock.ts'
import type { DevicePresence } from '../../video/presence.ts'
import type { PresenceRow, PresenceStore } from './store.ts'

/** Changes kept per device. */
const MOST_CHANGES = 200
/** Behind a device that comes and goes all the time is tidied up so often. */
const TRIM_EVERY = 50
const KEEP_MS = 90 * 86_400_000
const SWEEP_MS = 3_600_000
const AGAIN_MS = 5000
const ROWS_PER_WRITE = 500
/** While the database cannot be written to; the oldest are lost. */
const MOST_WAITING = 20_000

interface Seen {
  companyId: string
  presence: number
  reason: string
  status: string
  /** Rows since its history was trimmed. */
  rows: number
}

export interface PresenceJournalOptions {
  store: PresenceStore
  clock: Clock
  /** Time by the clock that the history ages by. */
  agedAt: () => number
  newId: () => string
  /** Whether the device is still watched for this company. */
  isWatched: (companyId: string, did: string) => boolean
  onError: (error: unknown) => void
}

export class PresenceJournal {
  readonly #options: PresenceJournalOptions
  readonly #seen = new Map<string, Seen>()
  readonly #timers: Timer[]
  #waiting: PresenceRow[] = []
  #writing: Promise<void> | undefined

  constructor(options: PresenceJournalOptions) {
    this.#options = options
    const { clock } = options
    this.#timers = [clock.every(AGAIN_MS, () => this.#write()), clock.every(SWEEP_MS, () => this.#sweep())]
  }

  note(companyId: string, devices: readonly DevicePresence[]): void {
    const { clock, newId } = this.#options
    for (const { did, presence, reason, sinceMs, status } of devices) {
      // Nobody knows yet how it is.
      if (reason === 'connecting') continue
      const before = this.#seen.get(did)
      const known = before?.companyId === companyId ? before : undefined
      if (known?.presence === presence && known.reason === reason && known.status === status) continue
      const at = known?.presence === presence ? clock.now() : sinceMs
      this.#seen.set(did, { companyId, presence, reason, status, rows: known?.rows ?? 0 })
      this.#waiting.push({
        companyId,
        did,
        id: newId(),
        at,
        presence,
        reason,
        status,
        isFirst: known === undefined,
      })
    }
    this.#waiting.splice(0, this.#waiting.length - MOST_WAITING)
    this.#write()
  }

  /** Resolves when all that was noted is written. */
  async close(): Promise<void> {
    for (const timer of this.#timers) timer.stop()
    this.#write()
    await this.#writing
  }

  #write(): void {
    if (this.#writing || this.#waiting.length === 0) return
    this.#writing = this.#writeAll()
      .catch(this.#options.onError)
      .finally(() => (this.#writing = undefined))
  }

  async #writeAll(): Promise<void> {
    const { store } = this.#options
    while (this.#waiting.length > 0) {
      const rows = this.#waiting.slice(0, ROWS_PER_WRITE)
      await store.add(rows)
      const written = new Set(rows)
      this.#waiting = this.#waiting.filter((row) => !written.has(row))
      for (const row of rows) await this.#trim(row)
    }
  }

  async #trim({ companyId, did }: PresenceRow): Promise<void> {
    const seen = this.#seen.get(did)
    if (seen?.companyId !== companyId || ++seen.rows < TRIM_EVERY) return
    seen.rows = 0
    await this.#options.store.trim(companyId, did, MOST_CHANGES)
  }

  #sweep(): void {
    const { store, agedAt, isWatched, onError } = this.#options
    for (const [did, { companyId }] of this.#seen) if (!isWatched(companyId, did)) this.#seen.delete(did)
    store.forgetBefore(agedAt() - KEEP_MS).catch(onError)
  }
}
