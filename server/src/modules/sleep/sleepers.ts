/** The devices that may sleep: each is listened to, and woken when somebody wants to see it. */
import { PRESENCE } from '@vedette/contract/devices'
import { Refusal } from '@vedette/contract/codes'
import { outcomeOf } from '@vedette/devices/onvif/fault'
import { wake } from '@vedette/devices/onvif/sleep'

import type { Presences } from '../../shards/presence.ts'
import { Listener, type ListenerNeeds } from './listener.ts'
import type { SleepStore } from './store.ts'

const WAKE_LIMITS = { deadlineMs: 4000, totalMs: 8500 }

export interface SleepersNeeds extends ListenerNeeds {
  store: SleepStore
  presences: Pick<Presences, 'says' | 'of'>
}

export class Sleepers {
  readonly #needs: SleepersNeeds
  readonly #listeners = new Map<string, Listener>()
  readonly #waking = new Set<string>()
  #isClosed = false
  #queue: Promise<void> = Promise.resolve()

  constructor(needs: SleepersNeeds) {
    this.#needs = needs
  }

  /** These devices of the company were added, changed or removed; without DIDs any of it, without a company any. */
  refresh(companyId?: string, dids?: readonly string[]): void {
    this.#queue = this.#queue.then(() => this.#read(companyId, dids)).catch(this.#needs.onError)
  }

  /** Somebody watches the device. One that can't be woken sleeps on, as its windows say. */
  wake(companyId: string, did: string): void {
    const { presences, onError } = this.#needs
    if (presences.of(companyId, did)?.presence !== PRESENCE.sleeping || this.#waking.has(did)) return
    this.#waking.add(did)
    void this.#wake(companyId, did)
      .catch(onError)
      .then(() => this.#waking.delete(did))
  }

  close(): void {
    this.#isClosed = true
    for (const listener of this.#listeners.values()) listener.end()
    this.#listeners.clear()
  }

  async #wake(companyId: string, did: string): Promise<void> {
    try {
      const client = await this.#needs.openOnvif(companyId, did, WAKE_LIMITS)
      if (client) await outcomeOf(client.open().then(() => wake(client)))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  async #read(companyId: string | undefined, dids: readonly string[] | undefined): Promise<void> {
    const found = await this.#needs.store.sleepersOf(companyId, dids)
    if (this.#isClosed) return
    const wanted = new Map(found.map((sleeper) => [keyOf(sleeper), sleeper]))
    for (const [key, listener] of this.#listeners) {
      const { sleeper } = listener
      if (companyId !== undefined && sleeper.companyId !== companyId) continue
      if (dids !== undefined && !dids.includes(sleeper.did)) continue
      if (wanted.get(key)?.version === sleeper.version) continue
      listener.end()
      this.#listeners.delete(key)
    }
    for (const [key, sleeper] of wanted)
      if (!this.#listeners.has(key)) this.#listeners.set(key, new Listener(sleeper, this.#needs))
  }
}

function keyOf({ companyId, did }: { companyId: string; did: string }): string {
  return `${companyId}/${did}`
}
